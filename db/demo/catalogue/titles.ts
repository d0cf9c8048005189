/** The demo's catalogue: all of it is fictional. */
import { between, pick, randomFrom, seedOf, whole, type Random } from '#db/demo/painting/random.ts'
import type { SceneName } from '#db/demo/scenes/scenes.ts'
import { demoFilms } from './films.ts'
import type { GenreKey } from './genres.ts'
import { demoPeople } from './people.ts'
import { readBlocks, type TitleText } from './read-blocks.ts'
import { animeFilms, childrenFilms } from './titles/for-children.ts'
import { neighbourFilms } from './titles/neighbours.ts'
import { homeSeries } from './titles/series-home.ts'
import { worldSeries } from './titles/series-world.ts'
import { concerts, documentaries } from './titles/true-and-music.ts'
import { uzbekFilms } from './titles/uzbek.ts'
import { worldFilms } from './titles/world.ts'

export interface DemoEpisode {
  readonly number: number
  readonly vfid: number
  readonly name_ru: string
  readonly name_uz: string
  readonly description_ru: string
  readonly description_uz: string
  readonly durationMin: number
  readonly assetId: string
}

export interface DemoSeason {
  readonly seasonId: number
  readonly number: number
  readonly name_ru: string
  readonly name_uz: string
  readonly episodes: readonly DemoEpisode[]
}

export interface DemoTitle {
  readonly vid: number
  readonly isSeries: boolean
  readonly isKids: boolean
  readonly name_ru: string
  readonly name_uz: string
  readonly original_name: string
  readonly description_ru: string
  readonly description_uz: string
  readonly year: number
  /** ISO 3166-1 alpha-2, the main one first. */
  readonly countries: readonly string[]
  readonly genres: readonly GenreKey[]
  /** 1 films, 2 series, 3 children, 4 concerts, 5 anime, 6 dorama, 7 documentary; 254 to 259 the Uzbek ones. The main one first. */
  readonly categoryIds: readonly number[]
  readonly directorId: number
  readonly castIds: readonly number[]
  readonly durationMin: number
  readonly ageRating: string
  readonly rating_kp: number
  readonly rating_imdb: number
  readonly has_subscription: boolean
  readonly free_movie: boolean
  readonly premier: boolean
  readonly exclusive: boolean
  readonly new_episodes: boolean
  /** A title with a higher value is requested more often. */
  readonly popularity: number
  readonly providerId: number
  /** The film that plays for it; a series plays by its episodes. */
  readonly assetId: string
  readonly trailerAssetId: string
  /** What the posters show. */
  readonly scene: SceneName
  readonly palette?: string
  readonly subject?: string
  readonly seasons: readonly DemoSeason[]
}

type Kind = 'film' | 'series' | 'children' | 'concert' | 'anime' | 'documentary'

interface Shelf {
  readonly text: string
  readonly firstVid: number
  readonly kind: Kind
}

// Numbers are assigned by position in a group, with room to grow; new blocks go to the end of a group.
const shelves: readonly Shelf[] = [
  { text: uzbekFilms, firstVid: 1001, kind: 'film' },
  { text: neighbourFilms, firstVid: 1101, kind: 'film' },
  { text: worldFilms, firstVid: 1201, kind: 'film' },
  { text: documentaries, firstVid: 1301, kind: 'documentary' },
  { text: concerts, firstVid: 1401, kind: 'concert' },
  { text: childrenFilms, firstVid: 1501, kind: 'children' },
  { text: animeFilms, firstVid: 1601, kind: 'anime' },
  { text: homeSeries, firstVid: 2001, kind: 'series' },
  { text: worldSeries, firstVid: 2101, kind: 'series' },
]

const sceneOfCountry: Record<string, string> = {
  UZ: 'uz',
  RU: 'ru',
  BY: 'ru',
  UA: 'ru',
  TR: 'tr',
  KR: 'kr',
  JP: 'jp',
  CN: 'cn',
  IN: 'in',
  KZ: 'kz',
  KG: 'kg',
  TJ: 'uz',
  TM: 'uz',
  AZ: 'ca',
  AM: 'ca',
  GE: 'ca',
}

function take(r: Random, ids: readonly number[], count: number): number[] {
  const left = [...ids]
  const taken: number[] = []
  while (taken.length < count && left.length > 0) taken.push(...left.splice(Math.floor(r() * left.length), 1))
  return taken
}

/** The cast and crew: people of its countries, old enough at the time. */
function crewOf(r: Random, text: TitleText): { directorId: number; castIds: number[] } {
  const places = text.countries.map((code) => sceneOfCountry[code] ?? 'we')
  const of = (requested: readonly string[], directs: boolean): number[] =>
    demoPeople()
      .filter(
        (one) =>
          one.isDirector === directs &&
          requested.includes(one.scene) &&
          one.born <= text.year - (directs ? 23 : 5),
      )
      .map((one) => one.aid)
  const home = of(places, true)
  const elder = demoPeople()
    .filter((one) => one.isDirector)
    .toSorted((a, b) => a.born - b.born)[0]
  const directorId = home.length > 0 ? pick(r, home) : pick(r, [elder?.aid ?? 1])
  const near = of(places, false)
  const guests = of(['uz', 'ru', 'we', 'tr'], false).filter((aid) => !near.includes(aid))
  const castIds = take(r, near, Math.min(near.length, whole(r, 4, 7)))
  return {
    directorId,
    castIds: castIds.length >= 3 ? castIds : [...castIds, ...take(r, guests, 4 - castIds.length)],
  }
}

