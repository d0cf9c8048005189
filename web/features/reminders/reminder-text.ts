import { ru } from '#web/i18n/ru/television/reminders.ts'
import { uz } from '#web/i18n/uz/television/reminders.ts'
import { createTextHook } from '#web/session/text.ts'

export const useReminderText = createTextHook(ru, uz)
