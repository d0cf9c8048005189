import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/releases.ts'
import { uz } from '#web/i18n/uz/releases.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useReleasesText() {
  return texts(useLanguage())
}
