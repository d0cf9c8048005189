/** The tables of problems (`db/migrations/0060-channel-problems.sql`) and of the report (`0130-television-report.sql`). */
import type { Generated } from 'kysely'
import type { ChannelStatus } from '#media/media.ts'
import type { ProblemKind, Report } from './report.ts'

/** One row. */
export interface TelevisionReportTable {
  is_the_one: Generated<boolean>
  report: Report
}

export interface ChannelProblemTable {
  channel_id: number
  kind: ProblemKind
  began_at: Date
  ended_at: Date | null
}

/** One row. */
export interface ChannelProblemLogTable {
  started_at: Date
}

/** The channels of one process. */
export interface StoredPart {
  /** Unix milliseconds, by the clock of its machine, as all times in it. */
  readonly atMs: number
  /** By id, without events. */
  readonly channels: Readonly<Record<string, ChannelStatus>>
}

/** What one of several recording processes says (`0134-channel-leases.sql`). */
export interface MediaNodeReportTable {
  node_id: string
  report: StoredPart
  reported_at: Generated<Date>
}

/** Those of plays are in `plays/`. */
export interface ReportTables {
  media_node_report: MediaNodeReportTable
  television_report: TelevisionReportTable
  channel_problem: ChannelProblemTable
  channel_problem_log: ChannelProblemLogTable
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends ReportTables {}
}
