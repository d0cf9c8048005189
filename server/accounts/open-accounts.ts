import {
  type Account,
  type AccountState,
  changeAccount,
  findAccount,
  findOwnerOf,
  findTestAccounts,
  givePhone,
  listAccounts,
  withoutHash,
} from './account/account.ts'
import {
  changePassword,
  setPassword,
  setSentPassword,
  type PasswordChanged,
  type PasswordSet,
  type SentPasswordSet,
  type SetBy,
} from './login/change-password.ts'
import { addAccount, findByName, type Added, type AddedAccount } from './subscribers/add-account.ts'
import { type AccountChange, changeFacts } from './subscribers/change-account.ts'
import { type DeviceFacts, type DeviceRow, devicesInDetails } from './devices/device.ts'
import { type BannedDevice, bannedDevices, isBanned } from './devices/device-ban.ts'
import { type Ban, banDevice, unbanDevice } from './sessions/ban-device.ts'
import {
  endOthers,
  logOut,
  removeDevice,
  setState,
  type DoneBy,
  type SessionOf,
} from './sessions/end-sessions.ts'
import { identify } from './sessions/identify.ts'
import { type Attempt, type LoggedIn, logIn, logInWithout } from './login/log-in.ts'
import { createLoginGate } from './login/login-gate.ts'
import type { AccountLimits, EventRecord, ModuleDeps } from './sessions/deps.ts'
import { checkOwnPassword, type OwnPassword, type PasswordFailure } from './login/own-password.ts'
import { createPasswords, maxPasswordsAtOnce, type PasswordCost } from './passwords/password.ts'
import type { SessionRequest } from './sessions/begin-session.ts'
import { createRecentSessions } from './sessions/recent-sessions.ts'
import { register, type NewSubscriber, type Registered } from './subscribers/register.ts'
import { renameDevice } from './sessions/rename-device.ts'
import { renewToken, type Renewed } from './sessions/renew-token.ts'
import { hearSessionsChanged } from './sessions/session-changes.ts'
import { trustNetwork } from './login/trusted-network.ts'
import {
  type NewTestAccount,
  type TestAccountAdded,
  addTestAccount,
  closeTestAccount,
  findTestAccount,
} from './subscribers/test-accounts.ts'
import { type AccountInput, type PutAccount, upsertAccount } from './subscribers/upsert-account.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Identified, TokenBearer, Viewer } from '#server/platform/primitives/viewer.ts'
import { type RateLimitRule, createRateLimit } from '#server/platform/limits/rate-limit.ts'
import { limitsInMemory, type RateLimits } from '#server/platform/limits/rate-limits.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'

export interface AccountsOptions {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  /**
   * Part of every password hash and next token; stored outside the database. Losing it makes every password wrong.
   */
  readonly pepper: string
  /** Shown to subscribers whose account is blocked; may change while it runs. */
  readonly supportPhone: string
  /** Receives security events; without it they are dropped. */
  readonly audit?: EventRecord
  /** Default: ten wrong passwords per account in ten minutes from one network. */
  readonly perAccount?: Omit<RateLimitRule, 'name'>
  /** Default: a hundred logins per address in five minutes; whole districts share one address. */
  readonly perAddress?: Omit<RateLimitRule, 'name'>
  /** Where attempts are counted; in memory when absent. */
  readonly rateLimits?: RateLimits
  /** Default: four passwords are checked at once, 200 wait. */
  readonly passwordQueue?: { readonly atOnce: number; readonly mayWait: number }
  /** Default: that of new passwords, which takes about 9 ms of a core. */
  readonly passwordCost?: PasswordCost
}

