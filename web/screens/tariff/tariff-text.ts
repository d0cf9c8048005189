import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/tariff.ts'
import { uz } from '#web/i18n/uz/tariff.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useTariffText() {
  return texts(useLanguage())
}
