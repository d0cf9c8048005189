import { en } from '#console/i18n/en/changes.ts'
import { ru } from '#console/i18n/ru/changes.ts'
import { uz } from '#console/i18n/uz/changes.ts'
import { createTextHook } from '#console/session/text.ts'

export const useChangeText = createTextHook(ru, uz, en)

/** Whether there is a text of this key: fields and acts come from the server as names. */
export function isNamed(key: string): key is keyof typeof ru {
  return Object.hasOwn(ru, key)
}
