/** The first profiles of an account, given by the service. */
import { firstProfileNo } from '#contract/accounts/profiles.ts'
import { tellSessionsChanged } from '#server/accounts/accounts.ts'
import type { ProfileDeps } from './deps.ts'
import { lockPin, pinOf, putPin, takeProfileNo } from './pin-rows.ts'
import { type ProfileFields, lockAccount, profilesOf, putProfile } from './profile-rows.ts'

export interface FirstProfiles {
  readonly accountId: number
  /** Of the account: four to six digits. */
  readonly pin: string
  /** The first one is the account's first profile, which is never a child's. */
  readonly profiles: readonly ProfileFields[]
}

/**
 * Stores profiles and a PIN for an account whose viewers have changed nothing of either. False, and nothing is changed, for
 * any other account: what its viewers made of it is theirs.
 */
export async function giveProfiles(
  deps: Pick<ProfileDeps, 'accounts' | 'clock' | 'db' | 'passwords'>,
  { accountId, pin, profiles }: FirstProfiles,
): Promise<boolean> {
  if ((await pinOf(deps.db, accountId)).pinHash !== null) return false
  const pinHash = await deps.passwords.hashOf(pin)
  if (typeof pinHash !== 'string') return false
  const isStored = await deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId)
    const stored = await lockPin(trx, accountId)
    const all = await profilesOf(trx, accountId)
    if (stored.pinHash !== null || all.length > 1 || all[0]?.version !== 0) return false
    await putPin(trx, accountId, { pinHash, isOnPurchases: false })
    for (const [index, fields] of profiles.entries()) {
      const no = index === 0 ? firstProfileNo : await takeProfileNo(trx, accountId)
      const profile = { ...fields, no, hasPin: false, pinHash: null, version: 1 }
      await putProfile(trx, { accountId, profileNo: no }, profile, deps.clock.nowMs())
    }
    await tellSessionsChanged(trx, accountId)
    return true
  })
  if (isStored) deps.accounts.sessionsChanged(String(accountId))
  return isStored
}
