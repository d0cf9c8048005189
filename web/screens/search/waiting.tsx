import { PosterSkeleton } from '#web/features/films/poster-card.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import styles from './results.module.css'
import own from './waiting.module.css'

const places = Array.from({ length: 12 }, (_, index) => String(index))

/** The placeholder of the first response; later responses replace the previous results. */
export function Waiting() {
  return (
    <div className={styles.group}>
      <div className={styles.head}>
        <Skeleton className={own.title} />
      </div>
      <div className={styles.posters}>
        {places.map((place) => (
          <PosterSkeleton key={place} />
        ))}
      </div>
    </div>
  )
}
