import type { ColumnType, Generated } from 'kysely'
import type { BlackoutDevice, BlackoutHold, BlackoutTarget, Territory } from '#contract/form/blackouts.ts'

interface BlackoutTables {
  blackout: BlackoutTable
}

export interface BlackoutTable {
  blackout_id: number
  target: BlackoutTarget
  /** The name of what it is about, as it was when this was entered. */
  label: string
  channel_id: number | null
  title_id: number | null
  /** JSON: the programme as the guide published it last. */
  programme: ColumnType<unknown, string | null, string | null>
  begins_at: Date
  /** Null while nobody knows the end, and of a programme while it ends with the programme. */
  ends_at: Date | null
  territories: Generated<Territory[]>
  devices: Generated<BlackoutDevice[]>
  holds: Generated<BlackoutHold[]>
  /** '' for the usual words. */
  words_ru: Generated<string>
  words_uz: Generated<string>
  note: Generated<string>
  /** Grows with every change. */
  version: Generated<number>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends BlackoutTables {}
}
