import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/billing/payment.ts'
import { uz } from '#web/i18n/uz/billing/payment.ts'
import { useLanguage } from '#web/session/session.ts'

/** The payment texts in a language, for messages after the dialog was closed. */
export const paymentTexts = makeTexts(ru, uz)

export function usePaymentText() {
  return paymentTexts(useLanguage())
}
