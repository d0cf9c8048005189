import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { LedgerEntryTable } from './tables.ts'

/**
 * The double-entry ledger, the only writer of its tables (with the set-based charge in `charge-due.ts`). An entry is
 * one row with both sides: added to a subscriber's balance, taken from a service account. `payments` holds, negative,
 * the incoming money; `revenue` the charges; `promotions` the gifts; `adjustments` manual changes,
 * `trials` what subscribers for trying got, and what they were charged of it; `external` holds, negative, what an
 * operator's own billing took in and credited through the API; `goodwill` what the staff gave as an apology,
 * `corrections` what it put right, in both directions; `dealers` holds, negative, the cash that dealers took and paid
 * from their deposits.
 */
export type ServiceAccount = LedgerEntryTable['against']

export interface Movement {
  /** A unique reference, used once: `payme:<their id>`, `charge:<subscription>:<period>`. */
  readonly reference: string
  readonly kind: Exclude<LedgerEntryTable['kind'], 'refund' | 'reversal'>
  readonly accountId: number
  /** Added to the subscriber's balance, and taken from `against`. Whole, not 0. */
  readonly amountTiyin: number
  readonly against: ServiceAccount
  /** The charged subscription and period. */
  readonly subscriptionId?: number
}

/** The result of a movement. */
export type Moved =
  | { readonly kind: 'moved'; readonly ledgerEntryId: number; readonly balanceTiyin: number }
  /** The reference exists with the same inputs: nothing was changed now. */
  | { readonly kind: 'repeated'; readonly ledgerEntryId: number }
  /** The balance would fall below zero: nothing was written. */
  | { readonly kind: 'insufficient'; readonly missingTiyin: number }

/** The same reference came with other inputs: a bug of the caller or an attack. Nothing was written. */
export class DuplicateReference extends Error {
  override readonly name = 'DuplicateReference'
  constructor(reference: string) {
    super(`the reference ${reference} names another movement`)
  }
}

/** The balance of a subscriber, 0 without a wallet. */
export async function balanceTiyin(db: Db | DbTransaction, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('wallet')
    .select('balance_tiyin')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.balance_tiyin ?? 0
}

/**
 * Returns the balance of the subscriber's wallet, created when missing, and locks it until the transaction ends:
 * every change of an account's money or subscriptions does this first, so that they are serialized. The wallets of
 * accounts that were merged with this one are locked with it, by number: money goes between them in both directions, and
 * two changes must not wait for each other.
 */
export async function lockWallet(trx: DbTransaction, accountId: number): Promise<number> {
  const [balance = 0] = await lockWallets(trx, [accountId])
  return balance
}

/** The same of several at once, always in one order. Balances in the order of `accountIds`. */
export async function lockWallets(
  trx: DbTransaction,
  accountIds: readonly number[],
): Promise<readonly number[]> {
  const locked = await lockWalletRows(trx, accountIds)
  const missing = accountIds.filter((id) => !locked.has(id))
  if (missing.length === 0) return accountIds.map((id) => locked.get(id) ?? 0)
  await trx
    .insertInto('wallet')
    .values([...new Set(missing)].map((id) => ({ account_id: id })))
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  const opened = await lockWalletRows(trx, accountIds)
  return accountIds.map((id) => {
    const balance = opened.get(id)
    invariant(balance !== undefined, 'a wallet that was opened is there')
    return balance
  })
}

/** Locks what there is of the wallets of these accounts and of those that they are one with. */
async function lockWalletRows(
  trx: DbTransaction,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const ids = sql`${[...accountIds]}::integer[]`
  const { rows } = await sql<{ account_id: number; balance_tiyin: number }>`
    select account_id, balance_tiyin from wallet
    where account_id = any(${ids} || array(
      select merged_into from account where account_id = any(${ids}) and merged_into is not null
      union all
      select one.account_id from account as own
        join account as one on one.merged_into = coalesce(own.merged_into, own.account_id)
      where own.account_id = any(${ids})))
    order by account_id for update`.execute(trx)
  return new Map(rows.map((row) => [row.account_id, row.balance_tiyin]))
}

/** Moves money once per reference. Throws `DuplicateReference` when the reference belongs to another movement. */
export async function moveMoney(trx: DbTransaction, movement: Movement, nowMs: number): Promise<Moved> {
  return writeEntry(
    trx,
    { ...movement, subscriptionId: movement.subscriptionId ?? null, reversesId: null, restoresId: null },
    nowMs,
  )
}

interface Entry extends Omit<Movement, 'kind' | 'subscriptionId'> {
  readonly kind: LedgerEntryTable['kind']
  readonly subscriptionId: number | null
  readonly reversesId: number | null
  readonly restoresId: number | null
}

