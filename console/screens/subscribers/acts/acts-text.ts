import { en } from '#console/i18n/en/subscriber-acts.ts'
import { ru } from '#console/i18n/ru/subscriber-acts.ts'
import { uz } from '#console/i18n/uz/subscriber-acts.ts'
import { createTextHook } from '#console/session/text.ts'

export const useActsText = createTextHook(ru, uz, en)
