import { classes } from '#web/ui/text/class-names.ts'
import styles from './skeleton.module.css'

interface SkeletonProps {
  readonly className?: string | undefined
}

/**
 * A loading placeholder: the caller's class sets its geometry. It takes its space at once and is painted after 150
 * ms, so that a quick response causes no flash.
 */
export function Skeleton({ className }: SkeletonProps) {
  return <span className={classes(styles.skeleton, className)} aria-hidden="true" />
}
