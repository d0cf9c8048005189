import { ru } from '#web/i18n/ru/home.ts'
import { makeTexts } from '#web/i18n/texts.ts'
import { uz } from '#web/i18n/uz/home.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useHomeText() {
  return texts(useLanguage())
}
