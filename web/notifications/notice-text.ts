import { ru } from '#web/i18n/ru/service/notifications.ts'
import { uz } from '#web/i18n/uz/service/notifications.ts'
import { createTextHook } from '#web/session/text.ts'

export const useNoticeText = createTextHook(ru, uz)
