/** A guest tried something that requires a login: asks the shell to show the dialog that leads to the login. */
import { useSyncExternalStore } from 'react'

export interface LoginNeed {
  /** The page to return to after the login; null: the current page. */
  readonly from: string | null
}

let need: LoginNeed | null = null
const listeners = new Set<() => void>()

function put(next: LoginNeed | null) {
  need = next
  for (const listener of listeners) listener()
}

/** Shows "You need to log in for this" with a link to the login. `from`: another page to return to. */
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
