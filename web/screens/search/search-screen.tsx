/** `/search`: searches the whole catalogue while typing (SEARCH-01 to SEARCH-04). */
import { ownRecorded } from './result-order.ts'
import { useId, useRef } from 'react'
import { isTelevision } from '#web/remote/television.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RetryCard } from '#web/ui/cards/state-card.tsx'
import { Filters } from './filters.tsx'
import { LetterGrid } from './letter-grid.tsx'
import { Nothing } from './nothing.tsx'
import { Opening } from './opening.tsx'
import { ActiveOption } from './option.tsx'
import { recentSearches } from '#web/features/search/recent-searches.ts'
import { listIdsOf, Results } from './results.tsx'
import { hasFilter, inputOf } from './search-address.ts'
import { SearchField } from './search-field.tsx'
import { useSearchText } from '#web/features/search/search-text.ts'
import { useOptions } from './use-options.ts'
import { useSearch, type SearchResponse, type SearchState } from './use-search.ts'
import { Waiting } from './waiting.tsx'
import styles from './search-screen.module.css'

export function SearchScreen() {
  const t = useSearchText()
  const search = useSearch()
  const { params: request, typed, shown, state } = search
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const options = useOptions(list, shown, () => {
    recentSearches.add(typed)
    if (typed.trim() !== request.query) search.ask(typed)
  })
  const isRequested = inputOf(request) !== null
  return (
    <div className={styles.screen} data-search="">
      <div className={styles.top} role="search">
        <h1 className="spoken">{t('title')}</h1>
        {isTelevision() ? (
          <LetterGrid value={typed} onChange={search.type} />
        ) : (
          <SearchField
            value={typed}
            onChange={search.type}
            onKeyDown={options.onKeyDown}
            listIds={shown === null ? undefined : listIdsOf(shown, listId)}
            active={options.active}
          />
        )}
      </div>
      <div className={styles.content} aria-busy={isRequested && state.kind === 'loading'}>
        {isRequested && <Filters params={request} onChange={search.put} />}
        {!isRequested && <Opening onAsk={search.ask} />}
        {isRequested && shown === null && state.kind === 'loading' && <Waiting />}
        {isRequested && shown === null && (state.kind === 'refused' || state.kind === 'unreachable') && (
          <RetryCard onRetry={state.retry} message={state.kind === 'refused' ? state.message : undefined} />
        )}
        {isRequested && shown !== null && (
          <ActiveOption value={options.active}>
            <div onClickCapture={() => recentSearches.add(request.query)}>
              <Answer search={search} shown={shown} list={list} listId={listId} />
            </div>
          </ActiveOption>
        )}
      </div>
    </div>
  )
}

function countOf(response: SearchResponse): number {
  const { movies, episodes, people, channels, epg } = response
  return [movies, ownRecorded(response), episodes, people, channels, epg].reduce(
    (sum, match) => sum + match.length,
    0,
  )
}

interface ResponseProps {
  readonly search: SearchState
  readonly shown: SearchResponse
  readonly list: React.RefObject<HTMLDivElement | null>
  readonly listId: string
}

function Answer({ search, shown, list, listId }: ResponseProps) {
  const t = useSearchText()
  const { params: request, put, ask, reset } = search
  const count = countOf(shown)
  if (count === 0)
    return (
      <Nothing
        query={shown.query}
        variants={shown.variants}
        isFiltered={hasFilter(request)}
        onAsk={ask}
        onReset={reset}
      />
    )
  return (
    <>
      <p className="spoken" role="status">
        {t('found', { count })}
      </p>
      {shown.read_as !== '' && (
        <p className={styles.readAs}>
          {t('shownFor', { query: shown.read_as })}
          <Button variant="quiet" onClick={() => put('literal', '1')}>
            {t('literally', { query: shown.query })}
          </Button>
        </p>
      )}
      <div ref={list} role="region" aria-label={t('results')}>
        <Results response={shown} type={request.type} onType={(type) => put('type', type)} listId={listId} />
      </div>
    </>
  )
}
