/** Profiles as clients send and get them. Pure. */
import {
  type Profile,
  profileColours,
  profilePictures,
  type profiles as endpoints,
} from '#contract/accounts/profiles.ts'
import type { ParsedOf } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import type { ListedProfile, PinState, ProfileFields } from '#server/profiles/profiles.ts'

type SentFields = Omit<ParsedOf<typeof endpoints.create>, 'format' | 'lang'>

/** What a client sends of a profile. */
export function fieldsOf(sent: SentFields): ProfileFields {
  return {
    ...{ name: sent.name, picture: sent.picture, colour: sent.colour, language: sent.language },
    ...{ isChild: sent.is_child === 1, ageLimit: sent.age_limit, aboveLimit: sent.above_limit },
    ...{ channelIds: sent.channels, hoursFrom: sent.hours_from, hoursTo: sent.hours_to },
    minutesPerDay: sent.minutes_per_day,
  }
}

/** A first profile that nobody has changed is in the language of its client. */
export function presentProfile(profile: ListedProfile, language: Language): Profile {
  return {
    ...{ no: profile.no, name: profile.name },
    picture: profilePictures.find((one) => one === profile.picture) ?? profilePictures[0],
    colour: profileColours.find((one) => one === profile.colour) ?? profileColours[0],
    language: profile.version === 0 ? language : profile.language,
    ...{ is_child: flagOf(profile.isChild), age_limit: profile.ageLimit, above_limit: profile.aboveLimit },
    channels: [...profile.channelIds],
    ...{ hours_from: profile.hoursFrom, hours_to: profile.hoursTo, minutes_per_day: profile.minutesPerDay },
    ...{ has_pin: flagOf(profile.hasPin), version: profile.version, minutes_left: profile.minutesLeft },
  }
}

export function presentPin(pin: PinState) {
  return {
    ...{ is_set: flagOf(pin.isSet), on_purchases: flagOf(pin.isOnPurchases) },
    locked_until: Math.ceil(pin.lockedUntilMs / 1000),
    proven_until: Math.floor(pin.provenUntilMs / 1000),
  }
}

function flagOf(value: boolean): 0 | 1 {
  return value ? 1 : 0
}
