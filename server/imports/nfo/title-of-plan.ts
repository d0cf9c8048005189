import { createHash } from 'node:crypto'
import type { PublishedCredit, PublishedFile, PublishedTitle, Words } from '#server/catalogue/catalogue.ts'
import { countryOf, genreOf } from './film-words.ts'
import type { Nfo } from './parse-nfo.ts'
import type { PlannedEpisode, PlannedFilm, PlannedSeries } from './plan-folder.ts'

/** The files read beside a film: its NFO, and the versions of its pictures. */
export interface ReadBeside {
  readonly nfo: Nfo | undefined
  readonly poster: string | null
  readonly backdrop: string | null
  readonly still: string | null
}

/** The asset id of a file, the same at every import of the same location. */
export function assetIdOf(key: string, part = ''): string {
  return `film-${createHash('sha256').update(`${key} ${part}`).digest('hex').slice(0, 24)}`
}

export function filmTitle(
  film: PlannedFilm,
  key: string,
  beside: ReadBeside,
  files: { readonly film: PublishedFile; readonly trailer?: PublishedFile },
  fallbackYear: number,
): PublishedTitle {
  return {
    ...described(key, film, beside, false, fallbackYear),
    film: files.film,
    ...(files.trailer === undefined ? {} : { trailer: files.trailer }),
    seasons: [],
  }
}

/** One episode with the files read beside it. */
export interface ReadEpisode {
  readonly episode: PlannedEpisode
  readonly beside: ReadBeside
  readonly file: PublishedFile
}

export function seriesTitle(
  series: PlannedSeries,
  key: string,
  beside: ReadBeside,
  episodes: readonly ReadEpisode[],
  fallbackYear: number,
): PublishedTitle {
  const seasons = [...Map.groupBy(episodes, ({ episode }) => episode.season)].sort(([a], [b]) => a - b)
  return {
    ...described(key, series, beside, true, fallbackYear),
    seasons: seasons.map(([number, own]) => ({
      number,
      name: number === 0 ? { ru: 'Спецвыпуски', uz: 'Maxsus sonlar' } : { ru: '', uz: '' },
      episodes: own.map((one) => ({
        number: one.episode.episode,
        ...(one.episode.last > one.episode.episode ? { last: one.episode.last } : {}),
        ...airedOf(one.beside.nfo),
        name: inScript(one.beside.nfo?.title ?? one.episode.name),
        description: inScript(one.beside.nfo?.plot ?? ''),
        still: one.beside.still,
        file: one.file,
      })),
    })),
  }
}

/** The day on which an episode was first broadcast, where its NFO says one. */
function airedOf(nfo: Nfo | undefined): { readonly airedOn?: string } {
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(nfo?.premiered ?? '')?.[0]
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  return day === undefined || Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day
    ? {}
    : { airedOn: day }
}

function described(
  key: string,
  plan: { readonly name: string; readonly year: number | null },
  { nfo, poster, backdrop }: ReadBeside,
  isSeries: boolean,
  fallbackYear: number,
): Omit<PublishedTitle, 'seasons'> {
  const genres = (nfo?.genres ?? [])
    .map(genreOf)
    .filter(({ key: own }, place, all) => all.findIndex((one) => one.key === own) === place)
  const has = (genre: string) => genres.some(({ key: own }) => own === genre)
  const countries = [...new Set((nfo?.countries ?? []).flatMap((name) => countryOf(name) ?? []))]
  const isKids = has('kids') || ((has('animation') || has('family')) && /^[06]\+$/.test(nfo?.ageRating ?? ''))
  const name = inScript(nfo === undefined || nfo.title === '' ? plan.name : nfo.title)
  return {
    key,
    isSeries,
    isKids,
    categoryId: categoryOf(isSeries, isKids, has, countries[0]),
    providerId: 1,
    name: { ...name, original: nfo?.originalTitle ?? '' },
    description: inScript(nfo?.plot ?? ''),
    year: nfo?.year ?? plan.year ?? fallbackYear,
    countries,
    genres,
    credits: nfo === undefined ? [] : creditsOf(nfo),
    durationMin: nfo?.runtimeMin ?? 0,
    ageRating: nfo?.ageRating ?? '',
    ratingKp: nfo?.ratings.get('kinopoisk') ?? nfo?.ratings.get('kp') ?? null,
    ratingImdb: nfo?.ratings.get('imdb') ?? nfo?.ratings.get('community') ?? null,
    popularity: 0,
    freeMovie: false,
    premier: false,
    exclusive: false,
    newEpisodes: false,
    poster,
    backdrop,
    // Bounds that an NFO omits are unset; without an NFO the stored ones stay.
    ...(nfo === undefined || 'wrong' in nfo.window ? {} : { window: nfo.window }),
  }
}

/** Our film category: 254, 255, 259 for titles made in Uzbekistan, else by kind. */
export function categoryOf(
  isSeries: boolean,
  isKids: boolean,
  has: (genre: string) => boolean,
  mainCountry: string | undefined,
): number {
  if (mainCountry === 'UZ') return isKids ? 259 : isSeries ? 255 : 254
  if (isKids) return 3
  if (has('anime')) return 5
  if (has('documentary')) return 7
  return isSeries ? 2 : 1
}

function creditsOf(nfo: Nfo): PublishedCredit[] {
  return [
    ...nfo.directors.map((name) => creditOf(name, 'director')),
    ...nfo.writers.map((name) => creditOf(name, 'writer')),
    ...nfo.actors.map(({ name, role }) => creditOf(name, 'actor', role)),
  ]
}

/** A person's role in a title. People are identified only by their names. */
export function creditOf(name: string, kind: PublishedCredit['kind'], role = ''): PublishedCredit {
  return {
    personKey: `name:${name.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()}`,
    name: { ...inScript(name), original: '' },
    kind,
    role: inScript(role),
  }
}

/** Puts a text into the field of its language: Uzbek letters mean Uzbek; everything else counts as Russian. */
export function inScript(text: string): Words {
  return /[ʻʼ]|[og][‘’']\p{L}|[ўқғҳ]/iu.test(text) && !/[ыэщ]/i.test(text)
    ? { ru: '', uz: text }
    : { ru: text, uz: '' }
}
