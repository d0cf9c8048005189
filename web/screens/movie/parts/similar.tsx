import { search, type RelatedFilm } from '#contract/search/search.ts'
import { useCall } from '#web/session/requests/api.ts'
import { PosterCard, PosterSkeleton } from '#web/features/films/poster-card.tsx'
import { useMovieText } from '#web/screens/movie/watching/movie-text.ts'
import { Rail } from '#web/ui/scroll/rail.tsx'
import { RetryLine } from '#web/ui/cards/state-card.tsx'
import styles from './similar.module.css'

const count = 14
const places = Array.from({ length: 7 }, (_, index) => String(index))

/** Similar titles, each with what the two have in common (FILM-05). */
export function Similar({ vid }: { readonly vid: number }) {
  const t = useMovieText()
  const state = useCall(search.related, { vid, limit: count })
  const title = t('related')
  if (state.kind === 'loading')
    return (
      <Rail title={title}>
        {places.map((place) => (
          <PosterSkeleton key={place} />
        ))}
      </Rail>
    )
  if (state.kind !== 'ok')
    return (
      <div className={styles.failed}>
        <RetryLine onRetry={state.retry} />
      </div>
    )
  if (state.data.length === 0) return null
  const reasonOf = ({ reason: { kind, names } }: RelatedFilm) =>
    names.length === 0 && kind !== 'watched' ? undefined : t(`reason.${kind}`, { names: names.join(', ') })
  return (
    <Rail title={title}>
      {state.data.map((film) => (
        <PosterCard key={film.vid} film={film} note={reasonOf(film)} />
      ))}
    </Rail>
  )
}
