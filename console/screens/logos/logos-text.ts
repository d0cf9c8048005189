import { en } from '#console/i18n/en/logos.ts'
import { ru } from '#console/i18n/ru/logos.ts'
import { uz } from '#console/i18n/uz/logos.ts'
import { createTextHook } from '#console/session/text.ts'

export const useLogosText = createTextHook(ru, uz, en)

/** Whether there is a text of this key: refusals come from the server as names. */
export function isNamed(key: string): key is keyof typeof ru {
  return Object.hasOwn(ru, key)
}
