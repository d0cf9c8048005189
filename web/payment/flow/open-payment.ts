/** Paying, wherever it is wanted: asks the shell for the one dialog in which it is done. */
import { useSyncExternalStore } from 'react'
import { askToLogIn } from '#web/session/login-needed.ts'
import { onLogout } from '#web/session/on-logout.ts'
import { session } from '#web/session/session.ts'

export interface TopUp {
  readonly kind: 'top_up'
  /** Whole sums that are missing; left out where nothing in particular is. */
  readonly amount?: number
  /** The amount was chosen elsewhere, as on a television: nobody said that it is missing. */
  readonly isChosen?: true
}

/** What is to be paid for. */
export type PaymentWish =
  | TopUp
  | {
      readonly kind: 'tariff'
      readonly tariffId: number
      /** The period, when it was chosen already. */
      readonly virtualTariffId?: number
    }

export interface Payment {
  readonly wish: PaymentWish
  readonly onPaid: (() => void) | undefined
  /** The page over which it was opened. */
  readonly pathname: string
}

let payment: Payment | null = null
const listeners = new Set<() => void>()

function put(next: Payment | null) {
  payment = next
  for (const listener of listeners) listener()
}

/**
 * Opens the dialog of payment over the page; a guest is led to the login instead. After money or a tariff came, every
 * answer on the page is asked for again by itself; `onPaid` is called then as well, even if the dialog was closed while
 * the bank was still thinking.
 */
export function openPayment(wish: PaymentWish, onPaid?: () => void): void {
  if (session.get().token === null) return askToLogIn()
  put({ wish, onPaid, pathname: location.pathname })
}

export function closePayment(): void {
  if (payment !== null) put(null)
}

onLogout(closePayment)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function usePayment(): Payment | null {
  return useSyncExternalStore(
    subscribe,
    () => payment,
    () => null,
  )
}
