import { en } from '#console/i18n/en/episodes.ts'
import { ru } from '#console/i18n/ru/episodes.ts'
import { uz } from '#console/i18n/uz/episodes.ts'
import { createTextHook } from '#console/session/text.ts'

export const useEpisodesText = createTextHook(ru, uz, en)
