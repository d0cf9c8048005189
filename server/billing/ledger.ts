import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'
import type { LedgerEntryTable } from '#server/platform/tables/billing.ts'

/**
 * The double-entry ledger, the only writer of its tables. A subscriber's account holds what the subscriber has
 * with us; `payments` holds, negative, what came in from outside; `revenue` what was charged; `adjustments` what
 * was given or taken by hand.
 */
export type ServiceAccount = 'payments' | 'revenue' | 'adjustments'

export interface Movement {
  /** Names what happened, once for ever: `payme:<their id>`, `charge:<subscription>:<period>`. */
  readonly reference: string
  readonly kind: LedgerEntryTable['kind']
  readonly accountId: number
  /** Added to the subscriber's balance, and taken from `against`. Whole, not 0. */
  readonly amountTiyin: number
  readonly against: ServiceAccount
}

/** The balance of a subscriber: the sum of what was posted, 0 for one without postings. */
export async function balanceTiyin(db: Db | DbTransaction, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('ledger_posting')
    .innerJoin('ledger_account', 'ledger_account.ledger_account_id', 'ledger_posting.ledger_account_id')
    .select(sql<number>`coalesce(sum(amount_tiyin), 0)::bigint`.as('balance'))
    .where('ledger_account.account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.balance
}

/**
 * Moves money and tells whether it was moved now; false when this reference has been written before. Holds the
 * subscriber's ledger account until the transaction ends, so whoever reads the balance first reads it alone.
 */
export async function moveMoney(trx: DbTransaction, movement: Movement, nowMs: number): Promise<boolean> {
  const { amountTiyin } = movement
  invariant(Number.isSafeInteger(amountTiyin) && amountTiyin !== 0, 'money moves in whole tiyin')
  const subscriber = await lockLedgerAccount(trx, movement.accountId)
  const entry = await trx
    .insertInto('ledger_entry')
    .values({ reference: movement.reference, kind: movement.kind, happened_at: new Date(nowMs) })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('ledger_entry_id')
    .executeTakeFirst()
  if (entry === undefined) return false
  const service = await trx
    .selectFrom('ledger_account')
    .select('ledger_account_id')
    .where('kind', '=', movement.against)
    .where('account_id', 'is', null)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('ledger_posting')
    .values([
      { ...entry, ledger_account_id: subscriber, amount_tiyin: amountTiyin },
      { ...entry, ledger_account_id: service.ledger_account_id, amount_tiyin: -amountTiyin },
    ])
    .execute()
  return true
}

/** The subscriber's account of the ledger, made at the first need and held until the transaction ends. */
export async function lockLedgerAccount(trx: DbTransaction, accountId: number): Promise<number> {
  await trx
    .insertInto('ledger_account')
    .values({ kind: 'subscriber', account_id: accountId })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  const row = await trx
    .selectFrom('ledger_account')
    .select('ledger_account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.ledger_account_id
}
