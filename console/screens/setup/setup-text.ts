import { en } from '#console/i18n/en/setup.ts'
import { ru } from '#console/i18n/ru/setup.ts'
import { uz } from '#console/i18n/uz/setup.ts'
import { createTextHook } from '#console/session/text.ts'

export const useSetupText = createTextHook(ru, uz, en)
