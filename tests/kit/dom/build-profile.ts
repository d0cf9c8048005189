/** Profiles for components under test. */
import type { Profile } from '#contract/accounts/profiles.ts'
import type { ProfileList } from '#web/profiles/profile-rules.ts'

/** A grown-up's profile without limits. */
export function buildProfile(fields: Partial<Profile> = {}): Profile {
  return {
    ...{ no: 0, name: 'Лола', picture: 'cat', colour: 'turquoise', language: 'ru', is_child: 0 },
    ...{ age_limit: 18, above_limit: 'hide', channels: [], hours_from: 0, hours_to: 0, minutes_per_day: 0 },
    ...{ has_pin: 0, version: 1, minutes_left: null },
    ...fields,
  }
}

/** A child's profile for those of six. */
export function buildChild(fields: Partial<Profile> = {}): Profile {
  return buildProfile({ no: 1, name: 'Тимур', picture: 'fox', is_child: 1, age_limit: 6, ...fields })
}

export function buildProfileList(
  profiles: readonly Profile[],
  fields: Partial<ProfileList> = {},
): ProfileList {
  return {
    ...{ current: 0, limit: 6, profiles: [...profiles] },
    pin: { is_set: 0, on_purchases: 0, locked_until: 0, proven_until: 0 },
    ...fields,
  }
}
