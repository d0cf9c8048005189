import { en } from '#console/i18n/en/pages.ts'
import { ru } from '#console/i18n/ru/pages.ts'
import { uz } from '#console/i18n/uz/pages.ts'
import { createTextHook } from '#console/session/text.ts'

export const usePagesText = createTextHook(ru, uz, en)
