import type { Generated } from 'kysely'
import type { ProfileLimit } from '#server/platform/primitives/viewer.ts'

/** The tables of the module (`db/migrations/0121-profiles.sql`). */
export interface ProfileTables {
  profile: ProfileTable
  account_pin: AccountPinTable
  profile_opening: ProfileOpeningTable
}

export interface ProfileTable {
  account_id: number
  profile_no: number
  /** Empty for a first profile that nobody has named. */
  name: string
  /** The folded name; empty without one. */
  name_key: string
  picture: string
  colour: string
  language: 'ru' | 'uz'
  is_child: Generated<boolean>
  /** 18: no limit. */
  age_limit: Generated<number>
  above_limit: Generated<ProfileLimit['aboveLimit']>
  /** Empty: all within the age limit. */
  channel_ids: Generated<number[]>
  /** Minutes from midnight in Tashkent; equal: the whole day. */
  hours_from: Generated<number>
  hours_to: Generated<number>
  /** 0: no limit. */
  minutes_per_day: Generated<number>
  /** argon2id in its standard text form. */
  pin_hash: string | null
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

export interface AccountPinTable {
  account_id: number
  /** argon2id; null: none is set, and the row only counts tries of profiles' PINs. */
  pin_hash: string | null
  on_purchases: Generated<boolean>
  wrong_tries: Generated<number>
  /** How often it was locked since the last right one. */
  locks: Generated<number>
  locked_until: Date | null
  /** The largest number that a profile of the account ever had. */
  last_profile_no: Generated<number>
}

export interface ProfileOpeningTable {
  session_id: string
  kind: 'title' | 'channel' | 'programme'
  item_id: number
  open_until: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends ProfileTables {}
}
