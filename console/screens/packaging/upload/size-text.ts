import type { useUploadText } from './upload-text.ts'

/** `12 МБ`, `4.7 GB`. */
export function sizeText(t: ReturnType<typeof useUploadText>, bytes: number): string {
  if (bytes < 1e9)
    return t('megabytes', { count: bytes < 10e6 ? (bytes / 1e6).toFixed(1) : Math.round(bytes / 1e6) })
  return t('gigabytes', { count: (bytes / 1e9).toFixed(bytes < 100e9 ? 1 : 0) })
}
