import type { ChannelRule } from '#contract/console/channel-rules.ts'
import { excludedTariffIds } from '#contract/form/constants.ts'
import type { TariffLook } from './tariff-look.ts'

/** A period of a tariff that can be bought. */
export interface TariffPeriod {
  readonly id: number
  readonly name: { readonly en: string; readonly ru: string; readonly uz: string }
  readonly period: { readonly en: string; readonly ru: string; readonly uz: string }
  readonly periodDays: number
  readonly priceTiyin: number
}

/** A tariff with everything it opens. */
export interface TariffRecord {
  readonly tariffId: number
  readonly name: { readonly en: string; readonly ru: string; readonly uz: string }
  readonly priceTiyin: number
  readonly providerId: number
  readonly remoteTariffId: number | null
  readonly isBase: boolean
  readonly isRecommended: boolean
  readonly isOffered: boolean
  readonly position: number
  /** How many concurrent streams (ACC-09), 1 to 20. */
  readonly streams: number
  readonly periods: readonly TariffPeriod[]
  /** The channels it opens, by cid. */
  readonly channelIds: ReadonlySet<number>
  /** Absent: every channel was chosen by hand. */
  readonly byRule?: ChannelsByRule
  /** The providers whose films it opens. */
  readonly providerIds: ReadonlySet<number>
  /** Absent: it has only a name. */
  readonly look?: TariffLook
  /** Absent: nobody may pause it. */
  readonly pause?: PauseRule
  /** Days before the first charge for subscribers who never had it, 1 to 90; absent: none. */
  readonly trialDays?: number
  /** How many hours of recordings it grants, 1 to 10,000; absent: none. */
  readonly recordingHours?: number
  /** False: what it opens plays in our own players only; absent: in others, too. */
  readonly otherPlayers?: boolean
  /** How its subscribers change to another base tariff; absent: up at once with a credit, down at the end. */
  readonly changes?: ChangeRule
}

/** What a tariff says besides its price and what it opens. */
export type TariffTerms = Pick<
  TariffRecord,
  'pause' | 'trialDays' | 'recordingHours' | 'otherPlayers' | 'changes'
>

/** When another base tariff takes the place of this one. */
export interface ChangeRule {
  /** To one that is dearer a day: at once with a credit for what is left, or at the end of the paid time. */
  readonly up: 'now' | 'end'
  /** To a cheaper one: at the end of the paid time, or at once without a credit. */
  readonly down: 'end' | 'now'
}

/** At once with a credit when it goes up, at the end of the paid time when it goes down. */
export const defaultChanges: ChangeRule = { up: 'now', down: 'end' }

/** The part of a tariff's record that says it; nothing for the default. */
export function partOfChanges({ up, down }: ChangeRule): Pick<TariffRecord, 'changes'> {
  return up === defaultChanges.up && down === defaultChanges.down ? {} : { changes: { up, down } }
}

/** Who may pause a tariff, and for how long. */
export interface PauseRule {
  /** `subscriber`: the staff too. */
  readonly by: 'staff' | 'subscriber'
  /** 1 to 366, and not more than `maxDays`. */
  readonly minDays: number
  readonly maxDays: number
  /** Once in twelve months; otherwise as often as somebody likes. */
  readonly isOnceAYear: boolean
}

/** What rules have to do with the channels of a tariff. */
export interface ChannelsByRule {
  /** At least one. */
  readonly rules: readonly ChannelRule[]
  /** Those of its channels that rules opened; the others were added by hand. */
  readonly ruledIds: ReadonlySet<number>
  /** Excluded by hand, whatever the rules say. */
  readonly excludedIds: ReadonlySet<number>
}

/** The channels that were added by hand. */
export function addedByHand({ channelIds, byRule }: Pick<TariffRecord, 'channelIds' | 'byRule'>) {
  return byRule === undefined ? channelIds : channelIds.difference(byRule.ruledIds)
}

/** The channels of a tariff as somebody writes them. */
export interface ChannelChoice {
  /** Added by hand, whatever the rules say. */
  readonly channelIds: readonly number[]
  readonly rules: readonly ChannelRule[]
  /** Excluded by hand, whatever the rules say. */
  readonly excludedIds: readonly number[]
}

/** What was added by hand, and what the rules open; excluded channels are in neither. */
export function channelsWith(
  { channelIds, rules, excludedIds }: ChannelChoice,
  opened: ReadonlySet<number>,
): Pick<TariffRecord, 'channelIds' | 'byRule'> {
  const added = new Set(channelIds)
  if (rules.length === 0) return { channelIds: added }
  const excluded = new Set(excludedIds).difference(added)
  const ruledIds = opened.difference(excluded).difference(added)
  return { channelIds: added.union(ruledIds), byRule: { rules, ruledIds, excludedIds: excluded } }
}

