/** Which profiles may call an endpoint, by its declaration: decided before its handler runs. */
import { type Endpoint, type Outcome, reject } from '#contract/form/endpoint.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

type ProfileFailure = 'not_in_this_profile' | 'pin_needed' | 'profile_not_found'

/**
 * Why a request is refused: the profile of its device was removed and it must choose another, an adult is needed, or the
 * account's PIN. Undefined when it may go on. Reading what is for anybody goes on also without a profile, playing it does not.
 */
export function refusedToProfile(
  { access, forAdults, needsProfile, opensAccount, spends, withoutProfile }: Endpoint,
  viewer: Viewer | undefined,
  input: unknown,
): Outcome<never, ProfileFailure> | undefined {
  const profile = viewer?.profile
  const isForProfiles = needsProfile === true || (access === 'viewer' && withoutProfile !== true)
  if (profile?.isRemoved === true && isForProfiles) return reject('profile_not_found')
  const needsAdult = forAdults === true || spends !== undefined
  if (needsAdult && profile?.isChild === true) return reject('not_in_this_profile')
  if (opensAccount === true && viewer?.limitPinNeeded === true) return reject('pin_needed')
  return viewer?.purchasePinNeeded === true && isSpending(spends, input) ? reject('pin_needed') : undefined
}

function isSpending(spends: Endpoint['spends'], input: unknown): boolean {
  if (spends === undefined || spends === true) return spends === true
  return (input as Readonly<Record<string, unknown>>)[spends.when] === 1
}
