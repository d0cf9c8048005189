/** Something that only a viewer can do was wanted by a guest: asks the shell to say so and to lead to the login. */
import { useSyncExternalStore } from 'react'

export interface LoginNeed {
  /** Where to come back to after the login; null: the page where it was asked. */
  readonly from: string | null
}

let need: LoginNeed | null = null
const listeners = new Set<() => void>()

function put(next: LoginNeed | null) {
  need = next
  for (const listener of listeners) listener()
}

/** "You need to log in for this", with the way to the login and back. `from`: another place to come back to. */
export function askToLogIn(from: string | null = null): void {
  return put({ from })
}

export function loginNeedMet(): void {
  return put(null)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useLoginNeed(): LoginNeed | null {
  return useSyncExternalStore(
    subscribe,
    () => need,
    () => null,
  )
}
