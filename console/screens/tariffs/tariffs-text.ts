import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import { en } from '#console/i18n/en/tariffs.ts'
import { ru } from '#console/i18n/ru/tariffs.ts'
import { uz } from '#console/i18n/uz/tariffs.ts'
import { createTextHook } from '#console/session/text.ts'

export const useTariffsText = createTextHook(ru, uz, en)

/** The name of a tariff or category in the language of the console. */
export function nameIn(
  language: StaffLanguage,
  one: { readonly name_ru: string; readonly name_uz: string; readonly name_en?: string },
): string {
  const own = language === 'uz' ? one.name_uz : language === 'en' ? (one.name_en ?? one.name_ru) : one.name_ru
  return own || one.name_ru
}
