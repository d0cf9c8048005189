/** The texts of the player, loaded with it. */
import { createTextHook } from '#web/session/text.ts'
import { ru } from '#web/i18n/ru/television/player.ts'
import { uz } from '#web/i18n/uz/television/player.ts'

/** `const t = usePlayerText()`; the component renders again when the language changes. */
export const usePlayerText = createTextHook(ru, uz)
