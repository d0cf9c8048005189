/** Whether the server can be reached. Every call reports here; the bar in the shell shows it (SHELL-08). */
import { useSyncExternalStore } from 'react'

let reachable = true
const listeners = new Set<() => void>()

export const connection = {
  isReachable: () => reachable,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  report(isReachable: boolean) {
    if (isReachable === reachable) return
    reachable = isReachable
    for (const listener of listeners) listener()
  },
}

export function useReachable(): boolean {
  return useSyncExternalStore(connection.subscribe, connection.isReachable, () => true)
}
