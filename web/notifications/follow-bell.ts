/** Waits for notifications, one tab for all: a browser keeps only six connections to a site. */
import type { Call, CallResult } from '#contract/client.ts'
import type { AnswerOf } from '#contract/form/endpoint.ts'
import { notifications } from '#contract/site/notifications.ts'
import type { Bell } from './bell.ts'

type Waited = CallResult<AnswerOf<typeof notifications.wait>>

export interface Following {
  readonly call: Call
  readonly current: () => Bell | null
  readonly tell: (next: Bell) => void
  /** Resolves after so long, or before when it may be worth asking again: a connection is back. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}

/** However quickly the server answers, it is not asked more often than this. */
const minMs = 700
const firstRetryMs = 2000
const longestRetryMs = 60_000
const busyMs = 30_000

/** How long to wait before asking again. `failures`: how often in a row it failed, this one included. */
export function pauseAfter(result: Waited, failures: number): number {
  if (result.kind === 'answer') return minMs
  if (result.kind === 'refused')
    return result.retryAfterSec === undefined ? busyMs : result.retryAfterSec * 1000
  return Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1))
}

/** Asks and tells until `signal` is aborted. What was missed meanwhile is in the first answer. */
export async function followBell(following: Following, signal: AbortSignal): Promise<void> {
  let failures = 0
  // The first question names nothing, so that its answer comes at once.
  let existing: Bell | null = null
  while (!signal.aborted) {
    const result: Waited = await following.call(
      notifications.wait,
      existing === null ? {} : { last_id: existing.lastId, unread_count: existing.unread },
      signal,
    )
    if (signal.aborted) return
    failures = result.kind === 'answer' ? 0 : failures + 1
    if (result.kind === 'answer') {
      following.tell({ lastId: result.data.last_id, unread: result.data.unread_count })
    }
    await following.pause(pauseAfter(result, failures), signal)
    // What was read here meanwhile is known already.
    existing = failures === 0 ? following.current() : null
  }
}

/** Runs `work` in one tab of the browser at a time; the next takes over when that one goes. */
export async function inOneTab(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  // Televisions and pages without https know no locks; there each tab waits for itself.
  if (typeof navigator.locks === 'undefined') return work()
  await navigator.locks.request('ekran bell', { signal }, work).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** A pause that ends early when the browser says that it is connected, or somebody looks at the page again. */
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
