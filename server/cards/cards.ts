/** The face of the cards room: bank cards, and what they pay. */
export { cardsThatPay } from './auto-pay.ts'
export { cardDays, cardPayments, checkCardPayments } from './card-totals.ts'
export type { Cards } from './open-cards.ts'
export { openCards } from './open-cards.ts'
export { cardReceiptUrl } from './receipt-url.ts'
export { cardRoutes } from './routes.ts'
export { cardWorkers } from './settle-orders.ts'
