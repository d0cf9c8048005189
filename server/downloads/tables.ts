import type { Generated } from 'kysely'

/** The table of the downloads module (`db/migrations/0026-downloads.sql`, `0121-profiles.sql`). */
export interface DownloadTables {
  download_grant: DownloadGrantTable
}

export interface DownloadGrantTable {
  account_id: number
  profile_no: Generated<number>
  device_id: number
  vid: number
  vfid: number
  granted_at: Date
  /** When it was first watched offline; null: not yet. */
  started_at: Date | null
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends DownloadTables {}
}
