import { classes } from '#web/ui/text/class-names.ts'
import { lettersOf } from '#web/ui/text/letters-of.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import styles from './portrait.module.css'

interface PortraitProps {
  readonly name: string
  /** An address; empty or null for none. */
  readonly photo: string | null
  /** The drawn width, as in the `sizes` of an image. */
  readonly sizes: string
  readonly className?: string | undefined
}

/** A person's round photo; without one their initials. The name is shown beside it. */
export function Portrait({ name, photo, sizes, className }: PortraitProps) {
  return (
    <span className={classes(styles.portrait, className)}>
      {photo === null || photo === '' ? (
        <span className={styles.letters} aria-hidden="true">
          {lettersOf(name)}
        </span>
      ) : (
        <Picture src={photo} alt="" name={name} sizes={sizes} from={80} to={480} />
      )}
    </span>
  )
}
