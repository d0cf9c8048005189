import { ru } from '#web/i18n/ru/films/preview.ts'
import { uz } from '#web/i18n/uz/films/preview.ts'
import { createTextHook } from '#web/session/text.ts'

export const usePreviewText = createTextHook(ru, uz)
