import { ru } from '#web/i18n/ru/billing/payment-history.ts'
import { uz } from '#web/i18n/uz/billing/payment-history.ts'
import { createTextHook } from '#web/session/text.ts'

export const useHistoryText = createTextHook(ru, uz)
