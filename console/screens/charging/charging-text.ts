import { en } from '#console/i18n/en/charging.ts'
import { ru } from '#console/i18n/ru/charging.ts'
import { uz } from '#console/i18n/uz/charging.ts'
import { createTextHook } from '#console/session/text.ts'

export const useChargingText = createTextHook(ru, uz, en)
