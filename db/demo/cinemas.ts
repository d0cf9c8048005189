/** The cinemas of the demo: their names, streets and numbers are thought up, and no real house is meant. */
import { newsSvg, type WidePicture } from './scenes/hero.ts'
import { randomFrom, seedOf, whole } from './painting/random.ts'
import { demoTitles } from './catalogue/titles.ts'
import type { Words } from './words.ts'

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

interface CinemaInput extends Omit<DemoCinema, 'showings' | 'svg' | 'key'> {
  readonly key: string
  readonly halls: number
  readonly picture: Omit<WidePicture, 'seed'>
}

const tashkent: Words = { ru: 'Ташкент', uz: 'Toshkent' }
const samarkand: Words = { ru: 'Самарканд', uz: 'Samarqand' }

const inputs: readonly CinemaInput[] = [
  {
    key: 'yulduzli-hovli',
    name: { ru: 'Кинодвор «Звёздный»', uz: '«Yulduzli hovli» kinoteatri' },
    city: tashkent,
    address: { ru: 'улица Тутовая аллея, 14', uz: 'Tutzor xiyoboni koʻchasi, 14' },
    phone: '+998 71 200-00-14',
    site: 'https://yulduzli-hovli.example',
    halls: 5,
    picture: { scene: 'city', palette: 'neon' },
  },
  {
    key: 'anor',
    name: { ru: 'Кинотеатр «Анор»', uz: '«Anor» kinoteatri' },
    city: tashkent,
    address: { ru: 'махалля Гранатовый сад, 3', uz: 'Anorzor mahallasi, 3' },
    phone: '+998 71 200-00-15',
    site: '',
    halls: 3,
    picture: { scene: 'corridor', palette: 'pomegranate' },
  },
  {
    key: 'zarafshon-ekrani',
    name: { ru: 'Кинотеатр «Зарафшан-экран»', uz: '«Zarafshon ekrani» kinoteatri' },
    city: samarkand,
    address: { ru: 'улица Бумажных мастеров, 27', uz: 'Qogʻozgarlar koʻchasi, 27' },
    phone: '+998 66 200-00-16',
    site: 'https://zarafshon-ekrani.example',
    halls: 4,
    picture: { scene: 'madrasa', palette: 'lapis' },
  },
  {
    key: 'kohna-projektor',
    name: { ru: 'Киноклуб «Старый проектор»', uz: '«Koʻhna projektor» kinoklubi' },
    city: samarkand,
    address: { ru: 'переулок Чайханщиков, 8', uz: 'Choyxonachilar tor koʻchasi, 8' },
    phone: '+998 66 200-00-17',
    site: '',
    halls: 2,
    picture: { scene: 'windows', palette: 'copper' },
  },
]

const dayMs = 86_400_000
/** Tashkent and Samarkand keep UTC+5 all year. */
const zoneMs = 5 * 3_600_000
const days = 14
const firstHour = 10
const lastHour = 22
/** On in the cinemas and not in the catalogue yet. */
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

/** Two to four times a day, on the quarter of an hour, the same for the same film in the same house. */
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
