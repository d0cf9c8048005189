import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The tables of events and webhooks (`db/migrations/0092-open-doors.sql`). */
export interface WebhookTables {
  outside_event: OutsideEventTable
  outside_event_last: OutsideEventLastTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
  webhook_attempt: WebhookAttemptTable
}

/** Written by triggers of `account`, `subscription` and `ledger_entry`. */
export interface OutsideEventTable {
  event_id: GeneratedAlways<number>
  public_id: Generated<string>
  /** Null until it is placed, and for a test. */
  place: number | null
  type: string
  account_id: number | null
  happened_at: Date
  data: ColumnType<Record<string, unknown>, string, string>
}

export interface OutsideEventLastTable {
  is_the_one: Generated<boolean>
  place: number
}

export interface WebhookTable {
  webhook_id: GeneratedAlways<number>
  name: string
  address: string
  events: string[]
  secret_sealed: string
  former_secret_sealed: string | null
  former_until: Date | null
  is_on: Generated<boolean>
  created_at: Date
  created_by: string
  failing_since: Date | null
  disabled_at: Date | null
  disabled_for: 'failing' | 'gone' | null
  removed_at: Date | null
}

export interface WebhookDeliveryTable {
  delivery_id: GeneratedAlways<number>
  webhook_id: number
  event_id: number
  account_id: number | null
  state: Generated<'waiting' | 'delivered' | 'failed'>
  attempts: Generated<number>
  next_at: Date
  claimed_until: Date | null
  is_replay: Generated<boolean>
  created_at: Date
  settled_at: Date | null
}

export interface WebhookAttemptTable {
  attempt_id: GeneratedAlways<number>
  delivery_id: number
  made_at: Date
  status: number
  took_ms: number
  problem: string
  response: string
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends WebhookTables {}
}
