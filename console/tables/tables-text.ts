import { en } from '#console/i18n/en/tables.ts'
import { ru } from '#console/i18n/ru/tables.ts'
import { uz } from '#console/i18n/uz/tables.ts'
import { createTextHook } from '#console/session/text.ts'

export const useTablesText = createTextHook(ru, uz, en)

/** Whether there is a text of this key: problems come from the server as names. */
export function isNamed(key: string): key is keyof typeof ru {
  return Object.hasOwn(ru, key)
}
