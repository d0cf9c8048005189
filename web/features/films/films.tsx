import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation } from '#web/router/router.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyCard, RetryCard, RetryLine } from '#web/ui/cards/state-card.tsx'
import { useListText } from './list-text.ts'
import { PosterGrid } from './poster-grid.tsx'
import type { ShownList } from './use-film-list.ts'
import { useNearEnd } from '#web/ui/scroll/use-near-end.ts'
import styles from './films.module.css'

const firstPlaces = 18
const morePlaces = 6

interface FilmsProps {
  readonly films: ShownList
  /** Shown instead of an empty list. */
  readonly nothing?: ReactNode
  readonly forKids?: boolean
  readonly isBeside?: boolean
}

/** A grid of films that grows as it is scrolled (CAT-06, CAT-11). */
export function Films({ films, nothing, forKids = false, isBeside = false }: FilmsProps) {
  const t = useListText()
  const { list, next, total, isLoading, failed, more, listKey } = films
  const isEmpty = list.length === 0
  const canGoOn = !isLoading && !failed && !isEmpty && next !== null
  const end = useNearEnd(canGoOn, more)
  if (failed && isEmpty) return <RetryCard onRetry={more} />
  if (next === null && isEmpty) return nothing ?? <EmptyCard title={t('empty')} />
  return (
    <>
      <PosterGrid
        films={list}
        listKey={listKey}
        waiting={isEmpty ? firstPlaces : isLoading ? morePlaces : 0}
        forKids={forKids}
        isBeside={isBeside}
      />
      <div ref={end} className={styles.end}>
        {failed && <RetryLine onRetry={more} />}
        {canGoOn && <MoreLink page={films.page + 1} onMore={more} />}
        {next === null && list.length > morePlaces && (
          <p className={styles.all}>{t('all', { count: total })}</p>
        )}
      </div>
    </>
  )
}

/** A link besides scrolling: the keyboard continues in the same list, a search engine on the next page. */
function MoreLink({ page, onMore }: { readonly page: number; readonly onMore: () => void }) {
  const t = useListText()
  const to = usePageAddress(page)
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onMore()
  }
  return (
    <Link className={styles.more} to={to} onClick={onClick}>
      {t('more')}
    </Link>
  )
}

function usePageAddress(page: number): string {
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(search)
  params.set('page', String(page))
  return `${pathname}?${params.toString().replaceAll('%2C', ',')}`
}

/** Above a list that starts in its middle. */
export function FromTheBeginning({ onClick }: { readonly onClick: () => void }) {
  const t = useListText()
  return (
    <p className={styles.earlier}>
      <Button icon="up" onClick={onClick}>
        {t('fromTheBeginning')}
      </Button>
    </p>
  )
}
