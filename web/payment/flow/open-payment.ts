/** Opens payment from anywhere: sends the request to the one payment dialog in the shell. */
import { askToLogIn } from '#web/session/login-needed.ts'
import { currentAddress } from '#web/router/address-bar.ts'
import { onLogout } from '#web/session/on-logout.ts'
import { session } from '#web/session/session.ts'
import { createStore, useStore } from '#web/state/create-store.ts'

export interface TopUp {
  readonly kind: 'top_up'
  /** The missing amount in whole sums; left out where there is none. */
  readonly amount?: number
  /** The amount was chosen elsewhere, as on a television; it is not a missing amount. */
  readonly isChosen?: true
}

/** What to pay for. */
export type PaymentRequest =
  | TopUp
  | {
      readonly kind: 'tariff'
      readonly tariffId: number
      /** The period, when it has already been chosen. */
      readonly virtualTariffId?: number
    }

export interface Payment {
  readonly request: PaymentRequest
  readonly onPaid: (() => void) | undefined
  /** The page over which the dialog was opened. */
  readonly pathname: string
}

const payment = createStore<Payment | null>(null)

/**
 * Opens the payment dialog over the page; a guest is sent to the login instead. After a payment or a new tariff,
 * all responses on the page are requested again automatically; `onPaid` is called then as well, even if the dialog
 * was closed while the bank was still processing.
 */
export function openPayment(request: PaymentRequest, onPaid?: () => void): void {
  if (session.get().token === null) return askToLogIn()
  payment.set({ request, onPaid, pathname: currentAddress().pathname })
}

export function closePayment(): void {
  payment.set(null)
}

onLogout(closePayment)

export function usePayment(): Payment | null {
  return useStore(payment, () => null)
}
