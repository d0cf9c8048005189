/** Responses cached in memory for going back, at most `maxResponses` of them. They are dropped when the viewer changes. */
import { onLogout } from '#web/session/on-logout.ts'
import { createStore, useStore } from '#web/state/create-store.ts'

interface CachedResponse {
  readonly data: unknown
  readonly atMs: number
}
/** A response younger than this is shown on return without a new request. */
export const freshForMs = 20_000
const maxResponses = 80
const cache = new Map<string, CachedResponse>()

export function recall(key: string): CachedResponse | undefined {
  return cache.get(key)
}

export function remember(key: string, data: unknown): void {
  cache.delete(key)
  cache.set(key, { data, atMs: Date.now() })
  const [oldest] = cache.keys()
  if (cache.size > maxResponses && oldest !== undefined) cache.delete(oldest)
}

/**
 * Drops the responses of an endpoint, or all of them: opening the cabinet or the login drops the channels
 * (SHELL-06).
 */
export function forgetResponses(path?: string): void {
  for (const key of cache.keys()) if (path === undefined || key.startsWith(`${path} `)) cache.delete(key)
}

onLogout(forgetResponses)

const renewals = createStore(0)

/** Drops all responses and requests those on the screen again: after a payment or a change of access. */
export function renewResponses(): void {
  forgetResponses()
  renewals.set(renewals.get() + 1)
}

export function useRenewals(): number {
  return useStore(renewals, () => 0)
}
