import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/session-end.ts'
import { uz } from '#web/i18n/uz/session-end.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useSessionEndText() {
  return texts(useLanguage())
}
