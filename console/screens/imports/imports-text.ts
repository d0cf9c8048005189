import { en } from '#console/i18n/en/imports.ts'
import { ru } from '#console/i18n/ru/imports.ts'
import { uz } from '#console/i18n/uz/imports.ts'
import { createTextHook } from '#console/session/text.ts'

export const useImportsText = createTextHook(ru, uz, en)
