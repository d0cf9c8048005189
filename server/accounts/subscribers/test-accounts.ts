/** Accounts that the staff makes to try the service: so many at once and no more, without a phone. */
import { sql } from 'kysely'
import {
  type Account,
  changeAccount,
  findTestAccounts,
  insertAccount,
  takenKey,
} from '#server/accounts/account/account.ts'
import { type DoneBy, endOthers, setState } from '#server/accounts/sessions/end-sessions.ts'
import type { ModuleDeps } from '#server/accounts/sessions/deps.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

export interface NewTestAccount<Further> {
  /** 6 to 12 digits. */
  readonly abonement: string
  readonly name: string
  /** Already judged to be acceptable. */
  readonly password: string
  /** How many may be open at once, this one too. */
  readonly max: number
  /** Further rows of the account, in the same transaction; what it throws leaves no account. */
  alongside(trx: DbTransaction, accountId: number): Promise<Further>
}

export type TestAccountAdded<Further> =
  | { readonly kind: 'added'; readonly accountId: number; readonly further: Further }
  | { readonly kind: 'abonement_taken' | 'busy' | 'too_many' }

/** Any number that no other advisory lock uses. */
const testAccountLock = 0x656b_7274

/** Creates such an account with what the caller writes alongside, all or nothing; they are made one after another. */
export async function addTestAccount<Further>(
  deps: ModuleDeps,
  params: NewTestAccount<Further>,
  by: DoneBy,
): Promise<TestAccountAdded<Further>> {
  const passwordHash = await deps.passwords.hashOf(params.password)
  if (typeof passwordHash !== 'string') return passwordHash
  const { abonement, name, max } = params
  try {
    const make = async (trx: DbTransaction) => {
      await sql`select pg_advisory_xact_lock(${testAccountLock})`.execute(trx)
      if ((await findTestAccounts(trx)).length >= max) return { kind: 'too_many' } as const
      const account = { abonement, phone: null, name, passwordHash, state: 'active', isTest: true } as const
      const accountId = await insertAccount(trx, account, deps.clock.nowMs())
      return { kind: 'added', accountId, further: await params.alongside(trx, accountId) } as const
    }
    // Those of this process wait here, without a connection; those of another for the database's lock.
    const added = await deps.withLock('test accounts', () => deps.db.transaction().execute(make))
    if (added.kind === 'added')
      void deps.audit.record({
        ...{ ...by, event: 'account_added', accountId: added.accountId },
        facts: { has_phone: false },
      })
    return added
  } catch (error) {
    if (takenKey(error) === 'abonement') return { kind: 'abonement_taken' }
    throw error
  }
}

/** The open one with this id. */
export async function findTestAccount(
  { db }: Pick<ModuleDeps, 'db'>,
  accountId: number,
): Promise<Account | undefined> {
  return (await findTestAccounts(db, accountId))[0]
}

/** Logs it out everywhere, deactivates it and releases its phone. */
export async function closeTestAccount(deps: ModuleDeps, accountId: number, by: DoneBy): Promise<void> {
  await endOthers(deps, accountId, undefined, by)
  await setState(deps, accountId, 'deactivated', by)
  await changeAccount(deps.db, accountId, { phone: null })
}
