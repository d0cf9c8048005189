/** The texts of the cards over the video, loaded with them. */
import { ru } from '#web/i18n/ru/television/player-cards.ts'
import { uz } from '#web/i18n/uz/television/player-cards.ts'
import { createTextHook } from '#web/session/text.ts'

export const usePlayerCardText = createTextHook(ru, uz)
