import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/**
 * The tables of the accounts module (`db/migrations/0001-accounts.sql`, `0008-sessions.sql`, `0046-login-codes.sql`,
 * `0081-first-run.sql`).
 */
export interface AccountTables {
  account: AccountTable
  device: DeviceTable
  session: SessionTable
  trusted_network: TrustedNetworkTable
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
}

export interface TrustedNetworkTable {
  account_id: number
  network: string
  trusted_until: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends AccountTables {}
}
