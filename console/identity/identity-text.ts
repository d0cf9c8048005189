import { en } from '#console/i18n/en/identity.ts'
import { ru } from '#console/i18n/ru/identity.ts'
import { uz } from '#console/i18n/uz/identity.ts'
import { createTextHook } from '#console/session/text.ts'

export const useIdentityText = createTextHook(ru, uz, en)
