import { reverseTopUp, topUpDeposit } from '#server/billing/billing.ts'
import { sql } from 'kysely'
import type { MerchantDeps } from './deps.ts'
import {
  type NewPayment,
  type Payment,
  findPayment,
  insertPayment,
  movePayment,
  takeReserved,
} from './payment.ts'
import { cancelOf, finishBySystem } from './provider-refund.ts'
import { expiredReason, isOver, reservationMs, type Provider } from './rules.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { inBatches, rowsAtOnce } from '#server/platform/database/in-batches.ts'

/** The result of completing a payment. `paid` also when it was completed before: see `isNew`. */
export type Settled =
  | { readonly kind: 'paid'; readonly payment: Payment; readonly isNew: boolean }
  | { readonly kind: 'ended'; readonly payment: Payment }
  | { readonly kind: 'unknown' }
export type Cancelled =
  | { readonly kind: 'cancelled'; readonly payment: Payment; readonly isNew: boolean }
  /** The deposit holds less than the payment: it was used. */
  | { readonly kind: 'not_covered'; readonly payment: Payment }
  | { readonly kind: 'unknown' }

/**
 * Payments of one system, with the same steps for all: what an adapter translates into. Each step is one transaction
 * with its ledger entry, and may be repeated, reordered or requested twice at once: the row's lock and the ledger's
 * reference (`<provider>:<external id>`) let it happen once.
 */
export interface Till {
  readonly deps: MerchantDeps
  /** The payment's current state; an expired one is cancelled first. */
  look(externalId: string): Promise<Payment | undefined>
  /** Stores a payment, to be completed later. `isNew` is false when it already exists, whatever its terms. */
  reserve(params: NewPaymentInput): Promise<{ readonly payment: Payment; readonly isNew: boolean }>
  /** Completes a reserved payment: the deposit has the money when this returns. */
  settle(externalId: string): Promise<Settled>
  /** Stores and completes in one step. */
  payAtOnce(params: NewPaymentInput): Promise<{ readonly payment: Payment; readonly isNew: boolean }>
  /** Cancels a reserved payment, or refunds a completed one when the deposit still covers it. */
  cancel(externalId: string, reason: number | null): Promise<Cancelled>
  /** Cancels a reserved payment; a completed one stays. Returns its state after that. */
  cancelReservation(externalId: string, reason: number | null): Promise<Payment | undefined>
  /** Stores a fiscal receipt of a payment; false when there is no such payment. */
  saveFiscalReceipt(externalId: string, kind: 'PERFORM' | 'CANCEL', receipt: object): Promise<boolean>
}
export type NewPaymentInput = Omit<NewPayment, 'provider'>

export function openTill(deps: MerchantDeps, provider: Provider): Till {
  const { db, clock } = deps
  const inTransaction = <Result>(work: (trx: DbTransaction) => Promise<Result>) =>
    retryOnConflict(() => db.transaction().execute(work))
  return {
    deps,
    look: async (externalId) => {
      const payment = await findPayment(db, provider, externalId)
      if (payment === undefined || !isOver(payment, clock.nowMs())) return payment
      return inTransaction((trx) => lockedPayment(deps, trx, provider, externalId))
    },
    reserve: async (params) => {
      const written = await retryOnConflict(() => insertPayment(db, { provider, ...params }, clock.nowMs()))
      if (written !== undefined) return { payment: written, isNew: true }
      const payment = await inTransaction((trx) => lockedPayment(deps, trx, provider, params.externalId))
      if (payment === undefined) throw new Error('a payment that was written down is not there')
      return { payment, isNew: false }
    },
    settle: (externalId) => inTransaction((trx) => settle(deps, trx, provider, externalId)),
    payAtOnce: (params) => inTransaction((trx) => payAtOnce(deps, trx, { provider, ...params })),
    cancel: (externalId, reason) =>
      inTransaction(async (trx) =>
        cancel(deps, trx, await lockedPayment(deps, trx, provider, externalId), reason),
      ),
    cancelReservation: (externalId, reason) =>
      inTransaction(async (trx) => {
        const payment = await lockedPayment(deps, trx, provider, externalId)
        if (payment?.state !== 'reserved') return payment
        return movePayment(trx, payment, { state: 'cancelled', reason }, clock.nowMs())
      }),
    saveFiscalReceipt: async (externalId, kind, receipt) => {
      const { numUpdatedRows } = await db
        .updateTable('provider_tx')
        .set({
          fiscal: sql`coalesce(fiscal, '{}'::jsonb) || ${JSON.stringify({ [kind]: receipt })}::jsonb`,
        })
        .where('provider', '=', provider)
        .where('external_id', '=', externalId)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}

const maxTries = 4

/** Retries after a lock conflict or a deadlock: nothing was written then. */
async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === maxTries || !wasDelayed(error)) throw error
    }
  }
}

/** lock_not_available, deadlock_detected, serialization_failure */
function wasDelayed(error: unknown) {
  return error instanceof Error && 'code' in error && ['55P03', '40P01', '40001'].includes(String(error.code))
}

