import { useText } from '#web/session/text.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { countOf, useBell } from './bell.ts'
import styles from './bell-count.module.css'

interface BellCountProps {
  readonly className?: string | undefined
}

/** The number of unread notifications beside the icon; nothing when there are none. */
export function BellCount({ className }: BellCountProps) {
  const t = useText()
  const bell = useBell()
  const count = countOf(bell)
  if (bell === null || count === null) return null
  return (
    <span className={classes(styles.count, className)}>
      <span aria-hidden="true">{count}</span>
      <span className="spoken">{t('notices.unread', { count: bell.unread })}</span>
    </span>
  )
}
