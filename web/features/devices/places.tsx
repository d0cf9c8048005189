import { classes } from '#web/ui/text/class-names.ts'
import { useDeviceText } from './device-text.ts'
import styles from './places.module.css'

interface PlacesProps {
  readonly taken: number
  readonly limit: number
}

/** How many of the account's places are taken, in words and as a row of marks. */
export function Places({ taken, limit }: PlacesProps) {
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
