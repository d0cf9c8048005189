import { ru } from '#web/i18n/ru/service/first-start.ts'
import { uz } from '#web/i18n/uz/service/first-start.ts'
import { createTextHook } from '#web/session/text.ts'

export const useFirstStartText = createTextHook(ru, uz)