/** The module, created: used by its routes, by the modules above it and by the application. */
export interface Accounts {
  readonly supportPhone: string
  /** Resolves a token to its viewer. Cached for 30 s. */
  identify(token: string, bearer: TokenBearer): Promise<Identified>
  logIn(attempt: Attempt): Promise<LoggedIn>
  /**
   * Starts a session without a password, for a television that was approved. `letInBy` is the session that approved
   * it; when that has ended, even during this call, no session is created (`wrong`).
   */
  beginSessionFor(
    accountId: number,
    device: DeviceFacts,
    clientAddress: string,
    letInBy?: string,
  ): Promise<LoggedIn>
  /** Starts a session without a password, for a person whom Telegram has recognised. */
  beginSessionByTelegram(
    request: Pick<SessionRequest, 'accountId' | 'device' | 'clientAddress' | 'releaseDeviceId'>,
  ): Promise<LoggedIn>
  /** Creates an account and its first session, in one transaction with what the caller writes alongside. */
  register(params: NewSubscriber): Promise<Registered>
  /** Ends the session; does nothing when it has already ended. */
  logOut(session: SessionOf, by?: DoneBy): Promise<void>
  /** Issues a new token for a session whose token is a day old. */
  renewToken(token: string): Promise<Renewed>
  /** The subscriber's own facts, or undefined when there is no such account. */
  accountOf(accountId: number): Promise<Account | undefined>
  /** The account with this phone: `+998` and nine digits; or the one that this account was merged into. */
  findByPhone(phone: string): Promise<Account | undefined>
  /** Replaces the phone of an account with one that was confirmed by a code. */
  givePhone(accountId: number, phone: string): Promise<'given' | 'taken'>
  /** Sets an accepted password, and ends the account's sessions, except one that may stay. */
  setPassword(accountId: number, password: string, keepSessionId?: string, by?: SetBy): Promise<PasswordSet>
  /** Sets a password when `send` has sent it to its owner, or may have; else the former one stays. Ends all sessions. */
  setSentPassword(setting: {
    readonly accountId: number
    readonly password: string
    readonly by: SetBy
    readonly send: () => Promise<boolean>
  }): Promise<SentPasswordSet>
  changePassword(change: {
    readonly viewer: Viewer
    readonly former: string
    readonly newPassword: string
    readonly clientAddress: string
  }): Promise<PasswordChanged>
  /**
   * Whether the password belongs to the account; checked before its phone or its PIN is changed. A wrong one is recorded as
   * `failure`; without it as `phone_change_failed`.
   */
  checkOwnPassword(
    accountId: number,
    password: string,
    clientAddress: string,
    failure?: PasswordFailure,
  ): Promise<OwnPassword>
  /**
   * Lets a network log in for an hour, also while the password is guessed from many networks: a code was entered
   * there.
   */
  trustNetwork(accountId: number, clientAddress: string): Promise<void>
  /** The devices that are logged in, the one of `currentSessionId` first, then the latest seen first. */
  listDevices(accountId: number, currentSessionId?: string): Promise<readonly DeviceRow[]>
  renameDevice(
    accountId: number,
    deviceId: number,
    name: string,
    by: DoneBy,
  ): Promise<'renamed' | 'device_not_found'>
  /** Ends the session of a device and frees its slot. */
  removeDevice(accountId: number, deviceId: number, by?: DoneBy): Promise<'removed' | 'device_not_found'>
  /** Ends the session of a device, and refuses it every later login to this account. */
  banDevice(accountId: number, ban: Ban, by: DoneBy): Promise<'banned' | 'device_not_found'>
  /** Lets a banned device log in again. */
  unbanDevice(accountId: number, uid: string, by: DoneBy): Promise<'unbanned' | 'device_not_found'>
  /** The banned devices of an account, the latest first; at most 100. */
  bannedDevices(accountId: number): Promise<readonly BannedDevice[]>
  /** Whether a device may not log in to the account. */
  isBanned(accountId: number, uid: string): Promise<boolean>
  /** Replaces the name of an account. */
  giveName(accountId: number, name: string): Promise<void>
  /** Ends every session of an account except one, or all; returns how many. */
  endSessions(accountId: number, sessionIdToKeep: string | undefined, by: DoneBy): Promise<number>
  /** Accounts with this phone or subscriber number: none, one, or two when the text could be either. */
  findByName(written: string): Promise<readonly Account[]>
  /** Creates an account without a session, in one transaction with what the caller writes alongside; an existing one is
   * not changed. For the operator. */
  addAccount(
    params: AddedAccount,
    by: DoneBy,
    alongside?: (trx: DbTransaction, accountId: number) => Promise<void>,
  ): Promise<Added>
  /** Changes the name or the phone of an account, for the operator. */
  changeFacts(accountId: number, change: AccountChange, by: DoneBy): ReturnType<typeof changeFacts>
  /** Customers with a number above `after`, in its order; none of the accounts that the staff made for trying. */
  listAccounts(page: { readonly after: number; readonly limit: number }): Promise<readonly Account[]>
  /** Creates an account of the staff to try the service, all or nothing with what the caller writes alongside. */
  addTestAccount<Further>(params: NewTestAccount<Further>, by: DoneBy): Promise<TestAccountAdded<Further>>
  /** All open accounts that the staff made to try the service, the newest first. */
  testAccounts(): Promise<readonly Account[]>
  /** The open one with this id. */
  testAccount(accountId: number): Promise<Account | undefined>
  /** Logs it out everywhere, deactivates it and releases its phone. */
  closeTestAccount(accountId: number, by: DoneBy): Promise<void>
  /** Creates or updates the account with this subscriber number; for imports and the demo. */
  upsertAccount(params: AccountInput): Promise<PutAccount>
  /** Blocks, deactivates or reactivates an account. Its sessions stay and are refused until it is active again. */
  setState(accountId: number, state: AccountState, by?: DoneBy): Promise<void>
  /** Another process has changed sessions: the payload of a notification on `sessionChangedChannel`. */
  sessionsChanged(payload: string): void
  /** Notifications may have been missed: all cached sessions are dropped. */
  forgetSessions(): void
}

const byViewer: DoneBy = { actor: 'viewer' }
const byOperator: DoneBy = { actor: 'operator' }

