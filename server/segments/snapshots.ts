/** Who was in a segment at one moment: everything that takes long works on that, not on rules that go on applying. */
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { SegmentRules } from '#contract/console/segment-rules.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'
import { jobKind, type JobWorker, jobWorker } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { conditionOf } from './rules-to-sql.ts'

export interface Snapshot {
  readonly snapshotId: number
  readonly count: number
}

const storedMs = 7 * 86_400_000

/** Stores the accounts of a segment at that time; for a week. Within the caller's transaction, if there is one. */
export async function takeSnapshot(db: Db, rules: SegmentRules, nowMs: number): Promise<Snapshot> {
  const { rows } = await sql<{ id: number; count: number }>`
    with taken as (
      insert into segment_snapshot (created_at) values (${new Date(nowMs)}) returning segment_snapshot_id as id
    ), members as (
      insert into segment_member (segment_snapshot_id, account_id)
      select taken.id, a.account_id from taken, account as a where ${conditionOf(rules, nowMs)}
      returning account_id
    )
    select taken.id, (select count(*)::integer from members) as count from taken`.execute(db)
  return { snapshotId: rows[0]?.id ?? 0, count: rows[0]?.count ?? 0 }
}

/** The accounts of a snapshot in ascending order, in pieces of at most `size`. */
export async function* snapshotBatches(
  db: Db,
  snapshotId: number,
  size: number,
): AsyncGenerator<readonly number[], void> {
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('segment_member')
      .select('account_id')
      .where('segment_snapshot_id', '=', snapshotId)
      .where('account_id', '>', after)
      .orderBy('account_id')
      .limit(size)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map((row) => row.account_id)
    after = last.account_id
  }
}

const removedAtOnce = 10_000

/**
 * The statement that deletes the next members of a snapshot. A range of the primary key: a list of accounts is compared
 * with every row as long as the table has no statistics, which new snapshots change all the time.
 */
export function removeMembers(snapshotId: number, count: number): RawBuilder<unknown> {
  return sql`
    delete from segment_member where segment_snapshot_id = ${snapshotId} and account_id <= (
      select max(account_id) from (
        select account_id from segment_member where segment_snapshot_id = ${snapshotId}
        order by account_id limit ${count}) as next)`
}

/** Deletes a snapshot whose work is done, in pieces that take a moment each. */
export async function removeSnapshot(db: Db, snapshotId: number): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await removeMembers(snapshotId, removedAtOnce).execute(db)
    if (Number(numAffectedRows ?? 0) < removedAtOnce) break
  }
  await db.deleteFrom('segment_snapshot').where('segment_snapshot_id', '=', snapshotId).execute()
}

const forgetSnapshots = jobKind({ name: 'segments.forget-snapshots', data: z.object({}), cron: '21 4 * * *' })

/** Every night: deletes snapshots older than a week. */
export function segmentWorkers({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): readonly JobWorker[] {
  return [
    jobWorker(forgetSnapshots, async (_data, { signal }) => {
      await deleteOlderThan(db, {
        table: 'segment_snapshot',
        key: ['segment_snapshot_id'],
        column: 'created_at',
        until: new Date(clock.nowMs() - storedMs),
        signal,
      })
    }),
  ]
}
