/** The rows of `account_pin`. */
import { type Selectable, sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Tries } from './rules.ts'
import type { AccountPinTable } from './tables.ts'

/** The PIN of an account, and the tries of all its PINs. */
export interface StoredPin extends Tries {
  /** argon2id; null: none is set. */
  readonly pinHash: string | null
  readonly isOnPurchases: boolean
}

const none: StoredPin = { pinHash: null, isOnPurchases: false, wrongTries: 0, locks: 0, lockedUntilMs: 0 }

export async function pinOf(db: Db, accountId: number): Promise<StoredPin> {
  const row = await db
    .selectFrom('account_pin')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? none : storedOf(row)
}

/** Creates the row if need be, and locks it until the transaction ends. */
export async function lockPin(trx: DbTransaction, accountId: number): Promise<StoredPin> {
  await sql`insert into account_pin (account_id) values (${accountId}) on conflict do nothing`.execute(trx)
  const row = await trx
    .selectFrom('account_pin')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return storedOf(row)
}

export async function putTries(trx: DbTransaction, accountId: number, tries: Tries): Promise<void> {
  await trx
    .updateTable('account_pin')
    .set({
      wrong_tries: tries.wrongTries,
      locks: tries.locks,
      locked_until: tries.lockedUntilMs === 0 ? null : new Date(tries.lockedUntilMs),
    })
    .where('account_id', '=', accountId)
    .execute()
}

/** Sets the PIN; without one purchases need none. */
export async function putPin(
  trx: DbTransaction,
  accountId: number,
  pin: { readonly pinHash: string | null; readonly isOnPurchases: boolean },
): Promise<void> {
  await trx
    .updateTable('account_pin')
    .set({ pin_hash: pin.pinHash, on_purchases: pin.pinHash !== null && pin.isOnPurchases })
    .where('account_id', '=', accountId)
    .execute()
}

/** A number that no profile of the account ever had. */
export async function takeProfileNo(trx: DbTransaction, accountId: number): Promise<number> {
  const row = await trx
    .insertInto('account_pin')
    .values({ account_id: accountId, last_profile_no: 1 })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ last_profile_no: sql`account_pin.last_profile_no + 1` }),
    )
    .returning('last_profile_no')
    .executeTakeFirstOrThrow()
  return row.last_profile_no
}

function storedOf(row: Selectable<AccountPinTable>): StoredPin {
  return {
    ...{ pinHash: row.pin_hash, isOnPurchases: row.on_purchases && row.pin_hash !== null },
    ...{ wrongTries: row.wrong_tries, locks: row.locks, lockedUntilMs: row.locked_until?.getTime() ?? 0 },
  }
}
