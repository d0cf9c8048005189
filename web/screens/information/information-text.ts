import { ru } from '#web/i18n/ru/service/information.ts'
import { uz } from '#web/i18n/uz/service/information.ts'
import { createTextHook } from '#web/session/text.ts'

export const useInformationText = createTextHook(ru, uz)
