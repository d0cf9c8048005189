import { en } from '#console/i18n/en/uploads.ts'
import { ru } from '#console/i18n/ru/uploads.ts'
import { uz } from '#console/i18n/uz/uploads.ts'
import { createTextHook } from '#console/session/text.ts'

export const useUploadText = createTextHook(ru, uz, en)
