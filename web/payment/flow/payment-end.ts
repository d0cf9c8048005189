/** How a payment ended, in words; told wherever the viewer is by then. */
import { formatMoney } from '#web/i18n/format.ts'
import { renewAnswers } from '#web/session/requests/answers.ts'
import { session } from '#web/session/session.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import type { Bill } from './bill.ts'
import { awaitAnswer, type OrderOutcome } from './follow-order.ts'
import { paymentTexts } from './payment-text.ts'
import type { Unanswered } from './unanswered.ts'

/** The sentence of how a payment ended. */
export function sentenceOf(orderOutcome: OrderOutcome, bill: Bill): string {
  const { language } = session.get()
  const t = paymentTexts(language)
  if (orderOutcome === 'failed') return t('failed')
  if (orderOutcome === 'kept') return t('kept')
  if (orderOutcome === 'pending') return t('stillPending')
  return bill.tariff === null ? t('paid', { money: formatMoney(bill.sums, language) }) : t('connected')
}

/** Goes on waiting for a payment that was left without an answer, after the page was opened anew. */
export function waitOn(order: Unanswered): void {
  awaitAnswer(order, (match, bill) => {
    if (match === 'paid' || match === 'kept') renewAnswers()
    showToast(sentenceOf(match, bill))
  })
}
