/** The payment that a bank has not answered for: waited for also when its window was closed or the page was left. */
import { useSyncExternalStore } from 'react'
import { onLogout } from '#web/session/on-logout.ts'
import { viewerKey } from '#web/session/session-rules.ts'
import { session } from '#web/session/session.ts'
import type { Bill } from './bill.ts'

/** The shape is this file's own: what another version wrote is not read. */
export interface Unanswered {
  readonly orderId: number
  readonly bill: Bill
  /** Unix milliseconds. */
  readonly sinceMs: number
}

const key = 'ekran.unanswered1'
/** A bank that was silent for so long is asked by the server alone. */
const maxMs = 20 * 60_000

let current: Unanswered | null | undefined
const listeners = new Set<() => void>()

/** What is waited for now; null when nothing is. */
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
    // A private window keeps nothing: this page knows it all the same.
  }
  for (const listener of listeners) listener()
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

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useUnanswered(): Unanswered | null {
  return useSyncExternalStore(subscribe, unanswered, () => null)
}
