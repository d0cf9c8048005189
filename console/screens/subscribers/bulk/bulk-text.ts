import { en } from '#console/i18n/en/bulk.ts'
import { ru } from '#console/i18n/ru/bulk.ts'
import { uz } from '#console/i18n/uz/bulk.ts'
import { createTextHook } from '#console/session/text.ts'

export const useBulkText = createTextHook(ru, uz, en)

export type BulkText = ReturnType<typeof useBulkText>
