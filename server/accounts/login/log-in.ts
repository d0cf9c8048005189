import type { Selectable } from 'kysely'
import { type AccountState, findLogin, replaceHash } from '#server/accounts/account/account.ts'
import {
  type StartedSession,
  type SessionRequest,
  beginSession,
} from '#server/accounts/sessions/begin-session.ts'
import type { DeviceFacts, DeviceRow } from '#server/accounts/devices/device.ts'
import type { ModuleDeps } from '#server/accounts/sessions/deps.ts'
import type { LoginName } from '#server/accounts/account/rules.ts'
import { knowsNetwork } from './trusted-network.ts'
import { shownModel } from '#server/accounts/devices/user-agent.ts'
import { networkOf } from '#server/platform/limits/networks.ts'
import type { AccountTable } from '#server/accounts/account/tables.ts'

export interface Attempt {
  readonly name: LoginName
  readonly password: string
  readonly device: DeviceFacts
  readonly clientAddress: string
  /** The device that releases its slot when the account is full. */
  readonly releaseDeviceId?: number | undefined
}

export type LoggedIn =
  | { readonly kind: 'logged_in'; readonly token: string; readonly abonement: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'not_in_use'; readonly state: Exclude<AccountState, 'active'> }
  /** The account has reached its device limit: these devices. */
  | { readonly kind: 'full'; readonly devices: readonly DeviceRow[] }
  /** `releaseDeviceId` is not a device of the account. */
  | { readonly kind: 'device_not_found' }
  /** The staff has banned this device from the account. */
  | { readonly kind: 'banned' }
  /** Too many log in now; `retryAfterSec` where that says when to come back. */
  | { readonly kind: 'busy'; readonly retryAfterSec?: number }
  | { readonly kind: 'too_many'; readonly retryAfterSec: number }
  /**
   * Passwords of this name are guessed from many networks: a code sent to its phone lets the owner in
   * (`trustNetwork`).
   */
  | { readonly kind: 'code_needed'; readonly retryAfterSec: number }

type StoredAccount = Selectable<AccountTable>
type Proven = { readonly kind: 'proven'; readonly accountId: number; readonly hash: string }

/**
 * Checks a password and starts a session. Nothing about an account is revealed without its password: an unknown name
 * takes as long and gets the same response as a wrong password.
 */
export async function logIn(deps: ModuleDeps, attempt: Attempt): Promise<LoggedIn> {
  const spent = await spendTries(deps, attempt)
  if (spent.kind === 'too_many') return spent
  // The password may be changed while it is checked; the new one is then accepted as well.
  for (let round = 0; round < 2; round += 1) {
    const proven = await provePassword(deps, attempt, spent)
    if (proven.kind !== 'proven') return proven
    const target: SessionRequest = { ...attempt, accountId: proven.accountId, by: 'password' }
    const started = await begin(deps, target, proven.hash)
    if (started.kind !== 'changed') return loggedIn(deps, target, started)
  }
  return { kind: 'wrong' }
}

/** Starts a session without a password, for a caller that was identified in another way. */
export async function logInWithout(deps: ModuleDeps, request: SessionRequest): Promise<LoggedIn> {
  const started = await begin(deps, request)
  return started.kind === 'changed' ? { kind: 'wrong' } : loggedIn(deps, request, started)
}

type TooMany = Extract<LoggedIn, { kind: 'too_many' }>
type CodeNeeded = Extract<LoggedIn, { kind: 'code_needed' }>
type Spent =
  | TooMany
  /**
   * `besieged`: so many networks guessed at this name that only a trusted one, or one that enters a code, may log in.
   */
  | { readonly kind: 'may_try'; readonly besieged: CodeNeeded | undefined }

/**
 * Counted here and not by the endpoint's declaration, because it is also counted by name, and reset by a right
 * password.
 */
async function spendTries(deps: ModuleDeps, attempt: Attempt): Promise<Spent> {
  const { perAccount, perAccountInAll, perAddress } = deps.limits
  const { key, keyHere } = keysOf(attempt)
  for (const [limit, limited] of [
    [perAddress, attempt.clientAddress],
    [perAccount, keyHere],
  ] as const) {
    const decision = await limit.spend(limited)
    if (decision.kind === 'refused') return { kind: 'too_many', retryAfterSec: decision.retryAfterSec }
  }
  const inAll = await perAccountInAll.spend(key)
  if (inAll.kind !== 'refused') return { kind: 'may_try', besieged: undefined }
  return { kind: 'may_try', besieged: { kind: 'code_needed', retryAfterSec: inAll.retryAfterSec } }
}

