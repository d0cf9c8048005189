import type { Account, AccountState } from './account.ts'
import { changeAccount, findAccount } from './account.ts'
import { authenticate } from './authenticate.ts'
import type { Attempt, LoggedIn } from './log-in.ts'
import { logIn } from './log-in.ts'
import { createPasswords } from './password.ts'
import { createRecentSessions } from './recent-sessions.ts'
import { endSession, endSessionsOf } from './session.ts'
import type { GivenAccount, PutAccount } from './upsert-account.ts'
import { upsertAccount } from './upsert-account.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { Viewer } from '#server/platform/http/bind-contract.ts'
import type { RateLimitRule } from '#server/platform/http/rate-limit.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { RandomBytes } from '#server/platform/ids.ts'

export interface AccountsOptions {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  /** Mixed into every password hash; kept outside the database. Losing it makes every password wrong. */
  readonly pepper: string
  /** Told to somebody whose account is blocked. */
  readonly supportPhone: string
  /** Default: ten wrong passwords an account in ten minutes from one network. */
  readonly perAccount?: Omit<RateLimitRule, 'name'>
  /** Default: a hundred logins an address in five minutes; whole districts share one address. */
  readonly perAddress?: Omit<RateLimitRule, 'name'>
}

/** The room, opened: what its routes and the house call. */
export interface Accounts {
  readonly supportPhone: string
  /** Whose token this is, or undefined for one that is not good. Costs the database nothing for 30 s after a hit. */
  authenticate(token: string): Promise<Viewer | undefined>
  logIn(attempt: Attempt): Promise<LoggedIn>
  /** Ends the session; one that has ended already is left as it is. */
  logOut(sessionId: string): Promise<void>
  /** The subscriber's own facts, or undefined when there is no such account. */
  accountOf(accountId: number): Promise<Account | undefined>
  /** Makes the account with this subscriber number be as given; for imports and the demo. */
  upsertAccount(given: GivenAccount): Promise<PutAccount>
  /** Blocks, deactivates or opens an account; in the first two cases its sessions end. */
  setState(accountId: number, state: AccountState): Promise<void>
}

export function openAccounts(options: AccountsOptions): Accounts {
  const { db, clock } = options
  const passwords = createPasswords(options)
  const recent = createRecentSessions()
  const perAccount = createRateLimit({
    name: 'login-account',
    ...(options.perAccount ?? { attempts: 10, perSec: 600 }),
  })
  const perAccountInAll = createRateLimit({ name: 'login-account-in-all', attempts: 200, perSec: 3600 })
  const perAddress = createRateLimit({
    name: 'login-address',
    ...(options.perAddress ?? { attempts: 100, perSec: 300 }),
  })
  return {
    supportPhone: options.supportPhone,
    authenticate: (token) => authenticate({ db, clock, recent }, token),
    logIn: (attempt) =>
      logIn({ ...options, passwords, recent, perAccount, perAccountInAll, perAddress }, attempt),
    logOut: async (sessionId) => {
      const ended = await endSession(db, sessionId)
      if (ended !== undefined) recent.forget(ended)
    },
    accountOf: (accountId) => findAccount(db, accountId),
    upsertAccount: (given) => upsertAccount({ db, clock, passwords }, given),
    setState: async (accountId, state) => {
      await changeAccount(db, accountId, { state })
      if (state === 'active') return
      for (const ended of await endSessionsOf(db, accountId)) recent.forget(ended)
    },
  }
}
