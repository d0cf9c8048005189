/** The payment whose outcome is not known yet: polled even after its dialog was closed or the page was left. */
import { useSyncExternalStore } from 'react'
import { onLogout } from '#web/session/on-logout.ts'
import { viewerKey } from '#web/session/session-rules.ts'
import { session } from '#web/session/session.ts'
import type { Bill } from './bill.ts'
import { createChanges } from '#web/state/create-store.ts'

/** The version of this file's format: data of another version is ignored. */
export interface Unanswered {
  readonly orderId: number
  readonly bill: Bill
  /** Unix milliseconds. */
  readonly sinceMs: number
}

const key = 'ekran.unanswered1'
/** After this time only the server continues to check with the bank. */
const maxMs = 20 * 60_000

let current: Unanswered | null | undefined
const changes = createChanges()

/** The pending payment; null when there is none. */
export function unanswered(): Unanswered | null {
  if (current === undefined) current = read()
  return current
}

export function putUnanswered(next: Unanswered | null): void {
  current = next
  try {
    if (next === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ ...next, viewer: viewerKey(session.get()) }))
  } catch {
    // Without storage it is kept in memory for this page.
  }
  changes.emit()
}

function read(): Unanswered | null {
  try {
    const parsed = JSON.parse(localStorage.getItem(key) ?? 'null') as (Unanswered & { viewer: string }) | null
    if (parsed === null || parsed.viewer !== viewerKey(session.get())) return null
    return Date.now() - parsed.sinceMs < maxMs ? parsed : null
  } catch {
    return null
  }
}

onLogout(() => putUnanswered(null))

export function useUnanswered(): Unanswered | null {
  return useSyncExternalStore(changes.subscribe, unanswered, () => null)
}
