import { en } from '#console/i18n/en/receipts.ts'
import { ru } from '#console/i18n/ru/receipts.ts'
import { uz } from '#console/i18n/uz/receipts.ts'
import { createTextHook } from '#console/session/text.ts'

export const useReceiptsText = createTextHook(ru, uz, en)
