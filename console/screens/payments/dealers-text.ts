import { en } from '#console/i18n/en/dealers.ts'
import { ru } from '#console/i18n/ru/dealers.ts'
import { uz } from '#console/i18n/uz/dealers.ts'
import { createTextHook } from '#console/session/text.ts'

export const useDealersText = createTextHook(ru, uz, en)
