/**
 * Refunds of payments of payment systems, whole or in several parts, one after the other: the money leaves the balance at
 * once. A system with a reversal of ours is asked to pay it back (`reversals/`); else finance pays it back outside Ekran.
 * When the system itself cancels the payment afterwards, nothing is taken twice. One that was given up blocks none.
 */
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import { lockWallet, restoreTopUp, reverseMoney } from '#server/billing/billing.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { type Payment, findPayment } from './payment.ts'
import {
  findRefunds,
  nextAttempt,
  type ProviderRefund,
  referenceOf,
  restoredReference,
  standingOf,
  sumOf,
  takenReference,
  wholeReference,
} from './refund-attempts.ts'
import { cancelsParts, type Provider } from './rules.ts'

/** A member of staff; undefined for an operator at the command line. */
export type RefundedBy = { readonly staffId: number; readonly name: string } | undefined

export interface RefundOrder {
  /** Our number of the payment. */
  readonly number: number
  /** Whole tiyin, above 0; absent: all that was not refunded yet. */
  readonly amountTiyin?: number
  /**
   * Which attempt it is to be, as its page said: repeated, or at once with somebody else's, it happens once. Absent: the
   * next.
   */
  readonly attempt?: number
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
  /** A refund is under way, all of it was refunded, or somebody was faster: nothing was changed. `who` began the last. */
  | { readonly kind: 'begun_before'; readonly who: string }
  | { readonly kind: 'not_covered'; readonly balanceTiyin: number }
  /** `maxTiyin`: what was not refunded yet. */
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
  const { number, record } = order
  const nowMs = clock.nowMs()
  return recordedAct<RefundStarted, 'begun'>(db, { done: 'begun', record }, async (trx) => {
    const payment = await lockByNumber(trx, number)
    if (payment === undefined) return { kind: 'unknown' }
    // Refunds of a payment run one after the other.
    const before = await findRefunds(trx, number)
    const last = before.at(-1)
    const leftTiyin = payment.amountTiyin - sumOf(standingOf(before))
    const attempt = nextAttempt(before)
    if (last?.state === 'to_do' || leftTiyin <= 0 || (order.attempt ?? attempt) !== attempt)
      return { kind: 'begun_before', who: last?.staff_name ?? '' }
    if (payment.state !== 'paid') return { kind: 'not_paid', state: payment.state }
    const amountTiyin = order.amountTiyin ?? leftTiyin
    if (amountTiyin > leftTiyin) return { kind: 'too_much', maxTiyin: leftTiyin }
    await lockWallet(trx, payment.accountId)
    const limitTiyin = await order.exceeds?.(trx)
    if (limitTiyin !== undefined) return { kind: 'over_limit', limitTiyin }
    return takeAttempt(trx, payment, { ...order, attempt, amountTiyin }, nowMs)
  })
}

type Attempt = RefundOrder & { readonly attempt: number; readonly amountTiyin: number }

