import type { ColumnType, Generated } from 'kysely'
import type { ProgrammeTable } from '#server/television/channels/tables.ts'

/** Tables of `db/migrations/0077-guide-drafts.sql` that are written only by `server/television/guide`. */
export interface GuideTables {
  guide_edition_programme: GuideEditionProgrammeTable
  guide_change_programme: GuideChangeProgrammeTable
  guide_publication: GuidePublicationTable
}

type Content = Omit<ProgrammeTable, 'id'>

export interface GuideEditionProgrammeTable extends Content {
  edition_id: number
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
