/** What a payment is for and what it costs; the same through all of its steps. */
export interface TariffBought {
  readonly tariffId: number
  readonly virtualTariffId: number
  readonly name: string
  readonly period: string
  /** Sums charged to the balance. */
  readonly cost: number
  /** A base tariff that replaces the current one. */
  readonly replace: 0 | 1
  /** It begins when the paid time of the current base tariff ends. */
  readonly isPlanned: boolean
}

export interface Bill {
  /** Whole sums paid in from outside: the top-up, or what the balance lacks for the tariff. */
  readonly sums: number
  readonly tariff: TariffBought | null
}

/** A code was sent to the phone of the card. */
export interface CodeSent {
  readonly orderId: number
  readonly transactionId: number
  /** The masked phone; null when the gateway does not say. */
  readonly phone: string | null
  readonly retryAfterSec: number
  readonly card: CardTyped
}

export interface CardTyped {
  readonly number: string
  readonly expiry: string
}