function categoriesOf(kind: Kind, text: TitleText): number[] {
  const uzbek = text.countries[0] === 'UZ'
  const animated = text.genres.includes('animation')
  const forChildren = text.age === 0 || kind === 'children'
  const ids: number[] = []
  const add = (general: number, home: number | undefined): void => {
    ids.push(...(uzbek && home !== undefined ? [home, general] : [general]))
  }
  if (kind === 'series') {
    add(2, 255)
    if (text.countries[0] === 'KR') ids.unshift(258, 6)
    if (text.countries[0] === 'JP' && animated) ids.unshift(257, 5)
    if (forChildren) ids.push(3, ...(uzbek ? [259] : []))
  } else if (kind === 'concert') add(4, 256)
  else if (kind === 'anime') ids.push(257, 5)
  else if (kind === 'children') ids.push(...(uzbek ? [259, 3, 254] : [3]), 1)
  else {
    add(1, 254)
    if (kind === 'documentary') ids.push(7)
  }
  return [...new Set(ids)]
}

function providerOf(kind: Kind, text: TitleText): number {
  if (text.marks.includes('exclusive')) return 3
  if (kind === 'children') return 4
  const first = text.countries[0] ?? 'UZ'
  if (kind === 'anime' || first === 'KR' || first === 'JP' || first === 'TR') return 5
  if (first === 'UZ' && (text.year < 2010 || kind === 'documentary' || text.genres.includes('history')))
    return 2
  return ['UZ', 'RU', 'KZ', 'KG', 'TJ', 'TM'].includes(first) ? 1 : 6
}

// The packaged film that is nearest to a scene.
const filmOfScene: Record<SceneName, readonly number[]> = {
  mountains: [5, 1],
  caravan: [1, 10],
  steppe: [1, 5],
  road: [10, 2],
  forest: [5, 9],
  lane: [8, 10],
  city: [2, 9],
  madrasa: [10, 1],
  train: [2, 10],
  corridor: [9],
  sea: [3],
  space: [4],
  storm: [3],
  cumulus: [8, 6],
  girih: [7, 1],
  ikat: [7, 8],
  stage: [7],
  blossom: [8],
  portrait: [7, 9],
  inside: [8, 5],
  thing: [10, 2],
  maze: [9],
  windows: [2],
  toys: [6],
}

function assetFor(r: Random, scene: SceneName): string {
  return `demo-film-${pick(r, filmOfScene[scene])}`
}

function seasonsOf(r: Random, text: TitleText, vid: number): DemoSeason[] {
  const films = demoFilms()
  return text.seasons.map((episodes, s) => ({
    seasonId: vid * 10 + s + 1,
    number: s + 1,
    name_ru: `Сезон ${s + 1}`,
    name_uz: `${s + 1}-fasl`,
    episodes: episodes.map((one, e) => ({
      number: e + 1,
      vfid: vid * 1000 + (s + 1) * 100 + e + 1,
      name_ru: one.name_ru,
      name_uz: one.name_uz,
      description_ru: one.about_ru,
      description_uz: one.about_uz,
      durationMin: text.minutes + whole(r, -2, 3),
      assetId:
        text.scene === 'toys'
          ? 'demo-film-6'
          : (films[(vid + s * 3 + e) % films.length]?.assetId ?? 'demo-film-1'),
    })),
  }))
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

function originalName(text: TitleText): string {
  if (text.original !== '') return text.original
  return text.countries[0] === 'RU' ? text.name_ru : text.name_uz
}

function titleOf(shelf: Shelf, text: TitleText, index: number): DemoTitle {
  const vid = shelf.firstVid + index
  const r = randomFrom(seedOf(`title ${vid}`))
  const quality = between(r, 5.9, 8.6)
  const has = (mark: string): boolean => text.marks.includes(mark)
  const fresh = Math.max(0, text.year - 2010)
  return {
    vid,
    isSeries: shelf.kind === 'series',
    isKids: shelf.kind === 'children' || (text.genres.includes('animation') && text.age === 0),
    name_ru: text.name_ru,
    name_uz: text.name_uz,
    original_name: originalName(text),
    description_ru: text.about_ru,
    description_uz: text.about_uz,
    year: text.year,
    countries: text.countries,
    genres: text.genres,
    categoryIds: categoriesOf(shelf.kind, text),
    ...crewOf(r, text),
    durationMin: text.minutes,
    ageRating: `${text.age}+`,
    rating_kp: tenth(quality),
    rating_imdb: tenth(Math.min(9.2, Math.max(5, quality + between(r, -0.7, 0.4)))),
    has_subscription: !has('free'),
    free_movie: has('free'),
    premier: has('premier'),
    exclusive: has('exclusive'),
    new_episodes: has('new_episodes'),
    popularity: Math.round(quality * 60 + fresh * 22 + (has('premier') ? 300 : 0) + between(r, 0, 240)),
    providerId: providerOf(shelf.kind, text),
    assetId: assetFor(r, text.scene),
    trailerAssetId: assetFor(r, text.scene),
    scene: text.scene,
    ...(text.palette === undefined ? {} : { palette: text.palette }),
    ...(text.subject === undefined ? {} : { subject: text.subject }),
    seasons: seasonsOf(r, text, vid),
  }
}

let titles: readonly DemoTitle[] | undefined

/** The whole catalogue, in a fixed order. */
export function demoTitles(): readonly DemoTitle[] {
  titles ??= shelves.flatMap((shelf) =>
    readBlocks(shelf.text).map((text, index) => titleOf(shelf, text, index)),
  )
  return titles
}
