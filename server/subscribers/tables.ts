import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The tables of the subscribers module (`db/migrations/0084-subscriber-search.sql`, `0088-subscriber-acts.sql`,
 * `0105-bulk.sql`). */
export interface SubscriberTables {
  subscriber_note: SubscriberNoteTable
  subscriber_word: SubscriberWordTable
  subscriber_act: SubscriberActTable
  goodwill_template: GoodwillTemplateTable
}

export interface SubscriberNoteTable {
  subscriber_note_id: GeneratedAlways<number>
  account_id: number
  body: string
  /** Null for an operator at the command line. */
  staff_id: number | null
  staff_name: string
  created_at: Date
}

/** Written by triggers of the database alone. */
export interface SubscriberWordTable {
  kind: 'device' | 'name' | 'note'
  /** Folded. */
  word: string
  /** The word, and what remains of it without any one letter. */
  near: string[]
}

export interface SubscriberActTable {
  subscriber_act_id: GeneratedAlways<number>
  account_id: number
  act_key: string
  inputs_hash: string
  kind: string
  /** Null for an operator at the command line. */
  staff_id: number | null
  staff_name: string
  reason: string
  amount_tiyin: number
  days: number
  /** Of its entry or gift; '' for neither. */
  reference: string
  result: ColumnType<unknown, string, string>
  done_at: Date
  taken_back_at: Generated<Date | null>
  taken_back_by: Generated<string | null>
  taken_back_staff_id: Generated<number | null>
  /** The run over a segment that it belongs to (`server/bulk`). */
  bulk_run_id: number | null
}

export interface GoodwillTemplateTable {
  goodwill_template_id: GeneratedAlways<number>
  name_ru: string
  name_uz: string
  name_en: string
  /** Exactly one of them. */
  amount_tiyin: number | null
  days: number | null
  is_active: Generated<boolean>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends SubscriberTables {}
}
