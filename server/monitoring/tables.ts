/** The tables of problems (`db/migrations/0060-channel-problems.sql`). */
import type { ProblemKind } from './report.ts'

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

/** The tables of problems; those of plays are in `plays/`. */
export interface ProblemTables {
  channel_problem: ChannelProblemTable
  channel_problem_log: ChannelProblemLogTable
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends ProblemTables {}
}
