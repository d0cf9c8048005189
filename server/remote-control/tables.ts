import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { RemoteCommand, ReportedState } from '#contract/playback/remote-control.ts'
import type { Consent } from './rules.ts'

/** The tables of the module (`db/migrations/0050-remote-control.sql`). */
export interface RemoteControlTables {
  remote_television: RemoteTelevisionTable
  remote_consent: RemoteConsentTable
  remote_command: RemoteCommandTable
}

export interface RemoteTelevisionTable {
  session_id: string
  account_id: number
  seen_at: Date
  is_on: boolean
  state: JSONColumnType<ReportedState> | null
  reported_at: Date | null
}

export interface RemoteConsentTable {
  tv_session_id: string
  controller_session_id: string
  answer: Consent
  asked_at: Date
  /** The number of the last accepted command. */
  last_sequence: Generated<number>
}

export interface RemoteCommandTable {
  remote_command_id: GeneratedAlways<number>
  tv_session_id: string
  controller_session_id: string
  command: JSONColumnType<RemoteCommand>
  expires_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends RemoteControlTables {}
}
