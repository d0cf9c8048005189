import { ru } from '#web/i18n/ru/account/login.ts'
import { uz } from '#web/i18n/uz/account/login.ts'
import { createTextHook } from '#web/session/text.ts'

export const useLoginText = createTextHook(ru, uz)
