import { en } from '#console/i18n/en/reasons.ts'
import { ru } from '#console/i18n/ru/reasons.ts'
import { uz } from '#console/i18n/uz/reasons.ts'
import { createTextHook } from '#console/session/text.ts'

export const useReasonsText = createTextHook(ru, uz, en)
