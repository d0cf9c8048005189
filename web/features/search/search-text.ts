import { ru } from '#web/i18n/ru/films/search.ts'
import { uz } from '#web/i18n/uz/films/search.ts'
import { createTextHook } from '#web/session/text.ts'

export const useSearchText = createTextHook(ru, uz)
