import { en } from '#console/i18n/en/audit.ts'
import { ru } from '#console/i18n/ru/audit.ts'
import { uz } from '#console/i18n/uz/audit.ts'
import { createTextHook } from '#console/session/text.ts'

export const useAuditText = createTextHook(ru, uz, en)

/** Events and fields that have words; all others are shown under their own name. */
export type NamedKey = keyof typeof ru

/** Whether there are words for this key. */
export function isNamed(key: string): key is NamedKey {
  return Object.hasOwn(ru, key)
}
