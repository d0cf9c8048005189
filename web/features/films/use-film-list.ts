import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { films } from '#contract/films/films.ts'
import { call, useDrawnResponse } from '#web/session/requests/api.ts'
import { useReachable } from '#web/session/requests/connection.ts'
import { useLanguage, useViewerKey } from '#web/session/session.ts'
import {
  emptyList,
  filmLists,
  listFrom,
  withFirst,
  type FilmList,
  type FilmPage,
  type LoadPart,
  type PageCursor,
} from './film-lists.ts'
import type { ListQuery } from './list-filters.ts'
import { useFilmCalls } from './use-films.ts'

/** A multiple of two, three, four, six and nine, so that rows are complete. */
const pageLength = 36
/** A list loaded longer ago is requested again when it is opened. */
const freshForMs = 120_000

export interface ShownList extends FilmList {
  /** Loads the next page, or repeats it after a failure. */
  readonly more: () => void
  /** The key of the list. */
  readonly listKey: string
}

interface ListRequest {
  readonly question: ListQuery
  readonly withFacets: boolean
  /** The page it starts with; 1 except for a link to a later one. */
  readonly firstPage: number
}

type Answer = ResponseOf<typeof films.publicList>

function partOf({ videos, total, last_page: lastPage, next, facets }: Answer): FilmPage {
  return {
    items: videos.item,
    lastPage,
    total,
    next,
    facets,
  }
}

/** A list by its filters, started when it is first shown, or with the response the server rendered the page with. */
export function useFilmList({ question, withFacets, firstPage }: ListRequest): ShownList {
  const language = useLanguage()
  const viewer = useViewerKey()
  const reachable = useReachable()
  const { list: endpoint } = useFilmCalls()
  const request = JSON.stringify(question)
  const listKey = `${request} ${firstPage} ${language} ${viewer}`
  const read = () => filmLists.get(listKey)
  const list = useSyncExternalStore(filmLists.subscribe, read, () => emptyList)
  const inputAt = useCallback(
    (place: PageCursor) => ({
      ...(JSON.parse(request) as ListQuery),
      ...place,
      limit: pageLength,
      ...(withFacets && 'page' in place && place.page === firstPage ? { facets: 1 } : {}),
    }),
    [request, withFacets, firstPage],
  )
  const load = useCallback<LoadPart>(
    async (place) => {
      const result = await call(endpoint, inputAt(place))
      return result.kind === 'ok' ? { kind: 'ok', data: partOf(result.data) } : result
    },
    [endpoint, inputAt],
  )
  const drawn = useDrawnResponse(endpoint, inputAt({ page: firstPage }))
  const started = useMemo(
    () => (drawn === undefined ? listFrom(firstPage) : withFirst(firstPage, partOf(drawn))),
    [drawn, firstPage],
  )
  const more = useCallback(() => void filmLists.more(listKey, load), [listKey, load])
  useEffect(() => {
    filmLists.begin(listKey, started)
    const cached = filmLists.get(listKey)
    if (cached.atMs === 0) more()
    else if (firstPage === 1 && cached.page > 0 && Date.now() - cached.atMs > freshForMs)
      void filmLists.renew(listKey, load, () => window.scrollY < window.innerHeight / 2)
  }, [listKey, started, firstPage, load, more])
  // A page lost with the connection is requested again when the connection is back (SHELL-08).
  useEffect(() => {
    if (reachable && filmLists.get(listKey).failed) more()
  }, [reachable, listKey, more])
  return { ...(list === emptyList ? started : list), more, listKey }
}
