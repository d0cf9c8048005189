import type { draftMarks } from '#contract/console/imports.ts'
import type { ColumnType, Generated } from 'kysely'
import type { UnknownGroup } from '#server/imports/m3u/import-channels.ts'

/** The tables of `db/migrations/0055-import-drafts.sql` and `0061-list-editions.sql`; written only by `server/imports/drafts`. */
export interface DraftTables {
  import_draft: ImportDraftTable
  import_draft_part: ImportDraftPartTable
  import_draft_item: ImportDraftItemTable
}

/** An entry of a list that cannot become a channel. */
export interface RefusedEntry {
  /** `line 12`. */
  readonly where: string
  readonly what: string
  readonly why: string
}

export interface ImportDraftTable {
  id: Generated<number>
  name: string
  state: 'uploading' | 'open' | 'applied' | 'discarded'
  /** A digest of the address it comes from; '' for an uploaded file. */
  origin: Generated<string>
  size_bytes: number
  record: Generated<boolean>
  own_groups: Generated<boolean>
  staff_id: number | null
  staff_name: Generated<string>
  made_at: Date
  refused_whole: Generated<string>
  /** JSON. */
  refused: ColumnType<readonly RefusedEntry[], string | undefined, string>
  unchanged: Generated<number>
  keys: Generated<string[]>
  /** JSON: of `db/migrations/0056-group-rules.sql`. */
  groups: ColumnType<readonly UnknownGroup[], string | undefined, string>
  change_id: number | null
  ended_at: Date | null
}

export interface ImportDraftPartTable {
  draft_id: number
  begins_at: number
  bytes: Buffer
}

export type DraftMark = (typeof draftMarks)[number]

export interface ImportDraftItemTable {
  draft_id: number
  item: number
  kind: 'new' | 'changed' | 'gone' | 'follows'
  key: string
  channel_id: number | null
  label: string
  /** JSON: the fields that differ. */
  before: ColumnType<unknown, string | null, string | null>
  after: ColumnType<unknown, string | null, string | null>
  marks: Generated<string[]>
  similar_to: Generated<string>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends DraftTables {}
}
