import { useCallback, useRef, useState } from 'react'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { paymentsHistory, type EntryKind } from '#contract/billing/payments-history.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { useReachable } from '#web/session/requests/connection.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { useOnChange } from '#web/state/use-on-change.ts'

const onAPage = 30

type Page = ResponseOf<typeof paymentsHistory.list>
export type Entry = Page['data'][number]

/** What follows a first page; it says nothing about another one. */
interface Rest {
  readonly after: Page
  readonly items: readonly Entry[]
  readonly next: number
  readonly isLoading: boolean
  readonly failed: boolean
}

/**
 * The entries of an account, of all kinds or of one, the newest first; the list grows by the server's `next`
 * (CAB-02).
 */
export function useHistory(kind: EntryKind | null) {
  const first = useCall(paymentsHistory.list, { limit: onAPage, ...(kind === null ? {} : { kind }) })
  const page = first.kind === 'ok' ? first.data : null
  const [active, setActive] = useState<Rest | null>(null)
  // Another filter or a refreshed first page starts the list again.
  const rest = page === null ? null : active?.after === page ? active : startOf(page)
  const latestRef = useLatest({ rest, kind })
  const loadingAfter = useRef<Page | null>(null)
  const more = useCallback(async () => {
    const request = latestRef.current
    const before = request.rest
    if (before === null || before.next === 0 || loadingAfter.current === before.after) return
    loadingAfter.current = before.after
    setActive({ ...before, isLoading: true, failed: false })
    const result = await call(paymentsHistory.list, {
      limit: onAPage,
      before: before.next,
      ...(request.kind === null ? {} : { kind: request.kind }),
    })
    if (loadingAfter.current === before.after) loadingAfter.current = null
    if (latestRef.current.rest?.after !== before.after) return
    if (result.kind !== 'ok') return setActive({ ...before, isLoading: false, failed: true })
    const items = [...before.items, ...result.data.data]
    setActive({ ...startOf(before.after), items, next: result.data.next })
  }, [latestRef])
  const failed = rest?.failed ?? false
  const reachable = useReachable()
  useOnChange([reachable, failed], () => {
    if (reachable && failed) void more()
  })
  return {
    first,
    items: rest === null ? [] : [...rest.after.data, ...rest.items],
    hasMore: rest !== null && rest.next !== 0,
    isLoading: rest?.isLoading ?? false,
    failed,
    more: useCallback(() => void more(), [more]),
  }
}

function startOf(page: Page): Rest {
  return { after: page, items: [], next: page.next, isLoading: false, failed: false }
}
