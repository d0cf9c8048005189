import { ru } from '#web/i18n/ru/account/tv-login.ts'
import { uz } from '#web/i18n/uz/account/tv-login.ts'
import { createTextHook } from '#web/session/text.ts'

export const useTvLoginText = createTextHook(ru, uz)
