/** "Why can't they watch X?": one answer about a subscriber with its remedy (CARE-03). */
import * as z from 'zod/mini'
import { id, text, unixSec, whole } from '#contract/form/fields.ts'
import { largestId } from '#contract/form/constants.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { deviceKinds } from './subscribers.ts'

const view = { section: 'subscribers', level: 'view' } as const

/** The answers, the most decisive first. */
export const whyReasons = [
  ...(['account_blocked', 'account_closed', 'no_device', 'device_removed', 'app_old'] as const),
  ...(['channel_hidden', 'programme_missing', 'title_elsewhere', 'title_hidden', 'window_ahead'] as const),
  ...(['window_ended', 'no_file', 'profile_gone', 'profile_age', 'profile_channel'] as const),
  ...([
    'profile_hours',
    'profile_minutes',
    'outside_region',
    'not_subscribed',
    'paused',
    'suspended',
  ] as const),
  ...(['programme_ahead', 'blackout', 'channel_off', 'channel_without_source', 'channel_down'] as const),
  ...(['not_packaged', 'no_archive', 'archive_over', 'not_recorded', 'too_many_streams', 'nothing'] as const),
] as const

export const whyChecks = [
  ...(['account', 'device', 'app', 'listed', 'profile', 'region', 'right', 'blackout'] as const),
  ...(['media', 'streams', 'provider'] as const),
] as const

/** What would help. */
export const whyRemedies = [
  ...(['none', 'account', 'sign_in', 'update_app', 'channel', 'film', 'guide', 'choose_profile'] as const),
  ...(['profile', 'inside', 'tariff'] as const),
  ...(['pay', 'end_pause', 'wait', 'blackout', 'health', 'packaging', 'stop_stream', 'try_again'] as const),
] as const

const Words = z.object({ ru: z.string(), uz: z.string(), en: z.string() })

const Device = z.object({
  device_id: z.int(),
  kind: z.enum(deviceKinds),
  /** The owner's name for it, or ''. */
  name: z.string(),
  model: z.string(),
  /** Unix seconds. */
  last_seen_at: z.int(),
  is_logged_in: z.boolean(),
})

const Failure = z.object({
  code: z.string(),
  at: z.int(),
  kind: z.enum(['live', 'archive', 'film']),
  /** The channel or film; '' for one that is gone. */
  title: Words,
  device: z.string(),
})

export const consoleSubscriberWhy = {
  items: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/why/items',
    permission: view,
    summary:
      'Channels and films by some letters of their names or by their numbers, for a question about them',
    input: z.object({ q: text(100) }),
    output: z.object({
      /** At most 20; channels first. */
      items: z.array(
        z.object({
          kind: z.enum(['channel', 'film', 'series']),
          /** A channel's `cid`, a title's `vid`. */
          id: z.int(),
          name: Words,
          /** A channel's number, a title's year; 0 for none. */
          number: z.int(),
        }),
      ),
      is_cut: z.boolean(),
    }),
  }),
  choices: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/why/choices',
    permission: view,
    summary: 'The devices of a subscriber, logged in or not, and the episodes of a series',
    input: z.object({ account_id: id(), vid: z.optional(id()) }),
    output: z.object({
      devices: z.array(Device),
      /** At most 2,000, in their order. */
      episodes: z.array(z.object({ vfid: z.int(), season: z.int(), episode: z.int(), name: Words })),
    }),
    failures: ['not_found'],
  }),
  answer: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/why',
    permission: view,
    summary: 'Why a subscriber cannot watch something, as playback itself says it',
    input: z.object({
      account_id: id(),
      kind: z.enum(['channel', 'title']),
      /** A `cid` or a `vid`. */
      id: whole(1, largestId),
      /** Of a series: the file of an episode. */
      vfid: z.optional(id()),
      /** Of a channel: a moment of its archive, unix seconds; absent: live. */
      at: z.optional(unixSec()),
      /** Absent: the device that was seen last. */
      device_id: z.optional(id()),
    }),
    output: z.object({
      reason: z.enum(whyReasons),
      remedy: z.enum(whyRemedies),
      /** The channel or film. */
      item: Words,
      /** The programme of the archive; '' without one. */
      programme: Words,
      /** Figures of the reason; 0, '' or empty where it has none. Times are unix seconds. */
      since: z.int(),
      until: z.int(),
      days: z.int(),
      limit: z.int(),
      /** Soʻm. */
      missing: z.number(),
      /** The subscriber number, to read out with the sum. */
      abonement: z.string(),
      tariffs: z.array(z.object({ tariff_id: z.int(), name: Words, price: z.number() })),
      /** Of a pause: the tariff whose pause is ended; 0 otherwise. */
      paused_tariff_id: z.int(),
      streams: z.array(z.object({ stream_id: z.string(), device: z.string(), title: Words, since: z.int() })),
      blackout_id: z.int(),
      /** What a blackout tells viewers. */
      words: Words,
      /** The least version of the app. */
      version: z.string(),
      /** The profile of the device by its name; '' for a first one that nobody has named, or a logged-out device. */
      profile: z.string(),
      /** Of its limits: for viewers of which age the item is, from when to when it may watch (`20:30`), minutes a day. */
      age: z.int(),
      hours_from: z.string(),
      hours_to: z.string(),
      minutes: z.int(),
      /** The app of the device: `webos 1.2.0`; '' when none has reported. */
      app: z.string(),
      device: z.nullable(Device),
      address: z.string(),
      region: z.enum(['inside', 'outside']),
      /** The player of the device plays nothing higher; 0: no limit. */
      max_height: z.int(),
      checks: z.array(
        z.object({
          check: z.enum(whyChecks),
          state: z.enum(['passed', 'failed', 'unknown']),
          /** Of a failed one. */
          reason: z.nullable(z.enum(whyReasons)),
        }),
      ),
      /** The last play of the device that failed, in thirty days. */
      last_failure: z.nullable(Failure),
    }),
    failures: [
      'not_found',
      'why_item_unknown',
      'why_item_removed',
      'why_channel_merged',
      'why_device_unknown',
    ],
  }),
}
