/** A dealer's deposit, and cash that it takes from subscribers and pays from the deposit. Money is whole tiyin. */
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import { lockOwner, lockWallet, reverseTopUp, topUpDeposit } from '#server/billing/billing.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { type By, findDealerEntry, lockDealer, moveDealerMoney } from '#server/dealers/entries/write-entry.ts'
import { type BeyondLimit, beyondLimit, type ByRole } from '#server/dealers/entries/staff-limits.ts'
import type { DealerDeps } from '#server/dealers/subscribers/attach.ts'

export interface DepositChange {
  readonly dealerId: number
  /** Above 0: the dealer paid in; below: it got money back. */
  readonly amountTiyin: number
  /** Of the payment order or the cash receipt. */
  readonly document: string
  /** The caller's own, repeated with a repeated request. */
  readonly key: string
  readonly by: ByRole
}

export type DealerActed =
  | { readonly kind: 'done'; readonly depositTiyin: number }
  /** This was done before, by the same request. */
  | { readonly kind: 'repeated'; readonly depositTiyin: number }
  /** The same key came with other facts: nothing was done. */
  | { readonly kind: 'other_request' }
  | { readonly kind: 'insufficient'; readonly availableTiyin: number }
  /** More than the member of staff may write at once or on a day. */
  | BeyondLimit
  | { readonly kind: 'unknown_dealer' }

export type DealerDone = Extract<DealerActed, { readonly kind: 'done' }>

/** Writes that a dealer paid in, or got back what is left; once for a key, with its entry in the audit. */
export async function changeDeposit(
  deps: DealerDeps,
  change: DepositChange,
  record: RecordIn<DealerDone>,
): Promise<DealerActed> {
  const { dealerId, amountTiyin, document, by } = change
  const reference = `deposit:${dealerId}:${change.key}`
  return recordedAct<DealerActed, 'done'>(deps.db, { done: 'done', record }, async (trx) => {
    const money = await lockDealer(trx, dealerId)
    if (money === undefined) return { kind: 'unknown_dealer' }
    const former = await findDealerEntry(trx, reference)
    if (former !== undefined)
      return former.amount_tiyin === amountTiyin && former.document === document
        ? { kind: 'repeated', depositTiyin: money.depositTiyin }
        : { kind: 'other_request' }
    const kind = amountTiyin > 0 ? 'paid_in' : 'returned'
    // What is returned is the dealer's own money, never credit.
    if (amountTiyin < 0 && money.depositTiyin + amountTiyin < 0)
      return { kind: 'insufficient', availableTiyin: Math.max(0, money.depositTiyin) }
    const moves = { what: 'deposit', amountTiyin: Math.abs(amountTiyin) } as const
    const beyond = await beyondLimit(trx, by, moves, deps.clock.nowMs())
    if (beyond !== undefined) return beyond
    const movement = { reference, dealerId, kind, amountTiyin, document, by } as const
    const moved = await moveDealerMoney(trx, movement, deps.clock.nowMs())
    return moved.kind === 'moved' ? { kind: 'done', depositTiyin: moved.balanceTiyin } : moved
  })
}

export interface Cash {
  readonly dealerId: number
  readonly accountId: number
  /** Above 0. */
  readonly amountTiyin: number
  readonly key: string
  readonly by: ByRole
}

export type CashTaken =
  | DealerActed
  /** It takes no cash while it is stopped. */
  | { readonly kind: 'stopped' }
  /** The subscriber takes no money: erased, closed, or made by the staff for trying. */
  | { readonly kind: 'closed' }

/**
 * Tops up a subscriber from a dealer's deposit: both ledgers in one transaction, once for a key. Suspended tariffs go
 * on as with every top-up. The number of a subscriber who was merged into another is good for that one.
 */
