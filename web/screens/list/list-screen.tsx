/** `/movies`, `/serials`, `/kids`, `/uzb`: one list that grows as it is scrolled (CAT-01, CAT-06, CAT-07, CAT-11). */
import { useLocation, useSearchParams } from 'react-router'
import { matchPage } from '#contract/pages.ts'
import { Films } from './films.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filtersOf, inputOf, isFiltered } from './list-filters.ts'
import { useListText } from './list-text.ts'
import { UzbekTabs } from './uzbek-tabs.tsx'
import styles from './list-screen.module.css'

const kinds = {
  newMovies: { kind: 'films', title: 'movies' },
  serials: { kind: 'serials', title: 'serials' },
  kids: { kind: 'kids', title: 'kids' },
  uzbek: { kind: 'uzbek', title: 'uzbek' },
} as const

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
