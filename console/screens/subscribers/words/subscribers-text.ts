import { en } from '#console/i18n/en/subscribers.ts'
import { ru } from '#console/i18n/ru/subscribers.ts'
import { uz } from '#console/i18n/uz/subscribers.ts'
import { createTextHook } from '#console/session/text.ts'

export const useSubscribersText = createTextHook(ru, uz, en)

export type SubscribersText = ReturnType<typeof useSubscribersText>

type EventKey = Extract<keyof typeof ru, `event.${string}`>

/** Whether there are words for this key of an event. */
export function isEventKey(key: string): key is EventKey {
  return key.startsWith('event.') && Object.hasOwn(ru, key)
}
