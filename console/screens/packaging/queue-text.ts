import { en } from '#console/i18n/en/queue.ts'
import { ru } from '#console/i18n/ru/queue.ts'
import { uz } from '#console/i18n/uz/queue.ts'
import { createTextHook } from '#console/session/text.ts'

export const useQueueText = createTextHook(ru, uz, en)
