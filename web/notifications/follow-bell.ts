/** Long polling for notifications, in one tab only: a browser keeps only six connections to a site. */
import type { Call, CallResult } from '#contract/client.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { notifications } from '#contract/site/notifications.ts'
import type { Bell } from './bell.ts'

type Waited = CallResult<ResponseOf<typeof notifications.wait>>

export interface Following {
  readonly call: Call
  readonly current: () => Bell | null
  readonly tell: (next: Bell) => void
  /** Resolves after this time, or earlier when the connection is back. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The shortest time between two requests, however quickly the server responds. */
const minMs = 700
const firstRetryMs = 2000
const longestRetryMs = 60_000
const busyMs = 30_000

/** The pause before the next request. `failures`: consecutive failures, including the latest. */
export function pauseAfter(result: CallResult<unknown>, failures: number): number {
  if (result.kind === 'ok') return minMs
  if (result.kind === 'refused')
    return result.retryAfterSec === undefined ? busyMs : result.retryAfterSec * 1000
  return Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1))
}

/** Polls and reports until `signal` is aborted. The first response contains what was missed. */
export async function followBell(following: Following, signal: AbortSignal): Promise<void> {
  let failures = 0
  // The first request carries no known state, so that the server responds at once.
  let existing: Bell | null = null
  while (!signal.aborted) {
    const result: Waited = await following.call(
      notifications.wait,
      existing === null
        ? {}
        : {
            last_id: existing.lastId,
            unread_count: existing.unread,
            last_command: existing.lastCommand ?? 0,
          },
      signal,
    )
    if (signal.aborted) return
    failures = result.kind === 'ok' ? 0 : failures + 1
    if (result.kind === 'ok') {
      const { last_id: lastId, unread_count: unread, last_command: lastCommand } = result.data
      following.tell({ lastId, unread, lastCommand })
    }
    await following.pause(pauseAfter(result, failures), signal)
    // Notifications read here meanwhile are already counted.
    existing = failures === 0 ? following.current() : null
  }
}

/** Runs `work` in one tab at a time; when that tab is closed another one takes over. */
export async function inOneTab(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  // Televisions and pages without https have no locks; there each tab polls.
  if (typeof navigator.locks === 'undefined') return work()
  await navigator.locks.request('ekran bell', { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** A pause that ends early when the browser goes online or the page becomes visible. */
export function browserPause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
