import { en } from '#console/i18n/en/commands.ts'
import { ru } from '#console/i18n/ru/commands.ts'
import { uz } from '#console/i18n/uz/commands.ts'
import { createTextHook } from '#console/session/text.ts'

export const useCommandsText = createTextHook(ru, uz, en)
