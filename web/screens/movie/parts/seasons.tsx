/** The seasons of a series, and the episodes of the chosen one with what was watched of them (FILM-04). */
import { useSearchParams } from '#web/router/router.ts'
import { films, type FilmDetail } from '#contract/films/films.ts'
import { useCall } from '#web/session/requests/api.ts'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { RetryCard } from '#web/ui/cards/state-card.tsx'
import { Episodes } from './episodes.tsx'
import { useMovieText } from '#web/screens/movie/watching/movie-text.ts'
import type { Watching } from '#web/screens/movie/watching/use-watching.ts'
import styles from './seasons.module.css'

const places = ['1', '2', '3', '4']

interface SeasonsProps {
  readonly film: FilmDetail
  readonly watching: Watching
}

/** Opens at the season to resume, unless the address contains another. */
export function Seasons({ film, watching }: SeasonsProps) {
  const t = useMovieText()
  const [params, setParams] = useSearchParams()
  const match = film.seasons.find((season) => String(season.number) === params.get('season'))
  const chosen = match ?? watching.at?.season ?? film.seasons[0]
  if (chosen === undefined) return null
  const choose = (number: number) => {
    const next = new URLSearchParams(params)
    next.set('season', String(number))
    setParams(next, { replace: true, preventScrollReset: true })
  }
  const isSettled = match !== undefined || !watching.loading
  return (
    <section className={styles.seasons} aria-label={t('episodes')}>
      <h2 className={styles.title}>{t('episodes')}</h2>
      {film.seasons.length > 1 && (
        <div className={styles.choice} role="group" aria-label={t('seasonsLabel')} data-row="">
          {film.seasons.map((season) => (
            <button
              key={season.season_id}
              type="button"
              className={styles.season}
              aria-pressed={isSettled && season.season_id === chosen.season_id}
              onClick={() => choose(season.number)}
            >
              {season.name || t('season', { number: season.number })}
            </button>
          ))}
        </div>
      )}
      {isSettled ? (
        <Season key={chosen.season_id} film={film} seasonId={chosen.season_id} watching={watching} />
      ) : (
        <Waiting />
      )}
    </section>
  )
}

function Season({ film, seasonId, watching }: SeasonsProps & { readonly seasonId: number }) {
  const t = useMovieText()
  const state = useCall(films.episodes, { season_id: seasonId })
  if (state.kind === 'loading') return <Waiting />
  if (state.kind !== 'ok') return <RetryCard onRetry={state.retry} />
  const list = state.data.episodes.item
  if (list.length === 0) return <p className={styles.none}>{t('noEpisodes')}</p>
  const season = film.seasons.find((one) => one.season_id === seasonId)
  const seasonName = season === undefined ? '' : season.name || t('season', { number: season.number })
  return (
    <Episodes
      film={film}
      seasonName={seasonName}
      list={list}
      canWatch={film.access.state === 'watch'}
      watching={watching}
    />
  )
}

function Waiting() {
  return (
    <ul className={styles.list}>
      {places.map((place) => (
        <li key={place}>
          <Skeleton className={styles.waiting} />
        </li>
      ))}
    </ul>
  )
}
