/** The free days of a tariff that this viewer may still take, once (PROMO-02). */
import { promotions } from '#contract/billing/promotions.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { site } from '#contract/site/site.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage, useSession } from '#web/session/session.ts'

export interface FreeDays {
  readonly tariffId: number
  readonly tariff: string
  readonly days: number
  /** What is charged afterwards: sums and days of the shortest period; null while it is not known. */
  readonly later: { readonly price: number; readonly days: number } | null
}

/**
 * Null where there are none: no such offer now, it was taken before, or another base tariff is connected, beside which
 * it cannot be. Undefined: not known yet. A guest gets the offer that new subscribers have.
 */
export function useFreeDays(): FreeDays | null | undefined {
  const { token } = useSession()
  const language = useLanguage()
  const isViewer = token !== null
  const offers = useCall(promotions.offers, isViewer ? {} : null)
  const own = useCall(subscriptions.tariffs, isViewer ? {} : null)
  const offered = useCall(site.tariffs, isViewer ? null : {})
  const isSettled = isViewer
    ? offers.kind !== 'loading' && own.kind !== 'loading'
    : offered.kind !== 'loading'
  if (!isSettled) return undefined
  if (!isViewer) {
    const free = offered.kind === 'ok' ? offered.data.find(({ free_days }) => free_days > 0) : undefined
    if (free === undefined) return null
    const { tariff_id, free_days } = free
    return { tariffId: tariff_id, tariff: free[`name_${language}`], days: free_days, later: shortest(free) }
  }
  if (offers.kind !== 'ok' || own.kind !== 'ok') return null
  const offer = offers.data.promotions.item.find(({ kind }) => kind === 'free_days')
  if (offer === undefined || offer.is_used === 1 || offer.price > 0 || offer.days === 0) return null
  const tariffs = own.data.tariffs.item
  const tariff = tariffs.find(({ tariff_id }) => tariff_id === offer.tariff_id)
  if (tariff === undefined || tariff.state !== 'off') return null
  if (tariff.is_base === 1 && tariffs.some((one) => one.is_base === 1 && one.state !== 'off')) return null
  return {
    tariffId: tariff.tariff_id,
    tariff: tariff[`name_${language}`],
    days: offer.days,
    later: shortest(tariff),
  }
}

interface Priced {
  readonly sub_tariffs: readonly { readonly price: number; readonly days: number }[]
}

function shortest({ sub_tariffs }: Priced): FreeDays['later'] {
  const [first] = sub_tariffs.toSorted((a, b) => a.days - b.days)
  return first === undefined ? null : { price: first.price, days: first.days }
}
