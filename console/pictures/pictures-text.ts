import { en } from '#console/i18n/en/pictures.ts'
import { ru } from '#console/i18n/ru/pictures.ts'
import { uz } from '#console/i18n/uz/pictures.ts'
import { createTextHook } from '#console/session/text.ts'

export const usePicturesText = createTextHook(ru, uz, en)
