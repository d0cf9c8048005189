import { ru } from '#web/i18n/ru/account/profiles.ts'
import { uz } from '#web/i18n/uz/account/profiles.ts'
import { createTextHook } from '#web/session/text.ts'

/** The texts of profiles and of their PIN. */
export const useProfilesText = createTextHook(ru, uz)
