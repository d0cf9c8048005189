import { useFilmCalls } from '#web/features/films/use-films.ts'
import { useCall } from '#web/session/requests/api.ts'
import { PosterCard, PosterSkeleton } from '#web/features/films/poster-card.tsx'
import styles from './results.module.css'

const count = 12
const places = Array.from({ length: count }, (_, index) => String(index))

/** Popular titles; when they fail to load, the page is complete without them. */
export function Popular({ title }: { readonly title: string }) {
  const { list } = useFilmCalls()
  const state = useCall(list, { trend: 1, limit: count })
  if (state.kind === 'refused' || state.kind === 'unreachable') return null
  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
      </div>
      <ul className={styles.posters} data-grid="" data-best="">
        {state.kind === 'loading'
          ? places.map((place) => (
              <li key={place}>
                <PosterSkeleton />
              </li>
            ))
          : state.data.videos.item.map((film) => (
              <li key={film.vid}>
                <PosterCard film={film} />
              </li>
            ))}
      </ul>
    </section>
  )
}