function keysOf({ name, clientAddress }: Attempt) {
  const key = name.kind === 'phone' ? name.phone : name.abonement
  const network = networkOf(clientAddress)
  return { key, network, keyHere: `${key} ${network}` }
}

async function provePassword(
  deps: ModuleDeps,
  attempt: Attempt,
  { besieged }: Extract<Spent, { kind: 'may_try' }>,
): Promise<Proven | CodeNeeded | { kind: 'wrong' } | { kind: 'busy' }> {
  const account = await findLogin(deps.db, attempt.name)
  const checked = await deps.passwords.check(account?.password_hash, attempt.password)
  if (checked.kind === 'busy') return checked
  if (checked.kind === 'wrong' || account === undefined) {
    // The same response and the same work unless both are right, so that an attack learns nothing.
    if (besieged !== undefined) return besieged
    // An unknown name has no owner to inform, and a stranger could fill the audit log with such names.
    if (account !== undefined) recordFailure(deps, account, attempt)
    return { kind: 'wrong' }
  }
  const { key, network, keyHere } = keysOf(attempt)
  if (besieged !== undefined && !(await knowsNetwork(deps, account.account_id, network))) {
    recordFailure(deps, account, attempt, 'guessed_from_everywhere')
    return besieged
  }
  await deps.limits.perAccount.forget(keyHere)
  await deps.limits.perAccountInAll.forget(key)
  const hash = checked.isOutdated ? await rehash(deps, account, attempt.password) : account.password_hash
  return { kind: 'proven', accountId: account.account_id, hash }
}

function recordFailure(deps: ModuleDeps, account: StoredAccount, attempt: Attempt, because?: string): void {
  void deps.audit.record({
    event: because === undefined ? 'login_failed' : 'login_refused',
    actor: 'viewer',
    accountId: account.account_id,
    address: attempt.clientAddress,
    device: shownModel(attempt.device.model),
    facts: { kind: attempt.device.kind, ...(because === undefined ? {} : { because }) },
  })
}

/** Stores a newer hash of the same password. */
async function rehash(deps: ModuleDeps, account: StoredAccount, password: string): Promise<string> {
  const newer = await deps.passwords.hashOf(password)
  // The queue is full: the old hash still works, and the next login tries again.
  if (typeof newer !== 'string') return account.password_hash
  if (!(await replaceHash(deps.db, account.account_id, account.password_hash, newer)))
    return account.password_hash
  void deps.audit.record({ event: 'password_rehashed', actor: 'system', accountId: account.account_id })
  return newer
}

function begin(deps: ModuleDeps, request: SessionRequest, provenHash?: string): Promise<StartedSession> {
  return deps.withLock(request.accountId, () =>
    deps.db.transaction().execute((trx) => beginSession(deps, trx, request, provenHash)),
  )
}

/** Drops cached sessions that the login ended, and writes the result to the audit log. */
export function loggedIn(
  deps: Pick<ModuleDeps, 'audit' | 'recent'>,
  request: SessionRequest,
  started: Exclude<StartedSession, { kind: 'changed' }>,
): LoggedIn {
  const { accountId, clientAddress: address, device } = request
  const event = { actor: 'viewer', accountId, address, device: shownModel(device.model) } as const
  const facts = { kind: device.kind, by: request.by, is_bound: device.isBound }
  if (started.kind === 'full') void deps.audit.record({ ...event, event: 'login_refused_full', facts })
  if (started.kind === 'not_in_use') {
    void deps.audit.record({ ...event, event: 'login_refused', facts: { ...facts, state: started.state } })
  }
  if (started.kind === 'banned')
    void deps.audit.record({ ...event, event: 'login_refused', facts: { ...facts, because: 'banned' } })
  if (started.kind !== 'begun') return started
  if (started.endedOthers) deps.recent.forgetAccount(accountId)
  if (started.released !== undefined) {
    void deps.audit.record({
      ...event,
      event: 'device_removed',
      device: started.released,
      facts: { by: 'login_of_another' },
    })
  }
  void deps.audit.record({ ...event, event: 'login', facts })
  return { kind: 'logged_in', token: started.token, abonement: started.abonement }
}
