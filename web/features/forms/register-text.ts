import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/register.ts'
import { uz } from '#web/i18n/uz/register.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useRegisterText() {
  return texts(useLanguage())
}

export type RegisterText = ReturnType<typeof useRegisterText>
