import { classes } from '#web/ui/text/class-names.ts'
import { useDeviceText } from './device-text.ts'
import styles from './device-limit.module.css'

interface DeviceLimitProps {
  readonly taken: number
  readonly limit: number
}

/** How many devices of the account's limit are in use, as text and as a row of dots. */
export function DeviceLimit({ taken, limit }: DeviceLimitProps) {
  const t = useDeviceText()
  return (
    <div className={classes(styles.places, taken >= limit && styles.full)}>
      <span className={styles.marks} aria-hidden="true">
        {Array.from({ length: limit }, (_, place) => (
          <span key={place} className={classes(styles.mark, place < taken && styles.taken)} />
        ))}
      </span>
      <span>{t('taken', { count: taken, limit })}</span>
    </div>
  )
}
