import type { GeneratedAlways } from 'kysely'

/** The tables of the subscribers module (`db/migrations/0084-subscriber-search.sql`). */
export interface SubscriberTables {
  subscriber_note: SubscriberNoteTable
  subscriber_word: SubscriberWordTable
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

declare module '#server/platform/database/schema.ts' {
  interface Database extends SubscriberTables {}
}
