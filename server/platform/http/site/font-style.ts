/** The fonts of a brand as CSS: the files, and the system's own font in their measure until they have come. Pure. */

/** Heights and widths are shares of the font's size. */
export interface SiteFont {
  readonly address: string
  readonly weightFrom: number
  readonly weightTo: number
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
  /** The mean width of a letter of text, as a share of that in the system's own font. */
  readonly widthShare: number
}

export interface SiteFonts {
  readonly text: SiteFont
  /** Of a font with one weight in each file. */
  readonly bold: SiteFont | undefined
}

/** The least weight of bold texts of the site (`web/ui`). */
const boldFrom = 600

/** The faces of the fonts. Nothing moves when they come: the fallback has their lines and their width. */
export function fontFaces({ text, bold }: SiteFonts): string {
  return [
    face(text, bold === undefined ? weightsOf(text) : `1 ${boldFrom - 1}`),
    ...(bold === undefined ? [] : [face(bold, `${boldFrom} 1000`)]),
    fallback(text),
  ].join('')
}

/** The families in their order, for `--font`. */
export const fontFamilies = "'Brand','Brand Fallback','Onest',system-ui,sans-serif"

function face({ address }: SiteFont, weights: string): string {
  return (
    `@font-face{font-family:'Brand';font-style:normal;font-display:swap;font-weight:${weights};` +
    `src:url('${address}') format('woff2')}\n`
  )
}

function weightsOf({ weightFrom, weightTo }: SiteFont): string {
  // A browser makes the bold of a font that has one weight.
  return weightFrom === weightTo ? '400' : `${weightFrom} ${weightTo}`
}

function fallback({ ascent, descent, lineGap, widthShare }: SiteFont): string {
  const local = ['Arial', 'Liberation Sans', 'Arimo', 'Helvetica', 'Roboto'].map((name) => `local('${name}')`)
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`
  return (
    `@font-face{font-family:'Brand Fallback';src:${local.join(',')};size-adjust:${percent(widthShare)};` +
    `ascent-override:${percent(ascent / widthShare)};descent-override:${percent(descent / widthShare)};` +
    `line-gap-override:${percent(lineGap / widthShare)}}\n`
  )
}
