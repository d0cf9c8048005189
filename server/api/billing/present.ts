import { maskedPhone } from '#server/api/accounts/masked.ts'
import type * as z from 'zod/mini'
import {
  type HistoryEntry,
  type AccountStanding,
  type Promotion,
  type PromotionKind,
  connectionOf,
  creditReference,
  type SubscriptionRecord,
  type TariffPeriod,
  type TariffRecord,
  periodsOf,
  shownTariffLook,
  sumsOf,
  type TrialRight,
  trialDaysOf,
} from '#server/billing/billing.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { accounts } from '#contract/accounts/accounts.ts'
import type { Language } from '#contract/form/failures.ts'
import type { paymentsHistory } from '#contract/billing/payments-history.ts'
import type { promotions } from '#contract/billing/promotions.ts'
import type { Tariff } from '#contract/site/site.ts'
import type { subscriptions } from '#contract/billing/subscriptions.ts'
import type { Account } from '#server/accounts/accounts.ts'

function flagOf(yes: boolean): 0 | 1 {
  return yes ? 1 : 0
}

/** A tariff in the fields of the specification. */
export function presentTariff(tariff: TariffRecord): z.output<typeof Tariff> {
  const subTariffs = periodsOf(tariff).map(presentPeriod)
  return {
    id: tariff.tariffId,
    tariff_id: tariff.tariffId,
    name_en: tariff.name.en,
    name_ru: tariff.name.ru,
    name_uz: tariff.name.uz,
    period_en: subTariffs[0]?.period_en ?? '',
    period_ru: subTariffs[0]?.period_ru ?? '',
    period_uz: subTariffs[0]?.period_uz ?? '',
    price: sumsOf(tariff.priceTiyin),
    provider_id: tariff.providerId,
    sub_tariffs: subTariffs,
    is_recommended: flagOf(tariff.isRecommended),
    remote_tariff_id: tariff.remoteTariffId,
    channel_count: tariff.channelIds.size,
    streams: tariff.streams,
    description_ru: tariff.look?.description.ru ?? '',
    description_uz: tariff.look?.description.uz ?? '',
    look: shownTariffLook(tariff),
    trial_days: tariff.trialDays ?? 0,
    recording_hours: tariff.recordingHours ?? 0,
  }
}

function presentPeriod(period: TariffPeriod) {
  return {
    id: period.id,
    name_en: period.name.en,
    name_ru: period.name.ru,
    name_uz: period.name.uz,
    period_en: period.period.en,
    period_ru: period.period.ru,
    period_uz: period.period.uz,
    price: sumsOf(period.priceTiyin),
    days: period.periodDays,
  }
}

/** The subscriber in the fields of `customer/info`. */
export function presentCustomer(
  account: Account,
  standing: AccountStanding,
  tariffs: ReadonlyMap<number, TariffRecord>,
  used: readonly { readonly promotionId: number; readonly kind: PromotionKind }[],
  language: Language,
): ResponseOf<typeof accounts.info> {
  return {
    abonement: account.abonement,
    phone_number: account.phone ?? '',
    name: account.name,
    state: standing.subscriptions.some((one) => one.state === 'suspended') ? 'suspended' : 'active',
    balance: sumsOf(standing.balanceTiyin),
    missing: sumsOf(standing.missingTiyin),
    subscriptions: {
      item: standing.subscriptions.map((one) => ({
        tariff_id: one.tariffId,
        name: tariffs.get(one.tariffId)?.name[language] ?? '',
        look: shownTariffLook(tariffs.get(one.tariffId)),
        price: sumsOf(one.priceTiyin),
        period_days: one.periodDays,
        state: one.state,
        is_base: flagOf(one.isBase),
        auto_renew: flagOf(one.autoRenew),
        paid_until: Math.floor(one.paidUntilMs / 1000),
        paused_until: Math.floor((one.pausedUntilMs ?? 0) / 1000),
        ...presentNext(one, standing.planned, tariffs, language),
        may_pause: flagOf(one.state === 'active' && tariffs.get(one.tariffId)?.pause?.by === 'subscriber'),
      })),
    },
    promotions: presentUsedPremium(used),
  }
}

