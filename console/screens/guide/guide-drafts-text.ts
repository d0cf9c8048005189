import { en } from '#console/i18n/en/guide-drafts.ts'
import { ru } from '#console/i18n/ru/guide-drafts.ts'
import { uz } from '#console/i18n/uz/guide-drafts.ts'
import { createTextHook } from '#console/session/text.ts'

export const useGuideDraftsText = createTextHook(ru, uz, en)
