import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { consoleFilms, filmViews } from '#contract/console/films.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { ExportMenu } from '#console/tables/export-menu.tsx'
import { useTablesText } from '#console/tables/tables-text.ts'
import { Button } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { type FilmQuery, pageSize, readFilmQuery } from './film-query.ts'
import { FilmTable } from './film-table.tsx'
import { FilmsBar } from './films-bar.tsx'
import { useFilmsText } from './films-text.ts'
import styles from './films.module.css'

type Listed = ResponseOf<typeof consoleFilms.list>

/** `/films`, with its search, view, order and page in the address. */
export function FilmsScreen() {
  const t = useFilmsText()
  const mayEdit = useMay()('films', 'edit')
  const [search] = useSearchParams()
  const query = readFilmQuery(search)
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleFilms.list, query),
    queryFn: ({ signal }) => call(consoleFilms.list, query, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={t('title')}
      text={t('text')}
      acts={
        <>
          <LinkButton href="/films/folder">{t('folderLink')}</LinkButton>
          {mayEdit ? <LinkButton href="/films/upload">{t('uploadLink')}</LinkButton> : null}
          <LinkButton href="/films/people">{t('peopleLink')}</LinkButton>
          <LinkButton href="/films/queue">{t('queueLink')}</LinkButton>
          <TableActs query={query} counts={data?.counts} />
        </>
      }
    >
      {data !== undefined ? (
        <Films listed={data} query={query} />
      ) : error === null ? (
        <Skeleton lines={8} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

interface TableActsProps {
  readonly query: FilmQuery
  readonly counts: Listed['counts'] | undefined
}

/** The table of all films, or of those that the filters leave. */
function TableActs({ query: { q, view, sort, descending }, counts }: TableActsProps) {
  const t = useTablesText()
  const mayEdit = useMay()('films', 'edit')
  const count = counts?.[view] ?? 0
  const filtered =
    (q === '' && view === 'all') || count === 0
      ? {}
      : { filtered: { count, request: { filter: { q, view, sort, descending } } } }
  return (
    <>
      <ExportMenu subject="films" {...filtered} />
      {mayEdit ? <LinkButton href="/films/tables">{t('import')}</LinkButton> : null}
    </>
  )
}

interface FilmsProps {
  readonly listed: Listed
  readonly query: FilmQuery
}

function Films({ listed: { films, counts, genres, providers }, query }: FilmsProps) {
  const t = useFilmsText()
  const mayEdit = useMay()('films', 'edit')
  const [, setSearch] = useSearchParams()
  const [selection, setSelection] = useState<ReadonlySet<number>>(new Set())
  // What is no longer shown is not changed by an act on the selection.
  const selected = films.filter(({ vid }) => selection.has(vid))
  const isAnything = counts.all > 0 || query.q !== ''
  if (!isAnything) return <Empty text={t('none')} />
  return (
    <div className={styles['films']}>
      <Filters counts={counts} query={query} />
      {films.length === 0 ? (
        <Empty
          text={t('nothing')}
          act={<Button onPress={() => setSearch(new URLSearchParams())}>{t('clear')}</Button>}
        />
      ) : (
        <>
          <p className={styles['count']} role="status">
            {t('shown', { count: counts[query.view] })}
          </p>
          <FilmTable
            films={films}
            query={query}
            selection={selection}
            onSelect={setSelection}
            mayEdit={mayEdit}
          />
          <Pages query={query} count={counts[query.view]} />
        </>
      )}
      {selected.length === 0 ? null : (
        <FilmsBar
          selected={selected}
          genres={genres}
          providers={providers}
          onClear={() => setSelection(new Set())}
        />
      )}
    </div>
  )
}

/** Changes a part of the address; another filter begins at its first page. */
function useAddress(): (name: string, value: string) => void {
  const [, setSearch] = useSearchParams()
  return (name, value) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('page')
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: name === 'q' },
    )
}

function Filters({ counts, query }: { readonly counts: Listed['counts']; readonly query: FilmQuery }) {
  const t = useFilmsText()
  const set = useAddress()
  return (
    <search className={styles['filters']}>
      <div className={styles['fields']}>
        <SearchInput
          label={t('search')}
          hint={t('searchHint')}
          value={query.q}
          onChange={(value) => set('q', value)}
        />
      </div>
      <ViewChips
        label={t('views')}
        views={filmViews
          .filter((view) => view === 'all' || counts[view] > 0 || query.view === view)
          .map((view) => ({ name: view, text: t(`view.${view}`), count: counts[view] }))}
        chosen={query.view}
        onChoose={(view) => set('view', view === 'all' ? '' : view)}
      />
    </search>
  )
}

function Pages({ query: { page }, count }: { readonly query: FilmQuery; readonly count: number }) {
  const t = useFilmsText()
  const set = useAddress()
  const pages = Math.max(1, Math.ceil(count / pageSize))
  if (pages === 1 && page === 1) return null
  const goTo = (next: number) => {
    set('page', next === 1 ? '' : String(next))
    scrollTo({ top: 0 })
  }
  return (
    <nav className={styles['pages']} aria-label={t('page', { page, pages })}>
      <Button isDisabled={page === 1} onPress={() => goTo(page - 1)}>
        {t('newer')}
      </Button>
      <p>{t('page', { page, pages })}</p>
      <Button isDisabled={page >= pages} onPress={() => goTo(page + 1)}>
        {t('older')}
      </Button>
    </nav>
  )
}
