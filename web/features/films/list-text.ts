import { ru } from '#web/i18n/ru/films/list.ts'
import { uz } from '#web/i18n/uz/films/list.ts'
import { createTextHook } from '#web/session/text.ts'

export const useListText = createTextHook(ru, uz)
