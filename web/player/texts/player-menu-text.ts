/** The texts of what is opened over the video, loaded with it. */
import { ru } from '#web/i18n/ru/television/player-menus.ts'
import { uz } from '#web/i18n/uz/television/player-menus.ts'
import { createTextHook } from '#web/session/text.ts'
import type { Translate } from '#web/i18n/texts.ts'

export type PlayerMenuText = Translate<typeof ru>

export const usePlayerMenuText = createTextHook(ru, uz)
