/** Takes a run back: each act that was not used, and a reason for each that was. */
import { sql } from 'kysely'
import { changeRenewal, returnTariff, takeBackAct } from '#server/subscribers/subscribers.ts'
import { type ItemOutcome, type ItemRow, type PerformDeps, eachItem, keyOfRun } from './perform-run.ts'
import { type BulkRun, moveRun } from './run-store.ts'

/** Goes on with the undoing of a run. May be aborted or killed anywhere and run again. */
export async function undoRun(deps: PerformDeps, run: BulkRun, signal: AbortSignal): Promise<void> {
  await storeDone(deps, run)
  const isAtEnd = await eachItem(deps, run, {
    ...{ from: 'done', state: 'undoing', signal },
    work: (item) => takeBack(deps, run, item),
  })
  if (isAtEnd)
    await moveRun(deps.db, run.runId, { from: ['undoing'], to: 'undone', nowMs: deps.clock.nowMs() })
}

/** Acts of a process that was killed before it could store them. */
async function storeDone({ db }: PerformDeps, { runId }: BulkRun): Promise<void> {
  await sql`
    update bulk_item as item set state = 'done', reason = '', act_id = act.subscriber_act_id
    from subscriber_act as act
    where item.bulk_run_id = ${runId} and item.state = 'ready' and act.bulk_run_id = ${runId}
      and act.account_id = item.account_id and act.act_key = ${keyOfRun(runId)}`.execute(db)
}

async function takeBack(deps: PerformDeps, run: BulkRun, item: ItemRow): Promise<ItemOutcome> {
  const staff = run.undoStaffId === undefined ? undefined : { staffId: run.undoStaffId, name: run.undoName }
  const { account_id: accountId, act_id: actId } = item
  const request = {
    ...{ accountId, key: `bulk:${run.runId}:back`, reason: `${run.undoReason} (bulk ${run.runId})` },
    ...{ by: { staff }, bulkRunId: run.runId },
  }
  if (run.kind === 'credit' || run.kind === 'days') {
    const giver = undefined
    const outcome = await takeBackAct(deps, { ...request, actId: actId ?? 0, giver, isOfRun: true })
    if (outcome.kind === 'taken') return { state: 'undone', reason: '' }
    // Taken back by hand before, or by a process that died before it could store so.
    if (outcome.kind === 'taken_before') return { state: 'undone', reason: 'taken_before' }
    return { state: 'unreturned', reason: outcome.kind === 'spent' ? 'used' : outcome.kind }
  }
  const tariffId = item.tariff_id ?? 0
  if (run.kind === 'end') {
    if (run.endsNow) return { state: 'unreturned', reason: 'ended' }
    const outcome = await changeRenewal(deps, { ...request, tariffId, mode: 'renewal_on' })
    if (outcome.kind === 'acted') return { state: 'undone', reason: '' }
    if (outcome.kind === 'unchanged') return { state: 'undone', reason: 'taken_before' }
    return { state: 'unreturned', reason: outcome.kind === 'not_connected' ? 'no_tariff' : outcome.kind }
  }
  // The tariff that ended with it is over: there is nothing to go back to.
  if (item.replaces) return { state: 'unreturned', reason: 'replaced' }
  const act = await deps.db
    .selectFrom('subscriber_act')
    .select('done_at')
    .where('account_id', '=', accountId)
    .where('act_key', '=', keyOfRun(run.runId))
    .executeTakeFirstOrThrow()
  const outcome = await returnTariff(deps, {
    ...request,
    ...{ tariffId, connectedMs: act.done_at.getTime() },
  })
  if (outcome.kind === 'acted') return { state: 'undone', reason: '' }
  return { state: 'unreturned', reason: outcome.kind === 'not_connected' ? 'no_tariff' : outcome.kind }
}
