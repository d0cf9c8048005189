import { en } from '#console/i18n/en/edges.ts'
import { ru } from '#console/i18n/ru/edges.ts'
import { uz } from '#console/i18n/uz/edges.ts'
import { createTextHook } from '#console/session/text.ts'

export const useEdgesText = createTextHook(ru, uz, en)
