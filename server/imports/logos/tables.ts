import type { ColumnType, Generated } from 'kysely'

/** The tables of `db/migrations/0083-logo-drafts.sql`; written only by `server/imports/logos`. */
export interface LogoDraftTables {
  logo_draft: LogoDraftTable
  logo_draft_part: LogoDraftPartTable
  logo_draft_file: LogoDraftFileTable
  logo_draft_match: LogoDraftMatchTable
}

/** A file that is not taken. */
export interface RefusedLogo {
  readonly file: string
  /** `format`: it is no PNG, JPEG, WebP or SVG. `large`: more than 5 MB. `picture`: `detail` says why it cannot be used. */
  readonly why: 'format' | 'large' | 'picture'
  /** In English, of the reader of pictures; '' for none. */
  readonly detail: string
}

export interface LogoDraftTable {
  id: Generated<number>
  name: string
  state: 'uploading' | 'open' | 'applied' | 'discarded'
  size_bytes: number
  read_count: Generated<number>
  picture_count: number | null
  staff_id: number | null
  staff_name: Generated<string>
  made_at: Date
  refusal: Generated<string>
  /** JSON. */
  refused: ColumnType<readonly RefusedLogo[], string | undefined, string>
  refused_count: Generated<number>
  change_id: number | null
  ended_at: Date | null
}

export interface LogoDraftPartTable {
  draft_id: number
  begins_at: number
  bytes: Buffer
}

export interface LogoDraftFileTable {
  draft_id: number
  file_no: number
  file: string
  version: string
  width: number
  height: number
}

/** By what a file and a channel were brought together; `staff`: by hand. */
export type LogoMatchedBy = 'playlist' | 'id' | 'alias' | 'number' | 'name' | 'staff'

/** `double`: another file fits the channel better. */
export type LogoMark = 'unsure' | 'double'

export interface LogoDraftMatchTable {
  draft_id: number
  file_no: number
  channel_id: number
  matched_by: LogoMatchedBy
  score: number
  doubt: Generated<string>
  marks: Generated<LogoMark[]>
  former_logo: string | null
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends LogoDraftTables {}
}
