/** Whether the server can be reached. Every request reports here; a bar in the shell shows it (SHELL-08). */
import { useSyncExternalStore } from 'react'

/** What a request has shown: `account/status` succeeded, another one did, or the network failed. */
export type Evidence = 'status' | 'other_answer' | 'network_error'

export interface Connection {
  /** The specification's flag: true after a successful account status, false after a network failure. */
  readonly reachable: boolean
  /**
   * How many other requests have succeeded since the flag went down: each is a reason to request the status at once.
   * 0 while the flag is up.
   */
  readonly doubts: number
}

export function withEvidence(connection: Connection, evidence: Evidence): Connection {
  if (evidence === 'network_error')
    return connection.reachable ? { ...connection, reachable: false } : connection
  if (connection.reachable) return connection
  return evidence === 'status'
    ? { reachable: true, doubts: 0 }
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