export function openAccounts(options: AccountsOptions): Accounts {
  const { db, clock, random, pepper } = options
  const audit = options.audit ?? { record: async () => undefined, recordIn: async () => undefined }
  const passwords = createPasswords({ pepper, random, ...options.passwordQueue, cost: options.passwordCost })
  const recent = createRecentSessions()
  const withLock = keyedMutex()
  const limits = limitsOf(options)
  const queue = options.passwordQueue
  // One that would not get into the queue of passwords costs nothing, and counts as no attempt.
  const gate = createLoginGate(queue === undefined ? maxPasswordsAtOnce : queue.atOnce + queue.mayWait, clock)
  const deps: ModuleDeps = { db, clock, random, pepper, passwords, recent, withLock, audit, limits }
  return {
    get supportPhone() {
      return options.supportPhone
    },
    identify: (token, bearer) => identify(deps, options.supportPhone, token, bearer),
    logIn: (attempt) => gate.run(() => logIn(deps, attempt)),
    beginSessionFor: (accountId, device, clientAddress, letInBy) =>
      logInWithout(deps, { accountId, device, clientAddress, letInBy, by: 'television' }),
    beginSessionByTelegram: (request) => logInWithout(deps, { ...request, by: 'telegram' }),
    register: (params) => register(deps, params),
    logOut: (session, by = byViewer) => logOut(deps, session, by),
    renewToken: (token) => renewToken(deps, token),
    accountOf: async (accountId) => withoutHash(await findAccount(db, accountId)),
    findByPhone: async (phone) => withoutHash(await findOwnerOf(db, phone)),
    givePhone: (accountId, phone) => givePhone(db, accountId, phone),
    setPassword: async (accountId, password, keepSessionId, by = { actor: 'viewer' }) => {
      const outcome = await setPassword(deps, { accountId, password, keepSessionId, by })
      // The account was deleted in between: it has no sessions to end.
      return outcome.kind === 'changed' ? { kind: 'set', endedSessions: 0 } : outcome
    },
    setSentPassword: (setting) => setSentPassword(deps, setting),
    changePassword: (change) => changePassword(deps, change),
    checkOwnPassword: async (accountId, password, clientAddress, failure = 'phone_change_failed') => {
      const account = await findAccount(db, accountId)
      if (account === undefined) return { kind: 'wrong' }
      return checkOwnPassword(deps, account, { password, clientAddress, failure })
    },
    trustNetwork: (accountId, clientAddress) => trustNetwork(deps, accountId, clientAddress),
    listDevices: (accountId, currentSessionId) =>
      devicesInDetails(db, accountId, clock.nowMs(), currentSessionId),
    ...devicesOf(deps),
    giveName: (accountId, name) => changeAccount(db, accountId, { name }),
    endSessions: (accountId, sessionIdToKeep, by) => endOthers(deps, accountId, sessionIdToKeep, by),
    findByName: (written) => findByName(db, written),
    addAccount: (params, by, alongside) => addAccount(deps, params, by, alongside),
    changeFacts: (accountId, change, by) => changeFacts(deps, accountId, change, by),
    listAccounts: (page) => listAccounts(db, page),
    addTestAccount: (params, by) => addTestAccount(deps, params, by),
    testAccounts: () => findTestAccounts(db),
    testAccount: (accountId) => findTestAccount(deps, accountId),
    closeTestAccount: (accountId, by) => closeTestAccount(deps, accountId, by),
    upsertAccount: (params) => upsertAccount(deps, params),
    setState: (accountId, state, by = byOperator) => setState(deps, accountId, state, by),
    sessionsChanged: (payload) => hearSessionsChanged(recent, payload),
    forgetSessions: () => recent.forgetAll(),
  }
}

function devicesOf(
  deps: ModuleDeps,
): Pick<
  Accounts,
  'renameDevice' | 'removeDevice' | 'banDevice' | 'unbanDevice' | 'bannedDevices' | 'isBanned'
> {
  return {
    renameDevice: (accountId, deviceId, name, by) => renameDevice(deps, accountId, deviceId, name, by),
    removeDevice: (accountId, deviceId, by = byViewer) => removeDevice(deps, accountId, deviceId, by),
    banDevice: (accountId, ban, by) => banDevice(deps, accountId, ban, by),
    unbanDevice: (accountId, uid, by) => unbanDevice(deps, accountId, uid, by),
    bannedDevices: (accountId) => bannedDevices(deps.db, accountId),
    isBanned: (accountId, uid) => isBanned(deps.db, accountId, uid),
  }
}

function limitsOf(options: AccountsOptions): AccountLimits {
  const perAccount = options.perAccount ?? { attempts: 10, perSec: 600 }
  const { limit, byNetwork } = options.rateLimits ?? limitsInMemory
  return {
    perAccount: limit({ name: 'login-account', ...perAccount }),
    perAccountInAll: limit({ name: 'login-account-in-all', attempts: 200, perSec: 3600 }),
    perAddress: byNetwork({
      name: 'login-address',
      ...(options.perAddress ?? { attempts: 100, perSec: 300 }),
    }),
    perChange: limit({ name: 'password-change', ...perAccount }),
    perChangeInAll: limit({ name: 'password-change-in-all', attempts: 60, perSec: 3600 }),
    // Only how often the audit records it: once an hour by each process.
    perStrangeDevice: createRateLimit({ name: 'strange-device', attempts: 1, perSec: 3600 }),
  }
}
