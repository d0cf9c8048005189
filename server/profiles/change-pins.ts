/** PINs are set, proven and removed. */
import { type OwnPassword, provePinOf, tellSessionsChanged, unprovePins } from '#server/accounts/accounts.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { OpenedItem } from '#server/platform/primitives/viewer.ts'
import { type ProfileEditor, isProven } from './change-profiles.ts'
import type { ProfileDeps } from './deps.ts'
import { putOpening } from './openings.ts'
import { lockPin, pinOf, putPin, putTries } from './pin-rows.ts'
import { type OwnProfile, findProfile, lockAccount, profilesOf, putProfile } from './profile-rows.ts'
import { noTries, openMs, provenMs } from './rules.ts'
import { type PinRefusal, tryPin } from './try-pin.ts'

export type PinProven =
  | { readonly kind: 'proven'; readonly untilMs: number }
  | { readonly kind: 'pin_not_set' | 'not_in_this_profile' }
  | PinRefusal

/** The account's PIN, for this session and ten minutes. */
export async function provePin(
  deps: ProfileDeps,
  { viewer, clientAddress: address, pin }: ProfileEditor & { readonly pin: string },
): Promise<PinProven> {
  const { accountId, sessionId } = viewer
  if (viewer.profile?.isChild === true) return { kind: 'not_in_this_profile' }
  const { pinHash: hash } = await pinOf(deps.db, accountId)
  if (hash === null) return { kind: 'pin_not_set' }
  const tried = await tryPin(deps, { accountId, pin, hash, of: 'account', address })
  if (tried.kind !== 'right') return tried
  const untilMs = deps.clock.nowMs() + provenMs
  await deps.db.transaction().execute(async (trx) => {
    await provePinOf(trx, sessionId, untilMs)
    await tellSessionsChanged(trx, accountId)
  })
  deps.accounts.sessionsChanged(String(accountId))
  return { kind: 'proven', untilMs }
}

export interface Opening extends ProfileEditor {
  readonly pin: string
  readonly kind: OpenedItem['kind']
  readonly id: number
}

/** Opens one thing above the limit on this device, where the profile asks instead of hiding. */
export async function openItem(deps: ProfileDeps, opening: Opening): Promise<PinProven> {
  const { viewer, clientAddress: address, pin, kind, id } = opening
  const { accountId, sessionId, profile } = viewer
  if (profile?.limit?.aboveLimit === 'hide') return { kind: 'not_in_this_profile' }
  const { pinHash: hash } = await pinOf(deps.db, accountId)
  if (hash === null) return { kind: 'pin_not_set' }
  const tried = await tryPin(deps, { accountId, pin, hash, of: 'account', address })
  if (tried.kind !== 'right') return tried
  const nowMs = deps.clock.nowMs()
  const untilMs = nowMs + openMs
  await deps.db.transaction().execute(async (trx) => {
    await putOpening(trx, sessionId, { kind, id, untilMs }, nowMs)
    await tellSessionsChanged(trx, accountId)
  })
  deps.accounts.sessionsChanged(String(accountId))
  return { kind: 'proven', untilMs }
}

export interface PinChange extends ProfileEditor {
  /** The profile whose own PIN is meant; undefined: the account's. */
  readonly no: number | undefined
  /** Four to six digits; empty: none. */
  readonly pin: string
  readonly formerPin: string | undefined
  /** Of the account, instead of the former PIN. */
  readonly password: string | undefined
}

export type PinSet =
  | { readonly kind: 'set' }
  | { readonly kind: 'profile_not_found' | 'not_in_this_profile' | 'pin_needed' | 'pin_guards_children' }
  | { readonly kind: 'wrong_password' }
  | { readonly kind: 'too_many'; readonly retryAfterSec: number }
  | PinRefusal

/**
 * Sets, changes or removes a PIN. Where one is set it takes the former one, or the account's password, which helps a locked
 * account and a child's device too. The account's PIN stays while there are children's profiles.
 */
export async function setPin(deps: ProfileDeps, change: PinChange): Promise<PinSet> {
  const { viewer, password } = change
  if (password !== undefined) {
    const own = await deps.accounts.checkOwnPassword(
      viewer.accountId,
      password,
      change.clientAddress,
      'pin_change_failed',
    )
    if (own.kind !== 'right') return passwordRefusal(own)
  } else if (viewer.profile?.isChild === true) return { kind: 'not_in_this_profile' }
  return change.no === undefined ? setAccountPin(deps, change) : setProfilePin(deps, change, change.no)
}

function passwordRefusal(own: Exclude<OwnPassword, { kind: 'right' }>): PinSet {
  return own.kind === 'wrong' ? { kind: 'wrong_password' } : own
}

async function setAccountPin(deps: ProfileDeps, change: PinChange): Promise<PinSet> {
  const { viewer, pin, formerPin, password, clientAddress: address } = change
  const { accountId, sessionId } = viewer
  const former = (await pinOf(deps.db, accountId)).pinHash
  if (former !== null && password === undefined) {
    if (formerPin === undefined) return { kind: 'pin_needed' }
    const tried = await tryPin(deps, { accountId, pin: formerPin, hash: former, of: 'account', address })
    if (tried.kind !== 'right') return tried
  }
  const hash = pin === '' ? null : await deps.passwords.hashOf(pin)
  if (hash !== null && typeof hash !== 'string') return hash
  return storing(deps, accountId, async (trx) => {
    const stored = await lockPin(trx, accountId)
    // Another device changed it in between: the former PIN is a wrong one now.
    if (stored.pinHash !== former) return { kind: 'pin_needed' }
    const hasChildren = (await profilesOf(trx, accountId)).some(({ isChild }) => isChild)
    if (hash === null && hasChildren) return { kind: 'pin_guards_children' }
    await putPin(trx, accountId, { pinHash: hash, isOnPurchases: stored.isOnPurchases })
    await putTries(trx, accountId, noTries)
    await unprovePins(trx, accountId)
    if (hash !== null && viewer.profile?.isChild !== true)
      await provePinOf(trx, sessionId, deps.clock.nowMs() + provenMs)
    const event = hash === null ? 'account_pin_removed' : 'account_pin_set'
    const facts = { by: password === undefined ? 'former' : 'password' }
    if (hash !== null || former !== null)
      await deps.audit.recordIn(trx, { event, actor: 'viewer', accountId, address, facts })
    return { kind: 'set' }
  })
}

