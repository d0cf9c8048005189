/** A payment system that pays a payment back when we ask it to. */

/** What a request to pay back proves. */
export type Reversed =
  | { readonly kind: 'reversed' }
  /** The system has it not done; `reason` is a short code of its own or of the status. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The request never reached it. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** It may have been done or not. */
  | { readonly kind: 'unknown'; readonly reason: string }

/** `reversed`: the payer has the money, or never paid. */
export type ReversalState = 'paid' | 'reversed' | 'unknown'

export interface Reverser {
  /**
   * Asks for the whole payment, or for a part of it in whole tiyin. A whole one may be asked for again: it is paid back
   * once. Ends within its time limit and never throws.
   */
  reverse(paymentId: string, partTiyin?: number): Promise<Reversed>
  /** Of a whole payment; parts do not show in it. Ends within its time limit and never throws. */
  state(paymentId: string): Promise<ReversalState>
}
