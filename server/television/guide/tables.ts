import type { ColumnType, Generated } from 'kysely'

/** Tables of `db/migrations/0077-guide-drafts.sql` that are written only by `server/television/guide`. */
export interface GuideTables {
  guide_edition_programme: GuideEditionProgrammeTable
  guide_change_programme: GuideChangeProgrammeTable
  guide_publication: GuidePublicationTable
}

/** The columns of `programme`, of a delivery that is stored beside the guide. */
export interface GuideEditionProgrammeTable {
  edition_id: number
  channel_id: number
  begin_at: Date
  end_at: Date
  title_ru: string
  title_uz: string
  description_ru: string
  description_uz: string
  genre_code: number | null
  age_rating: string
  asset_id: string | null
  subtitle_ru: string
  subtitle_uz: string
  season: number | null
  episode: number | null
  catchup_id: string | null
  categories: string[]
}

export interface GuideChangeProgrammeTable {
  change_id: number
  channel_id: number
  begin_at: Date
  /** JSON: a programme as `programme-state.ts` writes it; null: there was none. */
  before: ColumnType<unknown, string | null, string | null>
  /** Null: there is none. */
  after: ColumnType<unknown, string | null, string | null>
}

export interface GuidePublicationTable {
  id: Generated<number>
  channel_id: number
  begin_at: Date
  end_at: Date
  after_change: number
  change_id: number | null
  made_at: Generated<Date>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends GuideTables {}
}
