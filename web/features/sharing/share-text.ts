import { createTextHook } from '#web/session/text.ts'
import { ru } from '#web/i18n/ru/films/share.ts'
import { uz } from '#web/i18n/uz/films/share.ts'

export const useShareText = createTextHook(ru, uz)
