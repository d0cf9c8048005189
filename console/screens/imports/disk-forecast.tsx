import { useDiskSize } from '#console/ui/disk-size.ts'
import { useImportsText } from './imports-text.ts'
import type { DraftPart } from './draft-part.ts'
import styles from './imports.module.css'

/** What the archives of the list would take on the disk, beside what there is. */
export function DiskForecast({ disk }: { readonly disk: NonNullable<DraftPart['disk']> }) {
  const t = useImportsText()
  const size = useDiskSize()
  const { bytes, total_bytes: total, room_bytes: room, is_measured: isMeasured } = disk
  const channels = t('diskChannels', { count: disk.channels })
  const isShort = room !== null && total > room
  return (
    <p className={styles['disk']} role="status" data-short={isShort || undefined}>
      {room === null
        ? t('diskOnly', { channels, size: size(bytes) })
        : t('disk', { channels, size: size(bytes), total: size(total), room: size(room) })}
      {isShort ? ` ${t('diskShort', { size: size(total - room) })}` : null}
      {isMeasured ? null : ` ${t('diskAssumed')}`}
    </p>
  )
}