async function writeEntry(trx: DbTransaction, entry: Entry, nowMs: number): Promise<Moved> {
  const { amountTiyin } = entry
  invariant(Number.isSafeInteger(amountTiyin) && amountTiyin !== 0, 'money moves in whole tiyin')
  const balance = await lockWallet(trx, entry.accountId)
  const former = await findEntry(trx, entry.reference)
  if (former !== undefined) return repeated(former, entry)
  const after = balance + amountTiyin
  if (after < 0) return { kind: 'insufficient', missingTiyin: -after }
  invariant(Number.isSafeInteger(after), 'a balance is a whole number of tiyin')
  const written = await trx
    .insertInto('ledger_entry')
    .values({
      reference: entry.reference,
      kind: entry.kind,
      account_id: entry.accountId,
      against: entry.against,
      amount_tiyin: amountTiyin,
      balance_after_tiyin: after,
      subscription_id: entry.subscriptionId,
      reverses_id: entry.reversesId,
      restores_id: entry.restoresId,
      happened_at: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('ledger_entry_id')
    .executeTakeFirst()
  // It was written meanwhile for another account, whose wallet we have not locked.
  if (written === undefined) throw new DuplicateReference(entry.reference)
  return { kind: 'moved', ledgerEntryId: written.ledger_entry_id, balanceTiyin: after }
}

type EntryRow = NonNullable<Awaited<ReturnType<typeof findEntry>>>

/** The entry with this reference. */
export function findEntry(trx: DbTransaction, reference: string) {
  return trx.selectFrom('ledger_entry').selectAll().where('reference', '=', reference).executeTakeFirst()
}

/** The row has every input, so they are compared directly and not by a hash. */
function repeated(former: EntryRow, entry: Entry): Moved {
  const isSame =
    former.account_id === entry.accountId &&
    former.kind === entry.kind &&
    former.against === entry.against &&
    former.amount_tiyin === entry.amountTiyin &&
    former.reverses_id === entry.reversesId &&
    former.restores_id === entry.restoresId &&
    former.subscription_id === entry.subscriptionId
  if (!isSame) throw new DuplicateReference(entry.reference)
  return { kind: 'repeated', ledgerEntryId: former.ledger_entry_id }
}

/** A reversal of an entry: the whole, once (`reversal`), or a part of it (`refund`). */
export interface Reversal {
  /** A unique reference of the reversal. */
  readonly reference: string
  /** The reference of the reversed entry. */
  readonly of: string
  /** Whose entry it must be; absent: anybody's. */
  readonly accountId?: number
  /** Absent: the whole. Else a part, above 0; the parts together, less what was put back, are at most the whole. */
  readonly amountTiyin?: number
}

/** `unknown`: no such entry. `too_much`: it, or so much of it, was reversed before. */
export type ReversalResult = Moved | { readonly kind: 'unknown' } | { readonly kind: 'too_much' }

/**
 * Reverses an entry with another one. `bring` comes right before it is written, with the wallet locked, and returns how
 * much is missing: above 0 nothing is written.
 */
export async function reverseEntry(
  trx: DbTransaction,
  request: Reversal,
  nowMs: number,
  bring: () => Promise<number>,
): Promise<ReversalResult> {
  const { amountTiyin } = request
  invariant(
    amountTiyin === undefined || (Number.isSafeInteger(amountTiyin) && amountTiyin > 0),
    'money moves in whole tiyin',
  )
  const original = await findEntry(trx, request.of)
  if (original === undefined || original.reverses_id !== null) return { kind: 'unknown' }
  if (request.accountId !== undefined && request.accountId !== original.account_id) return { kind: 'unknown' }
  const entry: Entry = {
    reference: request.reference,
    kind: amountTiyin === undefined ? 'reversal' : 'refund',
    accountId: original.account_id,
    against: original.against,
    amountTiyin: -Math.sign(original.amount_tiyin) * (amountTiyin ?? Math.abs(original.amount_tiyin)),
    subscriptionId: original.subscription_id,
    reversesId: original.ledger_entry_id,
    restoresId: null,
  }
  await lockWallet(trx, original.account_id)
  const former = await findEntry(trx, request.reference)
  if (former !== undefined) return repeated(former, entry)
  const { back } = await trx
    .selectFrom('ledger_entry as back')
    .select(sql<number>`coalesce(sum(abs(amount_tiyin)), 0)::bigint`.as('back'))
    .where('reverses_id', '=', original.ledger_entry_id)
    .where(
      sql<boolean>`not exists (select from ledger_entry as again where again.restores_id = back.ledger_entry_id)`,
    )
    .executeTakeFirstOrThrow()
  if (back + Math.abs(entry.amountTiyin) > Math.abs(original.amount_tiyin)) return { kind: 'too_much' }
  const missingTiyin = await bring()
  return missingTiyin > 0 ? { kind: 'insufficient', missingTiyin } : writeEntry(trx, entry, nowMs)
}

/** Puts the money of a reversal back, whole and once: what it reversed may be reversed again. */
export async function restoreEntry(
  trx: DbTransaction,
  { reference, taken }: { readonly reference: string; readonly taken: EntryRow },
  nowMs: number,
): Promise<Moved> {
  invariant(taken.reverses_id !== null, 'only a reversal is put back')
  return writeEntry(
    trx,
    {
      ...{ reference, kind: 'adjustment', accountId: taken.account_id, against: taken.against },
      ...{ amountTiyin: -taken.amount_tiyin, subscriptionId: null, reversesId: null },
      restoresId: taken.ledger_entry_id,
    },
    nowMs,
  )
}
