/** Something needs a PIN: asks the shell to show the dialog for it, and waits for its end. */
import { createStore, useStore } from '#web/state/create-store.ts'

/** What the PIN is for; the dialog says it. */
export type PinPurpose = 'purchase' | 'manage' | 'enter' | 'open' | 'account'

/** How a PIN was received: accepted, or refused with a message for the viewer. */
export type PinAnswer = { readonly kind: 'accepted' } | { readonly kind: 'refused'; readonly message: string }

export interface PinRequest {
  readonly purpose: PinPurpose
  /** Sends the PIN. Null: there was no answer. */
  readonly send: (pin: string) => Promise<PinAnswer | null>
  /** Ends it: whether the PIN was accepted. */
  readonly end: (accepted: boolean) => void
}

const request = createStore<PinRequest | null>(null)

/** Shows the dialog. False: the viewer closed it, or another one is open. */
export function askForPin(purpose: PinPurpose, send: PinRequest['send']): Promise<boolean> {
  if (request.get() !== null) return Promise.resolve(false)
  return new Promise((resolve) => {
    const end = (accepted: boolean) => {
      request.set(null)
      resolve(accepted)
    }
    request.set({ purpose, send, end })
  })
}

export function usePinRequest(): PinRequest | null {
  return useStore(request, () => null)
}
