/** Back on the home page asks before it leaves the application; the shell shows the question. */
import { createStore, useStore } from '#web/state/create-store.ts'

const isAsking = createStore(false)

export function askToLeave(): void {
  isAsking.set(true)
}

export function stay(): void {
  isAsking.set(false)
}

export function useIsAskingToLeave(): boolean {
  return useStore(isAsking, () => false)
}
