/** Television: channels, categories, the guide, and the addresses that play them. */
import * as z from 'zod/mini'
import type { ShownTariffLook } from '#contract/form/shown-tariff-look.ts'
import { publicTariffId } from '#contract/form/constants.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, id, items, middlewareInput, unixSec, whole } from '#contract/form/fields.ts'
import { watchLimitFailures } from '#contract/form/profile-failures.ts'
import { streamFailures, streamInput } from '#contract/playback/stream-fields.ts'

/** One programme of the guide. Times are unix seconds. */
export const Programme = z.object({
  pid: z.int(),
  cid: z.int(),
  title: z.string(),
  /** The episode's own title; empty without one. */
  sub_title: z.string(),
  /** From 1 (0: specials); null where the guide does not say. */
  season: z.nullable(z.int()),
  episode: z.nullable(z.int()),
  description: z.string(),
  category: z.string(),
  age_rating: z.string(),
  begin_time: z.int(),
  end_time: z.int(),
  /** Where its recording is requested, or null when nothing of it is recorded (GUIDE-03). */
  url: z.nullable(z.string()),
  /** 1 when it is above the limit of the viewer's profile, and the account's PIN opens it. */
  is_locked: z.optional(answeredFlag),
})
export type Programme = z.output<typeof Programme>

/** A channel in a list, with the current and the next programme. */
export const Channel = z.object({
  id: z.int(),
  number: z.int(),
  name: z.string(),
  logo: z.string(),
  /** The category for a guest; a viewer has the same in `category_id` (specification, 3). */
  category: z.int(),
  category_id: z.int(),
  additional_categories: z.array(z.int()),
  is_favorited: answeredFlag,
  /** 1 when this caller may watch it now. */
  is_available: answeredFlag,
  /** 1 when it can be watched even while the account is suspended. */
  is_social: answeredFlag,
  /** 1 when it has sound only: players show a still made of its logo. */
  is_radio: answeredFlag,
  has_archive: answeredFlag,
  /** 1 when the viewer's profile may watch none of it, and the account's PIN opens it. */
  is_locked: z.optional(answeredFlag),
  /** 1 when the viewer's profile may not watch what is on now, and is not told what it is. */
  is_closed: z.optional(answeredFlag),
  now: z.nullable(Programme),
  next: z.nullable(Programme),
})
export type Channel = z.output<typeof Channel>

export const Category = z.object({ id: z.int(), name: z.string() })
export type Category = z.output<typeof Category>

/** A personal, signed, expiring address. Request a new one before `expires_at` to continue watching. */
export const PlaybackAddress = z.object({
  /** HLS master playlist, relative to the site's root or absolute. */
  url: z.string(),
  /** The same as DASH, if available. */
  dash_url: z.nullable(z.string()),
  expires_at: z.int(),
  /** The id of its stream lease, to be sent with the next request; '' when it is not counted (a trailer). */
  stream_id: z.string(),
  /** The interval of `stream/heartbeat` during playback, in seconds; 0: none. */
  heartbeat_sec: z.int(),
  /**
   * By how much a player changes the volume, dB, -12 to 12, so that all channels and films are equally loud (EBU R 128); no
   * peak clips. 0: nothing was measured, or nothing is to be changed.
   */
  gain_db: z.optional(z.number()),
})
export type PlaybackAddress = z.output<typeof PlaybackAddress>

/** A tariff that includes the rejected content. `price` is in sums. */
export interface OpeningTariff {
  readonly tariff_id: number
  readonly name: string
  readonly price: number
  /** Some sentences; '' for none. */
  readonly description: string
  readonly look: ShownTariffLook
}

/** The tariffs in a `not_subscribed` error, the cheapest first; empty when the data has another shape. */
export function openingTariffs(details: unknown): readonly OpeningTariff[] {
  const list = (details as { tariffs?: { item?: unknown } } | null | undefined)?.tariffs?.item
  return Array.isArray(list) ? (list as readonly OpeningTariff[]) : []
}

/** The amount in sums in an `account_suspended` error; 0 when the data has another shape. */
export function missingSums(details: unknown): number {
  const missing = (details as { missing?: unknown } | null | undefined)?.missing
  return typeof missing === 'number' && missing > 0 ? missing : 0
}

