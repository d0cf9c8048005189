import { ru } from '#web/i18n/ru/television/mini-player.ts'
import { uz } from '#web/i18n/uz/television/mini-player.ts'
import { createTextHook } from '#web/session/text.ts'

export const useMiniText = createTextHook(ru, uz)
