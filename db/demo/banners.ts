/**
 * The banners of the demo: on its home page, above every page, and the offer to a visitor. `banners.json` contains
 * their texts.
 */
import * as z from 'zod/mini'
import written from './banners.json' with { type: 'json' }
import { heroSvg, pictureInput } from './scenes/hero.ts'
import { demoTitles } from './catalogue/titles.ts'
import { wordsInput, type Words } from './catalogue/words.ts'

export interface DemoBanner {
  readonly id: number
  readonly place: BannerPlace
  readonly title: Words
  readonly text: Words
  readonly button: Words
  /** A path of the site. */
  readonly href: string
  readonly position: number
  /** Its picture, 1600 × 700; a line of text has none. */
  readonly svg: (() => string) | null
}

const places = ['home', 'top', 'promo'] as const
type BannerPlace = (typeof places)[number]

/** The target of its button: a title by its Russian name, or a path of the site. */
const leadsInput = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('title'), name_ru: z.string() }),
  z.strictObject({ to: z.literal('path'), path: z.string() }),
])

const inputs = z.parse(
  z.array(
    z.strictObject({
      place: z.enum(places),
      title: wordsInput,
      text: wordsInput,
      button: wordsInput,
      leads: leadsInput,
      picture: z.nullable(pictureInput),
    }),
  ),
  written,
)

function addressOf(leads: z.output<typeof leadsInput>): string {
  if (leads.to === 'path') return leads.path
  const title = demoTitles().find((one) => one.name_ru === leads.name_ru)
  if (title === undefined) throw new Error(`there is no title named ${leads.name_ru}`)
  return `/movie/${title.vid}`
}

/** The banners of all places, in their order. */
export function demoBanners(): readonly DemoBanner[] {
  return inputs.map(({ picture, ...one }, position) => ({
    id: position + 1,
    place: one.place,
    title: one.title,
    text: one.text,
    button: one.button,
    href: addressOf(one.leads),
    position,
    svg: picture === null ? null : () => heroSvg({ ...picture, seed: `banner-${position + 1}` }),
  }))
}
