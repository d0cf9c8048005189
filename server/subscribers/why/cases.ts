/** Made-up calls to support: who rings up about what, and the answer that is right. Data of a test (CARE-03). */
import type { CheckKind, Reason } from './reasons.ts'

export interface WhyCase {
  readonly name: string
  /** `basic` when absent: the base tariff is paid for another month. */
  readonly account?:
    | 'basic'
    | 'basic_and_kino'
    | 'none'
    | 'suspended'
    | 'paused'
    | 'kino_suspended'
    | 'expired'
    | 'due'
    | 'blocked'
    | 'closed'
  /** A television in the country when absent. */
  readonly device?: {
    readonly kind?: 'tv' | 'phone' | 'computer'
    readonly from?: 'inside' | 'outside'
    /** Of its webOS app; the least one is 1.3.0. */
    readonly app?: string
    readonly state?: 'removed' | 'never'
  }
  /** The profile that the device uses; the first one without limits when absent. */
  readonly profile?: 'child' | 'asks' | 'chosen' | 'night' | 'watched' | 'removed'
  /** What other devices of the account play, by channel. */
  readonly others?: readonly string[]
  /** The channel that the device itself plays. */
  readonly own?: string
  /** Who rings up does not say on which device. */
  readonly isAnyDevice?: true
  readonly item:
    | { readonly live: string }
    | { readonly archive: string; readonly hoursAgo: number }
    | { readonly film: string; readonly episode?: string }
  /** The code of a play of this device that failed before. */
  readonly failed?: string
  readonly reason: Reason
  /** Prices of the tariffs that open it, in soʻm. */
  readonly prices?: readonly number[]
  readonly missing?: number
  /** Whole days from the present to `since`; to come when above 0. */
  readonly sinceDays?: number
  readonly untilHours?: number
  readonly days?: number
  readonly limit?: number
  /** What the viewer's request is refused with, where it is not what the reason has elsewhere. */
  readonly refused?: string
  /** The age of the item, and the minutes of a day, of a limited profile. */
  readonly age?: number
  readonly minutes?: number
  /** Checks that fail besides. */
  readonly also?: readonly CheckKind[]
}

