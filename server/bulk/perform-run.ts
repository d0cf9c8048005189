/**
 * Does a run, one subscriber after the other, each by the act of the call centre under a key of run and account: a
 * process that dies in the middle leaves a run that goes on without doing anything twice.
 */
import type { Selectable, Updateable } from 'kysely'
import type { Log } from '#server/platform/log/log.ts'
import {
  type Beyond,
  type NotCovered,
  type Performed,
  type TariffDeps,
  changeRenewal,
  connectTariff,
  endTariff,
  giveDaysByHand,
  moveByHand,
} from '#server/subscribers/subscribers.ts'
import { stillServed } from './plan-items.ts'
import { type BulkRun, moveRun } from './run-store.ts'
import type { BulkItemTable } from './tables.ts'

export interface PerformDeps extends TariffDeps {
  readonly log: Pick<Log, 'warn'>
}

export type ItemRow = Omit<
  Selectable<BulkItemTable>,
  'bulk_run_id' | 'state' | 'reason' | 'trial_days' | 'later_tiyin'
>

const batchSize = 50
/** More subscribers than any installation has: the loop ends. */
const maxBatches = 200_000
const maxAttempts = 3
/** So many unexpected errors one after the other are not about the subscribers: the next minute tries again. */
const maxErrors = 5

export const keyOfRun = (runId: number) => `bulk:${runId}:act`

/** Goes on with a run that was let begin. May be aborted or killed anywhere and run again. */
export async function performRun(deps: PerformDeps, run: BulkRun, signal: AbortSignal): Promise<void> {
  const isAtEnd = await eachItem(deps, run, {
    ...{ from: 'ready', state: 'running', signal },
    work: (item) => act(deps, run, item),
  })
  if (isAtEnd) await moveRun(deps.db, run.runId, { from: ['running'], to: 'done', nowMs: deps.clock.nowMs() })
}

export type ItemOutcome = Updateable<BulkItemTable>

/** Works on each item in a state while the run is in its state. Resolves to true when none is left. */
export async function eachItem(
  deps: PerformDeps,
  { runId }: BulkRun,
  pass: {
    readonly from: 'ready' | 'done'
    readonly state: 'running' | 'undoing'
    readonly signal: AbortSignal
    work(item: ItemRow): Promise<ItemOutcome>
  },
): Promise<boolean> {
  const { db, log } = deps
  let errors = 0
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const items = await itemsOf(deps, runId, pass.from)
    if (items.length === 0) return true
    for (const item of items) {
      if (pass.signal.aborted || !(await isIn(deps, runId, pass.state))) return false
      const outcome = await pass.work(item).catch((error: unknown): ItemOutcome => {
        log.warn('bulk.act_failed', { bulkRunId: runId, accountId: item.account_id, error })
        errors += 1
        if (errors >= maxErrors) throw error
        if (item.attempts + 1 < maxAttempts) return { attempts: item.attempts + 1 }
        return pass.from === 'ready'
          ? { state: 'failed', reason: 'error' }
          : { state: 'unreturned', reason: 'error' }
      })
      if ('state' in outcome) errors = 0
      await db
        .updateTable('bulk_item')
        .set(outcome)
        .where('bulk_run_id', '=', runId)
        .where('account_id', '=', item.account_id)
        .where('state', '=', pass.from)
        .execute()
    }
  }
  return false
}

function itemsOf({ db }: PerformDeps, runId: number, state: 'ready' | 'done'): Promise<ItemRow[]> {
  return db
    .selectFrom('bulk_item')
    .select(['account_id', 'tariff_id', 'amount_tiyin', 'days', 'replaces', 'act_id', 'attempts'])
    .where('bulk_run_id', '=', runId)
    .where('state', '=', state)
    .orderBy('attempts')
    .orderBy('account_id')
    .limit(batchSize)
    .execute()
}

async function isIn({ db }: PerformDeps, runId: number, state: 'running' | 'undoing'): Promise<boolean> {
  const row = await db
    .selectFrom('bulk_run')
    .select('bulk_run_id')
    .where('bulk_run_id', '=', runId)
    .where('state', '=', state)
    .executeTakeFirst()
  return row !== undefined
}

async function act(deps: PerformDeps, run: BulkRun, item: ItemRow): Promise<ItemOutcome> {
  const { account_id: accountId } = item
  const former = await deps.db
    .selectFrom('subscriber_act')
    .select('subscriber_act_id')
    .where('account_id', '=', accountId)
    .where('act_key', '=', keyOfRun(run.runId))
    .executeTakeFirst()
  // A process that died before it could store so.
  if (former !== undefined) return { state: 'done', reason: '', act_id: former.subscriber_act_id }
  if (!(await stillServed(deps.db, [accountId])).has(accountId))
    return { state: 'skipped', reason: 'blocked' }
  const outcome = await perform(deps, run, item)
  if (outcome.kind === 'acted') return { state: 'done', reason: '', act_id: outcome.act.actId }
  return { state: 'failed', reason: reasonOf(outcome) }
}

type Done = Extract<Performed<unknown, never>, { kind: 'acted' }>
type Refusal =
  | Exclude<Performed<unknown, Beyond | NotCovered>, Done>
  | { readonly kind: 'not_connected' | 'unchanged' | 'insufficient' | 'price_changed' }
  | { readonly kind: 'refused'; readonly failure: string }

function perform(deps: PerformDeps, run: BulkRun, item: ItemRow): Promise<Done | Refusal> {
  const request = requestOf(run, item)
  const tariffId = item.tariff_id ?? 0
  switch (run.kind) {
    case 'credit':
      return moveByHand(deps, {
        ...request,
        ...{ kind: 'credit', purpose: run.purpose, amountTiyin: item.amount_tiyin },
      })
    case 'days':
      return giveDaysByHand(deps, { ...request, tariffId, days: item.days })
    case 'connect':
      return connectTariff(deps, {
        // The cost of the preview stays: what is left of a replaced tariff shrinks while the run waits or is stopped.
        ...{ ...request, tariffId, agreedTiyin: item.amount_tiyin, shownMs: run.createdMs },
        // What the preview did not show is not replaced.
        replacesBase: item.replaces,
      })
    case 'end':
      return run.endsNow
        ? endTariff(deps, { ...request, tariffId, mode: 'now' })
        : changeRenewal(deps, { ...request, tariffId, mode: 'renewal_off' })
  }
}

function requestOf(
  { runId, reason, releasedStaffId, releasedName }: BulkRun,
  { account_id: accountId }: ItemRow,
) {
  const staff = releasedStaffId === undefined ? undefined : { staffId: releasedStaffId, name: releasedName }
  return {
    ...{ accountId, key: keyOfRun(runId), reason: `${reason} (bulk ${runId})`, bulkRunId: runId },
    // The limits of the whole run were checked when it was let begin.
    ...{ by: { staff }, giver: undefined },
  }
}

function reasonOf(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'refused':
      return refusal.failure === 'account_deactivated' ? 'gone' : refusal.failure
    case 'insufficient':
      return 'not_covered'
    case 'not_connected':
      return 'no_tariff'
    case 'unchanged':
      return 'already_ending'
    case 'not_found':
      return 'gone'
    default:
      return refusal.kind
  }
}
