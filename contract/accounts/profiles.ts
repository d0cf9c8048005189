/** Profiles of an account, and the PIN that protects them and purchases. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, flag, id, siteInput as input, text, whole } from '#contract/form/fields.ts'

/** At most so many profiles in an account, the first one included. */
export const maxProfiles = 6
/** The number of the first profile, which every account has: it has everything from before there were profiles. */
export const firstProfileNo = 0
/** The age limits of a profile; the last one is no limit. */
export const profileAges = [0, 6, 12, 16, 18] as const
/**
 * What nobody rated counts as for viewers of this age, but for what is for children: parents expect that only what is
 * known to be for their child is shown, and viewers of sixteen may see the news.
 */
export const unratedAge = 16
/** An age limit that closes nothing. */
export const noAgeLimit = 18
/** Drawn by the site. */
export const profilePictures = [
  ...['cat', 'fox', 'owl', 'bear', 'hare', 'camel', 'stork', 'melon'],
  ...['star', 'rocket', 'ball', 'book'],
] as const
export const profileColours = ['turquoise', 'saffron', 'pomegranate', 'cotton', 'lapis', 'pistachio'] as const
export const pinForm = /^\d{4,6}$/

/** A profile's number within its account. */
const profileNo = () => whole(0, 32_767)
const pin = () => z.string().check(z.trim(), z.regex(pinForm))
const minuteOfDay = () => whole(0, 1440)

/** What viewers choose of a profile. */
const fields = {
  name: text(30, 1),
  picture: z.enum(profilePictures),
  colour: z.enum(profileColours),
  /** The language of texts and of the tracks that are preferred. */
  language: z.enum(['ru', 'uz']),
  is_child: flag(),
  /** One of `profileAges`; 18: no limit. */
  age_limit: whole(0, 18).check(z.refine((age) => (profileAges as readonly number[]).includes(age))),
  /** What is above the limit is left out of every list, or shown locked and opened by the PIN. */
  above_limit: z.enum(['hide', 'ask']),
  /** Channels that may be watched, at most 500; empty: all within the age limit. */
  channels: z.array(id()).check(z.maxLength(500)),
  /** In Tashkent's time, minutes from midnight; `from` after `to` runs over midnight; equal: the whole day. */
  hours_from: minuteOfDay(),
  hours_to: minuteOfDay(),
  /** 0: no limit. */
  minutes_per_day: whole(0, 1440),
}

export const Profile = z.object({
  /** 0 is the first one. */
  no: z.int(),
  /** Empty for a first profile that nobody has named. */
  name: z.string(),
  picture: fields.picture,
  colour: fields.colour,
  language: fields.language,
  is_child: answeredFlag,
  age_limit: z.int(),
  above_limit: fields.above_limit,
  channels: z.array(z.int()),
  hours_from: z.int(),
  hours_to: z.int(),
  minutes_per_day: z.int(),
  /** Whether it has a PIN of its own. */
  has_pin: answeredFlag,
  /** Sent back with a change: a change of another device meanwhile is refused. */
  version: z.int(),
  /** Minutes that are left today; null without a limit. */
  minutes_left: z.nullable(z.int()),
})
export type Profile = z.output<typeof Profile>

const AccountPin = z.object({
  is_set: answeredFlag,
  on_purchases: answeredFlag,
  /** Unix seconds; 0: not locked. */
  locked_until: z.int(),
  /** Unix seconds until which this device need not enter it again; 0: it must. */
  proven_until: z.int(),
})

const limits = [{ name: 'profiles', per: 'account', attempts: 100, perSec: 600 }] as const
const pinFailures = ['pin_needed', 'pin_wrong', 'pin_locked', 'too_many_requests'] as const
const own = { envelope: 'data', access: 'viewer' } as const
const changing = { ...own, method: 'POST', changes: true, rateLimits: limits } as const

