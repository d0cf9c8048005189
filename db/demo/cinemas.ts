/** The cinemas of the demo (`cinemas.json`): names, streets and numbers are fictional. */
import * as z from 'zod/mini'
import written from './cinemas.json' with { type: 'json' }
import { newsSvg, pictureInput } from './scenes/hero.ts'
import { randomFrom, seedOf, whole } from './painting/random.ts'
import { demoTitles } from './catalogue/titles.ts'
import { wordsInput, type Words } from './catalogue/words.ts'

export interface DemoShowing {
  readonly name: Words
  readonly year: number
  readonly ageRating: string
  /** Unix milliseconds. */
  readonly timesMs: readonly number[]
}

export interface DemoCinema {
  readonly key: string
  readonly name: Words
  readonly city: Words
  readonly address: Words
  readonly phone: string
  readonly site: string
  readonly showings: readonly DemoShowing[]
  /** Its picture, 1600 × 900. */
  svg(): string
}

const inputs = z.parse(
  z.array(
    z.strictObject({
      key: z.string(),
      name: wordsInput,
      city: wordsInput,
      address: wordsInput,
      phone: z.string(),
      site: z.string(),
      halls: z.int(),
      picture: pictureInput,
    }),
  ),
  written,
)

const dayMs = 86_400_000
/** Tashkent and Samarkand keep UTC+5 all year. */
const zoneMs = 5 * 3_600_000
const days = 14
const firstHour = 10
const lastHour = 22
/** Shown in the cinemas and not in the catalogue yet. */
const notOurs: Omit<DemoShowing, 'timesMs'> = {
  name: { ru: 'Письмо к четвёртой луне', uz: 'Toʻrtinchi oyga maktub' },
  year: 2026,
  ageRating: '6+',
}

/** The cinemas as of `nowMs` (unix milliseconds), with showings for two weeks from that day on. */
export function demoCinemas(nowMs: number): readonly DemoCinema[] {
  const films = demoTitles()
    .filter(({ isSeries }) => !isSeries)
    .toSorted((a, b) => b.year - a.year || b.popularity - a.popularity)
    .slice(0, 12)
    .map((film) => ({
      name: { ru: film.name_ru, uz: film.name_uz },
      year: film.year,
      ageRating: film.ageRating,
    }))
  const midnight = Math.floor((nowMs + zoneMs) / dayMs) * dayMs - zoneMs
  return inputs.map(({ halls, picture, ...cinema }, at) => {
    const programme = Array.from({ length: halls }, (_, hall) => films[(at * 3 + hall) % films.length])
    const shown = [...programme.flatMap((film) => film ?? []), ...(at % 2 === 0 ? [notOurs] : [])]
    return {
      ...cinema,
      showings: shown.map((film) => ({
        ...film,
        timesMs: timesOf(`${cinema.key} ${film.name.ru}`, midnight),
      })),
      svg: () => newsSvg({ ...picture, seed: `cinema-${cinema.key}` }),
    }
  })
}

/** Two to four times a day, on the quarter of an hour, the same for the same film in the same cinema. */
function timesOf(seed: string, midnightMs: number): readonly number[] {
  return Array.from({ length: days }, (_, day) => {
    const r = randomFrom(seedOf(`${seed} ${day % 7}`))
    const quarters = new Set(
      Array.from({ length: whole(r, 2, 4) }, () => whole(r, firstHour * 4, lastHour * 4)),
    )
    return [...quarters]
      .toSorted((a, b) => a - b)
      .map((quarter) => midnightMs + day * dayMs + quarter * 900_000)
  }).flat()
}