export const whyCases: readonly WhyCase[] = [
  // The account and its devices.
  {
    name: 'a blocked account',
    account: 'blocked',
    item: { live: 'paid' },
    reason: 'account_blocked',
    sinceDays: 0,
  },
  {
    ...{ name: 'a blocked account that has paid nothing', account: 'blocked', item: { live: 'kino' } },
    ...{ reason: 'account_blocked', also: ['right'] },
  },
  {
    ...{ name: 'a blocked account and a film', account: 'blocked', item: { film: 'film' } },
    reason: 'account_blocked',
  },
  {
    name: 'a closed account',
    account: 'closed',
    item: { live: 'paid' },
    reason: 'account_closed',
    sinceDays: 0,
  },
  { name: 'a closed account, a film', account: 'closed', item: { film: 'free' }, reason: 'account_closed' },
  {
    ...{ name: 'a subscriber who never logged in', device: { state: 'never' }, item: { live: 'paid' } },
    reason: 'no_device',
  },
  {
    ...{ name: 'one who never logged in, and paid nothing', account: 'none', device: { state: 'never' } },
    ...{ item: { film: 'film' }, reason: 'no_device', also: ['right'] },
  },
  {
    name: 'a device that was removed',
    device: { state: 'removed' },
    item: { live: 'paid' },
    reason: 'device_removed',
  },
  {
    ...{
      name: 'a removed device abroad',
      device: { state: 'removed', from: 'outside' },
      item: { live: 'paid' },
    },
    ...{ reason: 'device_removed', also: ['region'] },
  },
  {
    ...{
      name: 'a removed device and a suspended account',
      account: 'suspended',
      device: { state: 'removed' },
    },
    ...{ item: { film: 'film' }, reason: 'device_removed', also: ['right'] },
  },
  {
    name: 'an app that must be updated',
    device: { app: '1.2.9' },
    item: { live: 'paid' },
    reason: 'app_old',
  },
  {
    ...{
      name: 'an old app and no tariff',
      account: 'none',
      device: { app: '1.0.0' },
      item: { film: 'film' },
    },
    ...{ reason: 'app_old', also: ['right'] },
  },
  { name: 'an app that may be updated', device: { app: '1.3.5' }, item: { live: 'paid' }, reason: 'nothing' },
  { name: 'the newest app', device: { app: '1.4.0' }, item: { live: 'paid' }, reason: 'nothing' },

  // The tariff.
  {
    ...{
      name: 'no tariff, and a channel',
      account: 'none',
      item: { live: 'paid' },
      reason: 'not_subscribed',
    },
    prices: [29_000],
  },
  {
    ...{ name: 'a channel of a tariff that is not connected', item: { live: 'kino' } },
    ...{ reason: 'not_subscribed', prices: [49_000] },
  },
  {
    ...{ name: 'a film of a tariff that is not connected', item: { film: 'kinofilm' } },
    ...{ reason: 'not_subscribed', prices: [49_000] },
  },
  {
    ...{ name: 'a channel of two tariffs, the cheaper first', item: { live: 'sport' } },
    ...{ reason: 'not_subscribed', prices: [15_000, 49_000] },
  },
  {
    ...{ name: 'a channel of a tariff that is not offered', item: { live: 'retired' } },
    ...{ reason: 'not_subscribed', prices: [] },
  },
  { name: 'a film that no tariff has', item: { film: 'elsewhere' }, reason: 'not_subscribed', prices: [] },
  {
    ...{ name: 'the archive without a tariff', account: 'none', item: { archive: 'paid', hoursAgo: 3 } },
    ...{ reason: 'not_subscribed', prices: [29_000] },
  },
  {
    ...{ name: 'a tariff that is over and does not renew', account: 'expired', item: { live: 'paid' } },
    ...{ reason: 'not_subscribed', prices: [29_000] },
  },
  {
    name: 'a tariff that is due and not charged yet',
    account: 'due',
    item: { live: 'paid' },
    reason: 'nothing',
  },
  {
    ...{ name: 'a suspended account', account: 'suspended', item: { live: 'paid' }, reason: 'suspended' },
    ...{ missing: 29_000, sinceDays: -5 },
  },
  {
    ...{ name: 'a paused account', account: 'paused', item: { live: 'paid' }, reason: 'paused' },
    untilHours: 240,
  },
  {
    ...{ name: 'a paused account and a film', account: 'paused', item: { film: 'film' }, reason: 'paused' },
    untilHours: 240,
  },
  {
    name: 'a paused account and a social channel',
    account: 'paused',
    item: { live: 'social' },
    reason: 'nothing',
  },
  {
    name: 'a suspended account and a film',
    account: 'suspended',
    item: { film: 'film' },
    reason: 'suspended',
  },
  {
    ...{
      name: 'a suspended account and the archive',
      account: 'suspended',
      item: { archive: 'paid', hoursAgo: 5 },
    },
    ...{ reason: 'suspended', missing: 29_000 },
  },
  {
    name: 'a suspended account and a social channel',
    account: 'suspended',
    item: { live: 'social' },
    reason: 'nothing',
  },
  {
    name: 'a suspended account and a free film',
    account: 'suspended',
    item: { film: 'free' },
    reason: 'nothing',
  },
  {
    ...{
      name: 'the additional tariff alone is suspended',
      account: 'kino_suspended',
      item: { film: 'kinofilm' },
    },
    ...{ reason: 'suspended', missing: 49_000 },
  },
  {
    ...{ name: 'the base tariff plays meanwhile', account: 'kino_suspended', item: { live: 'paid' } },
    reason: 'nothing',
  },
  {
    name: 'a suspended account and another’s channel',
    account: 'suspended',
    item: { live: 'kino' },
    reason: 'not_subscribed',
  },
  { name: 'no tariff and a free film', account: 'none', item: { film: 'free' }, reason: 'nothing' },

  // Where the device is.
  { name: 'a channel abroad', device: { from: 'outside' }, item: { live: 'paid' }, reason: 'outside_region' },
  {
    ...{ name: 'the archive abroad', device: { kind: 'phone', from: 'outside' }, reason: 'outside_region' },
    item: { archive: 'paid', hoursAgo: 2 },
  },
  {
    ...{ name: 'a channel abroad without a tariff', account: 'none', device: { from: 'outside' } },
    ...{ item: { live: 'paid' }, reason: 'outside_region', also: ['right'] },
  },
  {
    name: 'a channel of the world list abroad',
    device: { from: 'outside' },
    item: { live: 'world' },
    reason: 'nothing',
  },
  { name: 'a film abroad', device: { from: 'outside' }, item: { film: 'film' }, reason: 'nothing' },
  {
    name: 'a film for the country, abroad',
    device: { from: 'outside' },
    item: { film: 'inside' },
    reason: 'title_elsewhere',
  },
  { name: 'a film for the country, in it', item: { film: 'inside' }, reason: 'nothing' },

  // Windows and what is hidden.
  { name: 'a film whose window is over', item: { film: 'ended' }, reason: 'window_ended', sinceDays: -2 },
  { name: 'a film whose window is to come', item: { film: 'ahead' }, reason: 'window_ahead', sinceDays: 3 },
  { name: 'a hidden film', item: { film: 'hidden' }, reason: 'title_hidden' },
  { name: 'a film without a file', item: { film: 'empty' }, reason: 'no_file' },
  {
    ...{ name: 'a season whose window is over', item: { film: 'series', episode: '2x1' } },
    ...{ reason: 'window_ended', sinceDays: -1 },
  },
  { name: 'another season of it', item: { film: 'series', episode: '1x2' }, reason: 'nothing' },
  { name: 'a hidden channel', item: { live: 'hidden' }, reason: 'channel_hidden' },
  {
    name: 'the archive of a hidden channel',
    item: { archive: 'hidden', hoursAgo: 2 },
    reason: 'channel_hidden',
  },

  // Blackouts.
  { name: 'a blackout of a channel', item: { live: 'dark' }, reason: 'blackout', untilHours: 4 },
  {
    ...{ name: 'a blackout and no tariff', account: 'none', item: { live: 'dark' } },
    ...{ reason: 'not_subscribed', also: ['blackout'] },
  },
  {
    name: 'the archive while a channel is closed',
    item: { archive: 'dark', hoursAgo: 3 },
    reason: 'blackout',
    untilHours: 4,
  },
  {
    ...{ name: 'a blackout abroad alone, abroad', device: { from: 'outside' }, item: { live: 'darkAbroad' } },
    reason: 'blackout',
  },
  { name: 'a blackout abroad alone, in the country', item: { live: 'darkAbroad' }, reason: 'nothing' },
  { name: 'a blackout for televisions, on one', item: { live: 'darkTv' }, reason: 'blackout' },
  {
    name: 'a blackout for televisions, on a phone',
    device: { kind: 'phone' },
    item: { live: 'darkTv' },
    reason: 'nothing',
  },
  { name: 'a blackout of a film', item: { film: 'darkfilm' }, reason: 'blackout' },

  // The channel, the file, the archive.
  { name: 'a channel that is switched off', item: { live: 'off' }, reason: 'channel_off' },
  { name: 'a channel without a source', item: { live: 'silent' }, reason: 'channel_without_source' },
  { name: 'a channel that is down', item: { live: 'down' }, reason: 'channel_down', sinceDays: 0 },
  {
    name: 'a channel that is down, and no tariff',
    account: 'none',
    item: { live: 'down' },
    reason: 'not_subscribed',
    also: ['media'],
  },
  { name: 'a film that is not packaged', item: { film: 'unmade' }, reason: 'not_packaged' },
  { name: 'a programme that is to come', item: { archive: 'paid', hoursAgo: -5 }, reason: 'programme_ahead' },
  {
    name: 'a moment without a programme',
    item: { archive: 'paid', hoursAgo: -200 },
    reason: 'programme_missing',
  },
  {
    name: 'a programme older than the archive',
    item: { archive: 'short', hoursAgo: 40 },
    reason: 'archive_over',
    days: 1,
  },
  { name: 'a channel without an archive', item: { archive: 'noArchive', hoursAgo: 3 }, reason: 'no_archive' },
  {
    name: 'a programme that was not recorded',
    item: { archive: 'hole', hoursAgo: 30 },
    reason: 'not_recorded',
    days: 7,
  },
  { name: 'a programme of yesterday', item: { archive: 'paid', hoursAgo: 26 }, reason: 'nothing' },

  // Streams.
  {
    name: 'all streams are used',
    others: ['paid', 'world'],
    item: { live: 'social' },
    reason: 'too_many_streams',
    limit: 2,
  },
  {
    name: 'all streams are used, and a film',
    others: ['paid', 'paid'],
    item: { film: 'film' },
    reason: 'too_many_streams',
    limit: 2,
  },
  {
    ...{ name: 'all streams are used, and the archive', others: ['paid', 'world'] },
    ...{ item: { archive: 'paid', hoursAgo: 4 }, reason: 'too_many_streams', limit: 2 },
  },
  {
    ...{ name: 'all streams are used, and a channel that is off', others: ['paid', 'world'] },
    ...{ item: { live: 'off' }, reason: 'channel_off', also: ['streams'] },
  },
  {
    name: 'the device itself uses one of the streams',
    others: ['paid'],
    own: 'world',
    item: { live: 'paid' },
    reason: 'nothing',
  },
  { name: 'one stream is free', others: ['paid'], item: { live: 'world' }, reason: 'nothing' },
  {
    ...{ name: 'the richer tariff has more streams', account: 'basic_and_kino', others: ['paid', 'world'] },
    ...{ item: { live: 'kino' }, reason: 'nothing' },
  },

  // Nothing stops it.
  {
    name: 'nothing stops it, and a play failed',
    item: { live: 'paid' },
    failed: 'P3-1002',
    reason: 'nothing',
  },
  {
    name: 'nothing stops a film, and a play failed',
    item: { film: 'film' },
    failed: 'P5',
    reason: 'nothing',
  },
  {
    name: 'nothing stops it, and no device is named',
    isAnyDevice: true,
    item: { live: 'paid' },
    reason: 'nothing',
  },
  {
    ...{ name: 'abroad, and no device is named', isAnyDevice: true, device: { from: 'outside' } },
    ...{ item: { live: 'paid' }, reason: 'outside_region' },
  },
]
