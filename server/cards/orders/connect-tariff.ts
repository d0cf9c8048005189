/** An order that pays for a tariff: the amount the card must pay, and connecting the tariff after the payment. */
import type { Deps } from './deps.ts'
import { endTariff, type Order } from './order.ts'
import { minTopUpSums, maxTopUpSums } from '#contract/form/constants.ts'

export interface TariffRequest {
  readonly tariffId: number | undefined
  readonly periodId: number | undefined
  readonly replacesBase: boolean
}

/** The price of an order for a tariff. */
export interface TariffPrice {
  readonly tariffId: number
  readonly periodId: number
  readonly costTiyin: number
  /** Whole sums missing on the balance; 0 when it covers the cost. */
  readonly missingSums: number
  /** Whole sums to take from a card: the missing amount, but at least the minimum top-up. */
  readonly amountSums: number
}

export type TariffPriced =
  | { readonly kind: 'priced'; readonly price: TariffPrice }
  | {
      readonly kind: 'refused'
      readonly failure:
        | 'account_deactivated'
        | 'tariff_needed'
        | 'tariff_not_found'
        | 'already_connected'
        | 'more_than_one_base'
        | 'billing_misconfigured'
    }
  /** More than the maximum top-up. */
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
 * Connects the tariff of a paid order, by the ordinary purchase. The order's number is the purchase's key, so however
 * often this runs it is charged once; a refused purchase leaves the money on the balance. Undefined: another process
 * was faster.
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
  // The money itself may have resumed a suspended tariff: then the requested one is already connected.
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
