import { ru } from '#web/i18n/ru/films/downloads.ts'
import { makeTexts, type Translate } from '#web/i18n/texts.ts'
import { uz } from '#web/i18n/uz/films/downloads.ts'
import { createTextHook } from '#web/session/text.ts'

export type DownloadsText = Translate<typeof ru>

export const useDownloadsText = createTextHook(ru, uz)

/** The same outside of components. */
export const downloadsTexts = makeTexts(ru, uz)

/** Formats bytes: whole megabytes, or gigabytes with one decimal. */
export function sizeWords(bytes: number, t: DownloadsText): string {
  const megabytes = bytes / 1e6
  if (megabytes < 1000) return t('megabytes', { size: Math.max(1, Math.round(megabytes)) })
  return t('gigabytes', { size: (megabytes / 1000).toFixed(1).replace('.', ',') })
}
