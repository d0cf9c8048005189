import { en } from '#console/i18n/en/messages.ts'
import { ru } from '#console/i18n/ru/messages.ts'
import { uz } from '#console/i18n/uz/messages.ts'
import { createTextHook } from '#console/session/text.ts'

export const useMessagesText = createTextHook(ru, uz, en)

export type MessagesText = ReturnType<typeof useMessagesText>
