import { sql } from 'kysely'
import type { SegmentRules } from '#contract/console/segment-rules.ts'
import type { Db } from '#server/platform/database/database.ts'
import { withinLimit } from '#server/platform/database/within-limit.ts'
import { conditionOf, isSubscriber } from './rules-to-sql.ts'

/** How many subscribers are in a segment, and how many there are. */
export interface SegmentCount {
  readonly count: number
  readonly total: number
  /** The newest accounts of the segment, at most `sampleSize`. */
  readonly sample: readonly number[]
}

const sampleSize = 20

/** Undefined: the database needed more than `limitMs` for it. */
export function countSegment(
  db: Db,
  rules: SegmentRules,
  { nowMs, limitMs }: { readonly nowMs: number; readonly limitMs: number },
): Promise<SegmentCount | undefined> {
  const condition = conditionOf(rules, nowMs)
  return withinLimit(db, limitMs, async (trx) => {
    const { rows } = await sql<{ count: number; total: number }>`
      select count(*) filter (where ${condition})::integer as count, count(*)::integer as total
      from account as a where ${isSubscriber}`.execute(trx)
    const sample = await sql<{ account_id: number }>`
      select a.account_id from account as a where ${condition}
      order by a.account_id desc limit ${sampleSize}`.execute(trx)
    return {
      ...{ count: rows[0]?.count ?? 0, total: rows[0]?.total ?? 0 },
      sample: sample.rows.map((row) => row.account_id),
    }
  })
}

/** All who may be in a segment. */
export async function countAllSubscribers(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from account as a where ${isSubscriber}`.execute(db)
  return rows[0]?.total ?? 0
}
