/** The preview of a run: who is in its segment is stored once, then planned in batches. */
import { sql } from 'kysely'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { countAllSubscribers, removeSnapshot, takeSnapshot } from '#server/segments/segments.ts'
import { type PlanDeps, type PlannedItem, planItems } from './plan-items.ts'
import { type BulkRun, moveRun } from './run-store.ts'

export interface PrepareDeps extends PlanDeps {
  readonly clock: Clock
}

const batchSize = 100
/** More subscribers than any installation has: the loop ends. */
const maxBatches = 100_000

/** Prepares the preview. May be aborted or killed anywhere and run again. */
export async function prepareRun(deps: PrepareDeps, run: BulkRun, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps
  if (!run.isFrozen) await freeze(deps, run)
  for (let batch = 0; batch < maxBatches && !signal.aborted; batch += 1) {
    const rows = await db
      .selectFrom('bulk_item')
      .select('account_id')
      .where('bulk_run_id', '=', run.runId)
      .where('state', '=', 'new')
      .orderBy('account_id')
      .limit(batchSize)
      .execute()
    if (rows.length === 0) {
      await moveRun(db, run.runId, { from: ['preparing'], to: 'prepared', nowMs: clock.nowMs() })
      return
    }
    const ids = rows.map((row) => row.account_id)
    // Before the transaction: it reads by connections of its own.
    const planned = await planItems(deps, run, ids)
    const isStored = await db.transaction().execute(async (trx) => {
      // Dropping it waits for this lock.
      const live = await trx
        .selectFrom('bulk_run')
        .select('bulk_run_id')
        .where('bulk_run_id', '=', run.runId)
        .where('state', '=', 'preparing')
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (live !== undefined) await store(trx, run.runId, planned)
      return live !== undefined
    })
    if (!isStored) return
  }
}

function freeze({ db, clock }: PrepareDeps, { runId, rules }: BulkRun): Promise<void> {
  const nowMs = clock.nowMs()
  return db.transaction().execute(async (trx) => {
    const live = await trx
      .selectFrom('bulk_run')
      .select('frozen_at')
      .where('bulk_run_id', '=', runId)
      .where('state', '=', 'preparing')
      .forUpdate()
      .executeTakeFirst()
    // Dropped, or stored by another process meanwhile.
    if (live === undefined || live.frozen_at !== null) return
    const { snapshotId } = await takeSnapshot(trx, rules, nowMs)
    await sql`insert into bulk_item (bulk_run_id, account_id, state)
      select ${runId}::integer, account_id, 'new' from segment_member
      where segment_snapshot_id = ${snapshotId}`.execute(trx)
    await removeSnapshot(trx, snapshotId)
    await trx
      .updateTable('bulk_run')
      .set({ frozen_at: new Date(nowMs), total: await countAllSubscribers(trx) })
      .where('bulk_run_id', '=', runId)
      .execute()
  })
}

async function store(db: PrepareDeps['db'], runId: number, planned: readonly PlannedItem[]): Promise<void> {
  const rows = planned.map((one) =>
    one.kind === 'skip'
      ? {
          id: one.accountId,
          state: 'skipped',
          reason: one.reason,
          tariff: null,
          sum: 0,
          days: 0,
          replaces: false,
          ...{ trial: 0, later: 0 },
        }
      : {
          ...{ id: one.accountId, state: 'ready', reason: '', tariff: one.tariffId },
          ...{ sum: one.amountTiyin, days: one.days, replaces: one.replaces },
          ...{ trial: one.trialDays, later: one.laterTiyin },
        },
  )
  await sql`
    update bulk_item as item set state = one.state, reason = one.reason, tariff_id = one.tariff,
      amount_tiyin = one.sum, days = one.days, replaces = one.replaces, trial_days = one.trial,
      later_tiyin = one.later
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one
      (id integer, state text, reason text, tariff integer, sum bigint, days integer, replaces boolean,
        trial integer, later bigint)
    where item.bulk_run_id = ${runId} and item.account_id = one.id and item.state = 'new'`.execute(db)
}
