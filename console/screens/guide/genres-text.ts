import { en } from '#console/i18n/en/genres.ts'
import { ru } from '#console/i18n/ru/genres.ts'
import { uz } from '#console/i18n/uz/genres.ts'
import { createTextHook } from '#console/session/text.ts'

export const useGenresText = createTextHook(ru, uz, en)
