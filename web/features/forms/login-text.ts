import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/login.ts'
import { uz } from '#web/i18n/uz/login.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useLoginText() {
  return texts(useLanguage())
}
