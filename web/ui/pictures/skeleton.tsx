import { classes } from '#web/ui/text/class-names.ts'
import styles from './skeleton.module.css'

interface SkeletonProps {
  readonly className?: string | undefined
}

/**
 * A place that will be filled: the caller's class gives it the geometry of what
 * comes. It takes its space at once and is drawn after 150 ms, so that a quick answer does not flash.
 */
export function Skeleton({ className }: SkeletonProps) {
  return <span className={classes(styles.skeleton, className)} aria-hidden="true" />
}
