/**
 * What the demo's subscriber and a small fictional group have watched, so that recommendations can be computed from it.
 */
import { between, randomFrom, seedOf, whole, type Random } from './painting/random.ts'
import { demoTitles, type DemoTitle } from './catalogue/titles.ts'

/** One film, or one episode of a series, by its position in the order of watching. */
export interface DemoWatched {
  readonly vid: number
  /** From 0; a film is 0. */
  readonly episode: number
  readonly hoursAgo: number
  /** Seconds from its beginning; undefined: watched to its end. */
  readonly stoppedSec?: number
  readonly rating?: number
}

/**
 * The subscriber's evenings: one series and one film are not finished. The films of the demo are shorter than a minute.
 */
export function demoHistory(): readonly DemoWatched[] {
  return [
    { vid: 2002, episode: 1, hoursAgo: 3, stoppedSec: 21 },
    { vid: 2002, episode: 0, hoursAgo: 4 },
    { vid: 1022, episode: 0, hoursAgo: 27, rating: 9 },
    { vid: 1503, episode: 0, hoursAgo: 30 },
    { vid: 1028, episode: 0, hoursAgo: 51, stoppedSec: 17 },
    { vid: 1002, episode: 0, hoursAgo: 75 },
    { vid: 1221, episode: 0, hoursAgo: 98 },
    { vid: 1302, episode: 0, hoursAgo: 124 },
    { vid: 1018, episode: 0, hoursAgo: 147 },
  ]
}

/** A fictional viewer: has a watch history, and cannot log in, because the password is never published. */
export interface DemoViewer {
  readonly abonement: string
  readonly name_ru: string
  /** Newest first. */
  readonly watched: readonly DemoWatched[]
}

const crowdSize = 28
const firstAbonement = 10_000_101

type Taste = (title: DemoTitle) => boolean

function has(...genres: readonly string[]): Taste {
  return (title) => !title.isKids && title.genres.some((genre) => genres.includes(genre))
}

const tastes: readonly Taste[] = [
  has('detective', 'crime', 'thriller'),
  has('family', 'comedy'),
  has('romance'),
  has('history', 'war', 'documentary'),
  (title) => title.isKids,
  has('scifi', 'fantasy', 'animation'),
  has('music'),
]

/** Each has a taste, and a little of another; among their titles, popular ones are more frequent. */
export function demoCrowd(): readonly DemoViewer[] {
  return Array.from({ length: crowdSize }, (_, at) => {
    const r = randomFrom(seedOf(`viewer ${at}`))
    const own = chosen(r, at % tastes.length, whole(r, 7, 9))
    const other = chosen(r, (at + 1) % tastes.length, 3)
    const titles = [...new Set([...own, ...other])]
    let hoursAgo = between(r, 2, 20)
    return {
      abonement: String(firstAbonement + at),
      name_ru: `Зритель ${at + 1} (вымышленный)`,
      watched: titles.map(({ vid }) => {
        hoursAgo += between(r, 5, 30)
        return { vid, episode: 0, hoursAgo: Math.round(hoursAgo) }
      }),
    }
  })
}

function chosen(r: Random, taste: number, count: number): readonly DemoTitle[] {
  const liked = demoTitles().filter((title) => tastes[taste]?.(title))
  const drawn = liked.map((title) => ({ title, luck: r() ** (600 / title.popularity) }))
  return drawn
    .toSorted((a, b) => b.luck - a.luck)
    .slice(0, count)
    .map(({ title }) => title)
}
