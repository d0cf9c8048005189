import { en } from '#console/i18n/en/payments.ts'
import { ru } from '#console/i18n/ru/payments.ts'
import { uz } from '#console/i18n/uz/payments.ts'
import { createTextHook } from '#console/session/text.ts'

export const usePaymentsText = createTextHook(ru, uz, en)
