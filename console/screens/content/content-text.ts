import { en } from '#console/i18n/en/content.ts'
import { ru } from '#console/i18n/ru/content.ts'
import { uz } from '#console/i18n/uz/content.ts'
import { createTextHook } from '#console/session/text.ts'

export const useContentText = createTextHook(ru, uz, en)
