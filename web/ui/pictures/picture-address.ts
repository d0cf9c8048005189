import { pictureWidths } from '#contract/form/constants.ts'

/**
 * Our image addresses end in `/<width>.<type>`: another width is another number
 * (`/images/poster/12/ab12/320.webp`).
 */
const widthPattern = /\/(\d+)\.(webp|avif|jpe?g|png)$/

/** The `srcset` of an image in these widths, or undefined when its address contains no width. */
export function srcsetOf(src: string, from: number, to: number): string | undefined {
  if (!widthPattern.test(src)) return undefined
  return pictureWidths
    .filter((width) => width >= from && width <= to)
    .map((width) => `${pictureAt(src, width)} ${width}w`)
    .join(', ')
}

/** The image's main colour, encoded in its address, for the placeholder; undefined when the address has none. */
export function colourOf(src: string): string | undefined {
  // Channel logos are partly transparent.
  const [, kind, colour] = /^\/images\/([a-z]+)\/\d+\/[0-9a-f]{20}-([0-9a-f]{6})\//.exec(src) ?? []
  return colour === undefined || kind === 'logo' ? undefined : `#${colour}`
}

/** The same image in another width. */
export function pictureAt(src: string, width: number): string {
  return src.replace(widthPattern, `/${width}.$2`)
}
