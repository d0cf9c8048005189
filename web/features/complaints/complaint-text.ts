import { ru } from '#web/i18n/ru/service/complaint.ts'
import { makeTexts } from '#web/i18n/texts.ts'
import { uz } from '#web/i18n/uz/service/complaint.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

/** The texts of reporting. */
export function useComplaintText() {
  return texts(useLanguage())
}
