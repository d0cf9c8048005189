import { ru } from '#web/i18n/ru/account/cabinet.ts'
import { uz } from '#web/i18n/uz/account/cabinet.ts'
import { createTextHook } from '#web/session/text.ts'

export const useCabinetText = createTextHook(ru, uz)
