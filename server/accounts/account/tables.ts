import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/**
 * The tables of the accounts module (`db/migrations/0001-accounts.sql`, `0008-sessions.sql`, `0046-login-codes.sql`,
 * `0081-first-run.sql`, `0088-subscriber-acts.sql`, `0099-personal-data.sql`, `0100-merged-accounts.sql`,
 * `0121-profiles.sql`).
 */
export interface AccountTables {
  account: AccountTable
  device: DeviceTable
  session: SessionTable
  trusted_network: TrustedNetworkTable
  device_ban: DeviceBanTable
}

export interface AccountTable {
  account_id: GeneratedAlways<number>
  /** The subscriber number, 6 to 12 digits. */
  abonement: string
  /** +998 and nine digits, or null for an account without a phone. */
  phone: string | null
  name: Generated<string>
  /** argon2id in its standard text form. */
  password_hash: string
  state: ColumnType<'active' | 'blocked' | 'deactivated', 'active' | 'blocked' | 'deactivated' | undefined>
  created_at: Date
  password_changed_at: Date | null
  /** Made by the staff to try the service: no customer. */
  is_test: Generated<boolean>
  /** When what is stored of the person was erased; such an account stays closed, without name and phone. */
  erased_at: ColumnType<Date | null, undefined, Date>
  /** The account of the same person that goes on; this one is closed. */
  merged_into: ColumnType<number | null, undefined, number | null>
  /** The brand of the site where somebody registered; null: the main one (`db/migrations/0098-commands.sql`). */
  service_id: ColumnType<number | null, number | null | undefined>
}

export interface DeviceTable {
  device_id: GeneratedAlways<number>
  account_id: number
  uid: string
  serial: Generated<string>
  model: Generated<string>
  /** 1 to 5 while the device holds one of the account's slots; null after logout. */
  place: number | null
  /** The name set by the owner; empty: a name is built from kind and model. */
  name: Generated<string>
  kind: Generated<'tv' | 'phone' | 'tablet' | 'computer' | 'other'>
  last_address: Generated<string>
  /** The app, as it reported at its last start (`db/migrations/0090-failed-plays.sql`); '' when none has. */
  app_platform: Generated<string>
  app_version: Generated<string>
  app_model: Generated<string>
  app_firmware: Generated<string>
  /** The profile that it uses (`0121-profiles.sql`); one that is gone: it must choose another. */
  profile_no: Generated<number>
  first_seen_at: Date
  last_seen_at: Date
}

export interface SessionTable {
  session_id: string
  /** SHA-256 of the token, 64 hex digits; the token itself is stored nowhere. */
  token_hash: string
  account_id: number
  device_id: number
  created_at: Date
  last_seen_at: Date
  /** The absolute end, whatever its use. */
  expires_at: Date
  is_bound: Generated<boolean>
  rotated_at: Date | null
  next_token_hash: string | null
  former_token_hash: string | null
  former_until: Date | null
  /** Until when the account's PIN counts as proven (`0121-profiles.sql`). */
  pin_proven_until: ColumnType<Date | null, Date | null | undefined, Date | null>
}

export interface TrustedNetworkTable {
  account_id: number
  network: string
  trusted_until: Date
}

export interface DeviceBanTable {
  account_id: number
  /** The device's own number. */
  uid: string
  kind: 'tv' | 'phone' | 'tablet' | 'computer' | 'other'
  name: string
  model: string
  reason: string
  /** The member of staff; '' for an operator at the command line. */
  banned_by: string
  banned_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends AccountTables {}
}
