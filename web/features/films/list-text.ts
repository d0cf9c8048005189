import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/list.ts'
import { uz } from '#web/i18n/uz/list.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useListText() {
  return texts(useLanguage())
}
