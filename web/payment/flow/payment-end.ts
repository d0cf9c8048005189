/** The outcome of a payment as a message, shown on whatever page the viewer is by then. */
import { formatMoney } from '#web/i18n/format.ts'
import { renewResponses } from '#web/session/requests/answers.ts'
import { session } from '#web/session/session.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import type { Bill } from './bill.ts'
import { awaitInBackground, type OrderOutcome } from './follow-order.ts'
import { paymentTexts } from './payment-text.ts'
import type { Unanswered } from './unanswered.ts'

/** The message of an outcome. */
export function sentenceOf(orderOutcome: OrderOutcome, bill: Bill): string {
  const { language } = session.get()
  const t = paymentTexts(language)
  if (orderOutcome === 'failed') return t('failed')
  if (orderOutcome === 'kept') return t('kept')
  if (orderOutcome === 'pending') return t('stillPending')
  if (bill.tariff === null) return t('paid', { money: formatMoney(bill.sums, language) })
  return t(bill.tariff.isPlanned ? 'planned' : 'connected')
}

/** After a reload, continues to poll a payment with an unknown outcome. */
export function waitOn(order: Unanswered): void {
  awaitInBackground(order, (match, bill) => {
    if (match === 'paid' || match === 'kept') renewResponses()
    showToast(sentenceOf(match, bill))
  })
}