const channelList = z.object({ channels: items(Channel) })

/** How much detail of the current and next programme a list contains. */
function compact() {
  return z._default(
    whole(0, 1).check(
      z.describe(
        '1: the current and the next programme without their descriptions (empty); 0: with descriptions',
      ),
    ),
    1,
  )
}

const categoryList = z.object({ categories: items(Category) })
export const watchFailures = [
  'login_needed',
  'not_subscribed',
  'account_suspended',
  'tariff_paused',
  'outside_region',
  'blacked_out',
  ...streamFailures,
  ...watchLimitFailures,
] as const

export const channels = {
  list: endpoint({
    path: '/middleware/channel/list',
    access: 'viewer',
    summary: 'The channels as this viewer sees them',
    input: middlewareInput({ compact: compact() }),
    output: channelList,
  }),
  publicList: endpoint({
    path: '/middleware/noauth/portal/client/channel/list',
    summary:
      'The channels of a tariff, the same for everybody; outside the national network the configured world list',
    input: middlewareInput({ tariff_id: z._default(id(), publicTariffId), compact: compact() }),
    output: channelList,
    cache: { sec: 15, isChecked: true },
  }),
  worldList: endpoint({
    path: '/middleware/noauth/channel/world',
    summary:
      'The ids of the channels that are shown outside the national network, in their order; the same for everybody',
    input: middlewareInput({}),
    output: z.object({ cids: z.array(z.int()) }),
    cache: { sec: 60 },
  }),
  detail: endpoint({
    path: '/middleware/channel/detail',
    access: 'optional',
    endedSession: 'refused',
    summary: 'One channel with what is on now and next',
    input: middlewareInput({ cid: id() }),
    output: z.object({ channel: Channel }),
    failures: ['channel_not_found'],
    cache: { sec: 15, isChecked: true },
  }),
  categories: endpoint({
    path: '/middleware/category/list',
    access: 'viewer',
    summary: 'Channel categories',
    input: middlewareInput({}),
    output: categoryList,
  }),
  publicCategories: endpoint({
    path: '/middleware/noauth/category/list',
    summary: 'Channel categories, for everybody',
    input: middlewareInput({}),
    output: categoryList,
    cache: { sec: 60, isChecked: true },
  }),
  url: endpoint({
    path: '/middleware/channel/url',
    access: 'optional',
    endedSession: 'refused',
    needsProfile: true,
    summary: 'The address that plays a channel live',
    input: middlewareInput({ cid: id(), redirect: z._default(whole(0, 0), 0), ...streamInput }),
    output: PlaybackAddress,
    failures: [...watchFailures, 'channel_not_found', 'not_available_now'],
  }),
  programmes: endpoint({
    path: '/middleware/program/list',
    access: 'optional',
    summary:
      'The guide of a channel between two times: at most 14 days from the first, no further than 14 days from now; time_from=14 and time_to=0 are days back and ahead',
    input: middlewareInput({ cid: id(), time_from: unixSec(), time_to: unixSec() }),
    output: z.object({
      programs: items(Programme),
      /** The window of the response: a long one may end earlier than requested. */
      time_from: z.int(),
      time_to: z.int(),
    }),
    failures: ['channel_not_found', 'outside_guide'],
    cache: { sec: 30 },
  }),
  programmeUrl: endpoint({
    path: '/middleware/program/url',
    access: 'optional',
    endedSession: 'refused',
    needsProfile: true,
    summary: 'The address that plays a programme of the archive from its beginning',
    input: middlewareInput({ pid: id(), cid: id(), time: z.optional(unixSec()), ...streamInput }),
    output: PlaybackAddress,
    // Each may open a connection to a provider that has only a few.
    rateLimits: [{ name: 'archive_plays', per: 'account_or_network', attempts: 300, perSec: 600 }],
    failures: [
      ...watchFailures,
      ...(['channel_not_found', 'programme_not_found', 'not_begun', 'not_recorded'] as const),
      ...(['provider_failed', 'provider_busy', 'too_many_requests'] as const),
    ],
  }),
}
