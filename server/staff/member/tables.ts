import type { ColumnType, GeneratedAlways } from 'kysely'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import type { StaffStage } from '#server/platform/primitives/staff-member.ts'

/** The tables of the staff module (`db/migrations/0052-staff.sql`). */
export interface StaffTables {
  staff: StaffTable
  staff_passkey: StaffPasskeyTable
  staff_recovery_code: StaffRecoveryCodeTable
  staff_session: StaffSessionTable
  staff_invitation: StaffInvitationTable
  staff_guess: StaffGuessTable
  staff_view: StaffViewTable
}

export interface StaffTable {
  staff_id: GeneratedAlways<number>
  login: string
  name: string
  role: string
  language: StaffLanguage
  state: ColumnType<'active' | 'blocked', 'active' | 'blocked' | undefined, 'active' | 'blocked'>
  password_hash: string
  totp_sealed: ColumnType<string | null, string | null | undefined, string | null>
  totp_last_step: ColumnType<number, number | undefined, number>
  user_handle: ColumnType<string, string, never>
  created_at: ColumnType<Date, Date, never>
  last_login_at: ColumnType<Date | null, Date | null | undefined, Date>
}

export interface StaffPasskeyTable {
  credential_id: string
  staff_id: number
  public_key: string
  sign_count: number
  transports: string[]
  name: string
  created_at: Date
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date>
}

export interface StaffRecoveryCodeTable {
  staff_id: number
  code_hash: string
  used_at: ColumnType<Date | null, Date | null | undefined, Date>
}

export interface StaffSessionTable {
  session_id: string
  token_hash: string
  staff_id: number
  stage: StaffStage
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  ended_at: ColumnType<Date | null, Date | null | undefined, Date>
  stepped_up_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  challenge: ColumnType<string | null, string | null | undefined, string | null>
  challenge_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  new_totp_sealed: ColumnType<string | null, string | null | undefined, string | null>
  address: string
  network: string
  device: string
}

export interface StaffInvitationTable {
  invitation_id: GeneratedAlways<number>
  token_hash: string
  kind: 'invitation' | 'new_password'
  login: string
  name: string
  role: string
  language: StaffLanguage
  invited_by: string
  created_at: Date
  expires_at: Date
  used_at: ColumnType<Date | null, Date | null | undefined, Date>
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date>
}

export interface StaffGuessTable {
  key: string
  failures: number
  last_at: Date
  locked_until: Date
}

/** `db/migrations/0075-staff-views.sql` */
export interface StaffViewTable {
  view_id: GeneratedAlways<number>
  staff_id: number
  name: string
  address: string
  created_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends StaffTables {}
}
