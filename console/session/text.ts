/** The texts every screen has, and how a screen gets its own. */
import type { RussianTexts, Translate, UzbekFor } from '#web/i18n/texts.ts'
import { en } from '#console/i18n/en/base.ts'
import { ru } from '#console/i18n/ru/base.ts'
import { type EnglishFor, makeConsoleTexts } from '#console/i18n/texts.ts'
import { uz } from '#console/i18n/uz/base.ts'
import { en as rolesEn } from '#console/i18n/en/roles.ts'
import { ru as rolesRu } from '#console/i18n/ru/roles.ts'
import { uz as rolesUz } from '#console/i18n/uz/roles.ts'
import { languageChoice, useLanguage } from './preferences.ts'

const textsOf = makeConsoleTexts(ru, uz, en)

/** `const t = useText()`; the component renders again when the language changes. */
export function useText(): Translate<typeof ru> {
  return textsOf(useLanguage())
}

/** The same outside components, in the language of now. */
export function textNow(): Translate<typeof ru> {
  return textsOf(languageChoice.get())
}

/** A hook for the texts of one screen: `const useStaffText = createTextHook(ru, uz, en)`. */
export function createTextHook<const Ru extends RussianTexts>(
  ru: Ru,
  uz: UzbekFor<NoInfer<Ru>>,
  en: EnglishFor<NoInfer<Ru>>,
) {
  const texts = makeConsoleTexts(ru, uz, en)
  return (): Translate<Ru> => texts(useLanguage())
}

/** Names of roles, sections and levels, used by several screens. */
export const useRoleText = createTextHook(rolesRu, rolesUz, rolesEn)
