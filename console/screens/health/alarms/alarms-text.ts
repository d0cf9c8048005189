import { en } from '#console/i18n/en/alarms.ts'
import { ru } from '#console/i18n/ru/alarms.ts'
import { uz } from '#console/i18n/uz/alarms.ts'
import { createTextHook } from '#console/session/text.ts'

export const useAlarmsText = createTextHook(ru, uz, en)
