import * as z from 'zod/mini'

/** How a tariff looks; '' stands for none. Of `glyph` and `image` at most one is set. */
export const ShownTariffLook = z.object({
  /** `#rrggbb`, seen on dark and on light pages; and the colour that is readable on it. */
  colour: z.string(),
  on_colour: z.string(),
  /** The name of a built-in icon; and its drawing, the path of an SVG of 24 by 24 with lines of 1.8. */
  icon: z.string(),
  glyph: z.string(),
  /** The address of a picture. */
  image: z.string(),
})
export type ShownTariffLook = z.output<typeof ShownTariffLook>
