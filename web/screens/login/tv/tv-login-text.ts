import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/tv-login.ts'
import { uz } from '#web/i18n/uz/tv-login.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useTvLoginText() {
  return texts(useLanguage())
}
