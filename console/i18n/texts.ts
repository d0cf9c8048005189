/** Typed texts in three languages: Russian is the source, Uzbek and English must have the same keys. */
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import { type RussianTexts, type Translate, type UzbekFor, makeTexts } from '#web/i18n/texts.ts'

/** English counts in the two forms that Uzbek has: one, other. */
export type EnglishFor<Ru extends RussianTexts> = UzbekFor<Ru>

/** Creates the `t()` of the three languages for one area of texts. */
export function makeConsoleTexts<const Ru extends RussianTexts>(
  ru: Ru,
  uz: UzbekFor<NoInfer<Ru>>,
  en: EnglishFor<NoInfer<Ru>>,
): (language: StaffLanguage) => Translate<Ru> {
  const [russianAndUzbek, russianAndEnglish] = [makeTexts(ru, uz), makeTexts(ru, en)]
  return (language) => (language === 'en' ? russianAndEnglish('uz') : russianAndUzbek(language))
}
