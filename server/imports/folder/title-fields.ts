/** Titles and episodes as fields that people compare: ours beside the folder's. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type {
  PublishedEpisode,
  PublishedTitle,
  StoredEpisode,
  StoredTitle,
} from '#server/catalogue/catalogue.ts'
import type { Fields, Json } from '#server/changes/changes.ts'

/** A field on both sides: `is` and `was` are compared, `shown` and `wasShown` are what people see. */
interface Pair {
  readonly was: Json
  readonly is: Json
  readonly wasShown?: Json
  readonly shown?: Json
}

export interface Difference {
  /** Null: it is new. */
  readonly before: Fields | null
  readonly after: Fields
  /** Fields that differ and stay as they were edited. */
  readonly locked: readonly string[]
}

/** The names of files beside a title, as people see them. */
export interface FileNames {
  readonly poster?: string | undefined
  readonly backdrop?: string | undefined
  readonly still?: string | undefined
  readonly trailer?: string | undefined
}

/** What a folder would change of a title. What the folder says nothing of is left out. */
export function compareTitle(
  title: PublishedTitle,
  own: StoredTitle | undefined,
  names: FileNames,
  categories: ReadonlyMap<number, string>,
): Difference {
  const pairs = pairsOfTitle(title, own, names, categories)
  return differenceOf(pairs, own === undefined || own.isDeleted ? undefined : own.locked)
}

function pairsOfTitle(
  title: PublishedTitle,
  own: StoredTitle | undefined,
  names: FileNames,
  categories: ReadonlyMap<number, string>,
): Record<string, Pair> {
  const facts = own?.facts
  const pair = (is: Json, was: Json | undefined): Pair => ({ is, was: was ?? null })
  const dateOf = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString())
  const categoryOf = (id: number | undefined) => (id === undefined ? null : (categories.get(id) ?? id))
  const people = new Map(
    title.credits.map(({ personKey, kind, name }) => [
      `${kind} ${personKey}`,
      `${kind}: ${name.ru || name.uz || name.original}`,
    ]),
  )
  return {
    name_ru: pair(title.name.ru, facts?.name.ru),
    name_uz: pair(title.name.uz, facts?.name.uz),
    name_original: pair(title.name.original, facts?.name.original),
    year: pair(title.year, facts?.year),
    description_ru: pair(title.description.ru, facts?.description.ru),
    description_uz: pair(title.description.uz, facts?.description.uz),
    category_id: pair(categoryOf(title.categoryId), categoryOf(facts?.categoryId)),
    is_kids: pair(title.isKids, facts?.isKids ?? false),
    countries: pair(title.countries, facts?.countries ?? []),
    genres: pair(
      title.genres.map(({ ru }) => ru),
      own?.genres ?? [],
    ),
    credits: {
      is: [...people.keys()],
      was: (own?.credits ?? []).map(({ key }) => key),
      shown: [...people.values()],
      wasShown: (own?.credits ?? []).map(({ text }) => text),
    },
    ...(title.durationMin === 0 ? {} : { duration_min: pair(title.durationMin, facts?.durationMin) }),
    age_rating: pair(title.ageRating, facts?.ageRating),
    rating_kp: pair(title.ratingKp, facts?.ratingKp),
    rating_imdb: pair(title.ratingImdb, facts?.ratingImdb),
    ...picturePair('poster', title.poster, facts?.poster, names.poster),
    ...picturePair('backdrop', title.backdrop, facts?.backdrop, names.backdrop),
    ...(title.trailer === undefined
      ? {}
      : {
          trailer: {
            ...pair(title.trailer.assetId, own?.trailer),
            ...shownFile(own?.trailer, names.trailer),
          },
        }),
    ...(title.window === undefined
      ? {}
      : {
          available_from: pair(dateOf(title.window.fromMs), dateOf(facts?.window?.fromMs)),
          available_until: pair(dateOf(title.window.untilMs), dateOf(facts?.window?.untilMs)),
        }),
  }
}

/** What a folder would change of an episode. */
export function compareEpisode(
  season: number,
  episode: PublishedEpisode,
  own: StoredEpisode | undefined,
  names: FileNames,
): Difference {
  const pairs = {
    name_ru: { is: episode.name.ru, was: own?.name.ru ?? null },
    name_uz: { is: episode.name.uz, was: own?.name.uz ?? null },
    description_ru: { is: episode.description.ru, was: own?.description.ru ?? null },
    description_uz: { is: episode.description.uz, was: own?.description.uz ?? null },
    ...picturePair('still', episode.still, own?.still, names.still),
  }
  const numbers = {
    season: { is: season, was: own === undefined ? null : season },
    episode: { is: episode.number, was: own === undefined ? null : episode.number },
    last_episode: lastPair(episode, own),
    ...(episode.airedOn === undefined
      ? {}
      : { aired_on: { is: episode.airedOn, was: own?.airedOn ?? null } }),
  }
  return differenceOf({ ...numbers, ...pairs }, own === undefined ? undefined : [])
}

/** Shown only of a file with several episodes, or of one that had several. */
function lastPair({ number, last }: PublishedEpisode, own: StoredEpisode | undefined): Pair {
  const was = own?.last ?? null
  return last === undefined && was === null ? { is: null, was: null } : { is: last ?? number, was }
}

/** Versions of one picture begin with the hash of its bytes, whatever its colour. */
function picturePair(
  name: string,
  version: string | null,
  stored: string | null | undefined,
  file: string | undefined,
): Record<string, Pair> {
  if (version === null) return {}
  const hashOf = (one: string) => one.split('-')[0] ?? one
  const was = stored == null ? null : hashOf(stored)
  return { [name]: { is: hashOf(version), was, ...shownFile(stored, file) } }
}

function shownFile(stored: string | null | undefined, file: string | undefined) {
  return { shown: file ?? true, wasShown: stored == null ? null : true }
}

/** `locked` undefined: it is new, and every field counts that is not empty. */
function differenceOf(
  pairs: Readonly<Record<string, Pair>>,
  locked: readonly string[] | undefined,
): Difference {
  const all = Object.entries(pairs)
  if (locked === undefined) {
    const filled = all.filter(([, { is }]) => !isEmpty(is) && is !== false)
    return {
      before: null,
      after: Object.fromEntries(filled.map(([name, one]) => [name, shownOf(one)])),
      locked: [],
    }
  }
  const differing = all.filter(
    ([, { is, was }]) => !isDeepStrictEqual(is, was) && !(isEmpty(is) && isEmpty(was)),
  )
  const taken = differing.filter(([name]) => !locked.includes(name))
  return {
    before: Object.fromEntries(taken.map(([name, { was, wasShown }]) => [name, wasShown ?? was])),
    after: Object.fromEntries(taken.map(([name, one]) => [name, shownOf(one)])),
    locked: differing.map(([name]) => name).filter((name) => locked.includes(name)),
  }
}

function shownOf({ is, shown }: Pair): Json {
  return shown ?? is
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A file's stamp in words: `1.5 MB, 2026-11-28 14:03`, in Tashkent. */
export function stampText(stamp: string): string {
  const [size = 0, timeMs = 0] = stamp.split(' ').map(Number)
  const at = new Date(timeMs + tashkentOffsetMs).toISOString().slice(0, 16).replace('T', ' ')
  return `${(size / 1e6).toFixed(1)} MB, ${at}`
}
