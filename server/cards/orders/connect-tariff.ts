/** An order that pays for a tariff: what the card has to give, and connecting the tariff once the money came. */
import type { Deps } from './deps.ts'
import { endTariff, type Order } from './order.ts'
import { minTopUpSums, maxTopUpSums } from '#contract/form/constants.ts'

export interface TariffRequest {
  readonly tariffId: number | undefined
  readonly periodId: number | undefined
  readonly replacesBase: boolean
}

/** What an order for a tariff comes to. */
export interface TariffPrice {
  readonly tariffId: number
  readonly periodId: number
  readonly costTiyin: number
  /** Whole sums that the balance lacks; 0 when it covers the cost. */
  readonly missingSums: number
  /** Whole sums that a card gives when it is charged: what is missing, but no less than can be paid in. */
  readonly amountSums: number
}

export type TariffPriced =
  | { readonly kind: 'priced'; readonly price: TariffPrice }
  | {
      readonly kind: 'refused'
      readonly failure:
        | 'tariff_needed'
        | 'tariff_not_found'
        | 'already_connected'
        | 'more_than_one_base'
        | 'billing_misconfigured'
    }
  /** More than a card may give at once. */
  | { readonly kind: 'too_much'; readonly missingSums: number }

export async function priceTariff(
  deps: Deps,
  accountId: number,
  { tariffId, periodId, replacesBase }: TariffRequest,
): Promise<TariffPriced> {
  const items = [{ tariffId, periodId }]
  const { plan, balanceTiyin } = await deps.billing.costOf({ accountId, items, replacesBase })
  if (plan.kind === 'refused') return { kind: 'refused', failure: plan.failure }
  const [line] = plan.lines
  if (line === undefined) return { kind: 'refused', failure: 'tariff_needed' }
  const missingSums = Math.ceil(Math.max(0, plan.costTiyin - balanceTiyin) / 100)
  if (missingSums > maxTopUpSums) return { kind: 'too_much', missingSums }
  return {
    kind: 'priced',
    price: {
      tariffId: line.tariff.tariffId,
      periodId: line.period.id,
      costTiyin: plan.costTiyin,
      missingSums,
      amountSums: Math.max(minTopUpSums, missingSums),
    },
  }
}

/**
 * Connects what a paid order is for, by the ordinary purchase. The order's number is the purchase's key, so however often
 * this is begun it is charged once; a purchase that is refused leaves the money on the balance. Undefined: somebody else
 * was quicker.
 */
export async function connectTariff(deps: Deps, order: Order): Promise<Order | undefined> {
  const { tariff_id: tariffId, period_id: periodId, agreed_tiyin: agreedTiyin } = order
  const isDue = order.credited_at !== null && order.connected_at === null && order.not_connected === null
  if (tariffId === null || periodId === null || agreedTiyin === null || !isDue) return order
  const once = await deps.billing.purchase({
    accountId: order.account_id,
    items: [{ tariffId, periodId }],
    replacesBase: order.replaces_base,
    agreedTiyin,
    key: `atmos:${order.order_id}`,
  })
  const failure = once.kind === 'conflict' ? 'key_used' : failureOf(once.response)
  // The money itself may have let a suspended tariff go on: then what was wanted is there.
  const isConnected = failure === null || failure === 'already_connected'
  const nowMs = deps.clock.nowMs()
  if (!isConnected) deps.log.warn('cards.tariff_not_connected', { orderId: order.order_id, reason: failure })
  const end = isConnected ? { connected_at: new Date(nowMs) } : { not_connected: failure }
  return endTariff(deps.db, order.order_id, end, nowMs)
}

type Bought = Extract<Awaited<ReturnType<Deps['billing']['purchase']>>, { kind: 'answered' }>['response']

function failureOf(response: Bought): string | null {
  switch (response.kind) {
    case 'done':
      return null
    case 'refused':
      return response.failure
    case 'insufficient':
      return 'insufficient_funds'
    case 'price_changed':
      return 'price_changed'
  }
}
