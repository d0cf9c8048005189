import { ru } from '#web/i18n/ru/films/download-button.ts'
import { uz } from '#web/i18n/uz/films/download-button.ts'
import { createTextHook } from '#web/session/text.ts'

/** The texts of the button alone: the list of downloads has its own. */
export const useDownloadButtonText = createTextHook(ru, uz)
