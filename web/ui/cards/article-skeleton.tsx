import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import styles from './article-skeleton.module.css'

/** The placeholder of a text page while it loads. */
export function ArticleSkeleton() {
  return (
    <div className={styles.article}>
      <Skeleton className={styles.waiting} />
    </div>
  )
}
