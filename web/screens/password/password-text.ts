import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/password.ts'
import { uz } from '#web/i18n/uz/password.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function usePasswordText() {
  return texts(useLanguage())
}
