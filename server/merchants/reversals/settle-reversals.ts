/**
 * Asks a payment system to pay back what has left the balance. A request that may have arrived is never taken for one
 * that was not sent: the state of the payment is looked at first, and a part, which the state does not show, is left to
 * a person. Safe to stop and to repeat at any moment.
 */
import { type Selectable, sql } from 'kysely'
import { reversalIdOf } from '#server/merchants/payments/provider-refund.ts'
import type { ProviderRefund } from '#server/merchants/payments/refund-attempts.ts'
import type { Provider } from '#server/merchants/payments/rules.ts'
import type { ProviderTxTable } from '#server/merchants/payments/tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { ReversalState, Reversed, Reverser } from './reverser.ts'

export interface ReversalDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** Undefined: the system reverses nothing. */
  reverserOf(provider: Provider): Reverser | undefined
}

/** From then on the system is not asked any more: a person pays it back. */
const giveUpAfterMs = 86_400_000
const maxAtOnce = 50
/** The process that began the refund sends the first request at once. */
const leftAloneMs = 30_000

type RequestedRefund = ProviderRefund &
  Pick<Selectable<ProviderTxTable>, 'provider' | 'asked'> & {
    readonly paid_tiyin: number
    /** A part may have been paid back by the system in another attempt. */
    readonly had_part: boolean
  }

/** One attempt of a payment. */
type Attempt = Pick<ProviderRefund, 'provider_tx_id' | 'attempt'>

/** Advances an attempt; returns its state after that, undefined when there is none. */
export async function settleReversal(
  deps: ReversalDeps,
  which: Attempt,
): Promise<Pick<ProviderRefund, 'state' | 'reversal'> | undefined> {
  const refund = await readRefund(deps.db, which)
  if (refund === undefined) return undefined
  if (refund.state === 'to_do' && refund.reversal === 'asked') await settle(deps, refund)
  return readRefund(deps.db, which)
}

/** Continues those that are not known yet, the oldest first. Returns how many ended. */
export async function settleReversals(deps: ReversalDeps, signal: AbortSignal): Promise<number> {
  const due = await deps.db
    .selectFrom('provider_refund')
    .select(['provider_tx_id', 'attempt'])
    .where('state', '=', 'to_do')
    .where('reversal', '=', 'asked')
    .where('reversal_at', '<', new Date(deps.clock.nowMs() - leftAloneMs))
    .orderBy('reversal_at')
    .limit(maxAtOnce)
    .execute()
  let ended = 0
  for (const one of due) {
    if (signal.aborted) break
    try {
      const after = await settleReversal(deps, one)
      if (after !== undefined && (after.state !== 'to_do' || after.reversal !== 'asked')) ended += 1
    } catch (error) {
      // One that cannot be settled must not hold up the others.
      deps.log.error('merchants.reversal_failed', { payment: one.provider_tx_id, error })
    }
  }
  return ended
}

function readRefund(db: Db, which: Attempt): Promise<RequestedRefund | undefined> {
  return db
    .selectFrom('provider_refund as refund')
    .innerJoin('provider_tx as tx', 'tx.provider_tx_id', 'refund.provider_tx_id')
    .selectAll('refund')
    .select(['tx.provider', 'tx.asked', 'tx.amount_tiyin as paid_tiyin'])
    .select(
      sql<boolean>`exists (select from provider_refund as other where other.provider_tx_id = refund.provider_tx_id
        and other.attempt <> refund.attempt and other.reversal_sent and other.amount_tiyin < tx.amount_tiyin)`.as(
        'had_part',
      ),
    )
    .where('refund.provider_tx_id', '=', which.provider_tx_id)
    .where('refund.attempt', '=', which.attempt)
    .executeTakeFirst()
}

