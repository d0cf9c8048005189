import { ru } from '#web/i18n/ru/films/home.ts'
import { uz } from '#web/i18n/uz/films/home.ts'
import { createTextHook } from '#web/session/text.ts'

export const useHomeText = createTextHook(ru, uz)
