import { en } from '#console/i18n/en/home.ts'
import { ru } from '#console/i18n/ru/home.ts'
import { uz } from '#console/i18n/uz/home.ts'
import { createTextHook } from '#console/session/text.ts'

export const useHomeText = createTextHook(ru, uz, en)
