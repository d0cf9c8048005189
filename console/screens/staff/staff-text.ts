import { en } from '#console/i18n/en/staff.ts'
import { ru } from '#console/i18n/ru/staff.ts'
import { uz } from '#console/i18n/uz/staff.ts'
import { createTextHook } from '#console/session/text.ts'

export const useStaffText = createTextHook(ru, uz, en)
