/** `/movies`, `/serials`, `/kids`, `/uzb`: one list that grows as it is scrolled (CAT-01, CAT-06, CAT-07, CAT-11). */
import { useLocation, useSearchParams } from 'react-router'
import { matchPage } from '#contract/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { PosterCard, PosterSkeleton } from '#web/ui/poster-card.tsx'
import { EmptyCard, RetryCard, RetryLine } from '#web/ui/state-card.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filtersOf, inputOf, isFiltered } from './list-filters.ts'
import { useListText } from './list-text.ts'
import { UzbekTabs } from './uzbek-tabs.tsx'
import { useFilmList } from './use-film-list.ts'
import { useNearEnd } from './use-near-end.ts'
import styles from './list-screen.module.css'

const kinds = {
  newMovies: { kind: 'films', title: 'movies' },
  serials: { kind: 'serials', title: 'serials' },
  kids: { kind: 'kids', title: 'kids' },
  uzbek: { kind: 'uzbek', title: 'uzbek' },
} as const
const PLACES = Array.from({ length: 14 }, (_, index) => String(index))
/** The first posters are in the first screen. */
const EAGER = 6

export function ListScreen() {
  const t = useListText()
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  const name = matchPage(pathname)?.name ?? 'newMovies'
  const { kind, title } = name in kinds ? kinds[name as keyof typeof kinds] : kinds.newMovies
  const filters = filtersOf(params)
  const put = (field: string, value: string) => {
    const next = new URLSearchParams(params)
    if (value === '') next.delete(field)
    else next.set(field, value)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1 className={styles.title}>{t(title)}</h1>
        <FilterBar filters={filters} onChange={put} />
      </div>
      {kind === 'uzbek' && (
        <UzbekTabs chosen={filters.category} onChoose={(value) => put('category', value)} />
      )}
      <Films
        input={inputOf(filters, kind)}
        filtered={isFiltered(filters)}
        onReset={() => setParams({}, { replace: true })}
      />
    </div>
  )
}

interface FilmsProps {
  readonly input: ReturnType<typeof inputOf>
  readonly filtered: boolean
  readonly onReset: () => void
}

function Films({ input, filtered, onReset }: FilmsProps) {
  const t = useListText()
  const { list, page, lastPage, total, isLoading, failed, more } = useFilmList(input)
  const end = useNearEnd(!isLoading && !failed && page > 0 && page < lastPage, more)
  if (failed && page === 0) return <RetryCard onRetry={more} />
  if (page > 0 && list.length === 0)
    return filtered ? (
      <EmptyCard title={t('nothing')} text={t('nothingHint')}>
        <Button onClick={onReset}>{t('reset')}</Button>
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
