import { en } from '#console/i18n/en/broadcast-titles.ts'
import { ru } from '#console/i18n/ru/broadcast-titles.ts'
import { uz } from '#console/i18n/uz/broadcast-titles.ts'
import { createTextHook } from '#console/session/text.ts'

export const useBroadcastTitlesText = createTextHook(ru, uz, en)
