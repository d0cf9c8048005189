import { en } from '#console/i18n/en/promotions.ts'
import { ru } from '#console/i18n/ru/promotions.ts'
import { uz } from '#console/i18n/uz/promotions.ts'
import { createTextHook } from '#console/session/text.ts'

export const usePromotionsText = createTextHook(ru, uz, en)
