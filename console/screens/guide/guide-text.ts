import { en } from '#console/i18n/en/guide.ts'
import { ru } from '#console/i18n/ru/guide.ts'
import { uz } from '#console/i18n/uz/guide.ts'
import { createTextHook } from '#console/session/text.ts'

export const useGuideText = createTextHook(ru, uz, en)

export type GuideText = ReturnType<typeof useGuideText>
