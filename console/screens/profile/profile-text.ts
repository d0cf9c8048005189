import { en } from '#console/i18n/en/profile.ts'
import { ru } from '#console/i18n/ru/profile.ts'
import { uz } from '#console/i18n/uz/profile.ts'
import { createTextHook } from '#console/session/text.ts'

export const useProfileText = createTextHook(ru, uz, en)
