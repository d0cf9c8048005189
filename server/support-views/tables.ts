import type { ColumnType } from 'kysely'
import type { SupportDevice } from '#contract/form/support-views.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'

/** The table of support views (`db/migrations/0107-support-views.sql`). */
export interface SupportViewTable {
  view_id: string
  staff_id: number
  staff_name: string
  staff_session_id: string
  account_id: number
  /** The profile that is seen; 0: the first one. */
  profile_no: ColumnType<number, number | undefined>
  device_kind: SupportDevice
  audience: string
  reason: string
  language: StaffLanguage
  code_hash: ColumnType<string | null, string | null | undefined>
  token_hash: ColumnType<string | null, string | null | undefined>
  device_uid: ColumnType<string | null, string | null | undefined>
  created_at: Date
  code_until: Date
  opened_at: ColumnType<Date | null, Date | null | undefined>
  expires_at: Date
  ended_at: ColumnType<Date | null, Date | null | undefined>
  end_cause: ColumnType<EndCause | null, EndCause | null | undefined>
  requests: ColumnType<Readonly<Record<string, number>>, string | undefined, never>
}

/**
 * Why a view ended: by its member, by its time, by another of the same member, with the member's session or right, by an
 * operator or another member, because the account was closed or blocked.
 */
export type EndCause = 'member' | 'time' | 'replaced' | 'session' | 'operator' | 'account'

declare module '#server/platform/database/schema.ts' {
  interface Database {
    support_view: SupportViewTable
  }
}
