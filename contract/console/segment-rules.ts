/** The rules of a segment as data. */
import * as z from 'zod/mini'
import { maxProfiles, noAgeLimit, profileAges } from '#contract/accounts/profiles.ts'
import { id, whole } from '#contract/form/fields.ts'

/** The ages to which profiles are limited; a profile without a limit has none of these. */
export const limitedAges: readonly number[] = profileAges.filter((age) => age < noAgeLimit)

/** Closed accounts are in no segment. */
export const segmentStandings = [
  'active',
  'trial',
  'due',
  'paused',
  'suspended',
  'ended',
  'never_paid',
  'blocked',
] as const
export const conditionFields = [
  'tariff',
  'standing',
  'ends',
  'balance',
  'device',
  'seen',
  'joined',
  'language',
  'watched',
  'favourite',
  'city',
  'brand',
  'child_profile',
  'profiles',
  'profile_age',
] as const
export type ConditionField = (typeof conditionFields)[number]

const days = whole(1, 3660)
const ids = z.array(id()).check(z.minLength(1), z.maxLength(200))
/** `within`: at most so many days ago; `over`: longer ago, or never. */
const ago = { op: z.enum(['within', 'over']), days }

export const SegmentCondition = z.discriminatedUnion('field', [
  /** One of these is connected, suspended ones too. */
  z.object({ field: z.literal('tariff'), ids }),
  /** The state as the subscriber's card says it. */
  z.object({
    field: z.literal('standing'),
    kinds: z.array(z.enum(segmentStandings)).check(z.minLength(1), z.maxLength(segmentStandings.length)),
  }),
  /** What is paid of a tariff ends within so many days. */
  z.object({ field: z.literal('ends'), days }),
  /** Soʻm; `above` includes the sum itself. */
  z.object({ field: z.literal('balance'), op: z.enum(['below', 'above']), sum: whole(0, 1_000_000_000) }),
  z.object({
    field: z.literal('device'),
    kinds: z
      .array(z.enum(['tv', 'phone', 'tablet', 'computer', 'other']))
      .check(z.minLength(1), z.maxLength(5)),
  }),
  z.object({ field: z.literal('seen'), ...ago }),
  z.object({ field: z.literal('joined'), ...ago }),
  /** Of the app that registered for messages last, else of the Telegram or the first profile; `unknown` without any. */
  z.object({
    field: z.literal('language'),
    languages: z.array(z.enum(['ru', 'uz', 'unknown'])).check(z.minLength(1), z.maxLength(3)),
  }),
  /** A film within so many days, of one of these genres; without genres any film. */
  z.object({ field: z.literal('watched'), days, ids: z.array(id()).check(z.maxLength(200)) }),
  /** One of these channels is a favourite. */
  z.object({ field: z.literal('favourite'), ids }),
  /** In one of these cities, or in a city of one of these regions; 0: without a city. */
  z.object({
    field: z.literal('city'),
    ids: z.array(whole(0, 2_147_483_647)).check(z.minLength(1), z.maxLength(200)),
  }),
  /** Of one of these brands; those who have none are of the main one, 1. */
  z.object({ field: z.literal('brand'), ids }),
  /** Has a child's profile. */
  z.object({ field: z.literal('child_profile') }),
  /** So many profiles, the first one included, which every account has; `above` includes the number itself. */
  z.object({
    field: z.literal('profiles'),
    op: z.enum(['below', 'above']),
    count: whole(1, maxProfiles + 1),
  }),
  /** Has a profile limited to one of these ages. */
  z.object({
    field: z.literal('profile_age'),
    ages: z
      .array(whole(0, 17).check(z.refine((age) => limitedAges.includes(age))))
      .check(z.minLength(1), z.maxLength(limitedAges.length)),
  }),
])
export type SegmentCondition = z.output<typeof SegmentCondition>

const match = z.enum(['all', 'any'])

/** Without groups: all subscribers. */
export const SegmentRules = z.object({
  /** How groups are combined. */
  match,
  groups: z
    .array(
      z.object({
        match,
        /** Those to whom the group does not apply. */
        is_not: z.boolean(),
        conditions: z.array(SegmentCondition).check(z.minLength(1), z.maxLength(10)),
      }),
    )
    .check(z.maxLength(10)),
})
export type SegmentRules = z.output<typeof SegmentRules>

export const everybody: SegmentRules = { match: 'all', groups: [] }

/** Longer rules do not fit into an address. */
export const maxRulesText = 8000

/** Rules as JSON in a query. */
export const SegmentRulesText = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(maxRulesText)),
    z.transform((json: string, { issues }): unknown => {
      try {
        return JSON.parse(json)
      } catch {
        issues.push({ code: 'custom', input: json, message: 'JSON' })
        return z.NEVER
      }
    }),
  ),
  SegmentRules,
)
