import type { ColumnType, Generated } from 'kysely'
import type { Fields } from '#server/changes/changes.ts'
import type { FileNaming, FolderNaming } from '#server/imports/nfo/naming.ts'
import type { Doubt, Reason } from '#server/imports/nfo/understand-name.ts'
import type { SavedRefusal } from '#server/imports/source/tables.ts'

/** The tables of `db/migrations/0076-folder-drafts.sql`; written only by `server/imports`. */
export interface FolderDraftTables {
  film_naming: FilmNamingTable
  folder_draft: FolderDraftTable
  folder_draft_item: FolderDraftItemTable
}

export interface FilmNamingTable {
  path: string
  is_folder: boolean
  /** JSON. */
  rule: ColumnType<FolderNaming | FileNaming, string, string>
  staff_id: number | null
  staff_name: string
  changed_at: Date
}

export interface FolderDraftTable {
  id: Generated<number>
  root: string
  folder: string
  state: 'open' | 'applied' | 'discarded'
  staff_id: number | null
  staff_name: Generated<string>
  made_at: Date
  looked_at: Date
  unchanged: Generated<number>
  /** JSON. */
  refused: ColumnType<readonly SavedRefusal[], string | undefined, string>
  refused_count: Generated<number>
  passed_count: Generated<number>
  change_id: number | null
  ended_at: Date | null
}

/**
 * What deserves a look, besides doubts about the name. `similar`: a title of the catalogue has the same name. `removed`:
 * the title was deleted, and applying the item brings it back. `otherwise`: the file of a title that is gone is there, and
 * is understood as something else now.
 */
export type FolderMark = Doubt | 'similar' | 'removed' | 'otherwise'

/** What a video is taken for, as a correction of it begins. */
export interface Guess {
  readonly kind: 'film' | 'episode'
  readonly title: string
  readonly year: number | null
  readonly series: string
  readonly season: number | null
  readonly episode: number | null
}

export interface FolderDraftItemTable {
  draft_id: number
  item: number
  kind: 'new' | 'changed' | 'gone'
  what: 'film' | 'series' | 'episode'
  path: string
  title_key: string
  title_id: number | null
  label: string
  /** JSON. */
  before: ColumnType<Fields | null, string | null, string | null>
  after: ColumnType<Fields | null, string | null, string | null>
  locked: string[]
  marks: FolderMark[]
  similar_to: string
  reasons: ColumnType<readonly Reason[], string, string>
  guess: ColumnType<Guess, string, string>
  fingerprint: string
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends FolderDraftTables {}
}
