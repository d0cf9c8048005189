import { en } from '#console/i18n/en/health.ts'
import { ru } from '#console/i18n/ru/health.ts'
import { uz } from '#console/i18n/uz/health.ts'
import { createTextHook } from '#console/session/text.ts'

export const useHealthText = createTextHook(ru, uz, en)
