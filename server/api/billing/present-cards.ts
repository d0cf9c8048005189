import { type Card, type Order, shownExpiry } from '#server/cards/cards.ts'
import type { PaymentOrder, SavedCard } from '#contract/billing/cards.ts'
import { sumsOf } from '#server/billing/billing.ts'

export function presentCard(card: Card): SavedCard {
  return {
    card_id: card.card_id,
    pan: card.pan_mask,
    expiry: shownExpiry(card.expiry_yymm),
    is_main: card.is_main ? 1 : 0,
    auto_pay: card.auto_pay ? 1 : 0,
  }
}

function secondsOf(at: Date) {
  return Math.floor(at.getTime() / 1000)
}

export function presentOrder(order: Order): PaymentOrder {
  return {
    order_id: order.order_id,
    state: order.state,
    amount: sumsOf(order.amount_tiyin),
    card_id: order.card_id,
    created_at: secondsOf(order.created_at),
    paid_at: order.paid_at === null ? null : secondsOf(order.paid_at),
    cheque: order.cheque_id === null ? null : { id: order.cheque_id, ofd_url: order.ofd_url },
    tariff: presentTariff(order),
  }
}

function presentTariff(order: Order): PaymentOrder['tariff'] {
  const { tariff_id: tariffId, period_id: periodId } = order
  if (tariffId === null || periodId === null) return null
  const end = order.not_connected === null ? 'waiting' : 'not_connected'
  return {
    tariff_id: tariffId,
    virtual_tariff_id: periodId,
    cost: sumsOf(order.agreed_tiyin ?? 0),
    state: order.connected_at === null ? end : 'connected',
    failure: order.not_connected ?? '',
  }
}
