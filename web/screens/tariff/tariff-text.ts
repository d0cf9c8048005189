import { ru } from '#web/i18n/ru/billing/tariff.ts'
import { uz } from '#web/i18n/uz/billing/tariff.ts'
import { createTextHook } from '#web/session/text.ts'

export const useTariffText = createTextHook(ru, uz)
