/** A viewer's list, page by page; on return the loaded pages are shown at once, and the first one is refreshed. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallResult } from '#contract/client.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { recall, remember } from '#web/session/requests/answers.ts'
import { useReachable } from '#web/session/requests/connection.ts'
import { useLanguage, useViewerKey } from '#web/session/session.ts'
import { beginsAlike, joined, pageAfter } from './page-rules.ts'

export const pageLimit = 24

export interface PageOf<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

interface Pages<Item> {
  readonly items: readonly Item[]
  /** null until the first page has loaded. */
  readonly total: number | null
  readonly isLoading: boolean
  /** The server's message or '' when loading failed, null otherwise. */
  readonly failure: string | null
  readonly hasMore: boolean
  readonly more: () => void
  /** Removes items that were deleted on the server. */
  readonly drop: (ids: readonly number[]) => void
}

interface Source<Item> {
  /** The key of `forgetResponses` for this list: the path of its endpoint. */
  readonly path: string
  readonly load: (page: number, signal: AbortSignal) => Promise<CallResult<PageOf<Item>>>
  readonly idOf: (item: Item) => number
}

interface LoadedPages<Item> extends PageOf<Item> {
  readonly isLoading: boolean
  readonly failure: string | null
  /** False until a page has loaded. */
  readonly isLoaded: boolean
}

/** The pages of the list, language and viewer identified by `key`. */
interface KeyedPages<Item> {
  readonly key: string
  readonly list: LoadedPages<Item>
}

const nothing = { items: [], total: 0, isLoading: true, failure: null, isLoaded: false }

export function usePages<Item>(source: Source<Item>): Pages<Item> {
  const key = `${source.path} pages ${useLanguage()} ${useViewerKey()}`
  const sourceRef = useLatest(source)
  const [active, setActive] = useState<KeyedPages<Item>>(() => ({ key, list: begin<Item>(key) }))
  if (active.key !== key) setActive({ key, list: begin<Item>(key) })
  const { list } = active.key === key ? active : { list: begin<Item>(key) }
  const nowRef = useLatest(list)
  const abort = useRef<AbortController | null>(null)

  const put = useCallback(
    (next: Partial<LoadedPages<Item>>) => {
      nowRef.current = { ...nowRef.current, ...next }
      const { items, total, isLoaded } = nowRef.current
      if (isLoaded) remember(key, { items, total })
      setActive({ key, list: nowRef.current })
    },
    [key, nowRef],
  )
  const ask = useCallback(
    async (page: number) => {
      abort.current?.abort()
      const mine = (abort.current = new AbortController())
      put({ isLoading: true, failure: null })
      const result = await sourceRef.current.load(page, mine.signal)
      if (mine.signal.aborted) return
      if (result.kind !== 'ok')
        return put({ isLoading: false, failure: result.kind === 'refused' ? result.message : '' })
      const { items, total } = result.data
      const next = merged(nowRef.current.items, items, page, sourceRef.current.idOf)
      put({ items: next, total, isLoading: false, isLoaded: true })
    },
    [sourceRef, nowRef, put],
  )
  useEffect(() => {
    void ask(1)
    return () => abort.current?.abort()
  }, [ask])
  const more = useCallback(() => void ask(pageAfter(nowRef.current.items.length, pageLimit)), [ask, nowRef])
  useAgainOnReturn(list.failure === '', more)
  return {
    items: list.items,
    total: list.isLoaded ? list.total : null,
    isLoading: list.isLoading,
    failure: list.failure,
    hasMore: list.isLoaded && list.items.length < list.total,
    more,
    drop: useCallback(
      (ids) => {
        const items = nowRef.current.items.filter((item) => !ids.includes(sourceRef.current.idOf(item)))
        put({
          items,
          total: Math.max(items.length, nowRef.current.total - (nowRef.current.items.length - items.length)),
        })
      },
      [sourceRef, nowRef, put],
    ),
  }
}

/** When the first page has changed, the list starts again from its beginning. */
function merged<Item>(
  shown: readonly Item[],
  fresh: readonly Item[],
  page: number,
  idOf: (item: Item) => number,
): readonly Item[] {
  return page > 1 || beginsAlike(shown, fresh, idOf) ? joined(shown, fresh, idOf) : fresh
}

function begin<Item>(key: string): LoadedPages<Item> {
  const stored = recall(key)?.data as PageOf<Item> | undefined
  return stored === undefined ? nothing : { ...stored, isLoading: false, failure: null, isLoaded: true }
}

/** A page lost with the connection is requested again when the connection is back. */
function useAgainOnReturn(isLost: boolean, again: () => void): void {
  const reachable = useReachable()
  const lost = useLatest(isLost)
  useEffect(() => {
    if (reachable && lost.current) again()
  }, [reachable, lost, again])
}