async function settle(deps: ReversalDeps, refund: RequestedRefund): Promise<void> {
  const reverser = deps.reverserOf(refund.provider)
  const paymentId = reversalIdOf(refund.provider, refund.asked)
  const isOld = deps.clock.nowMs() - refund.created_at.getTime() > giveUpAfterMs
  if (paymentId === undefined) return leave(deps, refund, 'refused', 'no_number')
  if (reverser === undefined) {
    // Its settings were removed: what was asked for before may have been done.
    if (isOld) await leave(deps, refund, refund.reversal_sent ? 'unclear' : 'refused', 'not_set')
    return
  }
  const isWhole = refund.amount_tiyin === refund.paid_tiyin
  // The state does not show parts, and where one may have been paid back it does not show that the whole was.
  const isShown = isWhole && !refund.had_part
  if (refund.reversal_sent) {
    if (!isShown) return leave(deps, refund, 'unclear', 'no_answer')
    const state = await reverser.state(paymentId)
    if (state === 'reversed') return finish(deps, refund)
    if (isOld) return leave(deps, refund, state === 'paid' ? 'refused' : 'unclear', 'no_answer')
    if (state === 'unknown') return void (await touch(deps, refund, true))
  } else if (isOld) return leave(deps, refund, 'refused', 'no_connection')
  // Written before the request, so that it is never taken for one that was not sent; one process alone sends.
  const touched = await touch(deps, refund, true)
  if (touched === undefined) return
  const reversed = await reverser.reverse(paymentId, isWhole ? undefined : refund.amount_tiyin)
  const look = isShown ? () => reverser.state(paymentId) : undefined
  await conclude(deps, touched, { reversed, look, wasSent: refund.reversal_sent })
}

interface Answered {
  readonly reversed: Reversed
  /** Shows the state of a whole payment. */
  readonly look: (() => Promise<ReversalState>) | undefined
  /** An earlier request may have arrived. */
  readonly wasSent: boolean
}

async function conclude(
  deps: ReversalDeps,
  refund: RequestedRefund,
  { reversed, look, wasSent }: Answered,
): Promise<void> {
  if (reversed.kind === 'reversed') return finish(deps, refund)
  const { kind, reason } = reversed
  deps.log.warn('merchants.reversal_not_done', { payment: refund.provider_tx_id, answer: reason })
  if (kind === 'not_sent') return void (await touch(deps, refund, wasSent))
  if (look === undefined) return leave(deps, refund, kind === 'refused' ? 'refused' : 'unclear', reason)
  const state = await look()
  if (state === 'reversed') return finish(deps, refund)
  // Refused because it was done before? Only the state says so.
  if (kind === 'refused' && (state === 'paid' || !wasSent)) await leave(deps, refund, 'refused', reason)
}

async function finish(deps: ReversalDeps, refund: RequestedRefund): Promise<void> {
  const at = new Date(deps.clock.nowMs())
  if (await change(deps, refund, { state: 'done', way: 'system', ended_at: at }))
    deps.log.info('merchants.reversal_done', { payment: refund.provider_tx_id })
}

/** A person pays it back from now on. */
async function leave(
  deps: ReversalDeps,
  refund: RequestedRefund,
  reversal: 'refused' | 'unclear',
  problem: string,
): Promise<void> {
  const code = problem.replace(/[^\w.-]/g, '').slice(0, 60)
  if (await change(deps, refund, { reversal, reversal_problem: code }))
    deps.log.warn('merchants.reversal_left', { payment: refund.provider_tx_id, reversal, answer: code })
}

/** Undefined when another process was faster. */
async function touch(
  deps: ReversalDeps,
  refund: RequestedRefund,
  isSent: boolean,
): Promise<RequestedRefund | undefined> {
  // Later than before, also when the clock stands still.
  const atMs = Math.max(deps.clock.nowMs(), (refund.reversal_at?.getTime() ?? 0) + 1)
  const to = { reversal_at: new Date(atMs), reversal_sent: isSent }
  return (await change(deps, refund, to)) ? { ...refund, ...to } : undefined
}

type Changed =
  | 'state'
  | 'way'
  | 'ended_at'
  | 'reversal'
  | 'reversal_at'
  | 'reversal_sent'
  | 'reversal_problem'

/** Changes a refund that is still as it was read. */
async function change(
  { db }: ReversalDeps,
  { provider_tx_id: number, attempt, reversal_at: at }: RequestedRefund,
  to: Partial<Pick<ProviderRefund, Changed>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('provider_refund')
    .set(to)
    .where('provider_tx_id', '=', number)
    .where('attempt', '=', attempt)
    .where('state', '=', 'to_do')
    .where('reversal', '=', 'asked')
    .where('reversal_at', at === null ? 'is' : '=', at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
