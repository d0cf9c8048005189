import type { ColumnType, Generated } from 'kysely'
import type { Territory } from './title.ts'

/** The tables of `db/migrations/0002-catalogue.sql`; written by `server/catalogue` alone. */
export interface CatalogueTables {
  provider: ProviderTable
  video_category: VideoCategoryTable
  genre: GenreTable
  person: PersonTable
  title: TitleTable
  title_genre: TitleGenreTable
  credit: CreditTable
  season: SeasonTable
  episode: EpisodeTable
  video_file: VideoFileTable
  skip_mark: SkipMarkTable
  skip_search: SkipSearchTable
  collection: CollectionTable
  collection_item: CollectionItemTable
}

export interface ProviderTable {
  id: number
  name: string
}

export interface VideoCategoryTable {
  id: number
  name_ru: string
  name_uz: string
}

export interface GenreTable {
  id: Generated<number>
  key: string
  name_ru: string
  name_uz: string
  /** Names were edited by hand: imports leave them. */
  is_edited: Generated<boolean>
}

export interface PersonTable {
  id: Generated<number>
  key: string
  name_ru: string
  name_uz: string
  name_original: Generated<string>
  photo: string | null
  about_ru: Generated<string>
  about_uz: Generated<string>
  /** Its credits are those of this person. */
  merged_into: number | null
  is_edited: Generated<boolean>
  version: Generated<number>
}

export interface TitleTable {
  id: Generated<number>
  key: string
  content_hash: string
  is_series: boolean
  is_kids: Generated<boolean>
  category_id: number
  more_categories: Generated<number[]>
  provider_id: number
  name_ru: string
  name_uz: string
  name_original: Generated<string>
  description_ru: Generated<string>
  description_uz: Generated<string>
  year: number
  countries: Generated<string[]>
  duration_min: Generated<number>
  age_rating: Generated<string>
  rating_kp: string | null
  rating_imdb: string | null
  popularity: Generated<number>
  free_movie: Generated<boolean>
  premier: Generated<boolean>
  exclusive: Generated<boolean>
  new_episodes: Generated<boolean>
  poster: string | null
  backdrop: string | null
  added_at: Generated<Date>
  changed_at: Generated<Date>
  available_from: Date | null
  available_until: Date | null
  available_in: Generated<Territory>
  /** JSON: windows besides that one. */
  more_windows: ColumnType<unknown, string | undefined, string>
  is_hidden: Generated<boolean>
  /** Fields that were edited by hand; imports leave them. */
  locked: Generated<string[]>
  /** JSON: what the last import said of locked fields. */
  imported: ColumnType<unknown, string | undefined, string>
  version: Generated<number>
  deleted_at: Date | null
}

export interface TitleGenreTable {
  title_id: number
  genre_id: number
  place: number
}

export interface CreditTable {
  title_id: number
  person_id: number
  kind: 'actor' | 'director' | 'writer' | 'composer' | 'producer'
  role_ru: Generated<string>
  role_uz: Generated<string>
  place: number
}

export interface SeasonTable {
  id: Generated<number>
  title_id: number
  number: number
  name_ru: Generated<string>
  name_uz: Generated<string>
  /** JSON: none means whenever the title is available. */
  windows: ColumnType<unknown, string | undefined, string>
}

export interface EpisodeTable {
  id: Generated<number>
  season_id: number
  number: number
  name_ru: Generated<string>
  name_uz: Generated<string>
  description_ru: Generated<string>
  description_uz: Generated<string>
  still: string | null
  is_hidden: Generated<boolean>
  /** Texts that were edited by hand; imports leave them. */
  locked: Generated<string[]>
  /** JSON: what the last import said of texts. */
  imported: ColumnType<unknown, string | undefined, string>
  /** The place that its file says; null: where it is. */
  source_title: ColumnType<number | null, number | null | undefined, number | null>
  source_season: ColumnType<number | null, number | null | undefined, number | null>
  source_number: ColumnType<number | null, number | null | undefined, number | null>
  /** JSON: as of seasons. */
  windows: ColumnType<unknown, string | undefined, string>
  /** How many numbers after its own the file covers. */
  further: Generated<number>
  /** When it was first broadcast, as `2026-11-28`. */
  aired_on: ColumnType<string | null, string | null | undefined, string | null>
}

export interface VideoFileTable {
  id: Generated<number>
  title_id: number
  episode_id: number | null
  kind: 'film' | 'trailer'
  asset_id: string
  duration_ms: Generated<number>
}

export interface SkipMarkTable {
  asset_id: string
  kind: 'intro' | 'titles'
  begin_ms: number
  end_ms: number
  origin: 'hand' | 'sound' | 'dark' | 'chapter'
  confidence: number
}

export interface SkipSearchTable {
  asset_id: string
  searched: string
  searched_at: Generated<Date>
}

export interface CollectionTable {
  id: Generated<number>
  key: string
  place: number
  name_ru: string
  name_uz: string
  description_ru: Generated<string>
  description_uz: Generated<string>
  is_hidden: Generated<boolean>
  /** Made or changed by hand: imports leave it. */
  is_edited: Generated<boolean>
  /** Grows with every change by hand. */
  version: Generated<number>
  /** A deleted collection; an undo restores it. */
  deleted_at: Date | null
}

export interface CollectionItemTable {
  collection_id: number
  title_id: number
  place: number
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends CatalogueTables {}
}
