import { ru } from '#web/i18n/ru/service/commands.ts'
import { uz } from '#web/i18n/uz/service/commands.ts'
import { createTextHook } from '#web/session/text.ts'

export const useCommandText = createTextHook(ru, uz)
