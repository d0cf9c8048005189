/** The dealers' ledger: the only writer of its entries. */
import type { DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { DealerContractTable, DealerEntryTable } from './tables.ts'

/** A member of staff; undefined for an operator at the command line, and for what a job does. */
export type By = { readonly staffId: number; readonly name: string } | undefined

/** A dealer's money; whole tiyin. */
export interface DealerMoney {
  readonly depositTiyin: number
  readonly commissionTiyin: number
  readonly creditLimitTiyin: number
  readonly version: number
}

type Kind = DealerEntryTable['kind']

const sides: Readonly<Record<Kind, Pick<DealerEntryTable, 'account' | 'against'>>> = {
  paid_in: { account: 'deposit', against: 'bank' },
  returned: { account: 'deposit', against: 'bank' },
  cash: { account: 'deposit', against: 'subscribers' },
  cash_back: { account: 'deposit', against: 'subscribers' },
  commission: { account: 'commission', against: 'expense' },
  commission_back: { account: 'commission', against: 'expense' },
  payout: { account: 'commission', against: 'bank' },
}

export interface DealerMovement {
  /** Unique, used once. */
  readonly reference: string
  readonly dealerId: number
  readonly kind: Kind
  /** Added to the account of this kind. Whole tiyin, not 0. */
  readonly amountTiyin: number
  /** Of the subscribers' ledger. */
  readonly ledgerEntryId?: number
  readonly document?: string
  readonly reason?: string
  readonly by?: By
}

/**
 * Locks a dealer's money until the transaction ends; undefined without such a dealer. A transaction that locks a
 * subscriber's wallet too locks the wallet first.
 */
export async function lockDealer(trx: DbTransaction, dealerId: number): Promise<DealerMoney | undefined> {
  const current = () =>
    trx
      .selectFrom('dealer_contract')
      .selectAll()
      .where('dealer_id', '=', dealerId)
      .forUpdate()
      .executeTakeFirst()
  const row = await current()
  if (row !== undefined) return moneyOf(row)
  const dealer = await trx
    .selectFrom('dealer')
    .select('dealer_id')
    .where('dealer_id', '=', dealerId)
    .executeTakeFirst()
  if (dealer === undefined) return undefined
  await trx
    .insertInto('dealer_contract')
    .values({ dealer_id: dealerId })
    .onConflict((conflict) => conflict.column('dealer_id').doNothing())
    .execute()
  const opened = await current()
  return opened === undefined ? undefined : moneyOf(opened)
}

type MoneyRow = Pick<
  { [Key in keyof DealerContractTable]: number },
  'deposit_tiyin' | 'commission_tiyin' | 'credit_limit_tiyin' | 'version'
>

function moneyOf(row: MoneyRow): DealerMoney {
  return {
    ...{ depositTiyin: row.deposit_tiyin, commissionTiyin: row.commission_tiyin },
    ...{ creditLimitTiyin: row.credit_limit_tiyin, version: row.version },
  }
}

export type DealerMoved =
  | { readonly kind: 'moved'; readonly balanceTiyin: number }
  /** The deposit would go below what is allowed: nothing was written. */
  | { readonly kind: 'insufficient'; readonly availableTiyin: number }

/** Writes an entry. The caller has the dealer locked, and has looked that the reference is new. */
export async function moveDealerMoney(
  trx: DbTransaction,
  movement: DealerMovement,
  nowMs: number,
): Promise<DealerMoved> {
  const { dealerId, kind, amountTiyin, by } = movement
  invariant(Number.isSafeInteger(amountTiyin) && amountTiyin !== 0, 'money moves in whole tiyin')
  const money = await lockDealer(trx, dealerId)
  invariant(money !== undefined, 'only money of a dealer who exists is moved')
  const { account, against } = sides[kind]
  const after = amountTiyin + (account === 'deposit' ? money.depositTiyin : money.commissionTiyin)
  if (account === 'deposit' && amountTiyin < 0 && after < -money.creditLimitTiyin)
    return { kind: 'insufficient', availableTiyin: Math.max(0, money.depositTiyin + money.creditLimitTiyin) }
  await trx
    .insertInto('dealer_entry')
    .values({
      ...{ reference: movement.reference, dealer_id: dealerId, account, kind, against },
      ...{ amount_tiyin: amountTiyin, balance_after_tiyin: after },
      ...{ ledger_entry_id: movement.ledgerEntryId ?? null, document: movement.document ?? '' },
      ...{ reason: movement.reason ?? '', staff_id: by?.staffId ?? null, staff_name: by?.name ?? '' },
      happened_at: new Date(nowMs),
    })
    .execute()
  return { kind: 'moved', balanceTiyin: after }
}

/** The entry with this reference. */
export function findDealerEntry(trx: DbTransaction, reference: string) {
  return trx.selectFrom('dealer_entry').selectAll().where('reference', '=', reference).executeTakeFirst()
}
