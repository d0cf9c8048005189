import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AppPlatform, AppReportKind, PlayerEngineName } from '#contract/site/apps.ts'

/** The tables of the releases module (`db/migrations/0049-releases.sql`). */
export interface ReleaseTables {
  app_release: AppReleaseTable
  app_switch: AppSwitchTable
  app_report: AppReportTable
}

export interface AppReleaseTable {
  platform: AppPlatform
  minimum_version: Generated<string>
  recommended_version: Generated<string>
  store_url: Generated<string>
  note_ru: Generated<string>
  note_uz: Generated<string>
  changed_at: Date
}

export interface AppSwitchTable {
  switch_id: GeneratedAlways<number>
  platform: AppPlatform
  model: Generated<string>
  firmware_from: Generated<string>
  firmware_to: Generated<string>
  version_from: Generated<string>
  version_to: Generated<string>
  engine: PlayerEngineName | null
  low_latency: boolean | null
  previews: boolean | null
  max_height: number | null
  reason: Generated<string>
  created_at: Date
}

/** One message of a report, as stored. */
export interface StoredMessage {
  /** Unix milliseconds. */
  readonly at: number
  readonly message: string
  readonly page: string
}

export interface AppReportTable {
  /** A day in Tashkent, as `2026-11-24`. */
  day: string
  platform: AppPlatform
  version: string
  model: string
  firmware: string
  kind: AppReportKind
  reports: number
  messages: ColumnType<readonly StoredMessage[], string, string>
  reported_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends ReleaseTables {}
}
