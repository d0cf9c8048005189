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

export function withEvidence(known: Connection, evidence: Evidence): Connection {
  if (evidence === 'network_error') return known.reachable ? { ...known, reachable: false } : known
  if (known.reachable) return known
  return evidence === 'status' ? { ...known, reachable: true } : { ...known, doubts: known.doubts + 1 }
}

let known: Connection = { reachable: true, doubts: 0 }
const listeners = new Set<() => void>()

export const connection = {
  get: () => known,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  report(evidence: Evidence) {
    const next = withEvidence(known, evidence)
    if (next === known) return
    known = next
    for (const listener of listeners) listener()
  },
}

export function useReachable(): boolean {
  return useSyncExternalStore(
    connection.subscribe,
    () => known.reachable,
    () => true,
  )
}

export function useDoubts(): number {
  return useSyncExternalStore(
    connection.subscribe,
    () => known.doubts,
    () => 0,
  )
}
