import { formatDecimal } from '#contract/form/money.ts'
import { useText } from '#console/session/text.ts'

/** Bytes in words: `56 GB`, `1,2 TB`. */
export function useDiskSize(): (bytes: number) => string {
  const t = useText()
  return (bytes) =>
    bytes < 999.5e9
      ? t('common.gigabytes', { size: formatDecimal(bytes / 1e9, bytes < 9.95e9 ? 1 : 0) })
      : t('common.terabytes', { size: formatDecimal(bytes / 1e12, 1) })
}
