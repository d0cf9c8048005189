import { ru } from '#web/i18n/ru/service/status.ts'
import { uz } from '#web/i18n/uz/service/status.ts'
import { createTextHook } from '#web/session/text.ts'

export const useStatusText = createTextHook(ru, uz)
