import { ru } from '#web/i18n/ru/films/rating.ts'
import { uz } from '#web/i18n/uz/films/rating.ts'
import { createTextHook } from '#web/session/text.ts'

export const useRatingText = createTextHook(ru, uz)
