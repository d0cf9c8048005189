import type { ColumnType, Generated } from 'kysely'
import type { packagingReasons } from '#contract/console/queue.ts'

/**
 * The tables of `db/migrations/0006-operator.sql`, `0024-packaging-queue.sql`, `0025-skip-marks.sql` and
 * `0068-packaging-control.sql`, and the guide's sources of `0023-guide-sources.sql`; written only by `server/imports`.
 */
export interface ImportTables {
  packaging: PackagingTable
  packaging_queue: PackagingQueueTable
  film_upload: FilmUploadTable
  films_inbox: FilmsInboxTable
  guide_source: GuideSourceTable
  linear_schedule: LinearScheduleTable
}

/** A subtitle file beside a film. */
export interface SavedSubtitle {
  readonly path: string
  readonly language: string
  readonly name?: string
}

export interface PackagingTable {
  asset_id: string
  name: string
  source_path: string
  source_stamp: string
  subtitles: ColumnType<readonly SavedSubtitle[], string, string>
  state: Generated<'waiting' | 'running' | 'ready' | 'refused' | 'removed'>
  fraction: Generated<number>
  reason: Generated<string>
  playable_at: Date | null
  changed_at: Generated<Date>
  step: Generated<'playable' | 'better'>
  ordered_at: Generated<Date>
  worker: string | null
  not_before: Date | null
  rendition: Generated<string>
  begun_at: Date | null
  begun_fraction: Generated<number>
  spent_ms: Generated<number>
  duration_ms: Generated<number>
  paused_at: Date | null
  rank: Generated<number>
  reason_kind: Generated<PackagingReason | ''>
  folder: string | null
}

/** Why a film is not packaged now: of the engine's refusals, and of the queue's own. */
export type PackagingReason = (typeof packagingReasons)[number]

export interface PackagingQueueTable {
  queue_id: Generated<number>
  paused_at: Date | null
  paused_by: Generated<string>
}

export interface FilmUploadTable {
  upload_id: string
  staff_id: number
  staff_name: string
  name: string
  size_bytes: number
  fingerprint: string
  folder: string
  state: Generated<'open' | 'finishing' | 'done' | 'refused'>
  reason: Generated<string>
  asset_ids: Generated<string[]>
  made_at: Date
  touched_at: Date
}

/** A file of a watched folder that was refused. */
export interface SavedRefusal {
  readonly where: string
  readonly what: string
  readonly why: string
}

export interface FilmsInboxTable {
  folder: string
  files: ColumnType<Readonly<Record<string, string>>, string, string>
  taken: Generated<string>
  refused: ColumnType<readonly SavedRefusal[], string | undefined, string>
  problem: Generated<string>
  looked_at: Generated<Date>
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
  request: Generated<'' | 'read' | 'accept'>
  /** JSON: how a JSON schedule is read; null: guessed, or it is none. */
  mapping: ColumnType<unknown, string | null | undefined, string | null>
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
  interface Database extends ImportTables {}
}
