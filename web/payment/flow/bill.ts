/** What a payment is for and what it takes, as it stands through all of its steps. */
export interface TariffBought {
  readonly tariffId: number
  readonly virtualTariffId: number
  readonly name: string
  readonly period: string
  /** Sums that the balance is charged. */
  readonly cost: number
  /** A base tariff that takes the place of the one there is. */
  readonly replace: 0 | 1
}

export interface Bill {
  /** Whole sums that are paid in from outside: the top-up, or what the balance lacks for the tariff. */
  readonly sums: number
  readonly tariff: TariffBought | null
}

/** A code is on its way to the phone of a card. */
export interface CodeSent {
  readonly orderId: number
  readonly transactionId: number
  /** Where it went, masked; null when the gateway does not say. */
  readonly phone: string | null
  readonly retryAfterSec: number
  readonly card: CardTyped
}

export interface CardTyped {
  readonly number: string
  readonly expiry: string
}