/** The wallet is locked, and so is the payment, of which so much is left. */
async function takeAttempt(
  trx: DbTransaction,
  payment: Payment,
  { number, attempt, amountTiyin, reason, by, reverses }: Attempt,
  nowMs: number,
): Promise<RefundStarted> {
  const of = referenceOf(payment)
  const reference = takenReference(payment, { attempt, amount_tiyin: amountTiyin })
  const part = amountTiyin === payment.amountTiyin ? {} : { amountTiyin }
  const taken = await reverseMoney(trx, { reference, of, ...part }, nowMs)
  if (taken.kind === 'insufficient')
    return { kind: 'not_covered', balanceTiyin: amountTiyin - taken.missingTiyin }
  if (taken.kind === 'too_much') return { kind: 'too_much', maxTiyin: 0 }
  if (taken.kind !== 'moved') throw new Error(`the refund of ${of} does not follow from the ledger`)
  const isRequested = reverses?.(payment.provider) === true && (await hasReversalId(trx, payment))
  const refund = await trx
    .insertInto('provider_refund')
    .values({
      ...(isRequested ? { reversal: 'asked', reversal_at: new Date(nowMs) } : {}),
      ...{ provider_tx_id: number, attempt, ledger_entry_id: taken.ledgerEntryId },
      ...{ amount_tiyin: amountTiyin, reason, state: 'to_do', way: null },
      ...{ staff_id: by?.staffId ?? null, staff_name: by?.name ?? '' },
      ...{ created_at: new Date(nowMs), ended_at: null },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { kind: 'begun', refund }
}

/** The result of ending a refund. */
export type RefundEnded =
  | { readonly kind: 'ended'; readonly refund: ProviderRefund }
  | { readonly kind: 'ended_before'; readonly refund: ProviderRefund }
  /** The system was asked to pay it back, and has not answered yet. */
  | { readonly kind: 'asked'; readonly refund: ProviderRefund }
  /** The system cancels the whole payment alone: its cabinet pays no part back. */
  | { readonly kind: 'whole_only'; readonly refund: ProviderRefund }
  | { readonly kind: 'unknown' }

interface EndedAttempt {
  /** Our number of the payment. */
  readonly number: number
  /** Which attempt; absent: the last. */
  readonly attempt?: number | undefined
  readonly by: RefundedBy
}

interface Payout extends EndedAttempt {
  readonly way: 'cabinet' | 'transfer'
  /** The number of the document that shows it. */
  readonly document: string
}

type RecordEnd = RecordIn<Extract<RefundEnded, { readonly kind: 'ended' }>>

/** Stores that the payer has the money. */
export function finishProviderRefund(
  deps: Deps,
  { way, document, ...ended }: Payout,
  record: RecordEnd,
): Promise<RefundEnded> {
  return endRefund(deps, ended, { state: 'done', way, document }, record)
}

/** Gives a refund up that was not paid back: the money is on the balance again. */
export function withdrawProviderRefund(
  deps: Deps,
  ended: EndedAttempt,
  record: RecordEnd,
): Promise<RefundEnded> {
  return endRefund(deps, ended, { state: 'withdrawn' }, record)
}

type RefundEnd = Partial<Pick<ProviderRefund, 'state' | 'way' | 'document' | 'ended_by_name'>>

function endRefund(
  { db, clock }: Deps,
  { number, attempt, by }: EndedAttempt,
  end: RefundEnd,
  record: RecordEnd,
): Promise<RefundEnded> {
  const nowMs = clock.nowMs()
  return recordedAct<RefundEnded, 'ended'>(db, { done: 'ended', record }, async (trx) => {
    const payment = await lockByNumber(trx, number)
    const refunds = await findRefunds(trx, number)
    const refund = attempt === undefined ? refunds.at(-1) : refunds.find((one) => one.attempt === attempt)
    if (payment === undefined || refund === undefined) return { kind: 'unknown' }
    if (refund.state !== 'to_do') return { kind: 'ended_before', refund }
    if (refund.reversal === 'asked') return { kind: 'asked', refund }
    const isPart = refund.amount_tiyin < payment.amountTiyin
    if (end.way === 'cabinet' && isPart && !cancelsParts(payment.provider))
      return { kind: 'whole_only', refund }
    if (end.state === 'withdrawn') {
      const taken = takenReference(payment, refund)
      await restoreTopUp(trx, { reference: restoredReference(payment, refund), taken }, nowMs)
    }
    const to = { ...end, ended_by_name: by?.name ?? '', ended_at: new Date(nowMs) }
    return { kind: 'ended', refund: await changeRefund(trx, refund, to) }
  })
}

/** Whether the system may cancel a paid payment by itself. */
export type CancelBySystem =
  /** The payer has the money, or a part of it, in another way, or is to get it so. */
  | { readonly kind: 'refused' }
  /** The staff took the whole from the balance before: nothing moves. */
  | { readonly kind: 'taken' }
  /** It is still on the balance; `reversal` names the entry that is to take it. */
  | { readonly kind: 'take'; readonly reversal: string }

/** The caller holds the payment. */
export async function cancelOf(trx: DbTransaction, payment: Payment): Promise<CancelBySystem> {
  const refunds = await findRefunds(trx, payment.number)
  const [first, ...others] = standingOf(refunds)
  if (first === undefined) return { kind: 'take', reversal: wholeReference(payment, nextAttempt(refunds)) }
  const isWhole = others.length === 0 && first.amount_tiyin === payment.amountTiyin
  return isWhole && first.way !== 'transfer' ? { kind: 'taken' } : { kind: 'refused' }
}

/** The system has refunded the payment itself: the task is done. */
export async function finishBySystem(trx: DbTransaction, number: number, nowMs: number): Promise<void> {
  const open = (await findRefunds(trx, number)).find(({ state }) => state === 'to_do')
  if (open !== undefined)
    await changeRefund(trx, open, { state: 'done', way: 'system', ended_at: new Date(nowMs) })
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

function changeRefund(
  trx: DbTransaction,
  { provider_tx_id: number, attempt }: ProviderRefund,
  to: RefundEnd & { readonly ended_at: Date },
) {
  return trx
    .updateTable('provider_refund')
    .set(to)
    .where('provider_tx_id', '=', number)
    .where('attempt', '=', attempt)
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
