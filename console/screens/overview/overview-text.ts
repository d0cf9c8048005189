import { en } from '#console/i18n/en/overview.ts'
import { ru } from '#console/i18n/ru/overview.ts'
import { uz } from '#console/i18n/uz/overview.ts'
import { createTextHook } from '#console/session/text.ts'

export const useOverviewText = createTextHook(ru, uz, en)
