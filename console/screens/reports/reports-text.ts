import { en } from '#console/i18n/en/reports.ts'
import { ru } from '#console/i18n/ru/reports.ts'
import { uz } from '#console/i18n/uz/reports.ts'
import { createTextHook } from '#console/session/text.ts'

export const useReportsText = createTextHook(ru, uz, en)
