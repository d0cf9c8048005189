import { en } from '#console/i18n/en/blackouts.ts'
import { ru } from '#console/i18n/ru/blackouts.ts'
import { uz } from '#console/i18n/uz/blackouts.ts'
import { createTextHook } from '#console/session/text.ts'

export const useBlackoutsText = createTextHook(ru, uz, en)
