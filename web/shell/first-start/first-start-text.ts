import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/first-start.ts'
import { uz } from '#web/i18n/uz/first-start.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useFirstStartText() {
  return texts(useLanguage())
}
