/** Credits payments that a statement alone has, and takes such a credit from the balance again. */
import { sql } from 'kysely'
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import {
  isSameOwner,
  lockOwner,
  lockWallet,
  ownerBalanceTiyin,
  reverseMoney,
  topUpDeposit,
} from '#server/billing/billing.ts'
import { creditLatePayment, type LateCredit, providers } from '#server/merchants/merchants.ts'
import { exceededLimit, exceedsOnce } from '#server/accounting/payments/refund-limits.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import {
  type OpenRow,
  resolveRow,
  type RowAct,
  type RowDone,
  type RowResolved,
  withOpenRow,
} from './work-off.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

export interface RowCredit extends RowAct {
  /** Who gets it. */
  readonly accountId: number
}

export type RowCredited =
  | RowResolved
  /** The payment came by itself meanwhile: nothing was credited now, and the row is worked off. */
  | { readonly kind: 'arrived'; readonly statementId: number }
  | { readonly kind: 'over_limit'; readonly limitTiyin: number }
  /** The system, or an earlier credit, names another subscriber for this payment: nothing was credited. */
  | { readonly kind: 'other_subscriber'; readonly abonement: string }
  /** Only what the statement alone has is credited; a card payment is credited by its own job. */
  | { readonly kind: 'not_creditable' }
  /** The subscriber takes no money: erased, closed, or made by the staff for trying. */
  | { readonly kind: 'closed' }

/** Undoes the credit of this transaction: the account takes no money, or it was more than the member may return on a day. */
class Undone extends Error {
  readonly why: RowCredited
  constructor(why: RowCredited) {
    super(`not credited: ${why.kind}`)
    this.why = why
  }
}

/** For the audit: the row was worked off, by a credit or because the payment had come by itself. */
export interface CreditDone {
  readonly statementId: number
  readonly outcome: 'credited' | 'arrived'
}

