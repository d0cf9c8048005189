import { ru } from '#web/i18n/ru/service/releases.ts'
import { uz } from '#web/i18n/uz/service/releases.ts'
import { createTextHook } from '#web/session/text.ts'

export const useReleasesText = createTextHook(ru, uz)
