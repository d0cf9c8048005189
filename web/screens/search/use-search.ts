import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from '#web/router/router.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { search } from '#contract/search/search.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useCall, type CallState } from '#web/session/requests/api.ts'
import { requestsOf, inputOf, withQuery, type SearchParams } from './search-address.ts'
import { useLatest } from '#web/state/use-latest.ts'

export type SearchResponse = ResponseOf<typeof search.all>

export interface SearchState {
  readonly params: SearchParams
  /** The text in the field; the address follows after a pause in typing. */
  readonly typed: string
  readonly type: (text: string) => void
  /** Searches for this text at once. */
  readonly ask: (text: string) => void
  readonly put: (name: string, value: string) => void
  readonly reset: () => void
  readonly state: CallState<SearchResponse>
  /** The results shown: the previous ones while the next load. Null without a query. */
  readonly shown: SearchResponse | null
}

/** The pause between two words, shorter on a keyboard than on a remote control. */
function restMs() {
  return isTelevision() ? 300 : 150
}

/** The search of this page: the address contains the query, so that Back restores it. */
export function useSearch(): SearchState {
  const [params, setParams] = useSearchParams()
  const request = requestsOf(params)
  const [typed, setTyped] = useState(request.query)
  const address = useLatest({ params, setParams })
  const go = useCallback(
    (next: URLSearchParams) => address.current.setParams(next, { replace: true, preventScrollReset: true }),
    [address],
  )
  // The address was changed by something else: Back, a recent search, a link.
  const follow = useRef(request.query)
  useEffect(() => {
    if (follow.current === request.query) return
    follow.current = request.query
    setTyped(request.query)
  }, [request.query])

  const ask = (text: string) => {
    setTyped(text)
    follow.current = text.trim()
    go(withQuery(address.current.params, text))
  }
  useEffect(() => {
    if (typed.trim() === follow.current) return
    const timer = setTimeout(() => {
      follow.current = typed.trim()
      go(withQuery(address.current.params, typed))
    }, restMs())
    return () => clearTimeout(timer)
  }, [typed, go, address])

  const input = inputOf(request)
  const state = useCall(search.all, input)
  const [former, setFormer] = useState<SearchResponse | null>(null)
  const shown = input === null ? null : state.kind === 'ok' ? state.data : former
  if (shown !== former) setFormer(shown)
  return {
    params: request,
    typed,
    type: setTyped,
    ask,
    put: (name, value) => {
      const next = new URLSearchParams(params)
      if (value === '') next.delete(name)
      else next.set(name, value)
      go(next)
    },
    reset: () => go(withQuery(new URLSearchParams(), request.query)),
    state,
    shown,
  }
}
