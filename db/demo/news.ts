/** The news of the demo; `news.json` contains them, the oldest first. */
import * as z from 'zod/mini'
import written from './news.json' with { type: 'json' }
import { newsSvg, pictureInput } from './scenes/hero.ts'
import type { Words } from './catalogue/words.ts'

export interface DemoNews {
  readonly id: number
  readonly title: Words
  readonly lead: Words
  /** A blank line starts a paragraph. */
  readonly body: Words
  /** Unix milliseconds. */
  readonly publishedAtMs: number
  /** Its picture, 1600 × 900. */
  svg(): string
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Tashkent keeps UTC+5 all year; news are published there at ten in the morning. */
const tashkentMs = 5 * hourMs
const morningMs = 10 * hourMs

/** One language of a news item. */
const text = z.strictObject({ title: z.string(), lead: z.string(), paragraphs: z.array(z.string()) })

const inputs = z.parse(
  z.array(z.strictObject({ daysAgo: z.int(), picture: pictureInput, ru: text, uz: text })),
  written,
)

/** The news as of `nowMs` (unix milliseconds), the oldest first; none is in the future. */
export function demoNews(nowMs: number): readonly DemoNews[] {
  const midnight = Math.floor((nowMs + tashkentMs) / dayMs) * dayMs - tashkentMs
  return inputs.map((one, index) => ({
    id: index + 1,
    title: { ru: one.ru.title, uz: one.uz.title },
    lead: { ru: one.ru.lead, uz: one.uz.lead },
    body: { ru: one.ru.paragraphs.join('\n\n'), uz: one.uz.paragraphs.join('\n\n') },
    publishedAtMs: midnight - one.daysAgo * dayMs + morningMs,
    svg: () => newsSvg({ ...one.picture, seed: `news-${index + 1}` }),
  }))
}
