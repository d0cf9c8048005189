import { ru } from '#web/i18n/ru/remote.ts'
import { makeTexts } from '#web/i18n/texts.ts'
import { uz } from '#web/i18n/uz/remote.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useRemoteText() {
  return texts(useLanguage())
}
