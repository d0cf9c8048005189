/**
 * What the server demands of the person in the middle of a request: a new login, because the session has ended, or a
 * proof of identity before a dangerous act. The request waits while a dialog is open, and is then sent again: nothing
 * that was typed is lost. Requests that wait for the same demand share one dialog.
 */
import { useSyncExternalStore } from 'react'

export type Demand = 'login' | 'step_up'

interface Open {
  readonly demand: Demand
  readonly met: Promise<boolean>
  readonly settle: (isMet: boolean) => void
}

let open: Open | undefined
const listeners = new Set<() => void>()

function change(next: Open | undefined): void {
  open = next
  for (const listener of listeners) listener()
}

/** Opens the dialog of a demand. True: met, send again. False: the person has closed it. */
export async function meetDemand(demand: Demand): Promise<boolean> {
  // One dialog at a time: the next demand shows itself when the request is sent again.
  if (open !== undefined) return open.met
  const { promise, resolve } = withResolvers()
  change({ demand, met: promise, settle: resolve })
  return promise
}

/** Called by the dialog. */
export function settleDemand(isMet: boolean): void {
  const settled = open
  change(undefined)
  settled?.settle(isMet)
}

/** The dialog to show, if any. */
export function useDemand(): Demand | undefined {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    () => open?.demand,
  )
}

/** `Promise.withResolvers` is younger than the oldest supported browsers. */
function withResolvers() {
  let resolve: (isMet: boolean) => void = () => undefined
  const promise = new Promise<boolean>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
