/** Contrast of colours by WCAG 2.1; a colour is `#rrggbb`. Pure. */

/** The lightest surface of the site under text in the accent colour (`--bg2` of `web/ui/tokens.css`). */
export const lightestSurface = '#1a2630'
/** What text needs (AA), and what a button needs against what is around it. */
export const textContrast = 4.5
export const shapeContrast = 3

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function partsOf(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

/** From 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Text on a surface of this colour: nearly black or white, at least 4.5 on every colour. */
export function textOn(colour: string): string {
  return contrastOf(colour, '#000000') >= contrastOf(colour, '#ffffff') ? '#000000' : '#ffffff'
}

/** The colour mixed with another one; `share` of the other from 0 to 1. */
export function mixed(colour: string, other: string, share: number): string {
  const others = partsOf(other)
  const parts = partsOf(colour).map((part, at) => Math.round(part * (1 - share) + (others[at] ?? 0) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** The contrast that a colour lacks on the site; undefined when it is enough. */
export function lackingContrast(
  kind: 'accent' | 'action',
  colour: string,
): { readonly has: number; readonly needs: number } | undefined {
  if (colour === '') return undefined
  const needs = kind === 'accent' ? textContrast : shapeContrast
  const has = contrastOf(colour, lightestSurface)
  return has >= needs ? undefined : { has, needs }
}