export type SubscriptionState = 'active' | 'suspended' | 'off'

/** The current state of a subscription; `off` ones are history and are not loaded. */
export interface SubscriptionRecord {
  readonly subscriptionId: number
  readonly tariffId: number
  readonly state: Exclude<SubscriptionState, 'off'>
  readonly isBase: boolean
  /** The price of the next period. */
  readonly priceTiyin: number
  /** The length of the next period. */
  readonly periodDays: number
  readonly autoRenew: boolean
  readonly paidUntilMs: number
  /** When the pause ends that was on when it was read; absent: none was. */
  readonly pausedUntilMs?: number
}

/** Whether a subscription is paused: it opens nothing, and its paid time goes on afterwards. */
export function isPaused(
  { pausedUntilMs = 0 }: Pick<SubscriptionRecord, 'pausedUntilMs'>,
  nowMs: number,
): boolean {
  return pausedUntilMs > nowMs
}

/** Days of a period unless a tariff says otherwise (specification, 9). */
export const defaultPeriodDays = 30

/** Tiyin as sums, the unit of responses. */
export function sumsOf(amountTiyin: number): number {
  return amountTiyin / 100
}

/** Whether this tariff may be offered. Some ids never are (specification, 6). */
export function isOffered(tariff: { readonly tariffId: number; readonly isOffered: boolean }): boolean {
  return tariff.isOffered && !excludedTariffIds.includes(tariff.tariffId)
}

/** The periods of a tariff; without any of its own, one month at the tariff's price (specification, 3). */
export function periodsOf(
  tariff: Pick<TariffRecord, 'tariffId' | 'priceTiyin' | 'periods'>,
): readonly TariffPeriod[] {
  if (tariff.periods.length > 0) return tariff.periods
  return [
    {
      id: tariff.tariffId,
      name: { en: '1 month', ru: '1 месяц', uz: '1 oy' },
      period: { en: '30 days', ru: '30 дней', uz: '30 kun' },
      periodDays: defaultPeriodDays,
      priceTiyin: tariff.priceTiyin,
    },
  ]
}

/** The stream limit without a paid tariff: free titles, social channels. */
export const defaultStreams = 2

/** The stream limit of an account: the highest of its paid tariffs. */
export function streamsAtOnce(
  subscriptions: readonly PaidPart[],
  tariffs: ReadonlyMap<number, Pick<TariffRecord, 'streams'>>,
  nowMs: number,
): number {
  const paid = paidOf(subscriptions, nowMs).flatMap((one) => tariffs.get(one.tariffId)?.streams ?? [])
  return paid.length === 0 ? defaultStreams : Math.max(...paid)
}

/** How many hours of recordings an account may have: those of its paid tariffs together, so that additions add to it. */
export function recordingHoursOf(
  subscriptions: readonly PaidPart[],
  tariffs: ReadonlyMap<number, Pick<TariffRecord, 'recordingHours'>>,
  nowMs: number,
): number {
  return paidOf(subscriptions, nowMs).reduce(
    (sum, one) => sum + (tariffs.get(one.tariffId)?.recordingHours ?? 0),
    0,
  )
}

type PaidPart = Pick<SubscriptionRecord, 'tariffId' | 'state' | 'paidUntilMs' | 'pausedUntilMs'>

function paidOf(subscriptions: readonly PaidPart[], nowMs: number): readonly PaidPart[] {
  return subscriptions.filter(
    (one) => one.state === 'active' && one.paidUntilMs > nowMs && !isPaused(one, nowMs),
  )
}

/**
 * The amount to pay in before every suspended subscription can resume; 0 when none is suspended or the balance
 * suffices.
 */
export function missingTiyin(
  subscriptions: readonly Pick<SubscriptionRecord, 'state' | 'priceTiyin' | 'autoRenew'>[],
  balanceTiyin: number,
): number {
  const due = subscriptions
    .filter((one) => one.state === 'suspended' && one.autoRenew)
    .reduce((sum, one) => sum + one.priceTiyin, 0)
  return Math.max(0, due - balanceTiyin)
}

/** The lowest price of an offered tariff for which `opens` is true, or null when there is none. */
export function cheapestTiyin(
  tariffs: Iterable<TariffRecord>,
  opens: (tariff: TariffRecord) => boolean,
): number | null {
  const prices = [...tariffs].filter((tariff) => isOffered(tariff) && opens(tariff)).map((t) => t.priceTiyin)
  return prices.length === 0 ? null : Math.min(...prices)
}
