import type {
  PromotionCheck,
  PurchaseLine,
  SubscriptionRecord,
  TariffRecord,
} from '#server/billing/billing.ts'

/** The offer of free days, what is about to be bought, and what the account has already. */
export interface UnusedDaysInput {
  readonly offer: PromotionCheck
  readonly lines: readonly Pick<PurchaseLine, 'tariff'>[]
  readonly live: readonly SubscriptionRecord[]
  readonly tariffs: ReadonlyMap<number, Pick<TariffRecord, 'isBase'>>
}

/**
 * What becomes of unused free days at a first purchase. They are not lost by paying: they stay to be taken, and where a
 * base tariff is bought, or the offer's own, they begin behind its paid time. Zeros where there are none, or where
 * something is connected already. Pure.
 */
export function presentUnusedDays({ offer, lines, live, tariffs }: UnusedDaysInput) {
  const none = { unused_days: 0, unused_until: 0, unused_behind: 0 } as const
  if (offer.kind === 'refused' || live.length > 0) return none
  const { connects, validToMs } = offer.promotion
  const own = connects === null ? undefined : tariffs.get(connects.tariffId)
  if (connects === null || own === undefined || connects.priceTiyin > 0) return none
  const isBehind = lines.some(
    ({ tariff }) => tariff.tariffId === connects.tariffId || (own.isBase && tariff.isBase),
  )
  return {
    unused_days: connects.days,
    unused_until: Math.floor(validToMs / 1000),
    unused_behind: isBehind ? 1 : 0,
  } as const
}
