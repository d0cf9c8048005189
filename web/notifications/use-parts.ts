import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { CallResult } from '#contract/client.ts'
import type { ResponseOf, Endpoint, InputOf } from '#contract/form/endpoint.ts'
import { useLocation, useSearchParams } from '#web/router/router.ts'
import { call, useCall, type CallState } from '#web/session/requests/api.ts'
import { useReachable } from '#web/session/requests/connection.ts'
import { useLanguage, useViewerKey } from '#web/session/session.ts'
import { eachOnce, moreParts, type ListPart, type MoreParts } from './more-parts.ts'

interface PartRequest {
  readonly page: number
  readonly limit: number
}
type ItemOf<E extends Endpoint> = ResponseOf<E> extends ListPart<infer Item> ? Item : never

export interface Parts<E extends Endpoint> {
  /** The items of the first page. */
  readonly first: CallState<ResponseOf<E>>
  readonly items: readonly ItemOf<E>[]
  /** The page the list starts with: 1, or `?page=`. */
  readonly start: number
  /** The number of the next page, or null when all are loaded. */
  readonly next: number | null
  readonly isLoading: boolean
  readonly failed: boolean
  readonly more: () => void
}

function whole(text: string | null) {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1
}

/** A list page by page: it starts with the page in the address and grows at its end. */
export function useParts<E extends Endpoint>(endpoint: E, limit: number): Parts<E> {
  const [params] = useSearchParams()
  const start = whole(params.get('page'))
  const { key: place, pathname } = useLocation()
  const language = useLanguage()
  const viewer = useViewerKey()
  const reachable = useReachable()
  const inputOf = (page: number) => ({ page, limit }) satisfies PartRequest as InputOf<E>
  const first = useCall(endpoint, inputOf(start))
  const key = `${place} ${pathname} ${start} ${language} ${viewer}`
  const read = () => moreParts.get<ItemOf<E>>(key)
  const rest: MoreParts<ItemOf<E>> = useSyncExternalStore(moreParts.subscribe, read, read)

  const more = useCallback(() => {
    const ask = async (count: number) => {
      const result = await call(endpoint, { page: start + count, limit } satisfies PartRequest as InputOf<E>)
      return result as CallResult<ListPart<ItemOf<E>>>
    }
    void moreParts.load(key, ask)
  }, [endpoint, key, limit, start])
  // A page lost with the connection is requested again when the connection is back (SHELL-08).
  useEffect(() => {
    if (reachable && moreParts.get(key).failed) more()
  }, [reachable, key, more])

  const existing = first.kind === 'ok' ? (first.data as ListPart<ItemOf<E>>) : null
  const lastPage = rest.lastPage ?? existing?.last_page ?? start
  const next = start + rest.count + 1
  return {
    first,
    items:
      existing === null ? [] : eachOnce([...existing.data, ...rest.items] as (ItemOf<E> & { id: number })[]),
    start,
    next: existing !== null && next <= lastPage ? next : null,
    isLoading: rest.isLoading,
    failed: rest.failed,
    more,
  }
}
