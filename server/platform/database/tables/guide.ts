import type { Generated } from 'kysely'

/**
 * The tables of `db/migrations/0023-guide-sources.sql`: `channel_alias` is written by `server/television`, the others
 * by `server/imports`.
 */
export interface GuideTables {
  channel_alias: ChannelAliasTable
  guide_source: GuideSourceTable
  linear_schedule: LinearScheduleTable
}

export interface ChannelAliasTable {
  folded: string
  alias: string
  channel_id: number
  added_at: Generated<Date>
}

export interface GuideSourceTable {
  id: Generated<number>
  name: string
  address: string
  every_min: number
  zone: Generated<string>
  shift_min: Generated<number>
  allow_local: Generated<boolean>
  etag: string | null
  last_modified: string | null
  file_stamp: string | null
  state: Generated<'new' | 'taken' | 'unchanged' | 'held' | 'failed'>
  outcome: Generated<string>
  tried_at: Date | null
  taken_at: Date | null
  failures: Generated<number>
  next_at: Generated<Date>
  claimed_until: Date | null
  channel_ids: Generated<number[]>
  added_at: Generated<Date>
}

export interface LinearScheduleTable {
  file: string
  channel_id: number | null
  file_stamp: string
  content_hash: string
  state: 'applied' | 'incomplete' | 'refused'
  problems: Generated<string[]>
  made_until: Date | null
  changed_at: Generated<Date>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends GuideTables {}
}