/** What a child's profile is told of its account: neither sums nor whose phone it is. */
export function presentToChild(customer: ResponseOf<typeof accounts.info>): ResponseOf<typeof accounts.info> {
  return {
    ...customer,
    phone_number: maskedPhone(customer.phone_number),
    ...{ balance: 0, missing: 0 },
    subscriptions: {
      item: customer.subscriptions.item.map((one) => ({ ...one, price: 0, next_price: 0 })),
    },
  }
}

function presentNext(
  { isBase }: { readonly isBase: boolean },
  planned: AccountStanding['planned'],
  tariffs: ReadonlyMap<number, TariffRecord>,
  language: Language,
) {
  if (!isBase || planned === undefined) return { next_tariff_id: 0, next_name: '', next_price: 0 }
  const { tariffId, priceTiyin } = planned
  const name = tariffs.get(tariffId)?.name[language] ?? String(tariffId)
  return { next_tariff_id: tariffId, next_name: name, next_price: sumsOf(priceTiyin) }
}

/**
 * How often the one-sum premium was taken, as a number and as a list: a count that is not 0 means that it was used
 * (PROMO-03). The list contains nothing else, or a client that counts it would take free days and promo codes for the
 * premium.
 */
function presentUsedPremium(
  used: readonly { readonly promotionId: number; readonly kind: PromotionKind }[],
): ResponseOf<typeof accounts.info>['promotions'] {
  const item = used.filter((one) => one.kind === 'one_sum').map((one) => ({ id: one.promotionId }))
  return { premium_max_for_one_sum: item.length, item }
}

function secOf(ms: number) {
  return Math.floor(ms / 1000)
}

type OwnTariff = ResponseOf<typeof subscriptions.tariffs>['tariffs']['item'][number]

/** A tariff with the state of this subscription, or without one. */
export function presentOwnTariff(
  tariff: TariffRecord,
  subscription: SubscriptionRecord | undefined,
  trial: TrialRight,
  nowMs: number,
): OwnTariff {
  return {
    ...presentTariff(tariff),
    trial_days: trialDaysOf(tariff, trial),
    state: connectionOf(subscription, nowMs),
    is_base: flagOf(tariff.isBase),
  }
}

type OwnPeriod = ResponseOf<typeof subscriptions.list>['subscriptions']['item'][number]

/** The periods of a tariff; the subscription's state is shown at the one it is renewed for. */
export function presentOwnPeriods(
  tariff: TariffRecord,
  subscription: SubscriptionRecord | undefined,
  nowMs: number,
  language: Language,
): OwnPeriod[] {
  const periods = periodsOf(tariff)
  // A subscription to a period that is no longer sold is shown at the first one.
  const its =
    subscription === undefined
      ? undefined
      : (periods.find((one) => one.periodDays === subscription.periodDays) ?? periods[0])
  return periods.map((period) => {
    const own = period === its ? subscription : undefined
    return {
      tariff_id: tariff.tariffId,
      virtual_tariff_id: period.id,
      name: period.name[language],
      period: period.period[language],
      price: sumsOf(period.priceTiyin),
      state: connectionOf(own, nowMs),
      is_base: flagOf(tariff.isBase),
      auto_renew: flagOf(own?.autoRenew ?? false),
      paid_until: own === undefined ? 0 : secOf(own.paidUntilMs),
    }
  })
}

/** What a promotion gives. */
export function presentPromotion(
  { name, giftTiyin, connects }: Promotion,
  language: Language,
): ResponseOf<typeof promotions.check>['promotion'] {
  return {
    name: name[language],
    gift: sumsOf(giftTiyin),
    tariff_id: connects?.tariffId ?? 0,
    days: connects?.days ?? 0,
    price: sumsOf(connects?.priceTiyin ?? 0),
  }
}

/** A ledger entry as its owner sees it. */
export function presentEntry(
  entry: HistoryEntry,
  tariffs: ReadonlyMap<number, TariffRecord>,
  language: Language,
): ResponseOf<typeof paymentsHistory.list>['data'][number] {
  return {
    id: entry.ledgerEntryId,
    kind: entry.kind,
    amount: sumsOf(entry.amountTiyin),
    balance: sumsOf(entry.balanceAfterTiyin),
    time: secOf(entry.happenedAtMs),
    tariff: entry.tariffId === null ? '' : (tariffs.get(entry.tariffId)?.name[language] ?? ''),
    is_unused_days: flagOf(entry.reference.startsWith(creditReference)),
  }
}
