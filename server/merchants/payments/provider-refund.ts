/**
 * Refunds of payments of payment systems: the money leaves the balance at once. A system with a reversal of ours is
 * asked to pay it back (`reversals/`); else finance pays it back outside Ekran. When the system itself cancels the payment afterwards, nothing is taken twice.
 */
import type { Selectable } from 'kysely'
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import { lockWallet, restoreTopUp, reverseMoney } from '#server/billing/billing.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { type Payment, findPayment } from './payment.ts'
import type { Provider } from './rules.ts'
import type { ProviderRefundTable } from './tables.ts'

export type ProviderRefund = Selectable<ProviderRefundTable>

/** A member of staff; undefined for an operator at the command line. */
export type RefundedBy = { readonly staffId: number; readonly name: string } | undefined

export interface RefundOrder {
  /** Our number of the payment. */
  readonly number: number
  /** Whole tiyin, above 0; absent: the whole payment. */
  readonly amountTiyin?: number
  readonly reason: string
  readonly by: RefundedBy
  readonly exceeds?: Exceeds
  /** Systems that are asked to pay it back themselves (`reversals/`); the others leave it to finance. */
  readonly reverses?: (provider: Provider) => boolean
  /** Writes it into the audit, in the same transaction. */
  readonly record: RecordIn<{ readonly refund: ProviderRefund }>
}

/** The limit in whole tiyin that a refund exceeds, checked in its transaction with the wallet locked. */
export type Exceeds = (trx: DbTransaction) => Promise<number | undefined>

