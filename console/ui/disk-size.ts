import { useText } from '#console/session/text.ts'

/** Bytes in words: `56 GB`, `1.2 TB`. */
export function useDiskSize(): (bytes: number) => string {
  const t = useText()
  return (bytes) =>
    bytes < 999.5e9
      ? t('common.gigabytes', { size: bytes < 9.95e9 ? (bytes / 1e9).toFixed(1) : (bytes / 1e9).toFixed(0) })
      : t('common.terabytes', { size: (bytes / 1e12).toFixed(1) })
}
