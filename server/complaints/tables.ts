import type { Generated, GeneratedAlways } from 'kysely'

/** The tables of the complaints module (`db/migrations/0019-complaints.sql`). */
export interface ComplaintTables {
  problem: ProblemTable
  complaint: ComplaintTable
}

export interface ProblemTable {
  problem_id: number
  subject: 'video' | 'channel' | 'other'
  name_ru: string
  name_uz: string
  needs_text: Generated<boolean>
  position: Generated<number>
}

export interface ComplaintTable {
  complaint_id: GeneratedAlways<number>
  problem_id: number
  account_id: number | null
  network: string
  device: string
  user_agent: string
  body: string
  vid: number | null
  vfid: number | null
  cid: number | null
  position_sec: number | null
  created_at: Date
  closed_at: Date | null
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends ComplaintTables {}
}