export async function takeCash(
  { db, clock }: DealerDeps,
  cash: Cash,
  record: RecordIn<DealerDone>,
): Promise<CashTaken> {
  const { dealerId, amountTiyin, by } = cash
  const reference = `dealer:${dealerId}:${cash.key}`
  const nowMs = clock.nowMs()
  return recordedAct<CashTaken, 'done'>(db, { done: 'done', record }, async (trx) => {
    const { accountId, isClosed } = await lockOwner(trx, cash.accountId)
    const money = await lockDealer(trx, dealerId)
    if (money === undefined) return { kind: 'unknown_dealer' }
    const former = await topUpOf(trx, reference)
    if (former !== undefined)
      return [accountId, cash.accountId].includes(former.account_id) && former.amount_tiyin === amountTiyin
        ? { kind: 'repeated', depositTiyin: money.depositTiyin }
        : { kind: 'other_request' }
    if (isClosed) return { kind: 'closed' }
    if (await isStopped(trx, dealerId)) return { kind: 'stopped' }
    const availableTiyin = Math.max(0, money.depositTiyin + money.creditLimitTiyin)
    if (amountTiyin > availableTiyin) return { kind: 'insufficient', availableTiyin }
    const beyond = await beyondLimit(trx, by, { what: 'cash', amountTiyin }, nowMs)
    if (beyond !== undefined) return beyond
    await topUpDeposit(trx, { reference, accountId, amountTiyin, against: 'dealers' }, nowMs)
    const entry = await topUpOf(trx, reference)
    const movement = {
      ...({ reference, dealerId, kind: 'cash', amountTiyin: -amountTiyin, by } as const),
      ...(entry === undefined ? {} : { ledgerEntryId: entry.ledger_entry_id }),
    }
    const moved = await moveDealerMoney(trx, movement, nowMs)
    // Both were looked at under the lock; a difference is a bug and undoes the top-up.
    if (moved.kind !== 'moved') throw new Error(`dealer ${dealerId} has less than a moment ago`)
    return { kind: 'done', depositTiyin: moved.balanceTiyin }
  })
}

export interface CashBack {
  /** The dealer's entry of the cash. */
  readonly dealerEntryId: number
  readonly reason: string
  readonly by: By
}

export type CashReturned =
  | {
      readonly kind: 'returned'
      readonly dealerId: number
      readonly accountId: number
      readonly amountTiyin: number
    }
  | { readonly kind: 'returned_before'; readonly who: string }
  /** The subscriber has spent it. */
  | { readonly kind: 'not_covered'; readonly accountId: number }
  | { readonly kind: 'unknown' }

type CashGone = Extract<CashReturned, { readonly kind: 'returned' }>

/** Takes a wrong top-up back from the subscriber and returns it to the dealer's deposit, wholly and once. */
export async function returnCash(
  { db, clock }: DealerDeps,
  request: CashBack,
  record: RecordIn<CashGone>,
): Promise<CashReturned> {
  const nowMs = clock.nowMs()
  return recordedAct<CashReturned, 'returned'>(db, { done: 'returned', record }, async (trx) => {
    const cash = await trx
      .selectFrom('dealer_entry')
      .innerJoin('ledger_entry', 'ledger_entry.ledger_entry_id', 'dealer_entry.ledger_entry_id')
      .select(['dealer_entry.reference', 'dealer_id', 'account_id', 'ledger_entry.amount_tiyin as amount'])
      .select('ledger_entry.ledger_entry_id')
      .where('dealer_entry_id', '=', request.dealerEntryId)
      .where('dealer_entry.kind', '=', 'cash')
      .executeTakeFirst()
    if (cash === undefined) return { kind: 'unknown' }
    const { reference, account_id: accountId, amount: amountTiyin, dealer_id: dealerId } = cash
    await lockWallet(trx, accountId)
    await lockDealer(trx, dealerId)
    const back = await findDealerEntry(trx, `${reference}:back`)
    if (back !== undefined) return { kind: 'returned_before', who: back.staff_name }
    const taken = await reverseTopUp(trx, { reference, accountId, amountTiyin }, nowMs)
    if (taken === 'not_covered') return { kind: 'not_covered', accountId }
    await moveDealerMoney(
      trx,
      {
        ...{ reference: `${reference}:back`, dealerId, kind: 'cash_back', amountTiyin },
        ...{ ledgerEntryId: cash.ledger_entry_id, reason: request.reason, by: request.by },
      },
      nowMs,
    )
    return { kind: 'returned', dealerId, accountId, amountTiyin }
  })
}

function topUpOf(trx: DbTransaction, reference: string) {
  return trx
    .selectFrom('ledger_entry')
    .select(['ledger_entry_id', 'account_id', 'amount_tiyin'])
    .where('reference', '=', reference)
    .executeTakeFirst()
}

async function isStopped(trx: DbTransaction, dealerId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('dealer')
    .select('state')
    .where('dealer_id', '=', dealerId)
    .executeTakeFirst()
  return row?.state !== 'active'
}
