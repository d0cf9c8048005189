import { Button } from '#web/ui/button.tsx'
import { PosterCard, PosterSkeleton } from '#web/ui/poster-card.tsx'
import { EmptyCard, RetryCard, RetryLine } from '#web/ui/state-card.tsx'
import type { inputOf } from './list-filters.ts'
import { useListText } from './list-text.ts'
import { useFilmList } from './use-film-list.ts'
import { useNearEnd } from './use-near-end.ts'
import styles from './list-screen.module.css'

const PLACES = Array.from({ length: 14 }, (_, index) => String(index))
/** The first posters are in the first screen. */
const EAGER = 6

interface FilmsProps {
  readonly input: ReturnType<typeof inputOf>
  readonly filtered: boolean
  readonly onReset?: () => void
}

/** A grid of films that grows as it is scrolled (CAT-06, CAT-11). */
export function Films({ input, filtered, onReset }: FilmsProps) {
  const t = useListText()
  const { list, page, lastPage, total, isLoading, failed, more } = useFilmList(input)
  const end = useNearEnd(!isLoading && !failed && page > 0 && page < lastPage, more)
  if (failed && page === 0) return <RetryCard onRetry={more} />
  if (page > 0 && list.length === 0)
    return filtered ? (
      <EmptyCard title={t('nothing')} text={t('nothingHint')}>
        {onReset !== undefined && <Button onClick={onReset}>{t('reset')}</Button>}
      </EmptyCard>
    ) : (
      <EmptyCard title={t('empty')} />
    )
  return (
    <>
      <p className={styles.count} role="status">
        {page > 0 ? t('count', { count: total }) : ' '}
      </p>
      <ul className={styles.grid} data-grid="">
        {list.map((film, index) => (
          <li key={film.vid}>
            <PosterCard film={film} eager={index < EAGER} />
          </li>
        ))}
        {(page === 0 || isLoading) &&
          PLACES.map((place) => (
            <li key={place}>
              <PosterSkeleton />
            </li>
          ))}
      </ul>
      <div ref={end} className={styles.end}>
        {failed && <RetryLine onRetry={more} />}
        {!failed && !isLoading && page > 0 && page < lastPage && <Button onClick={more}>{t('more')}</Button>}
      </div>
    </>
  )
}
