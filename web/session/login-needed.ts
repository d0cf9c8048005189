/** A guest tried something that requires a login: asks the shell to show the dialog that leads to the login. */
import { createStore, useStore } from '#web/state/create-store.ts'

export interface LoginNeed {
  /** The page to return to after the login; null: the current page. */
  readonly from: string | null
}

const need = createStore<LoginNeed | null>(null)

/** Shows "You need to log in for this" with a link to the login. `from`: another page to return to. */
export function askToLogIn(from: string | null = null): void {
  need.set({ from })
}

export function loginNeedMet(): void {
  need.set(null)
}

export function useLoginNeed(): LoginNeed | null {
  return useStore(need, () => null)
}
