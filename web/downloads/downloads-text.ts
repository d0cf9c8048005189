import { ru } from '#web/i18n/ru/downloads.ts'
import { makeTexts, type Translate } from '#web/i18n/texts.ts'
import { uz } from '#web/i18n/uz/downloads.ts'
import { useLanguage } from '#web/session/session.ts'

const texts = makeTexts(ru, uz)
export type DownloadsText = Translate<typeof ru>

export function useDownloadsText(): DownloadsText {
  return texts(useLanguage())
}

/** Formats bytes: whole megabytes, or gigabytes with one decimal. */
export function sizeWords(bytes: number, t: DownloadsText): string {
  const megabytes = bytes / 1e6
  if (megabytes < 1000) return t('megabytes', { size: Math.max(1, Math.round(megabytes)) })
  return t('gigabytes', { size: (megabytes / 1000).toFixed(1).replace('.', ',') })
}
