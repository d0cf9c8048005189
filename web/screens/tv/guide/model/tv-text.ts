import { ru } from '#web/i18n/ru/television/tv.ts'
import { uz } from '#web/i18n/uz/television/tv.ts'
import { createTextHook } from '#web/session/text.ts'

export const useTvText = createTextHook(ru, uz)
