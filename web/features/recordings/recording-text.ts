import { ru } from '#web/i18n/ru/television/recordings.ts'
import { uz } from '#web/i18n/uz/television/recordings.ts'
import { createTextHook } from '#web/session/text.ts'

export const useRecordingText = createTextHook(ru, uz)
