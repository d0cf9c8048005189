import type { Selectable } from 'kysely'
import type { LoginName } from './rules.ts'
import type { Db, DbTransaction } from '#server/platform/database.ts'
import type { AccountTable } from '#server/platform/tables/accounts.ts'

export type AccountState = AccountTable['state']['__select__']

/** A subscriber as other rooms may know one. */
export interface Account {
  readonly accountId: number
  readonly abonement: string
  /** `+998` and nine digits, or null. */
  readonly phone: string | null
  readonly name: string
  readonly state: AccountState
}

export async function findAccount(db: Db, accountId: number): Promise<Account | undefined> {
  const row = await db
    .selectFrom('account')
    .select(['account_id', 'abonement', 'phone', 'name', 'state'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? undefined : { ...row, accountId: row.account_id }
}

export async function findLogin(db: Db, name: LoginName): Promise<Selectable<AccountTable> | undefined> {
  const query = db.selectFrom('account').selectAll()
  return name.kind === 'phone'
    ? query.where('phone', '=', name.phone).executeTakeFirst()
    : query.where('abonement', '=', name.abonement).executeTakeFirst()
}

/** Holds the account until the transaction ends, so that two logins of it take their places one after another. */
export async function lockAccount(trx: DbTransaction, accountId: number): Promise<AccountState | undefined> {
  const row = await trx
    .selectFrom('account')
    .select('state')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row?.state
}

export interface NewAccount {
  readonly abonement: string
  readonly phone: string | null
  readonly name: string
  readonly passwordHash: string
  readonly state: AccountState
}

export async function insertAccount(db: Db, account: NewAccount, nowMs: number): Promise<number> {
  const row = await db
    .insertInto('account')
    .values({
      abonement: account.abonement,
      phone: account.phone,
      name: account.name,
      password_hash: account.passwordHash,
      state: account.state,
      created_at: new Date(nowMs),
    })
    .returning('account_id')
    .executeTakeFirstOrThrow()
  return row.account_id
}

export async function changeAccount(db: Db, accountId: number, change: Partial<NewAccount>): Promise<void> {
  await db
    .updateTable('account')
    .set({
      ...(change.phone === undefined ? {} : { phone: change.phone }),
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.state === undefined ? {} : { state: change.state }),
      ...(change.passwordHash === undefined ? {} : { password_hash: change.passwordHash }),
    })
    .where('account_id', '=', accountId)
    .execute()
}

/** Puts a newer hash of the same password in the place of `former`, unless the password changed meanwhile. */
export async function replaceHash(db: Db, accountId: number, former: string, newer: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ password_hash: newer })
    .where('account_id', '=', accountId)
    .where('password_hash', '=', former)
    .execute()
}