/** Credits a late payment to a subscriber: once, under a reference of its own. */
export async function creditRow(
  deps: Deps,
  credit: RowCredit,
  record: RecordIn<CreditDone>,
): Promise<RowCredited> {
  const { rowId, accountId, note, by } = credit
  const recordDone: RecordIn<RowDone> = (trx, { statementId }) =>
    record(trx, { statementId, outcome: 'credited' })
  const work = withOpenRow<RowCredited>(deps, { rowId, record: recordDone }, async (trx, row) => {
    const { statement_id: statementId, kind, theirs_tiyin: amountTiyin } = row
    if (kind !== 'only_theirs' || amountTiyin === null) return { kind: 'not_creditable' }
    const onceTiyin = exceedsOnce(by, amountTiyin)
    if (onceTiyin !== undefined) return { kind: 'over_limit', limitTiyin: onceTiyin }
    const nowMs = deps.clock.nowMs()
    const late = await creditLate(deps, trx, { ...row, accountId, amountTiyin }, nowMs)
    switch (late.kind) {
      case 'differs':
        return { kind: 'not_creditable' }
      case 'other_account':
        return { kind: 'other_subscriber', abonement: await abonementOf(trx, late.accountId) }
      case 'arrived':
        await resolveRow(trx, rowId, { state: 'arrived', note, by, nowMs })
        await record(trx, { statementId, outcome: 'arrived' })
        return { kind: 'arrived', statementId }
    }
    // Now the wallet is locked, after which the member's other acts may be waited for.
    if ((await lockOwner(trx, accountId)).isClosed) throw new Undone({ kind: 'closed' })
    const limitTiyin = await exceededLimit(trx, by, amountTiyin, nowMs)
    if (limitTiyin !== undefined) throw new Undone({ kind: 'over_limit', limitTiyin })
    const { reference } = late
    const entry = await trx
      .selectFrom('ledger_entry')
      .select('ledger_entry_id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    await writeAct(trx, entry.ledger_entry_id, 'late_payment', { note, by, nowMs })
    await resolveRow(trx, rowId, { state: 'credited', note, by, nowMs, reference })
    return { kind: 'done', statementId }
  })
  return work.catch((error: unknown) => {
    if (error instanceof Undone) return error.why
    throw error
  })
}

async function creditLate(
  { clock }: Deps,
  trx: DbTransaction,
  late: OpenRow & { readonly accountId: number; readonly amountTiyin: number },
  nowMs: number,
): Promise<LateCredit> {
  const { system, external_id: externalId, accountId, amountTiyin, reference } = late
  if (system === 'bank') {
    // Two who credit one row of two statements at once do it one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${reference}, 0))`.execute(trx)
    const before = await trx
      .selectFrom('ledger_entry')
      .select('account_id')
      .where('reference', '=', reference)
      .executeTakeFirst()
    if (before !== undefined && !(await isSameOwner(trx, before.account_id, accountId)))
      return { kind: 'other_account', accountId: before.account_id }
    const isNew = await topUpDeposit(trx, { reference, accountId, amountTiyin }, nowMs)
    return isNew ? { kind: 'credited', reference, accountId } : { kind: 'arrived' }
  }
  const provider = providers.find((one) => one === system)
  if (provider === undefined || externalId === '') return { kind: 'differs' }
  return creditLatePayment({ clock }, trx, { provider, externalId, accountId, amountTiyin })
}

async function abonementOf(trx: DbTransaction, accountId: number): Promise<string> {
  const { abonement } = await trx
    .selectFrom('account')
    .select('abonement')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return abonement
}

type Act = Pick<RowAct, 'note' | 'by'> & { readonly nowMs: number }

async function writeAct(
  trx: DbTransaction,
  ledgerEntryId: number,
  kind: 'late_payment' | 'late_reversal',
  { note, by, nowMs }: Act,
): Promise<void> {
  await trx
    .insertInto('ledger_act')
    .values({
      ...{ ledger_entry_id: ledgerEntryId, kind, reason: note.slice(0, 200) },
      ...{ staff_id: by?.staffId ?? null, staff_name: by?.name ?? '', made_at: new Date(nowMs) },
    })
    .execute()
}

/** The result of taking a credit back. Money is whole tiyin. */
export type CreditReversed =
  | {
      readonly kind: 'reversed'
      readonly statementId: number
      readonly accountId: number
      readonly balanceTiyin: number
      readonly amountTiyin: number
    }
  /** Somebody, or the payment system, took it back before. */
  | { readonly kind: 'reversed_before'; readonly who: string }
  | { readonly kind: 'not_covered'; readonly balanceTiyin: number }
  | { readonly kind: 'over_limit'; readonly limitTiyin: number }
  /** No such row, or it was credited as a payment of its system: that is refunded as a payment. */
  | { readonly kind: 'not_found' }

/** Whether `reverseCredit` is for a row with this reference. */
export function isReversible(row: { readonly state: string; readonly reference: string }): boolean {
  return row.state === 'credited' && /^(?:bank|late):/.test(row.reference)
}

/** Takes a credit from the balance again, whole, for a reason; also when its statement is closed. */
export function reverseCredit(
  { db, clock }: Deps,
  { rowId, note, by }: RowAct,
  record: RecordIn<Extract<CreditReversed, { readonly kind: 'reversed' }>>,
): Promise<CreditReversed> {
  const nowMs = clock.nowMs()
  return recordedAct<CreditReversed, 'reversed'>(db, { done: 'reversed', record }, async (trx) => {
    const row = await trx
      .selectFrom('statement_row')
      .select(['statement_id', 'reference', 'state', 'by_name'])
      .where('statement_row_id', '=', rowId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.state === 'reversed') return { kind: 'reversed_before', who: row.by_name }
    if (row === undefined || !isReversible(row)) return { kind: 'not_found' }
    const { reference } = row
    const credit = await trx
      .selectFrom('ledger_entry')
      .select(['account_id', 'amount_tiyin'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    const { account_id: accountId, amount_tiyin: amountTiyin } = credit
    await lockWallet(trx, accountId)
    const limitTiyin = await exceededLimit(trx, by, amountTiyin, nowMs)
    if (limitTiyin !== undefined) return { kind: 'over_limit', limitTiyin }
    const taken = await reverseMoney(trx, { reference: `${reference}:reversal`, of: reference }, nowMs)
    if (taken.kind === 'insufficient')
      return { kind: 'not_covered', balanceTiyin: await ownerBalanceTiyin(trx, accountId) }
    if (taken.kind !== 'moved') return { kind: 'reversed_before', who: '' }
    await writeAct(trx, taken.ledgerEntryId, 'late_reversal', { note, by, nowMs })
    await trx
      .updateTable('statement_row')
      .set({ state: 'reversed', note, by_name: by?.name ?? '', resolved_at: new Date(nowMs) })
      .where('statement_row_id', '=', rowId)
      .execute()
    const { statement_id: statementId } = row
    return { kind: 'reversed', statementId, accountId, balanceTiyin: taken.balanceTiyin, amountTiyin }
  })
}
