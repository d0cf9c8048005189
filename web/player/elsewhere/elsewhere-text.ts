/** The texts of the controls for another screen. */
import { createTextHook } from '#web/session/text.ts'
import { ru } from '#web/i18n/ru/television/remote-control.ts'
import { uz } from '#web/i18n/uz/television/remote-control.ts'

export const useElsewhereText = createTextHook(ru, uz)
