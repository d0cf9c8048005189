import { lazy, Suspense, useState } from 'react'
import { cinemas, type Cinema } from '#contract/cinemas.ts'
import { useCall } from '#web/session/api.ts'
import { withinLimit } from '#web/shell/lazy-limit.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Rail } from '#web/ui/rail.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FailedRail } from './failed-rail.tsx'
import { useHomeText } from './home-text.ts'
import styles from './cinema-rail.module.css'

const CinemaDialog = lazy(() =>
  withinLimit(import('./cinema-dialog.tsx')).then((file) => ({ default: file.CinemaDialog })),
)
const PLACES = ['1', '2', '3', '4', '5']

/** Cinemas of the town; a card opens what is on there. */
export function CinemaRail() {
  const t = useHomeText()
  const state = useCall(cinemas.list, {})
  const [chosen, setChosen] = useState<Cinema | null>(null)
  if (state.kind === 'loading')
    return (
      <Rail title={t('cinemas')} kind="wide">
        {PLACES.map((place) => (
          <CinemaSkeleton key={place} />
        ))}
      </Rail>
    )
  if (state.kind !== 'answer') return <FailedRail title={t('cinemas')} onRetry={state.retry} />
  if (state.data.length === 0) return null
  return (
    <>
      <Rail title={t('cinemas')} kind="wide">
        {state.data.map((cinema) => (
          <CinemaCard key={cinema.id} cinema={cinema} onOpen={() => setChosen(cinema)} />
        ))}
      </Rail>
      {chosen !== null && (
        <Suspense fallback={null}>
          <CinemaDialog cinema={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </>
  )
}

interface CinemaCardProps {
  readonly cinema: Cinema
  readonly onOpen: () => void
}

function CinemaCard({ cinema, onOpen }: CinemaCardProps) {
  const t = useHomeText()
  const count = cinema.showings.length
  return (
    <button type="button" className={styles.card} aria-haspopup="dialog" onClick={onOpen}>
      <span className={styles.screen}>
        <Picture
          src={cinema.image}
          alt=""
          sizes="(min-width: 1200px) 24vw, (min-width: 600px) 40vw, 70vw"
          from={320}
        />
      </span>
      <span className={styles.name}>{cinema.name}</span>
      <span className={styles.meta}>
        {[cinema.city, count === 0 ? '' : t('cinemaShowings', { count })].filter(Boolean).join(' · ')}
      </span>
    </button>
  )
}

function CinemaSkeleton() {
  return (
    <span className={styles.card}>
      <Skeleton className={styles.screen} />
      <span className={styles.name}>&nbsp;</span>
      <span className={styles.meta}>&nbsp;</span>
    </span>
  )
}
