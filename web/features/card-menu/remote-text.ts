import { ru } from '#web/i18n/ru/television/card-menu.ts'
import { uz } from '#web/i18n/uz/television/card-menu.ts'
import { createTextHook } from '#web/session/text.ts'

export const useRemoteText = createTextHook(ru, uz)
