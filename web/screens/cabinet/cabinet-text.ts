import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/cabinet.ts'
import { uz } from '#web/i18n/uz/cabinet.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useCabinetText() {
  return texts(useLanguage())
}
