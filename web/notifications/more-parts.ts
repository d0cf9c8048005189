/** The parts of a list after its first one, kept by a key so that going back is instant. */
import type { CallResult } from '#contract/client.ts'
import { onLogout } from '#web/session/on-logout.ts'

export interface ListPart<Item> {
  readonly data: readonly Item[]
  readonly last_page: number
}

/** What came after the first part. */
export interface MoreParts<Item> {
  readonly items: readonly Item[]
  /** How many parts came. */
  readonly count: number
  /** The last page as the latest part named it; null while none came. */
  readonly lastPage: number | null
  readonly isLoading: boolean
  readonly failed: boolean
}

const nothing: MoreParts<never> = { items: [], count: 0, lastPage: null, isLoading: false, failed: false }
const maxParts = 20
const cache = new Map<string, MoreParts<unknown>>()
const listeners = new Set<() => void>()

function put(key: string, parts: MoreParts<unknown>): void {
  cache.delete(key)
  cache.set(key, parts)
  const [oldest] = cache.keys()
  if (cache.size > maxParts && oldest !== undefined) cache.delete(oldest)
  for (const listener of listeners) listener()
}

export const moreParts = {
  get: <Item>(key: string) => (cache.get(key) ?? nothing) as MoreParts<Item>,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Loads the next part, unless one is on its way. */
  async load<Item>(key: string, ask: (place: number) => Promise<CallResult<ListPart<Item>>>): Promise<void> {
    const cached = moreParts.get<Item>(key)
    if (cached.isLoading) return
    const waiting = { ...cached, isLoading: true, failed: false }
    put(key, waiting)
    const result = await ask(cached.count + 1)
    // Forgotten meanwhile: this part is nobody's.
    if (cache.get(key) !== waiting) return
    if (result.kind !== 'answer') return put(key, { ...waiting, isLoading: false, failed: true })
    const { data, last_page: lastPage } = result.data
    const items = [...cached.items, ...data]
    put(key, { items, count: cached.count + 1, lastPage, isLoading: false, failed: false })
  },
}

onLogout(() => {
  cache.clear()
  for (const listener of listeners) listener()
})

/** Each once, in the order they came: one that moved to the next part meanwhile stands where it was first. */
export function eachOnce<Item extends { readonly id: number }>(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
