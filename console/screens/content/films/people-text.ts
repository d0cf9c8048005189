import { en } from '#console/i18n/en/people.ts'
import { ru } from '#console/i18n/ru/people.ts'
import { uz } from '#console/i18n/uz/people.ts'
import { createTextHook } from '#console/session/text.ts'

export const usePeopleText = createTextHook(ru, uz, en)
