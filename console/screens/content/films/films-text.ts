import { en } from '#console/i18n/en/films.ts'
import { ru } from '#console/i18n/ru/films.ts'
import { uz } from '#console/i18n/uz/films.ts'
import { createTextHook } from '#console/session/text.ts'

export const useFilmsText = createTextHook(ru, uz, en)
