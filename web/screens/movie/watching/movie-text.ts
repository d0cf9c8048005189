import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/film.ts'
import { uz } from '#web/i18n/uz/film.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)

export function useMovieText() {
  return texts(useLanguage())
}
