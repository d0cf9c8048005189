import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/tv.ts'
import { uz } from '#web/i18n/uz/tv.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useTvText() {
  return texts(useLanguage())
}
