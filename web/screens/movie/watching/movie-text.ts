import { ru } from '#web/i18n/ru/films/film.ts'
import { uz } from '#web/i18n/uz/films/film.ts'
import { createTextHook } from '#web/session/text.ts'

export const useMovieText = createTextHook(ru, uz)
