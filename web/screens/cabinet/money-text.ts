import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/cabinet-money.ts'
import { uz } from '#web/i18n/uz/cabinet-money.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useMoneyText() {
  return texts(useLanguage())
}

export type MoneyText = ReturnType<typeof useMoneyText>
