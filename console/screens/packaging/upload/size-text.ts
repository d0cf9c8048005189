import { formatDecimal } from '#contract/form/money.ts'
import type { useUploadText } from './upload-text.ts'

/** `12 МБ`, `4,7 ГБ`. */
export function sizeText(t: ReturnType<typeof useUploadText>, bytes: number): string {
  if (bytes < 1e9) return t('megabytes', { count: formatDecimal(bytes / 1e6, bytes < 10e6 ? 1 : 0) })
  return t('gigabytes', { count: formatDecimal(bytes / 1e9, bytes < 100e9 ? 1 : 0) })
}
