import { en } from '#console/i18n/en/cities.ts'
import { ru } from '#console/i18n/ru/cities.ts'
import { uz } from '#console/i18n/uz/cities.ts'
import { createTextHook } from '#console/session/text.ts'

export const useCitiesText = createTextHook(ru, uz, en)