async function setProfilePin(deps: ProfileDeps, change: PinChange, no: number): Promise<PinSet> {
  const { viewer, pin, clientAddress: address } = change
  const { accountId } = viewer
  const key = { accountId, profileNo: no }
  const profile = await findProfile(deps.db, key)
  if (profile === undefined) return { kind: 'profile_not_found' }
  const allowed = await mayChangePin(deps, change, profile)
  if (allowed.kind !== 'right') return allowed
  const hash = pin === '' ? null : await deps.passwords.hashOf(pin)
  if (hash !== null && typeof hash !== 'string') return hash
  return storing(deps, accountId, async (trx) => {
    const still = await findProfile(trx, key)
    if (still === undefined) return { kind: 'profile_not_found' }
    if (still.pinHash !== profile.pinHash) return { kind: 'pin_needed' }
    const changed = { ...still, pinHash: hash, version: still.version + 1 }
    await putProfile(trx, key, changed, deps.clock.nowMs())
    const event = hash === null ? 'profile_pin_removed' : 'profile_pin_set'
    const facts = { profile: no }
    if (hash !== null || still.pinHash !== null)
      await deps.audit.recordIn(trx, { event, actor: 'viewer', accountId, address, facts })
    return { kind: 'set' }
  })
}

/** By the password, the profile's former PIN, the account's proven one; without either one's own profile. */
async function mayChangePin(
  deps: ProfileDeps,
  { viewer, formerPin, password, clientAddress: address }: PinChange,
  profile: OwnProfile,
): Promise<{ readonly kind: 'right' } | { readonly kind: 'pin_needed' } | PinRefusal> {
  if (password !== undefined) return { kind: 'right' }
  const { accountId } = viewer
  if (profile.pinHash !== null && formerPin !== undefined)
    return tryPin(deps, { accountId, pin: formerPin, hash: profile.pinHash, of: 'profile', address })
  if (await isProven(deps.db, deps, viewer)) return { kind: 'right' }
  if (profile.pinHash !== null) return { kind: 'pin_needed' }
  const isOwn = (viewer.profile?.no ?? 0) === profile.no
  const { pinHash } = await pinOf(deps.db, accountId)
  return { kind: isOwn || pinHash === null ? 'right' : 'pin_needed' }
}

export type PurchasesSet =
  | { readonly kind: 'set' }
  | { readonly kind: 'pin_not_set' | 'pin_needed' | 'not_in_this_profile' }

/** Whether purchases need the account's PIN. */
export async function setOnPurchases(
  deps: ProfileDeps,
  { viewer, clientAddress: address, isOn }: ProfileEditor & { readonly isOn: boolean },
): Promise<PurchasesSet> {
  const { accountId } = viewer
  if (viewer.profile?.isChild === true) return { kind: 'not_in_this_profile' }
  return storing<PurchasesSet>(deps, accountId, async (trx) => {
    const stored = await lockPin(trx, accountId)
    if (stored.pinHash === null) return { kind: 'pin_not_set' }
    if (!(await isProven(trx, deps, viewer))) return { kind: 'pin_needed' }
    await putPin(trx, accountId, { pinHash: stored.pinHash, isOnPurchases: isOn })
    const event = isOn ? 'purchase_pin_on' : 'purchase_pin_off'
    if (stored.isOnPurchases !== isOn)
      await deps.audit.recordIn(trx, { event, actor: 'viewer', accountId, address })
    return { kind: 'set' }
  })
}

/**
 * Removes the account's PIN and those of its profiles, for the staff: its owner forgot them. Children's profiles stay, and
 * let nobody out until a new PIN is set. `none`: there was no PIN; `missing`: no such account. In the caller's transaction.
 */
export async function removePins(
  trx: DbTransaction,
  accountId: number,
): Promise<'removed' | 'none' | 'missing'> {
  if (!(await lockAccount(trx, accountId))) return 'missing'
  const stored = await lockPin(trx, accountId)
  const { numUpdatedRows } = await trx
    .updateTable('profile')
    .set((on) => ({ pin_hash: null, version: on('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('pin_hash', 'is not', null)
    .executeTakeFirst()
  await putPin(trx, accountId, { pinHash: null, isOnPurchases: false })
  await putTries(trx, accountId, noTries)
  await unprovePins(trx, accountId)
  await tellSessionsChanged(trx, accountId)
  return stored.pinHash !== null || numUpdatedRows > 0n ? 'removed' : 'none'
}

async function storing<Result>(
  deps: ProfileDeps,
  accountId: number,
  work: (trx: DbTransaction) => Promise<Result>,
): Promise<Result> {
  const outcome = await deps.withLock(accountId, () =>
    deps.db.transaction().execute(async (trx) => {
      await lockAccount(trx, accountId)
      const done = await work(trx)
      await tellSessionsChanged(trx, accountId)
      return done
    }),
  )
  deps.accounts.sessionsChanged(String(accountId))
  return outcome
}
