import type { Generated, GeneratedAlways } from 'kysely'

/** The table of the commands module (`db/migrations/0098-commands.sql`). */
export interface CommandTables {
  client_command: ClientCommandTable
}

export type CommandKind = 'message' | 'reload' | 'sign_out' | 'channel'

export interface ClientCommandTable {
  client_command_id: GeneratedAlways<number>
  account_id: number
  device_id: number
  /** Null: to this device alone. */
  command_batch_id: number | null
  kind: CommandKind
  text_ru: Generated<string>
  text_uz: Generated<string>
  stays_sec: Generated<number>
  channel_id: number | null
  staff_name: Generated<string>
  created_at: Date
  expires_at: Date
  delivered_at: Date | null
  done_at: Date | null
  claimed_by: Generated<string>
  claimed_until: Date | null
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends CommandTables {}
}