export const profiles = {
  list: endpoint({
    ...own,
    withoutProfile: true,
    path: '/api/v1/profiles',
    summary: 'The profiles of the account, the one of this device, and the state of the account’s PIN',
    input: input({}),
    output: z.object({ current: z.int(), limit: z.int(), profiles: z.array(Profile), pin: AccountPin }),
  }),
  choose: endpoint({
    ...changing,
    withoutProfile: true,
    path: '/api/v1/profiles/choose',
    summary:
      'Uses a profile on this device. Its own PIN is needed, if it has one; from a child’s profile into one with a higher limit, else the account’s',
    input: input({ no: profileNo(), pin: z.optional(pin()) }),
    output: z.object({ current: z.int() }),
    failures: ['profile_not_found', 'pin_not_set', ...pinFailures],
  }),
  create: endpoint({
    ...changing,
    forAdults: true,
    path: '/api/v1/profiles/create',
    summary:
      'Adds a profile; a child’s one needs the account’s PIN to be set. Needs a proven PIN, if one is set',
    input: input(fields),
    output: Profile,
    failures: ['profiles_full', 'profile_name_taken', 'pin_not_set', 'not_in_this_profile', ...pinFailures],
  }),
  update: endpoint({
    ...changing,
    forAdults: true,
    path: '/api/v1/profiles/update',
    summary: 'Changes a profile. Needs a proven PIN, if one is set',
    input: input({ no: profileNo(), version: whole(0, 2_147_483_647), ...fields }),
    output: Profile,
    failures: [
      ...(['profile_not_found', 'profile_name_taken', 'profile_changed', 'first_profile_stays'] as const),
      ...(['pin_not_set', 'not_in_this_profile'] as const),
      ...pinFailures,
    ],
  }),
  remove: endpoint({
    ...changing,
    forAdults: true,
    path: '/api/v1/profiles/remove',
    summary:
      'Removes a profile with everything that is its own; its devices must choose another, and the one that asks goes on in the first one unless a PIN protects that. Needs a proven PIN, if one is set',
    input: input({ no: profileNo() }),
    output: z.object({}),
    failures: ['first_profile_stays', 'not_in_this_profile', ...pinFailures],
  }),
  prove: endpoint({
    ...changing,
    forAdults: true,
    path: '/api/v1/profiles/prove',
    summary:
      'Proves the account’s PIN for this device for ten minutes: for purchases and for changing profiles',
    input: input({ pin: pin() }),
    output: z.object({ proven_until: z.int() }),
    failures: ['pin_not_set', 'not_in_this_profile', ...pinFailures],
  }),
  open: endpoint({
    ...changing,
    path: '/api/v1/profiles/open',
    summary:
      'Opens one thing above the limit of this device’s profile with the account’s PIN, for twelve hours',
    input: input({ kind: z.enum(['title', 'channel', 'programme']), id: id(), pin: pin() }),
    output: z.object({ open_until: z.int() }),
    failures: ['pin_not_set', 'not_in_this_profile', ...pinFailures],
  }),
  setPin: endpoint({
    ...changing,
    withoutProfile: true,
    path: '/api/v1/profiles/pin',
    summary:
      'Sets, changes or removes (empty `pin`) the account’s PIN, or with `no` that of a profile. The former PIN or the account’s password is needed where one is set; from a child’s profile the password',
    input: input({
      no: z.optional(profileNo()),
      pin: z.union([z.literal(''), pin()]),
      former_pin: z.optional(pin()),
      password: z.optional(z.string().check(z.maxLength(128))),
    }),
    output: AccountPin,
    failures: [
      ...(['profile_not_found', 'pin_not_set', 'pin_guards_children', 'not_in_this_profile'] as const),
      'wrong_password',
      ...pinFailures,
    ],
  }),
  purchases: endpoint({
    ...changing,
    forAdults: true,
    path: '/api/v1/profiles/purchases',
    summary: 'Whether purchases need the account’s PIN. Needs a proven PIN',
    input: input({ on_purchases: flag() }),
    output: AccountPin,
    failures: ['pin_not_set', 'not_in_this_profile', ...pinFailures],
  }),
}
