import type { Selectable } from 'kysely'
import type { AccountState } from './account.ts'
import { findLogin, lockAccount, replaceHash } from './account.ts'
import type { DeviceFacts } from './device.ts'
import { findDevice, freePlaces, heldPlaces, putDevice } from './device.ts'
import type { Passwords } from './password.ts'
import type { RecentSessions } from './recent-sessions.ts'
import type { LoginName } from './rules.ts'
import { choosePlace, networkOf } from './rules.ts'
import { replaceSession } from './session.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, DbTransaction } from '#server/platform/database.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import type { RandomBytes } from '#server/platform/ids.ts'
import { opaqueToken, tokenHash, uuid } from '#server/platform/ids.ts'
import type { AccountTable } from '#server/platform/tables/accounts.ts'

export interface LogInNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly passwords: Passwords
  readonly recent: RecentSessions
  /** Of one account from one network: a stranger's guesses do not keep its owner out. */
  readonly perAccount: RateLimit
  /** Of one account from everywhere: many networks together do not guess for ever. */
  readonly perAccountInAll: RateLimit
  readonly perAddress: RateLimit
}

export interface Attempt {
  readonly name: LoginName
  readonly password: string
  readonly device: DeviceFacts
  readonly clientAddress: string
}

export type LoggedIn =
  | { readonly kind: 'logged_in'; readonly token: string; readonly abonement: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'not_in_use'; readonly state: Exclude<AccountState, 'active'> }
  | { readonly kind: 'full' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'too_many'; readonly retryAfterSec: number }

/**
 * Checks a password and begins a session. Nothing about an account is told to somebody who has not given its
 * password: an unknown name costs and answers what a wrong password does.
 */
export async function logIn(needs: LogInNeeds, attempt: Attempt): Promise<LoggedIn> {
  const key = attempt.name.kind === 'phone' ? attempt.name.phone : attempt.name.abonement
  const network = networkOf(attempt.clientAddress)
  const keyHere = `${key} ${network}`
  for (const [limit, limited] of [
    [needs.perAddress, network],
    [needs.perAccount, keyHere],
    [needs.perAccountInAll, key],
  ] as const) {
    const decision = await limit.spend(limited)
    if (decision.kind === 'refused') return { kind: 'too_many', retryAfterSec: decision.retryAfterSec }
  }
  const account = await findLogin(needs.db, attempt.name)
  const checked = await needs.passwords.check(account?.password_hash, attempt.password)
  if (checked.kind === 'busy') return checked
  if (checked.kind === 'wrong' || account === undefined) return { kind: 'wrong' }
  await needs.perAccount.forget(keyHere)
  await needs.perAccountInAll.forget(key)
  if (checked.isOutdated) await rehash(needs, account, attempt.password)
  return beginSession(needs, account, attempt.device)
}

async function rehash(needs: LogInNeeds, account: Selectable<AccountTable>, password: string): Promise<void> {
  const newer = await needs.passwords.hashOf(password)
  // Too busy for it now: the old hash still opens the door, and the next login comes here again.
  if (typeof newer === 'string') await replaceHash(needs.db, account.account_id, account.password_hash, newer)
}

async function beginSession(
  needs: LogInNeeds,
  account: Selectable<AccountTable>,
  device: DeviceFacts,
): Promise<LoggedIn> {
  const nowMs = needs.clock.nowMs()
  const token = opaqueToken(needs.random)
  const begun = await needs.db.transaction().execute(async (trx) => {
    // The state is read under the lock: an account blocked while its password was checked stays out.
    const state = await lockAccount(trx, account.account_id)
    if (state === undefined) return { kind: 'wrong' } as const
    if (state !== 'active') return { kind: 'not_in_use', state } as const
    const deviceId = await takePlace(trx, account.account_id, device, nowMs)
    if (deviceId === undefined) return { kind: 'full' } as const
    const session = { sessionId: uuid(needs.random), tokenHash: tokenHash(token), deviceId }
    const former = await replaceSession(trx, { ...session, accountId: account.account_id }, nowMs)
    return { kind: 'begun', former } as const
  })
  if (begun.kind !== 'begun') return begun
  if (begun.former !== undefined) needs.recent.forget(begun.former)
  return { kind: 'logged_in', token, abonement: account.abonement }
}

async function takePlace(
  trx: DbTransaction,
  accountId: number,
  device: DeviceFacts,
  nowMs: number,
): Promise<number | undefined> {
  const known = await findDevice(trx, accountId, device.uid)
  const choice = choosePlace(await heldPlaces(trx, accountId, nowMs), known)
  if (choice.kind === 'full') return undefined
  await freePlaces(trx, choice.freed)
  return putDevice(trx, accountId, device, choice.place, nowMs)
}
