import { putProfileOnDevice, tellSessionsChanged } from '#server/accounts/accounts.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import type { ProfileDeps } from './deps.ts'
import { pinOf } from './pin-rows.ts'
import { type OwnProfile, findProfile, lockAccount } from './profile-rows.ts'
import { isLimited, isWider } from './rules.ts'
import { type PinRefusal, tryPin } from './try-pin.ts'

export interface Choice {
  readonly viewer: Viewer
  readonly no: number
  readonly pin: string | undefined
  readonly clientAddress: string
}

export type Chosen =
  | { readonly kind: 'chosen' }
  | { readonly kind: 'profile_not_found' | 'pin_needed' }
  /** A child's device, and no PIN is set that would let it out. */
  | { readonly kind: 'pin_not_set' }
  | PinRefusal

/**
 * Uses a profile on the viewer's device. Its own PIN is needed if it has one; else from a child's
 * profile into a wider one that of the account.
 */
export async function chooseProfile(deps: ProfileDeps, choice: Choice): Promise<Chosen> {
  const { accountId, sessionId, profile: current } = choice.viewer
  const key = { accountId, profileNo: choice.no }
  const target = await findProfile(deps.db, key)
  if (target === undefined) return { kind: 'profile_not_found' }
  if (current?.no === choice.no) return { kind: 'chosen' }
  const opened = await openFor(deps, choice, target)
  if (opened.kind !== 'right') return opened
  const done = await deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId)
    // Another device may have removed it, or given it another PIN, while this one was compared.
    const still = await findProfile(trx, key)
    if (still === undefined || still.pinHash !== target.pinHash || still.version !== target.version)
      return false
    const isChosen = await putProfileOnDevice(trx, sessionId, { no: target.no, isLimited: isLimited(target) })
    if (isChosen) await tellSessionsChanged(trx, accountId)
    return isChosen
  })
  deps.accounts.sessionsChanged(String(accountId))
  return { kind: done ? 'chosen' : 'profile_not_found' }
}

/** Whether the device may use the profile, by a PIN where one is needed. */
async function openFor(
  deps: ProfileDeps,
  { viewer, pin, clientAddress: address }: Choice,
  target: OwnProfile,
): Promise<{ readonly kind: 'right' } | Exclude<Chosen, { kind: 'chosen' }>> {
  const { accountId } = viewer
  if (target.pinHash !== null) {
    if (pin === undefined) return { kind: 'pin_needed' }
    return tryPin(deps, { accountId, pin, hash: target.pinHash, of: 'profile', address })
  }
  if (!(await isWiderForDevice(deps, viewer, target))) return { kind: 'right' }
  const { pinHash } = await pinOf(deps.db, accountId)
  // Nothing is protected in the account: only a child's profile that is still there stays closed.
  const mayLeave = viewer.profile?.isRemoved === true || viewer.profile?.isChild !== true
  if (pinHash === null) return { kind: mayLeave ? 'right' : 'pin_not_set' }
  if (pin === undefined) return { kind: 'pin_needed' }
  return tryPin(deps, { accountId, pin, hash: pinHash, of: 'account', address })
}

async function isWiderForDevice(
  { db }: ProfileDeps,
  { accountId, profile }: Viewer,
  target: OwnProfile,
): Promise<boolean> {
  if (profile === undefined || (!profile.isChild && profile.limit === undefined)) return false
  const current = await findProfile(db, { accountId, profileNo: profile.no })
  // Removed: it may have been a child's.
  return current === undefined ? !target.isChild : isWider(current, target)
}
