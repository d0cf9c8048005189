/** The news of the demo. */
import { newsSvg } from './scenes/hero.ts'
import type { NewsTextInput } from './news/given.ts'
import { newsOfFilms } from './news/of-films.ts'
import { newsOfService } from './news/of-service.ts'
import { newsOfTelevision } from './news/of-television.ts'
import type { Words } from './words.ts'

export interface DemoNews {
  readonly id: number
  readonly title: Words
  readonly lead: Words
  /** A blank line begins a paragraph. */
  readonly body: Words
  /** Unix milliseconds. */
  readonly publishedAtMs: number
  /** Its picture, 1600 × 900. */
  svg(): string
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Tashkent keeps UTC+5 all year; news comes out there at ten in the morning. */
const tashkentMs = 5 * hourMs
const morningMs = 10 * hourMs

const params: readonly NewsTextInput[] = [...newsOfService, ...newsOfTelevision, ...newsOfFilms].sort(
  (a, b) => b.daysAgo - a.daysAgo,
)

/** The news as of `nowMs` (unix milliseconds), the oldest first; none lies ahead. */
export function demoNews(nowMs: number): readonly DemoNews[] {
  const midnight = Math.floor((nowMs + tashkentMs) / dayMs) * dayMs - tashkentMs
  return params.map((one, index) => ({
    id: index + 1,
    title: { ru: one.ru.title, uz: one.uz.title },
    lead: { ru: one.ru.lead, uz: one.uz.lead },
    body: { ru: one.ru.paragraphs.join('\n\n'), uz: one.uz.paragraphs.join('\n\n') },
    publishedAtMs: midnight - one.daysAgo * dayMs + morningMs,
    svg: () => newsSvg({ ...one.picture, seed: `news-${index + 1}` }),
  }))
}
