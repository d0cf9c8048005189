import { en } from '#console/i18n/en/plays.ts'
import { ru } from '#console/i18n/ru/plays.ts'
import { uz } from '#console/i18n/uz/plays.ts'
import { createTextHook } from '#console/session/text.ts'

export const usePlaysText = createTextHook(ru, uz, en)

export type PlaysText = ReturnType<typeof usePlaysText>
