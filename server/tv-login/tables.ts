import type { Generated, GeneratedAlways } from 'kysely'

/** The table of the tv-login module (`db/migrations/0011-tv-login.sql`). */
export interface TvLoginTables {
  tv_login: TvLoginTable
}

export interface TvLoginTable {
  /** A bigint, which the driver returns as text. */
  tv_login_id: GeneratedAlways<string>
  device_code_hash: string
  /** Eight digits. */
  user_code: string
  device_uid: string
  device_model: Generated<string>
  device_kind: Generated<'tv' | 'phone' | 'tablet' | 'computer' | 'other'>
  address: string
  is_bound: Generated<boolean>
  state: Generated<'pending' | 'approved' | 'denied' | 'used'>
  account_id: number | null
  let_in_by: string | null
  asked_at: Date
  expires_at: Date
  polled_at: Date | null
  interval_sec: Generated<number>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends TvLoginTables {}
}
