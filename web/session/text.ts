/** The texts every page has, and how any part of the site gets its own. */
import { useLanguage } from './session.ts'
import { makeTexts, type RussianTexts, type Translate, type UzbekFor } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/base.ts'
import { uz } from '#web/i18n/uz/base.ts'

export const textsOf = makeTexts(ru, uz)
export type BaseText = Translate<typeof ru>
export type BaseKey = keyof typeof ru

/** `const t = useText()`; the component renders again when the language changes. */
export function useText(): BaseText {
  return textsOf(useLanguage())
}

/**
 * A hook for the texts of a screen or a feature, loaded with it: `const useTariffText = createTextHook(ru, uz)`. The
 * component renders again when the language changes.
 */
export function createTextHook<const Ru extends RussianTexts>(ru: Ru, uz: UzbekFor<NoInfer<Ru>>) {
  const texts = makeTexts(ru, uz)
  return (): Translate<Ru> => texts(useLanguage())
}
