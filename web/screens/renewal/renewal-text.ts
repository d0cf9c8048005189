import { ru } from '#web/i18n/ru/account/renewal.ts'
import { uz } from '#web/i18n/uz/account/renewal.ts'
import { createTextHook } from '#web/session/text.ts'

export const useRenewalText = createTextHook(ru, uz)
