import type { Busy } from '#server/accounts/accounts.ts'
import { tokenHash } from '#server/platform/primitives/ids.ts'
import { networkOf } from '#server/platform/limits/networks.ts'
import type { DbTransaction, Db } from '#server/platform/database/database.ts'
import type { StaffStage } from '#server/platform/primitives/staff-member.ts'
import { type FactorKind, factorKinds, factorsOf } from '#server/staff/factors/factors.ts'
import type { StaffClient, StaffDeps, TooMany } from '#server/staff/member/deps.ts'
import { forgetGuesses, spendGuess } from '#server/staff/member/guesses.ts'
import { findByLogin, memberFacts, ownEvent, type StaffRow } from '#server/staff/member/member.ts'
import { guessRules } from '#server/staff/member/rules.ts'
import { startSession, wasInNetwork } from '#server/staff/sessions/staff-session.ts'

/** The password was right: what is missing for a full login. */
export interface PasswordProven {
  readonly kind: 'proven'
  readonly token: string
  readonly stage: StaffStage
  /** What may prove the second factor. */
  readonly factors: readonly FactorKind[]
}

export type LoginOutcome =
  | PasswordProven
  | { readonly kind: 'wrong' }
  /** The password was right. */
  | { readonly kind: 'blocked' }
  | TooMany
  | Busy

/**
 * Checks login and password. An unknown login does the same work and gets the same answers as a wrong password,
 * delays included: nothing tells which logins exist.
 */
export async function logIn(
  deps: StaffDeps,
  attempt: { readonly login: string; readonly password: string },
  client: StaffClient,
): Promise<LoginOutcome> {
  const row = await findByLogin(deps.db, attempt.login)
  const network = networkOf(client.address)
  const spent = await spendAttempts(deps, attempt.login, network, row?.staff_id ?? 0)
  if (spent.kind === 'too_many') return spent
  const checked = await deps.passwords.check(row?.password_hash, attempt.password)
  if (checked.kind === 'busy') return checked
  if (checked.kind === 'wrong' || row === undefined) {
    // An unknown login has no owner to inform, and a stranger could fill the audit with such logins.
    if (row !== undefined) void deps.audit.record(ownEvent('staff_login_failed', memberFacts(row), client))
    return { kind: 'wrong' }
  }
  await forgetGuesses(deps.db, ...keysOf(attempt.login, network))
  if (row.state === 'blocked') {
    await deps.audit.record(ownEvent('staff_login_refused', memberFacts(row), client, { because: 'blocked' }))
    return { kind: 'blocked' }
  }
  if (checked.isOutdated) await rehash(deps, row, attempt.password)
  return passwordProven(deps, deps.db, row.staff_id, client)
}

function keysOf(login: string, network: string): readonly [here: string, inAll: string] {
  const hash = tokenHash(login).slice(0, 32)
  return [`login ${hash} ${network}`, `login ${hash}`]
}

/**
 * By login and network, and by login in all: a thousand networks together do not guess faster. A network where the
 * member was logged in does not wait for the strangers' guesses: they lock nobody out.
 */
async function spendAttempts(
  deps: StaffDeps,
  login: string,
  network: string,
  staffId: number,
): Promise<{ readonly kind: 'may_try' } | TooMany> {
  const [here, inAll] = keysOf(login, network)
  const spentHere = await spendGuess(deps, here, guessRules.loginHere)
  if (spentHere.kind === 'too_many') return spentHere
  const isOwnNetwork = await wasInNetwork(deps.db, staffId, network)
  const spentInAll = await spendGuess(deps, inAll, guessRules.loginInAll)
  return isOwnNetwork ? { kind: 'may_try' } : spentInAll
}

/** Starts the session in which the second factor is proven, or set up. */
export async function passwordProven(
  deps: StaffDeps,
  db: Db | DbTransaction,
  staffId: number,
  client: StaffClient,
): Promise<PasswordProven> {
  const factors = factorKinds(await factorsOf(db, staffId))
  const stage = factors.length === 0 ? 'enrolment' : 'second_factor'
  const token = await startSession(deps, db, { staffId, stage, client })
  return { kind: 'proven', token, stage, factors }
}

/** The hash has former parameters: stores a newer one of the same password, unless that is too much work now. */
async function rehash({ db, passwords }: StaffDeps, row: StaffRow, password: string): Promise<void> {
  const newer = await passwords.hashOf(password)
  if (typeof newer !== 'string') return
  await db
    .updateTable('staff')
    .set({ password_hash: newer })
    .where('staff_id', '=', row.staff_id)
    .where('password_hash', '=', row.password_hash)
    .execute()
}
