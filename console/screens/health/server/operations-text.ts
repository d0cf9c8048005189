import { en } from '#console/i18n/en/operations.ts'
import { ru } from '#console/i18n/ru/operations.ts'
import { uz } from '#console/i18n/uz/operations.ts'
import { formatDecimal, formatNumber } from '#contract/form/money.ts'
import { createTextHook } from '#console/session/text.ts'

export const useOperationsText = createTextHook(ru, uz, en)

/** Bytes in words: `18 МБ`, `2,4 ГБ`. */
export function useSize(): (bytes: number) => string {
  const t = useOperationsText()
  return (bytes) =>
    bytes < 999.5e6
      ? t('megabytes', { size: formatNumber(Math.ceil(bytes / 1e6)) })
      : t('gigabytes', { size: formatDecimal(bytes / 1e9, bytes < 9.95e9 ? 1 : 0) })
}