/** The result of a refund. Money is whole tiyin. */
export type RefundStarted =
  | { readonly kind: 'begun'; readonly refund: ProviderRefund }
  /** Somebody was faster: nothing was changed. */
  | { readonly kind: 'begun_before'; readonly refund: ProviderRefund }
  | { readonly kind: 'not_covered'; readonly balanceTiyin: number }
  | { readonly kind: 'too_much'; readonly maxTiyin: number }
  | { readonly kind: 'over_limit'; readonly limitTiyin: number }
  /** It was not paid, or the system itself has refunded it. */
  | { readonly kind: 'not_paid'; readonly state: Payment['state'] }
  | { readonly kind: 'unknown' }

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** Takes the money from the balance and writes the task to pay it back, or neither. */
export function beginProviderRefund({ db, clock }: Deps, order: RefundOrder): Promise<RefundStarted> {
  const { number, reason, by, record } = order
  const nowMs = clock.nowMs()
  return recordedAct<RefundStarted, 'begun'>(db, { done: 'begun', record }, async (trx) => {
    const payment = await lockByNumber(trx, number)
    if (payment === undefined) return { kind: 'unknown' }
    const before = await refundOf(trx, number)
    if (before !== undefined) return { kind: 'begun_before', refund: before }
    if (payment.state !== 'paid') return { kind: 'not_paid', state: payment.state }
    const amountTiyin = order.amountTiyin ?? payment.amountTiyin
    if (amountTiyin > payment.amountTiyin) return { kind: 'too_much', maxTiyin: payment.amountTiyin }
    await lockWallet(trx, payment.accountId)
    const limitTiyin = await order.exceeds?.(trx)
    if (limitTiyin !== undefined) return { kind: 'over_limit', limitTiyin }
    const of = referenceOf(payment)
    const isWhole = amountTiyin === payment.amountTiyin
    const reversal = isWhole ? { reference: `${of}:reversal` } : { reference: `${of}:part`, amountTiyin }
    const taken = await reverseMoney(trx, { ...reversal, of }, nowMs)
    if (taken.kind === 'insufficient')
      return { kind: 'not_covered', balanceTiyin: amountTiyin - taken.missingTiyin }
    if (taken.kind === 'too_much') return { kind: 'too_much', maxTiyin: 0 }
    if (taken.kind !== 'moved') throw new Error(`the refund of ${of} does not follow from the ledger`)
    const isRequested = order.reverses?.(payment.provider) === true && (await hasReversalId(trx, payment))
    const refund = await trx
      .insertInto('provider_refund')
      .values({
        ...(isRequested ? { reversal: 'asked', reversal_at: new Date(nowMs) } : {}),
        ...{ provider_tx_id: number, amount_tiyin: amountTiyin, reason, state: 'to_do', way: null },
        ...{ staff_id: by?.staffId ?? null, staff_name: by?.name ?? '' },
        ...{ created_at: new Date(nowMs), ended_at: null },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { kind: 'begun', refund }
  })
}

/** The result of ending a refund. */
export type RefundEnded =
  | { readonly kind: 'ended'; readonly refund: ProviderRefund }
  | { readonly kind: 'ended_before'; readonly refund: ProviderRefund }
  /** The system was asked to pay it back, and has not answered yet. */
  | { readonly kind: 'asked'; readonly refund: ProviderRefund }
  | { readonly kind: 'unknown' }

interface Payout {
  readonly number: number
  readonly way: 'cabinet' | 'transfer'
  /** The number of the document that shows it. */
  readonly document: string
  readonly by: RefundedBy
}

type RecordEnd = RecordIn<Extract<RefundEnded, { readonly kind: 'ended' }>>

/** Stores that the payer has the money. */
export function finishProviderRefund(
  deps: Deps,
  { number, way, document, by }: Payout,
  record: RecordEnd,
): Promise<RefundEnded> {
  return endRefund(deps, number, { state: 'done', way, document, ended_by_name: by?.name ?? '' }, record)
}

/** Gives a refund up that was not paid back: the money is on the balance again. */
export function withdrawProviderRefund(
  deps: Deps,
  { number, by }: { readonly number: number; readonly by: RefundedBy },
  record: RecordEnd,
): Promise<RefundEnded> {
  return endRefund(deps, number, { state: 'withdrawn', ended_by_name: by?.name ?? '' }, record)
}

type RefundEnd = Partial<Pick<ProviderRefund, 'state' | 'way' | 'document' | 'ended_by_name'>>

function endRefund(
  { db, clock }: Deps,
  number: number,
  end: RefundEnd,
  record: RecordEnd,
): Promise<RefundEnded> {
  const nowMs = clock.nowMs()
  return recordedAct<RefundEnded, 'ended'>(db, { done: 'ended', record }, async (trx) => {
    const payment = await lockByNumber(trx, number)
    const refund = await refundOf(trx, number)
    if (payment === undefined || refund === undefined) return { kind: 'unknown' }
    if (refund.state !== 'to_do') return { kind: 'ended_before', refund }
    if (refund.reversal === 'asked') return { kind: 'asked', refund }
    if (end.state === 'withdrawn') {
      const of = referenceOf(payment)
      const taken = refund.amount_tiyin === payment.amountTiyin ? `${of}:reversal` : `${of}:part`
      await restoreTopUp(trx, { reference: `${of}:withdrawn`, taken }, nowMs)
    }
    const ended = await changeRefund(trx, number, { ...end, ended_at: new Date(nowMs) })
    return { kind: 'ended', refund: ended }
  })
}

/**
 * Whether the system may still refund this payment by itself; the caller holds the payment. Not when the payer has the
 * money by a transfer, when the refund was given up, or when only a part is refunded.
 */
export async function systemMayRefund(trx: DbTransaction, payment: Payment): Promise<boolean> {
  const refund = await refundOf(trx, payment.number)
  if (refund === undefined) return true
  const { state, way, amount_tiyin: amountTiyin } = refund
  return state !== 'withdrawn' && way !== 'transfer' && amountTiyin === payment.amountTiyin
}

/** The system has refunded the payment itself: the task is done. */
export async function finishBySystem(trx: DbTransaction, number: number, nowMs: number): Promise<void> {
  const refund = await refundOf(trx, number)
  if (refund?.state === 'to_do')
    await changeRefund(trx, number, { state: 'done', way: 'system', ended_at: new Date(nowMs) })
}

/** The number by which the system reverses a payment; undefined when it told none. Pure. */
export function reversalIdOf(provider: Provider, asked: unknown): string | undefined {
  if (provider !== 'click' || typeof asked !== 'object' || asked === null) return undefined
  const number: unknown = Reflect.get(asked, 'click_paydoc_id')
  return typeof number === 'string' && /^[1-9]\d{0,18}$/.test(number) ? number : undefined
}

async function hasReversalId(trx: DbTransaction, { number, provider }: Payment): Promise<boolean> {
  const { asked } = await trx
    .selectFrom('provider_tx')
    .select('asked')
    .where('provider_tx_id', '=', number)
    .executeTakeFirstOrThrow()
  return reversalIdOf(provider, asked) !== undefined
}

function refundOf(trx: DbTransaction, number: number): Promise<ProviderRefund | undefined> {
  return trx.selectFrom('provider_refund').selectAll().where('provider_tx_id', '=', number).executeTakeFirst()
}

function changeRefund(trx: DbTransaction, number: number, to: RefundEnd & { readonly ended_at: Date }) {
  return trx
    .updateTable('provider_refund')
    .set(to)
    .where('provider_tx_id', '=', number)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The payment's row is locked before its wallet, as everywhere. */
async function lockByNumber(trx: DbTransaction, number: number): Promise<Payment | undefined> {
  const row = await trx
    .selectFrom('provider_tx')
    .select(['provider', 'external_id'])
    .where('provider_tx_id', '=', number)
    .executeTakeFirst()
  return row === undefined ? undefined : findPayment(trx, row.provider, row.external_id, 'lock')
}

function referenceOf({ provider, externalId }: Payment): string {
  return `${provider}:${externalId}`
}
