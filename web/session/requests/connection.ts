/** Whether the server can be reached. Every call reports here; the bar in the shell shows it (SHELL-08). */
import { useSyncExternalStore } from 'react'

/** What a call has shown: `account/status` answered, another call did, or none came through. */
export type Evidence = 'status' | 'other_answer' | 'network_error'

export interface Connection {
  /** The specification's flag: true on a successful account status, false on a network error. */
  readonly reachable: boolean
  /** Grows when something else answers while the flag is down: worth asking for the status at once. */
  readonly doubts: number
}

export function withEvidence(connection: Connection, evidence: Evidence): Connection {
  if (evidence === 'network_error')
    return connection.reachable ? { ...connection, reachable: false } : connection
  if (connection.reachable) return connection
  return evidence === 'status'
    ? { ...connection, reachable: true }
    : { ...connection, doubts: connection.doubts + 1 }
}

let existing: Connection = { reachable: true, doubts: 0 }
const listeners = new Set<() => void>()

export const connection = {
  get: () => existing,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  report(evidence: Evidence) {
    const next = withEvidence(existing, evidence)
    if (next === existing) return
    existing = next
    for (const listener of listeners) listener()
  },
}

export function useReachable(): boolean {
  return useSyncExternalStore(
    connection.subscribe,
    () => existing.reachable,
    () => true,
  )
}

export function useDoubts(): number {
  return useSyncExternalStore(
    connection.subscribe,
    () => existing.doubts,
    () => 0,
  )
}
