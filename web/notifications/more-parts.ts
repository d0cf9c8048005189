/** The pages of a list after its first one, cached under a key so that going back is instant. */
import type { CallResult } from '#contract/client.ts'
import { onLogout } from '#web/session/on-logout.ts'
import { createChanges } from '#web/state/create-store.ts'

export interface ListPart<Item> {
  readonly data: readonly Item[]
  readonly last_page: number
}

/** The items after the first page. */
export interface MoreParts<Item> {
  readonly items: readonly Item[]
  /** The number of loaded pages. */
  readonly count: number
  /** The number of the last page according to the latest response; null before any. */
  readonly lastPage: number | null
  readonly isLoading: boolean
  readonly failed: boolean
}

const nothing: MoreParts<never> = { items: [], count: 0, lastPage: null, isLoading: false, failed: false }
const maxParts = 20
const cache = new Map<string, MoreParts<unknown>>()
const changes = createChanges()

function put(key: string, parts: MoreParts<unknown>): void {
  cache.delete(key)
  cache.set(key, parts)
  const [oldest] = cache.keys()
  if (cache.size > maxParts && oldest !== undefined) cache.delete(oldest)
  changes.emit()
}

export const moreParts = {
  get: <Item>(key: string) => (cache.get(key) ?? nothing) as MoreParts<Item>,
  subscribe: changes.subscribe,
  /** Loads the next page, unless one is loading. */
  async load<Item>(key: string, ask: (place: number) => Promise<CallResult<ListPart<Item>>>): Promise<void> {
    const cached = moreParts.get<Item>(key)
    if (cached.isLoading) return
    const waiting = { ...cached, isLoading: true, failed: false }
    put(key, waiting)
    const result = await ask(cached.count + 1)
    // Dropped meanwhile: this page is ignored.
    if (cache.get(key) !== waiting) return
    if (result.kind !== 'ok') return put(key, { ...waiting, isLoading: false, failed: true })
    const { data, last_page: lastPage } = result.data
    const items = [...cached.items, ...data]
    put(key, { items, count: cached.count + 1, lastPage, isLoading: false, failed: false })
  },
}

onLogout(() => {
  cache.clear()
  changes.emit()
})

/** Each item once, in order of arrival: an item that moved to the next page meanwhile keeps its first position. */
export function eachOnce<Item extends { readonly id: number }>(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
