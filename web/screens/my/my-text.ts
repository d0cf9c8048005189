import { ru } from '#web/i18n/ru/films/my.ts'
import { uz } from '#web/i18n/uz/films/my.ts'
import { createTextHook } from '#web/session/text.ts'

export const useMyText = createTextHook(ru, uz)
