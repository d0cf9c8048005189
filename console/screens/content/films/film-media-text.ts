import { en } from '#console/i18n/en/film-media.ts'
import { ru } from '#console/i18n/ru/film-media.ts'
import { uz } from '#console/i18n/uz/film-media.ts'
import { createTextHook } from '#console/session/text.ts'

export const useFilmMediaText = createTextHook(ru, uz, en)
