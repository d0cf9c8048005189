import { en } from '#console/i18n/en/subscriber-why.ts'
import { ru } from '#console/i18n/ru/subscriber-why.ts'
import { uz } from '#console/i18n/uz/subscriber-why.ts'
import { createTextHook } from '#console/session/text.ts'

export const useWhyText = createTextHook(ru, uz, en)

export type WhyText = ReturnType<typeof useWhyText>
