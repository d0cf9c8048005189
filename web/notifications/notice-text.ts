import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/notices.ts'
import { uz } from '#web/i18n/uz/notices.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useNoticeText() {
  return texts(useLanguage())
}
