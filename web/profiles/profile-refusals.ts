import type { FailureCode } from '#contract/form/failures.ts'

/** Refusals because of the profile of this device. */
const ofProfile: ReadonlySet<FailureCode> = new Set([
  ...(['above_age_limit', 'above_age_closed', 'channel_not_chosen', 'not_in_this_profile'] as const),
  ...(['watch_hours_over', 'watch_minutes_over', 'profile_not_found'] as const),
])
/** The account's PIN opens these. */
const openedByPin: ReadonlySet<FailureCode> = new Set(['above_age_limit', 'channel_not_chosen'])

export function isOfProfile(failure: FailureCode): boolean {
  return ofProfile.has(failure)
}

export function isOpenedByPin(failure: FailureCode): boolean {
  return openedByPin.has(failure)
}
