import { ru } from '#web/i18n/ru/account/session-end.ts'
import { uz } from '#web/i18n/uz/account/session-end.ts'
import { createTextHook } from '#web/session/text.ts'

export const useSessionEndText = createTextHook(ru, uz)
