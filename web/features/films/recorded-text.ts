import { ru } from '#web/i18n/ru/films/recorded.ts'
import { uz } from '#web/i18n/uz/films/recorded.ts'
import { createTextHook } from '#web/session/text.ts'

export const useRecordedText = createTextHook(ru, uz)
