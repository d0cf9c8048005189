import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/my.ts'
import { uz } from '#web/i18n/uz/my.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useMyText() {
  return texts(useLanguage())
}
