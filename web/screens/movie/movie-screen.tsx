/** `/movie/{id}`: a film or a series (FILM-01 to FILM-07). */
import { Suspense, useRef } from 'react'
import { useParams } from '#web/router/router.ts'
import type { FilmDetail } from '#contract/films/films.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useFilmCalls } from '#web/features/films/use-films.ts'
import { LaterRecordedOfFilm } from '#web/features/films/later-recorded.tsx'
import { useCall } from '#web/session/requests/api.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { Actions } from './parts/actions.tsx'
import { Cast } from './parts/cast.tsx'
import { Facts } from './parts/facts.tsx'
import { FilmHead } from './parts/film-head.tsx'
import { useMovieText } from './watching/movie-text.ts'
import { PlayBar } from './parts/play-bar.tsx'
import { PlayerLayer, usePlaying } from './watching/player-layer.tsx'
import { Seasons } from './parts/seasons.tsx'
import { Similar } from './parts/similar.tsx'
import { useRating } from './watching/use-rating.ts'
import { useWatching } from './watching/use-watching.ts'
import styles from './watching/movie-screen.module.css'

/** Most profiles have no limit. */
const AboveLimitCard = lazyOrNothing(() =>
  import('#web/profiles/above-limit-card.tsx').then((file) => file.AboveLimitCard),
)

export function MovieScreen() {
  const t = useMovieText()
  const vid = Number(useParams()['id'])
  const { detail } = useFilmCalls()
  const state = useCall(detail, { vid })
  if (state.kind === 'loading') return <Waiting />
  if (state.kind === 'ok') return <Film key={state.data.video.vid} film={state.data.video} />
  return (
    <div className={styles.aside}>
      {state.kind === 'refused' && state.failure === 'above_age_limit' ? (
        <Suspense fallback={null}>
          <AboveLimitCard what={{ kind: 'title', id: vid }} message={state.message} />
        </Suspense>
      ) : state.kind === 'refused' && state.failure === 'title_not_found' ? (
        <EmptyCard title={t('missing')} text={t('missingText')}>
          <ButtonLink to={pathOf('newMovies')}>{t('toMovies')}</ButtonLink>
        </EmptyCard>
      ) : (
        <RetryCard onRetry={state.retry} />
      )}
    </div>
  )
}

function Film({ film }: { readonly film: FilmDetail }) {
  const playing = usePlaying()
  const watching = useWatching(film, playing !== null)
  const rating = useRating(film.vid)
  const top = useRef<HTMLDivElement>(null)
  return (
    <article className={styles.film}>
      <div className={styles.backdrop}>
        <Picture src={film.screenshot_big} alt="" sizes="100vw" from={480} to={1920} eager="high" />
      </div>
      <div className={styles.top}>
        <div className={styles.poster}>
          <Picture src={film.thumbnail_big} alt="" sizes="300px" from={320} to={640} eager />
        </div>
        <div className={styles.main}>
          <FilmHead film={film} rating={rating} />
          <div ref={top}>
            <Actions film={film} watching={watching} rating={rating} />
          </div>
          <p className={styles.description}>{film.description}</p>
          {film.recorded !== undefined && <LaterRecordedOfFilm broadcasts={film.recorded} />}
        </div>
      </div>
      {film.seasons.length > 0 && <Seasons film={film} watching={watching} />}
      <Cast people={film.actors} />
      <Similar vid={film.vid} />
      <Facts film={film} />
      <PlayBar film={film} watching={watching} until={top} />
      <PlayerLayer film={film} />
    </article>
  )
}

function Waiting() {
  return (
    <div className={styles.film} data-waiting="">
      <Skeleton className={styles.backdrop} />
      <div className={styles.top}>
        <Skeleton className={styles.poster} />
        <div className={styles.main}>
          <Skeleton className={styles.lineTitle} />
          <Skeleton className={styles.line} />
          <Skeleton className={styles.lineButton} />
          <Skeleton className={styles.lines} />
        </div>
      </div>
    </div>
  )
}
