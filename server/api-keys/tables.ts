import type { Generated, GeneratedAlways } from 'kysely'

/** The tables of the API keys (`db/migrations/0092-open-doors.sql`). */
export interface ApiKeyTables {
  api_key: ApiKeyTable
  api_call: ApiCallTable
}

export interface ApiKeyTable {
  key_id: GeneratedAlways<number>
  name: string
  prefix: string
  key_hash: string
  /** The key before the last rotation. */
  former_hash: string | null
  former_until: Date | null
  scopes: string[]
  /** Empty: from anywhere. */
  networks: Generated<string[]>
  per_minute: number
  expires_at: Date | null
  created_at: Date
  created_by: string
  last_used_at: Date | null
  last_used_from: Generated<string>
  revoked_at: Date | null
  revoked_by: Generated<string>
  is_leaked: Generated<boolean>
}

/** A request that created an account. */
export interface ApiCallTable {
  key: string
  inputs_hash: string
  account_id: number
  created_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends ApiKeyTables {}
}