/** The payment, locked until the transaction ends; an expired one is cancelled. */
async function lockedPayment(
  { clock }: Pick<MerchantDeps, 'clock'>,
  trx: DbTransaction,
  provider: Provider,
  externalId: string,
): Promise<Payment | undefined> {
  const payment = await findPayment(trx, provider, externalId, 'lock')
  const nowMs = clock.nowMs()
  if (payment === undefined || !isOver(payment, nowMs)) return payment
  return movePayment(trx, payment, { state: 'cancelled', reason: expiredReason }, nowMs)
}

function topUpOf({ provider, externalId, accountId, amountTiyin }: Payment) {
  return {
    accountId,
    amountTiyin,
    reference: `${provider}:${externalId}`,
  }
}

/** Completes a payment in the caller's transaction. */
export async function settle(
  deps: Pick<MerchantDeps, 'clock'>,
  trx: DbTransaction,
  provider: Provider,
  externalId: string,
): Promise<Settled> {
  const nowMs = deps.clock.nowMs()
  const moments = { nowMs, openedAfterMs: nowMs - reservationMs }
  const take = () => takeReserved(trx, provider, externalId, moments)
  let taken = await take()
  if (taken === undefined) {
    const payment = await lockedPayment(deps, trx, provider, externalId)
    if (payment === undefined) return { kind: 'unknown' }
    if (payment.state === 'paid') return { kind: 'paid', payment, isNew: false }
    if (payment.state !== 'reserved') return { kind: 'ended', payment }
    // It was inserted between the two reads, and is locked now.
    taken = (await take()) ?? payment
  }
  if (taken.state !== 'paid') return { kind: 'ended', payment: taken }
  await credit(trx, taken, nowMs)
  return { kind: 'paid', payment: taken, isNew: true }
}

/** Stores and completes a payment in the caller's transaction. */
export async function payAtOnce(deps: Pick<MerchantDeps, 'clock'>, trx: DbTransaction, params: NewPayment) {
  const nowMs = deps.clock.nowMs()
  const payment = await insertPayment(trx, params, nowMs, 'paid')
  if (payment === undefined) {
    const existing = await findPayment(trx, params.provider, params.externalId)
    if (existing === undefined) throw new Error('a payment that was written down is not there')
    return { payment: existing, isNew: false }
  }
  await credit(trx, payment, nowMs)
  return { payment, isNew: true }
}

async function credit(trx: DbTransaction, payment: Payment, nowMs: number) {
  if (await topUpDeposit(trx, topUpOf(payment), nowMs)) return
  // The ledger has this payment but its own row says it was not credited: one of them was changed by hand.
  throw new Error(`the ledger holds ${payment.provider}:${payment.externalId} already, before it was paid`)
}

async function cancel(
  deps: MerchantDeps,
  trx: DbTransaction,
  payment: Payment | undefined,
  reason: number | null,
): Promise<Cancelled> {
  if (payment === undefined) return { kind: 'unknown' }
  const nowMs = deps.clock.nowMs()
  if (payment.state === 'reserved') {
    const gone = await movePayment(trx, payment, { state: 'cancelled', reason }, nowMs)
    return { kind: 'cancelled', payment: gone, isNew: true }
  }
  if (payment.state === 'cancelled') return cancelLate(trx, payment, nowMs)
  if (payment.state !== 'paid') return { kind: 'cancelled', payment, isNew: false }
  const allowed = await cancelOf(trx, payment)
  if (allowed.kind === 'refused') return { kind: 'not_covered', payment }
  if (allowed.kind === 'taken') await finishBySystem(trx, payment.number, nowMs)
  else if ((await reverseTopUp(trx, topUpOf(payment), nowMs, allowed.reversal)) === 'not_covered')
    return { kind: 'not_covered', payment }
  const back = await movePayment(trx, payment, { state: 'refunded', reason }, nowMs)
  return { kind: 'cancelled', payment: back, isNew: true }
}

/** A payment that had expired, and was credited from the system's statement all the same: its money goes back too. */
async function cancelLate(trx: DbTransaction, payment: Payment, nowMs: number): Promise<Cancelled> {
  const late = { ...topUpOf(payment), reference: lateReference(payment) }
  const isCredited = await trx
    .selectFrom('ledger_entry')
    .select('ledger_entry_id')
    .where('reference', '=', late.reference)
    .executeTakeFirst()
  if (isCredited === undefined) return { kind: 'cancelled', payment, isNew: false }
  const taken = await reverseTopUp(trx, late, nowMs)
  if (taken === 'not_covered') return { kind: 'not_covered', payment }
  return { kind: 'cancelled', payment, isNew: taken === 'taken' }
}

/** Of the entry that credits a payment which had expired here. */
export function lateReference({ provider, externalId }: Pick<Payment, 'provider' | 'externalId'>): string {
  return `late:${provider}:${externalId}`
}

/** Cancels every expired reservation; returns how many. */
export function cancelExpiredReservations(
  { db, clock }: Pick<MerchantDeps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<number> {
  return inBatches(signal, async () => {
    const nowMs = clock.nowMs()
    const { rows } = await sql<{ provider_tx_id: number }>`
      update provider_tx set state = 'cancelled', cancelled_at = ${new Date(nowMs)}, reason = ${expiredReason}
      where provider_tx_id in (
        select provider_tx_id from provider_tx
        where state = 'reserved' and provider_time < ${new Date(nowMs - reservationMs)}
        order by provider_time limit ${rowsAtOnce} for update skip locked)
      returning provider_tx_id`.execute(db)
    return rows.length
  })
}
