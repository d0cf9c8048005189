/** A text in both languages. An empty one falls back to the other, then to the original name. */
export interface Words {
  readonly ru: string
  readonly uz: string
}

export interface PersonName extends Words {
  readonly original: string
}

export type CreditKind = 'actor' | 'director' | 'writer' | 'composer' | 'producer'

/** A person's role in a title, as published. Credits with the same `key` are one person. */
export interface PublishedCredit {
  readonly personKey: string
  readonly name: PersonName
  readonly kind: CreditKind
  readonly role: Words
  /** The version of the person's picture original, or null. Undefined keeps the stored one. */
  readonly photo?: string | null
  /** A few sentences about the person. Undefined keeps the stored text. */
  readonly about?: Words
}

export interface PublishedGenre extends Words {
  readonly key: string
}

/** A playable file: a packaged asset of the media engine, by its id (`[A-Za-z0-9_-]`, at most 80). */
export interface PublishedFile {
  readonly assetId: string
  readonly durationMs: number
}

export interface PublishedEpisode {
  readonly number: number
  /** The last one that the file covers; absent: it covers one. */
  readonly last?: number
  readonly name: Words
  readonly description: Words
  /** The version of its picture original, or null. */
  readonly still: string | null
  /** When it was first broadcast, as `2026-11-28`. Absent keeps the stored one. */
  readonly airedOn?: string
  readonly file: PublishedFile
}

export interface PublishedSeason {
  readonly number: number
  readonly name: Words
  readonly episodes: readonly PublishedEpisode[]
}

/** The facts that a published and a stored title share. */
interface TitleFacts {
  readonly durationMin: number
  readonly ageRating: string
  /** 0 to 10 with one decimal, or null when unknown. */
  readonly ratingKp: number | null
  readonly ratingImdb: number | null
  readonly popularity: number
  readonly freeMovie: boolean
  readonly premier: boolean
  readonly exclusive: boolean
  readonly newEpisodes: boolean
  /** Versions of picture originals, or null: the address of a picture carries it. */
  readonly poster: string | null
  readonly backdrop: string | null
}

/** Unix milliseconds; null: no start or no end. The end comes after the start and is exclusive. */
export interface TitleWindow {
  readonly fromMs: number | null
  readonly untilMs: number | null
}

export const territories = ['everywhere', 'inside', 'outside'] as const
/** Where a window is open: everywhere, inside the national network, or outside it. */
export type Territory = (typeof territories)[number]

export interface TerritoryWindow extends TitleWindow {
  readonly territory: Territory
}

/** When and where a title may be watched: the imported window, and those that were added by hand. */
export interface Availability extends TitleWindow {
  readonly isHidden: boolean
  /** Absent: everywhere. */
  readonly territory?: Territory
  readonly more?: readonly TerritoryWindow[]
}

/** A film or a series from an import or the demo, with all its facts. */
export interface PublishedTitle extends TitleFacts {
  /** The source and the id there, `folder:films/kesh-2021`. Published again, it is the same title. */
  readonly key: string
  /** The requested id; used when the title is new and the id is free. */
  readonly vid?: number
  readonly isSeries: boolean
  readonly isKids: boolean
  readonly categoryId: number
  /** Categories besides the main one. */
  readonly moreCategories?: readonly number[]
  readonly providerId: number
  readonly name: PersonName
  readonly description: Words
  readonly year: number
  /** ISO 3166-1 alpha-2, the main one first. */
  readonly countries: readonly string[]
  readonly genres: readonly PublishedGenre[]
  readonly credits: readonly PublishedCredit[]
  /** Unix milliseconds; undefined keeps the stored value, and means now for a new title. */
  readonly addedAtMs?: number
  /** When it may be listed and watched. Undefined keeps the stored value, and means always for a new title. */
  readonly window?: TitleWindow
  readonly film?: PublishedFile
  readonly trailer?: PublishedFile
  readonly seasons: readonly PublishedSeason[]
}

/** A file as kept in memory. */
export interface FileRecord {
  readonly vfid: number
  readonly kind: 'film' | 'trailer'
  readonly assetId: string
  readonly durationMs: number
}

export interface EpisodeRecord {
  readonly number: number
  /** The last one that the file covers; absent: it covers one. */
  readonly last?: number
  readonly name: Words
  readonly description: Words
  readonly still: string | null
  /** As of the season. */
  readonly windows?: readonly TerritoryWindow[]
  readonly file: FileRecord
}

export interface SeasonRecord {
  readonly seasonId: number
  readonly number: number
  readonly name: Words
  /** Absent: whenever the title is available. */
  readonly windows?: readonly TerritoryWindow[]
  readonly episodes: readonly EpisodeRecord[]
}

export interface CreditRecord {
  readonly personId: number
  readonly kind: CreditKind
  readonly role: Words
}

/** A title as kept in memory, with its seasons, files and people. */
export interface TitleRecord extends TitleFacts {
  readonly vid: number
  readonly key: string
  readonly isSeries: boolean
  readonly isKids: boolean
  readonly categoryId: number
  readonly moreCategories: readonly number[]
  readonly providerId: number
  readonly name: PersonName
  readonly description: Words
  readonly year: number
  readonly countries: readonly string[]
  readonly genreIds: readonly number[]
  readonly credits: readonly CreditRecord[]
  readonly addedAtMs: number
  /** Absent: always available. */
  readonly availability?: Availability
  /** Some season or episode has windows of its own. */
  readonly hasPartWindows?: true
  /** The title's own files; files of episodes are in `seasons`. */
  readonly files: readonly FileRecord[]
  readonly seasons: readonly SeasonRecord[]
}

export interface PersonRecord {
  readonly personId: number
  readonly name: PersonName
  readonly photo: string | null
  readonly about: Words
}

export interface NamedRecord {
  readonly id: number
  readonly name: Words
}

export interface CollectionRecord {
  readonly id: number
  readonly name: Words
  readonly description: Words
  /** In the collection's order. */
  readonly vids: readonly number[]
}

/** The whole catalogue, as `load-titles.ts` reads it. */
export interface CatalogueContent {
  readonly titles: readonly TitleRecord[]
  readonly people: ReadonlyMap<number, PersonRecord>
  /** Doubles that were merged into another person. */
  readonly mergedPeople?: ReadonlyMap<number, number>
  readonly genres: readonly NamedRecord[]
  readonly categories: readonly NamedRecord[]
  readonly providers: readonly { readonly id: number; readonly name: string }[]
  /** In the order of the home page. */
  readonly collections: readonly CollectionRecord[]
}
