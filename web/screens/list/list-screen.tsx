/** `/movies`, `/serials`, `/kids`, `/uzb`: one list with its filters (CAT-01, CAT-05, CAT-06, CAT-07, CAT-11). */
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from '#web/router/router.ts'
import { matchPage, type PageMatch } from '#contract/form/pages.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { useSettled } from '#web/ui/scroll/near-screen.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { AppliedFilters } from '#web/features/films/applied-filters.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { Films, FromTheBeginning } from '#web/features/films/films.tsx'
import {
  addressOf,
  filtersOf,
  inputOf,
  isFiltered,
  noFilters,
  type Field,
  type Filters,
} from '#web/features/films/list-filters.ts'
import { ListBar } from './list-bar.tsx'
import { useListText } from '#web/features/films/list-text.ts'
import { NothingFound } from '#web/features/films/nothing-found.tsx'
import { UzbekTabs } from './uzbek-tabs.tsx'
import { useFilmList } from '#web/features/films/use-film-list.ts'
import { useFirstPage } from '#web/features/films/use-first-page.ts'
import { useFilterOptions } from './use-filter-options.ts'
import styles from './list-screen.module.css'

/** Nobody waits for it: its code is loaded after the list. */
const RecordedFilms = lazyOrNothing(() => import('./recorded-films.tsx').then((file) => file.RecordedFilms))

function LaterRecordedFilms() {
  return useSettled() ? (
    <Suspense fallback={null}>
      <RecordedFilms />
    </Suspense>
  ) : null
}

const kinds = {
  newMovies: { kind: 'films', title: 'movies' },
  serials: { kind: 'serials', title: 'serials' },
  kids: { kind: 'kids', title: 'kids' },
  uzbek: { kind: 'uzbek', title: 'uzbek' },
  uzbekList: { kind: 'uzbek', title: 'uzbek' },
} as const

function listOf(match: PageMatch | null) {
  const name = match?.name ?? 'newMovies'
  const list = name in kinds ? kinds[name as keyof typeof kinds] : kinds.newMovies
  const category = name === 'uzbekList' ? Number(match?.params['provider']) : undefined
  return { ...list, category }
}

export function ListScreen() {
  const t = useListText()
  const { pathname } = useLocation()
  const { kind, title, category } = listOf(matchPage(pathname))
  const { filters, show } = useAddress(kind)
  const { firstPage, begin } = useFirstPage()
  const films = useFilmList({ question: inputOf(filters, kind, category), withFacets: true, firstPage })
  const options = useFilterOptions(filters, films.facets)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const place = useTopOnNewList(films.listKey)
  const put = (field: Field | 'order', value: string) => show({ ...filters, [field]: value })
  const reset = () => show({ ...noFilters, order: filters.order })
  return (
    <div className={classes(styles.screen, kind === 'kids' && styles.kids)}>
      {kind === 'films' ? (
        <div className={styles.head}>
          <h1 className={styles.title}>{t(title)}</h1>
          <LaterRecordedFilms />
        </div>
      ) : (
        <h1 className={styles.title}>{t(title)}</h1>
      )}
      {kind === 'uzbek' && <UzbekTabs chosen={category} query={addressOf(filters)} />}
      <div className={styles.parts} ref={place}>
        <aside className={styles.column} aria-label={t('filters')} data-filters="column">
          <h2 className="spoken">{t('filters')}</h2>
          <FilterPanel
            key={`${kind} ${category}`}
            kind={kind}
            filters={filters}
            options={options}
            onChange={put}
          />
        </aside>
        <div className={styles.list}>
          <ListBar
            kind={kind}
            filters={filters}
            films={films}
            onOrder={(order) => put('order', order)}
            onFilters={() => setSheetOpen(true)}
          />
          <AppliedFilters
            filters={filters}
            options={options}
            onDrop={(field) => put(field, '')}
            onReset={reset}
          />
          {firstPage > 1 && <FromTheBeginning onClick={begin} />}
          <Films
            films={films}
            isBeside
            forKids={kind === 'kids'}
            {...(isFiltered(filters) && {
              nothing: (
                <NothingFound
                  kind={kind}
                  category={category}
                  filters={filters}
                  options={options}
                  facets={films.facets}
                  onDrop={(field) => put(field, '')}
                  onReset={reset}
                />
              ),
            })}
          />
        </div>
      </div>
      <FilterSheet
        open={isSheetOpen}
        kind={kind}
        category={category}
        filters={filters}
        onClose={() => setSheetOpen(false)}
        onApply={(next) => {
          setSheetOpen(false)
          show(next)
        }}
      />
    </div>
  )
}

/** The filters of the address; each change of them is a history entry of its own. */
function useAddress(kind: Parameters<typeof filtersOf>[1]) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const filters = useMemo(() => filtersOf(new URLSearchParams(search), kind), [search, kind])
  const show = (next: Filters) => {
    const address = addressOf(next)
    if (address === addressOf(filters)) return
    void navigate(address === '' ? pathname : `${pathname}?${address}`, { preventScrollReset: true })
  }
  return { filters, show }
}

/** The height of the sticky header and a small margin. */
const abovePx = 88

/**
 * Another list with the same filters starts at its top; on the way back the router restores the scroll position.
 */
function useTopOnNewList(listKey: string) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(listKey)
  const type = useNavigationType()
  useEffect(() => {
    if (shown.current === listKey) return
    shown.current = listKey
    const top = place.current?.getBoundingClientRect().top ?? 0
    if (type !== 'POP' && top < 0) window.scrollBy(0, top - abovePx)
  }, [listKey, type])
  return place
}
