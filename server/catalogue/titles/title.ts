/** A text in both languages. An empty one falls back to the other, then to the original name. */
export interface Words {
  readonly ru: string
  readonly uz: string
}

export interface PersonName extends Words {
  readonly original: string
}

export type CreditKind = 'actor' | 'director' | 'writer' | 'composer' | 'producer'

/** A person's part in a title, as it is published. People are one where their `key` is one. */
export interface PublishedCredit {
  readonly personKey: string
  readonly name: PersonName
  readonly kind: CreditKind
  readonly role: Words
  /** The version of the person's picture original, or null. Undefined leaves what is there. */
  readonly photo?: string | null
  /** A few sentences about the person. Undefined leaves what is there. */
  readonly about?: Words
}

export interface PublishedGenre extends Words {
  readonly key: string
}

/** What is played: a packaged asset of the media engine, by its id (`[A-Za-z0-9_-]`, at most 80). */
export interface PublishedFile {
  readonly assetId: string
  readonly durationMs: number
}

export interface PublishedEpisode {
  readonly number: number
  readonly name: Words
  readonly description: Words
  /** The version of its picture original, or null. */
  readonly still: string | null
  readonly file: PublishedFile
}

export interface PublishedSeason {
  readonly number: number
  readonly name: Words
  readonly episodes: readonly PublishedEpisode[]
}

/** What a title is published with and kept with alike. */
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

/** Unix milliseconds; null: from the beginning, without an end. The end comes after the begin and is not in it. */
export interface TitleWindow {
  readonly fromMs: number | null
  readonly untilMs: number | null
}

/** A film or a series as an import or the demo gives it: everything that is known of it. */
export interface PublishedTitle extends TitleFacts {
  /** Where it comes from and which it is there, `folder:films/kesh-2021`. Published again, it is the same title. */
  readonly key: string
  /** The wished id; given when the title is new and nothing else has it. */
  readonly vid?: number
  readonly isSeries: boolean
  readonly isKids: boolean
  readonly categoryId: number
  /** Categories it stands in besides its main one. */
  readonly moreCategories?: readonly number[]
  readonly providerId: number
  readonly name: PersonName
  readonly description: Words
  readonly year: number
  /** ISO 3166-1 alpha-2, the main one first. */
  readonly countries: readonly string[]
  readonly genres: readonly PublishedGenre[]
  readonly credits: readonly PublishedCredit[]
  /** Unix milliseconds; undefined keeps what is there, and means now for a new title. */
  readonly addedAtMs?: number
  /** When it may be listed and watched. Undefined keeps what is there, and means always for a new title. */
  readonly window?: TitleWindow
  readonly film?: PublishedFile
  readonly trailer?: PublishedFile
  readonly seasons: readonly PublishedSeason[]
}

/** A file as it is kept in memory. */
export interface FileRecord {
  readonly vfid: number
  readonly kind: 'film' | 'trailer'
  readonly assetId: string
  readonly durationMs: number
}

export interface EpisodeRecord {
  readonly number: number
  readonly name: Words
  readonly description: Words
  readonly still: string | null
  readonly file: FileRecord
}

export interface SeasonRecord {
  readonly seasonId: number
  readonly number: number
  readonly name: Words
  readonly episodes: readonly EpisodeRecord[]
}

export interface CreditRecord {
  readonly personId: number
  readonly kind: CreditKind
  readonly role: Words
}

/** A title as it is kept in memory, with its seasons, files and people. */
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
  /** Left out: always there. */
  readonly availability?: TitleWindow & { readonly isHidden: boolean }
  /** Of the title itself; the files of episodes stand in `seasons`. */
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

/** Everything of the catalogue, as `load-titles.ts` reads it. */
export interface CatalogueContent {
  readonly titles: readonly TitleRecord[]
  readonly people: ReadonlyMap<number, PersonRecord>
  readonly genres: readonly NamedRecord[]
  readonly categories: readonly NamedRecord[]
  readonly providers: readonly { readonly id: number; readonly name: string }[]
  /** In the order of the home page. */
  readonly collections: readonly CollectionRecord[]
}
