import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/search.ts'
import { uz } from '#web/i18n/uz/search.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useSearchText() {
  return texts(useLanguage())
}
