import { useCallback, useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { paymentsHistory, type EntryKind } from '#contract/billing/payments-history.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { useReachable } from '#web/session/requests/connection.ts'

const onAPage = 30

type Page = ResponseOf<typeof paymentsHistory.list>
export type Entry = Page['data'][number]

interface Rest {
  /** The first page, which these pages follow. */
  readonly after: Page
  readonly items: readonly Entry[]
  readonly next: number
}

/**
 * The entries of an account, of all kinds or of one, the newest first; the list grows by the server's `next`
 * (CAB-02).
 */
export function useHistory(kind: EntryKind | null) {
  const first = useCall(paymentsHistory.list, { limit: onAPage, ...(kind === null ? {} : { kind }) })
  const page = first.kind === 'ok' ? first.data : null
  const [active, setActive] = useState<Rest | null>(null)
  const [isLoading, setLoading] = useState(false)
  const [failed, setFailed] = useState(false)
  // Another filter or a refreshed first page starts the list again.
  const rest = active !== null && active.after === page ? active : null
  const next = rest?.next ?? page?.next ?? 0
  const latest = useRef({ page, rest, next, kind })
  latest.current = { page, rest, next, kind }
  const isAsking = useRef(false)
  const more = useCallback(async () => {
    const request = latest.current
    if (request.page === null || request.next === 0 || isAsking.current) return
    isAsking.current = true
    setLoading(true)
    setFailed(false)
    const result = await call(paymentsHistory.list, {
      limit: onAPage,
      before: request.next,
      ...(request.kind === null ? {} : { kind: request.kind }),
    })
    isAsking.current = false
    setLoading(false)
    if (latest.current.page !== request.page) return
    if (result.kind !== 'ok') return setFailed(true)
    const items = [...(request.rest?.items ?? []), ...result.data.data]
    setActive({ after: request.page, items, next: result.data.next })
  }, [])
  const reachable = useReachable()
  useEffect(() => {
    if (reachable && failed) void more()
  }, [reachable, failed, more])
  return {
    first,
    items: page === null ? [] : [...page.data, ...(rest?.items ?? [])],
    hasMore: next !== 0,
    isLoading,
    failed,
    more: useCallback(() => void more(), [more]),
  }
}
