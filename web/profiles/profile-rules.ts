/** What a page knows of a profile, and the values of its form. Pure. */
import { firstProfileNo, noAgeLimit, type Profile } from '#contract/accounts/profiles.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { profiles } from '#contract/accounts/profiles.ts'
import type { StoredProfile } from '#web/session/profile.ts'

export type ProfileList = ResponseOf<typeof profiles.list>

/** Whether something is closed to it. */
export function isLimited(profile: Profile): boolean {
  return (
    profile.is_child === 1 ||
    profile.age_limit < noAgeLimit ||
    profile.channels.length > 0 ||
    profile.hours_from !== profile.hours_to ||
    profile.minutes_per_day > 0
  )
}

/** The current profile as the page keeps it; undefined where the list does not have it. */
export function storedOf({ current, profiles: all }: ProfileList): StoredProfile | undefined {
  const profile = all.find(({ no }) => no === current)
  if (profile === undefined) return undefined
  const { no, name, picture, colour } = profile
  return {
    ...{ no, name, picture, colour },
    isChild: profile.is_child === 1,
    isLimited: isLimited(profile),
    count: all.length,
  }
}

/** Whether entering it from the current one asks for a PIN, as far as the page can tell. */
export function isLocked(profile: Profile, { current, profiles: all, pin }: ProfileList): boolean {
  if (profile.no === current) return false
  if (profile.has_pin === 1) return true
  const now = all.find(({ no }) => no === current)
  if (pin.is_set === 0 || now === undefined || !isLimited(now)) return false
  return !isLimited(profile) || profile.is_child < now.is_child || profile.age_limit > now.age_limit
}

/** The fields of the form. */
export type ProfileFields = Omit<Profile, 'no' | 'has_pin' | 'version' | 'minutes_left'>

/** A new profile: the first picture and colour that no other has. */
export function newProfile(
  existing: readonly Profile[],
  pictures: readonly Profile['picture'][],
  colours: readonly Profile['colour'][],
  language: Profile['language'],
): ProfileFields {
  const free = <Value>(values: readonly Value[], used: readonly Value[]) =>
    values.find((value) => !used.includes(value)) ?? (values[0] as Value)
  return {
    name: '',
    picture: free(
      pictures,
      existing.map(({ picture }) => picture),
    ),
    colour: free(
      colours,
      existing.map(({ colour }) => colour),
    ),
    language,
    is_child: 0,
    age_limit: noAgeLimit,
    above_limit: 'hide',
    channels: [],
    hours_from: 0,
    hours_to: 0,
    minutes_per_day: 0,
  }
}

/** A child's profile begins with the limits most parents choose; a grown-up's has none. */
export function asChild(fields: ProfileFields, isChild: boolean): ProfileFields {
  return isChild
    ? { ...fields, is_child: 1, age_limit: Math.min(fields.age_limit, 6) }
    : {
        ...fields,
        is_child: 0,
        age_limit: noAgeLimit,
        channels: [],
        hours_from: 0,
        hours_to: 0,
        minutes_per_day: 0,
      }
}

export function fieldsOf(profile: Profile): ProfileFields {
  const { no: _no, has_pin: _pin, version: _version, minutes_left: _left, ...fields } = profile
  return fields
}

/** `08:30` of minutes from midnight. */
export function clockText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`
}

/** The first profile cannot be a child's, and cannot be removed. */
export function isFirst({ no }: Pick<Profile, 'no'>): boolean {
  return no === firstProfileNo
}
