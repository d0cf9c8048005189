import { useSearchParams } from 'react-router'
import { films, type Episode, type FilmDetail } from '#contract/films.ts'
import { formatDuration } from '#web/i18n/format.ts'
import { useCall } from '#web/session/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RetryCard } from '#web/ui/state-card.tsx'
import { useMovieText } from './movie-text.ts'
import { preloadPlayer, useWatch } from './player-layer.tsx'
import styles from './seasons.module.css'

const PLACES = ['1', '2', '3', '4']

/** The seasons of a series and the episodes of the chosen one (FILM-04). */
export function Seasons({ film }: { readonly film: FilmDetail }) {
  const t = useMovieText()
  const [params, setParams] = useSearchParams()
  const chosen =
    film.seasons.find((season) => String(season.number) === params.get('season')) ?? film.seasons[0]
  if (chosen === undefined) return null
  const choose = (number: number) => {
    const next = new URLSearchParams(params)
    next.set('season', String(number))
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return (
    <section className={styles.seasons} aria-label={t('episodes')}>
      <h2 className={styles.title}>{t('episodes')}</h2>
      {film.seasons.length > 1 && (
        <div className={styles.choice} role="group" aria-label={t('episodes')} data-row="">
          {film.seasons.map((season) => (
            <button
              key={season.season_id}
              type="button"
              className={styles.season}
              aria-pressed={season.season_id === chosen.season_id}
              onClick={() => choose(season.number)}
            >
              {season.name || t('season', { number: season.number })}
            </button>
          ))}
        </div>
      )}
      <Episodes seasonId={chosen.season_id} canWatch={film.access.state === 'watch'} />
    </section>
  )
}

function Episodes({ seasonId, canWatch }: { readonly seasonId: number; readonly canWatch: boolean }) {
  const t = useMovieText()
  const state = useCall(films.episodes, { season_id: seasonId })
  if (state.kind === 'loading')
    return (
      <ul className={styles.list}>
        {PLACES.map((place) => (
          <li key={place}>
            <Skeleton className={styles.waiting} />
          </li>
        ))}
      </ul>
    )
  if (state.kind !== 'answer') return <RetryCard onRetry={state.retry} />
  if (state.data.episodes.item.length === 0) return <p className={styles.none}>{t('noEpisodes')}</p>
  return (
    <ul className={styles.list} data-grid="">
      {state.data.episodes.item.map((episode) => (
        <li key={episode.vfid}>
          <EpisodeRow episode={episode} canWatch={canWatch} />
        </li>
      ))}
    </ul>
  )
}

interface EpisodeRowProps {
  readonly episode: Episode
  readonly canWatch: boolean
}

/** An episode that cannot be watched is there to be read, not to be pressed. */
function EpisodeRow({ episode, canWatch }: EpisodeRowProps) {
  const watch = useWatch()
  if (!canWatch || episode.is_ready === 0)
    return (
      <div className={styles.row}>
        <EpisodeBody episode={episode} playable={false} />
      </div>
    )
  return (
    <button
      type="button"
      className={styles.row}
      onPointerEnter={preloadPlayer}
      onClick={() => watch(episode.vfid)}
    >
      <EpisodeBody episode={episode} playable />
    </button>
  )
}

function EpisodeBody({ episode, playable }: { readonly episode: Episode; readonly playable: boolean }) {
  const t = useMovieText()
  const language = useLanguage()
  const number = t('episode', { number: episode.number })
  const length = episode.duration_sec > 0 ? formatDuration(episode.duration_sec, language) : ''
  return (
    <>
      <span className={styles.still}>
        <Picture src={episode.still} alt="" sizes="(min-width: 900px) 260px, 40vw" to={480} />
        {playable && (
          <span className={styles.play}>
            <Icon name="play" size={22} />
          </span>
        )}
      </span>
      <span className={styles.body}>
        <span className={styles.number}>
          {[number, length, episode.is_ready === 0 ? t('preparing') : ''].filter(Boolean).join(' · ')}
        </span>
        <span className={styles.name}>{episode.name || number}</span>
        <span className={styles.about}>{episode.description}</span>
      </span>
    </>
  )
}
