import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/account.ts'
import { uz } from '#web/i18n/uz/account.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useAccountText() {
  return texts(useLanguage())
}
