import { excludedTariffIds } from '#contract/form/constants.ts'

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
  /** The providers whose films it opens. */
  readonly providerIds: ReadonlySet<number>
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
  subscriptions: readonly Pick<SubscriptionRecord, 'tariffId' | 'state' | 'paidUntilMs'>[],
  tariffs: ReadonlyMap<number, Pick<TariffRecord, 'streams'>>,
  nowMs: number,
): number {
  const paid = subscriptions
    .filter((one) => one.state === 'active' && one.paidUntilMs > nowMs)
    .flatMap((one) => tariffs.get(one.tariffId)?.streams ?? [])
  return paid.length === 0 ? defaultStreams : Math.max(...paid)
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
