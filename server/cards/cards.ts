/** The public API of cards: bank cards and their payments. */
export { cardsThatPay, setAutoPay } from './auto-pay.ts'
export { cardDays, cardPayments, checkCardPayments } from './orders/card-totals.ts'
export { type Cards, openCards } from './open-cards.ts'
export { cardReceiptUrl } from './orders/receipt-url.ts'
export { beginPartRefund, endPartRefund } from './orders/part-refund.ts'
export { findRefundable, refundPayment, type Refunded } from './orders/refund.ts'
export { cardWorkers } from './settle-orders.ts'
export { tryCardGateway } from './gateway/try-gateway.ts'
export type { CardGateway } from './gateway/atmos-gateway.ts'
export { findCard, findCards, makeMain, type Card } from './orders/card.ts'
export { chargedAs, chargeSavedCard } from './orders/charge.ts'
export { confirmCode, recordCard } from './orders/confirm-code.ts'
export type { ChargeOutcome, Deps } from './orders/deps.ts'
export {
  keyOfActivation,
  keyOfFill,
  orderFor,
  orderForTariff,
  type TariffOrder,
} from './orders/make-order.ts'
export { failedOrders, findOrderOf, findUnsettled, type Order } from './orders/order.ts'
export { expiryYymm, outsideLimits, panOf, shownExpiry } from './gateway/rules.ts'
export { removeCard } from './orders/remove-card.ts'
export { codePauseSec, sendCode } from './orders/send-code.ts'
export { settleOrder } from './orders/settle.ts'
