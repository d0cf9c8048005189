/** The requests of a payment. Each carries an idempotency key, so that a repeated request changes nothing. */
import { cards, type PaymentOrder } from '#contract/billing/cards.ts'
import type { CallResult } from '#contract/client.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { call } from '#web/session/requests/api.ts'
import type { Bill, CardTyped, TariffBought } from './bill.ts'

export type OrderResult = CallResult<PaymentOrder>

function ofTariff({ virtualTariffId, replace }: TariffBought) {
  return {
    virtual_tariff_id: virtualTariffId,
    replace,
  }
}

/** An order to be paid with a new card. */
export function makeOrder({ sums, tariff }: Bill, key: string): Promise<OrderResult> {
  return call(
    cards.makeOrder,
    tariff === null ? { amount: sums } : { tariff_id: tariff.tariffId, ...ofTariff(tariff) },
    undefined,
    key,
  )
}

export function payWithSavedCard({ sums, tariff }: Bill, cardId: number, key: string): Promise<OrderResult> {
  return tariff === null
    ? call(cards.fillBalance, { card_id: cardId, amount: sums }, undefined, key)
    : call(
        cards.activateTariff,
        { id: tariff.tariffId, card_id: cardId, ...ofTariff(tariff) },
        undefined,
        key,
      )
}

export function sendCode(orderId: number, { number, expiry }: CardTyped) {
  return call(cards.initOrder, { id: orderId, card_number: number, card_expiry: expiry })
}

export function confirmCode(orderId: number, transactionId: number, code: string): Promise<OrderResult> {
  return call(cards.confirmOrder, { id: orderId, card_bind_transaction_id: transactionId, sms_code: code })
}

export function buyFromBalance(tariff: TariffBought, key: string) {
  return call(
    subscriptions.subscribe,
    { tariff_id: tariff.tariffId, ...ofTariff(tariff), cost: tariff.cost },
    undefined,
    key,
  )
}

/** Makes the server check the order with the bank, then returns its state; null when neither request succeeded. */
export async function fetchOrderStatus(orderId: number): Promise<PaymentOrder | null> {
  await call(cards.sync, {})
  const order = await call(cards.order, { id: orderId })
  return order.kind === 'ok' ? order.data : null
}

/** The order of a charge whose outcome is unknown (`payment_uncertain`). */
export function uncertainOrder(result: OrderResult): number | null {
  if (result.kind !== 'refused' || result.failure !== 'payment_uncertain') return null
  const id: unknown = (result.details as { order_id?: unknown } | null | undefined)?.order_id
  return typeof id === 'number' ? id : null
}
