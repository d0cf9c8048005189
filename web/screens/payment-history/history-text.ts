import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/payment-history.ts'
import { uz } from '#web/i18n/uz/payment-history.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useHistoryText() {
  return texts(useLanguage())
}
