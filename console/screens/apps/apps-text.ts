import { en } from '#console/i18n/en/apps.ts'
import { ru } from '#console/i18n/ru/apps.ts'
import { uz } from '#console/i18n/uz/apps.ts'
import { createTextHook } from '#console/session/text.ts'

export const useAppsText = createTextHook(ru, uz, en)

export type AppsText = ReturnType<typeof useAppsText>
