import type { Selectable } from 'kysely'
import type { LoginName } from './rules.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { AccountTable } from './tables.ts'

export type AccountState = AccountTable['state']['__select__']

/** A subscriber as other modules see it. */
export interface Account {
  readonly accountId: number
  readonly abonement: string
  /** `+998` and nine digits, or null. */
  readonly phone: string | null
  readonly name: string
  readonly state: AccountState
  readonly createdAt: Date
  /** Null: never since the account was created. */
  readonly passwordChangedAt: Date | null
  /** The brand of the site where it was registered; null or undefined: the main one. */
  readonly serviceId?: number | null
}

/** The same with the password hash, for this module only. */
interface OwnAccount extends Account {
  readonly passwordHash: string
}

const columns = [
  'account_id as accountId',
  'abonement',
  'phone',
  'name',
  'state',
  'created_at as createdAt',
  'password_changed_at as passwordChangedAt',
  'service_id as serviceId',
  'password_hash as passwordHash',
] as const

export async function findAccount(db: Db, accountId: number): Promise<OwnAccount | undefined> {
  const row = await db
    .selectFrom('account')
    .select(columns)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row
}

/** The accounts that the staff made to try the service and that are open, the newest first; or the one with this id. */
export async function findTestAccounts(
  db: Db | DbTransaction,
  accountId?: number,
): Promise<readonly Account[]> {
  const open = db
    .selectFrom('account')
    .select(columns)
    .where('is_test', '=', true)
    .where('state', '<>', 'deactivated')
    .orderBy('account_id', 'desc')
  const rows = await (accountId === undefined ? open : open.where('account_id', '=', accountId)).execute()
  return rows.flatMap((row) => withoutHash(row) ?? [])
}

/** Customers with a number above `after`, in its order. */
export async function listAccounts(
  db: Db,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly Account[]> {
  const rows = await db
    .selectFrom('account')
    .select(columns)
    .where('account_id', '>', after)
    .where('is_test', '=', false)
    .orderBy('account_id')
    .limit(limit)
    .execute()
  return rows.flatMap((row) => withoutHash(row) ?? [])
}

/** Finds the account with this phone; `+998` and nine digits. */
export async function findByPhone(db: Db, phone: string): Promise<OwnAccount | undefined> {
  return db.selectFrom('account').select(columns).where('phone', '=', phone).executeTakeFirst()
}

/** Finds the account with this subscriber number; 6 to 12 digits. */
export async function findByAbonement(db: Db, abonement: string): Promise<OwnAccount | undefined> {
  return db.selectFrom('account').select(columns).where('abonement', '=', abonement).executeTakeFirst()
}

/** The account without its password hash, for other modules. */
export function withoutHash(account: OwnAccount | undefined): Account | undefined {
  if (account === undefined) return undefined
  const { passwordHash: _, ...existing } = account
  return existing
}

export async function findLogin(db: Db, name: LoginName): Promise<Selectable<AccountTable> | undefined> {
  const query = db.selectFrom('account').selectAll()
  const match = await (
    name.kind === 'phone'
      ? query.where('phone', '=', name.phone)
      : query.where('abonement', '=', name.abonement)
  ).executeTakeFirst()
  // Either number of a person with two accounts leads to the one that goes on.
  return match === undefined || match.merged_into === null
    ? match
    : query.where('account_id', '=', match.merged_into).executeTakeFirst()
}

/** Finds the account that a phone leads to: the one with it, or the one that this was merged into. */
export async function findOwnerOf(db: Db, phone: string): Promise<OwnAccount | undefined> {
  return db
    .selectFrom('account')
    .select(columns)
    .where('account_id', '=', (query) =>
      query
        .selectFrom('account')
        .select((on) => on.fn.coalesce('merged_into', 'account_id').as('owner'))
        .where('phone', '=', phone),
    )
    .executeTakeFirst()
}

/** Locks the account until the transaction ends, so that concurrent logins of one account are serialized. */
export async function lockAccount(trx: DbTransaction, accountId: number) {
  return (
    trx
      .selectFrom('account')
      .select(['state', 'password_hash', 'abonement'])
      .where('account_id', '=', accountId)
      // Rows in other tables that only reference the account are not blocked by this lock.
      .forNoKeyUpdate()
      .executeTakeFirst()
  )
}

export interface NewAccount {
  readonly abonement: string
  readonly phone: string | null
  readonly name: string
  readonly passwordHash: string
  readonly state: AccountState
  /** Made by the staff to try the service: no customer. */
  readonly isTest?: boolean
  /** The brand of the site; absent: the main one. */
  readonly serviceId?: number
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
      is_test: account.isTest ?? false,
      service_id: account.serviceId ?? null,
    })
    .returning('account_id')
    .executeTakeFirstOrThrow()
  return row.account_id
}

/** Changes an account; one whose data were erased, or that was merged into another, stays as it is. */
export async function changeAccount(db: Db, accountId: number, change: Partial<NewAccount>): Promise<void> {
  await db
    .updateTable('account')
    .set({
      ...(change.phone === undefined ? {} : { phone: change.phone }),
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.state === undefined ? {} : { state: change.state }),
      ...(change.passwordHash === undefined ? {} : { password_hash: change.passwordHash }),
      ...(change.isTest === undefined ? {} : { is_test: change.isTest }),
    })
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    .where('merged_into', 'is', null)
    .execute()
}

/** Replaces `former` with a newer hash of the same password; false when the password changed in between. */
export async function replaceHash(
  db: Db,
  accountId: number,
  former: string,
  newer: string,
): Promise<boolean> {
  const replaced = await db
    .updateTable('account')
    .set({ password_hash: newer })
    .where('account_id', '=', accountId)
    .where('password_hash', '=', former)
    .executeTakeFirst()
  return replaced.numUpdatedRows > 0n
}

export async function writePassword(
  trx: DbTransaction,
  accountId: number,
  passwordHash: string,
  nowMs: number,
): Promise<void> {
  await trx
    .updateTable('account')
    .set({ password_hash: passwordHash, password_changed_at: new Date(nowMs) })
    .where('account_id', '=', accountId)
    .execute()
}

/** Sets the phone of an account, unless another account has it. */
export async function givePhone(db: Db, accountId: number, phone: string): Promise<'given' | 'taken'> {
  try {
    await releasePhone(db, accountId, phone)
    await changeAccount(db, accountId, { phone })
    return 'given'
  } catch (error) {
    if (takenKey(error) === 'phone') return 'taken'
    throw error
  }
}

/** A closed account of the same person gives the phone up. */
async function releasePhone(db: Db, accountId: number, phone: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ phone: null })
    .where('phone', '=', phone)
    .where('merged_into', '=', accountId)
    .execute()
}

/** Which unique key another account already has, when the database error is about one. */
export function takenKey(error: unknown): 'phone' | 'abonement' | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  if (constraint === 'account_phone_key') return 'phone'
  return constraint === 'account_abonement_key' ? 'abonement' : undefined
}
