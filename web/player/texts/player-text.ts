/** The texts of the player, loaded with it. */
import { useLanguage } from '#web/session/session.ts'
import { makeTexts, type Translate } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/player.ts'
import { uz } from '#web/i18n/uz/player.ts'

const textsOf = makeTexts(ru, uz)
export type PlayerText = Translate<typeof ru>

/** `const t = usePlayerText()`; the component renders again when the language changes. */
export function usePlayerText(): PlayerText {
  return textsOf(useLanguage())
}
