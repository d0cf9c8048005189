import { en } from '#console/i18n/en/channels.ts'
import { ru } from '#console/i18n/ru/channels.ts'
import { uz } from '#console/i18n/uz/channels.ts'
import { createTextHook } from '#console/session/text.ts'

export const useChannelsText = createTextHook(ru, uz, en)
