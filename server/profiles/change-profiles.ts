/** Profiles are added, changed and removed. */
import { firstProfileNo } from '#contract/accounts/profiles.ts'
import { provenPinUntil, putProfileOnDevice, tellSessionsChanged } from '#server/accounts/accounts.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import type { ProfileDeps } from './deps.ts'
import { type StoredPin, pinOf, takeProfileNo } from './pin-rows.ts'
import {
  type OwnProfile,
  type ProfileFields,
  type ProfileRecord,
  deleteProfile,
  lockAccount,
  profilesOf,
  putProfile,
  withoutPin,
} from './profile-rows.ts'
import { nameKeyOf } from './rules.ts'

/** Who changes profiles, and from where. */
export interface ProfileEditor {
  readonly viewer: Viewer
  readonly clientAddress: string
}

/** Why a viewer may not change profiles now. */
export type EditRefusal = { readonly kind: 'not_in_this_profile' | 'pin_needed' }

export type Saved =
  | { readonly kind: 'saved'; readonly profile: ProfileRecord }
  | { readonly kind: 'profile_name_taken' | 'pin_not_set' }
  | EditRefusal
export type Created = Saved | { readonly kind: 'profiles_full' }
export type Updated =
  | Saved
  | { readonly kind: 'profile_not_found' | 'profile_changed' | 'first_profile_stays' }

export interface Creation extends ProfileEditor {
  readonly fields: ProfileFields
  /** So many profiles may an account have, its first one included. */
  readonly max: number
}

export function createProfile(deps: ProfileDeps, { fields, max, ...by }: Creation): Promise<Created> {
  const { accountId } = by.viewer
  return changing<Created>(deps, by, async (trx, pin) => {
    const all = await profilesOf(trx, accountId)
    if (all.length >= max) return { kind: 'profiles_full' }
    if (isTaken(all, fields.name, undefined)) return { kind: 'profile_name_taken' }
    if (fields.isChild && pin.pinHash === null) return { kind: 'pin_not_set' }
    const no = await takeProfileNo(trx, accountId)
    const profile = { ...fields, no, hasPin: false, pinHash: null, version: 1 }
    await putProfile(trx, { accountId, profileNo: no }, profile, deps.clock.nowMs())
    await record(deps, trx, by, 'profile_created', profile)
    return { kind: 'saved', profile: withoutPin(profile) }
  })
}

export interface Update extends ProfileEditor {
  readonly no: number
  /** The one that the viewer saw: a change of another device meanwhile is refused. */
  readonly version: number
  readonly fields: ProfileFields
}

export function updateProfile(deps: ProfileDeps, { no, version, fields, ...by }: Update): Promise<Updated> {
  const { accountId } = by.viewer
  return changing<Updated>(deps, by, async (trx, pin) => {
    const all = await profilesOf(trx, accountId)
    const former = all.find((one) => one.no === no)
    if (former === undefined) return { kind: 'profile_not_found' }
    if (former.version !== version) return { kind: 'profile_changed' }
    if (fields.isChild && no === firstProfileNo) return { kind: 'first_profile_stays' }
    if (isTaken(all, fields.name, no)) return { kind: 'profile_name_taken' }
    if (fields.isChild && pin.pinHash === null) return { kind: 'pin_not_set' }
    const { pinHash, hasPin } = former
    const profile: OwnProfile = { ...fields, no, hasPin, pinHash, version: version + 1 }
    await putProfile(trx, { accountId, profileNo: no }, profile, deps.clock.nowMs())
    await record(deps, trx, by, 'profile_changed', profile)
    return { kind: 'saved', profile: withoutPin(profile) }
  })
}

export type Removed = { readonly kind: 'removed' | 'first_profile_stays' } | EditRefusal

/**
 * Removes a profile with everything of it, in one transaction; one that is gone already is no error. A device that used it
 * must choose another, so that what plays there is written to no other profile; only the one that removes it goes on in
 * the first profile, unless a PIN of its own protects that.
 */
export function removeProfile(
  deps: ProfileDeps,
  { no, ...by }: ProfileEditor & { readonly no: number },
): Promise<Removed> {
  const { accountId, sessionId, profile: current } = by.viewer
  if (no === firstProfileNo) return Promise.resolve({ kind: 'first_profile_stays' })
  return changing<Removed>(deps, by, async (trx, pin) => {
    const all = await profilesOf(trx, accountId)
    const removed = all.find((one) => one.no === no)
    if (removed === undefined) return { kind: 'removed' }
    const key = { accountId, profileNo: no }
    for (const forget of deps.forgets) await forget(trx, key)
    await deleteProfile(trx, key)
    const first = all.find((one) => one.no === firstProfileNo)
    const isOpen = first?.pinHash === null || pin.pinHash !== null
    if (current?.no === no && isOpen)
      await putProfileOnDevice(trx, sessionId, { no: firstProfileNo, isLimited: false })
    await record(deps, trx, by, 'profile_removed', removed)
    return { kind: 'removed' }
  })
}

/** Runs a change under the lock of the account, if the viewer may change profiles. */
async function changing<Result extends { readonly kind: string }>(
  deps: ProfileDeps,
  { viewer }: ProfileEditor,
  work: (trx: DbTransaction, pin: StoredPin) => Promise<Result>,
): Promise<Result | EditRefusal> {
  const { accountId } = viewer
  if (viewer.profile?.isChild === true) return { kind: 'not_in_this_profile' }
  const outcome = await deps.withLock(accountId, () =>
    deps.db.transaction().execute(async (trx): Promise<Result | EditRefusal> => {
      await lockAccount(trx, accountId)
      const pin = await pinOf(trx, accountId)
      if (pin.pinHash !== null && !(await isProven(trx, deps, viewer))) return { kind: 'pin_needed' }
      const done = await work(trx, pin)
      await tellSessionsChanged(trx, accountId)
      return done
    }),
  )
  deps.accounts.sessionsChanged(String(accountId))
  return outcome
}

/** Whether the account's PIN was entered on the viewer's device in the last minutes. */
export async function isProven(
  db: DbTransaction | ProfileDeps['db'],
  { clock }: Pick<ProfileDeps, 'clock'>,
  { sessionId, support }: Viewer,
): Promise<boolean> {
  return support === undefined && (await provenPinUntil(db, sessionId)) > clock.nowMs()
}

function isTaken(all: readonly ProfileRecord[], name: string, besides: number | undefined): boolean {
  const key = nameKeyOf(name)
  return all.some((one) => one.no !== besides && nameKeyOf(one.name) === key)
}

function record(
  { audit }: ProfileDeps,
  trx: DbTransaction,
  { viewer: { accountId }, clientAddress: address }: ProfileEditor,
  event: string,
  { no, name, isChild, ageLimit }: ProfileRecord,
): Promise<void> {
  const facts = { profile: no, name, is_child: isChild, age_limit: ageLimit }
  return audit.recordIn(trx, { event, actor: 'viewer', accountId, address, facts })
}
