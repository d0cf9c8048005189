/** Whether the server can be reached. Every request reports here; a bar in the shell shows it (SHELL-08). */
import { useSyncExternalStore } from 'react'
import { createStore } from '#web/state/create-store.ts'

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

const current = createStore<Connection>({ reachable: true, doubts: 0 })

export const connection = {
  get: current.get,
  subscribe: current.subscribe,
  report(evidence: Evidence) {
    current.set(withEvidence(current.get(), evidence))
  },
}

export function useReachable(): boolean {
  return useSyncExternalStore(
    current.subscribe,
    () => current.get().reachable,
    () => true,
  )
}

export function useDoubts(): number {
  return useSyncExternalStore(
    current.subscribe,
    () => current.get().doubts,
    () => 0,
  )
}
