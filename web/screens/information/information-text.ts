import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/information.ts'
import { uz } from '#web/i18n/uz/information.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useInformationText() {
  return texts(useLanguage())
}
