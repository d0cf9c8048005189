import { ru } from '#web/i18n/ru/account/password.ts'
import { uz } from '#web/i18n/uz/account/password.ts'
import { createTextHook } from '#web/session/text.ts'

export const usePasswordText = createTextHook(ru, uz)
