/**
 * The texts every page has. A lazily loaded screen brings its own texts the same way: `makeTexts(ru, uz)` and one
 * hook.
 */
import { useLanguage } from './session.ts'
import { makeTexts, type Translate } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/base.ts'
import { uz } from '#web/i18n/uz/base.ts'

export const textsOf = makeTexts(ru, uz)
export type BaseText = Translate<typeof ru>
export type BaseKey = keyof typeof ru

/** `const t = useText()`; the component renders again when the language changes. */
export function useText(): BaseText {
  return textsOf(useLanguage())
}
