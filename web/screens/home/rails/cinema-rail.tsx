import { lazy, Suspense, useState } from 'react'
import { cinemas, type Cinema } from '#contract/films/cinemas.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { FailedRail } from './failed-rail.tsx'
import { useHomeText } from '#web/screens/home/text/home-text.ts'
import { Shelf, useLater } from './shelf.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import frame from '#web/ui/pictures/frame.module.css'
import words from '#web/ui/cards/card-words.module.css'
import styles from './cinema-rail.module.css'

const CinemaDialog = lazy(() =>
  withinLimit(import('./cinema-dialog.tsx')).then((file) => ({ default: file.CinemaDialog })),
)

/** Cinemas of the town; a card opens the cinema's showings. */
export function CinemaRail({ title: ownTitle }: { readonly title: string }) {
  const t = useHomeText()
  const title = ownTitle || t('cinemas')
  const state = useLater(cinemas.list, {})
  const [chosen, setChosen] = useState<Cinema | null>(null)
  if (state.kind !== 'ok' && state.kind !== 'loading')
    return <FailedRail title={title} onRetry={state.retry} />
  return (
    <>
      <Shelf
        title={title}
        kind="wide"
        items={state.kind === 'ok' ? state.data : null}
        renderItem={(cinema) => (
          <CinemaCard key={cinema.id} cinema={cinema} onOpen={() => setChosen(cinema)} />
        )}
      />
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
      <span className={classes(frame.frame, frame.wide, frame.fill, styles.screen)}>
        <Picture
          src={cinema.image}
          alt=""
          sizes="(min-width: 1200px) 24vw, (min-width: 600px) 40vw, 70vw"
          from={320}
        />
      </span>
      <span className={classes(words.title, styles.name)}>{cinema.name}</span>
      <span className={words.meta}>
        {[cinema.city, count === 0 ? '' : t('cinemaShowings', { count })].filter(Boolean).join(' · ')}
      </span>
    </button>
  )
}
