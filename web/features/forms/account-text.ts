import { ru } from '#web/i18n/ru/account/account.ts'
import { uz } from '#web/i18n/uz/account/account.ts'
import { createTextHook } from '#web/session/text.ts'

export const useAccountText = createTextHook(ru, uz)
