/** The texts of casting, loaded with it. */
import { createTextHook } from '#web/session/text.ts'
import { ru } from '#web/i18n/ru/television/casting.ts'
import { uz } from '#web/i18n/uz/television/casting.ts'

export const useCastText = createTextHook(ru, uz)
