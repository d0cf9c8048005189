/** The port to a service that registers receipts with the tax authority. No call throws; each has a time limit. */

export interface ReceiptRequest {
  /** Our number of the receipt, a UUID; the same for each attempt. */
  readonly operationId: string
  /** The payment's UUID; a refund has that of its payment. */
  readonly paymentId: string
  /** Whole tiyin, above 0. */
  readonly amountTiyin: number
  /** When the money moved, unix milliseconds. */
  readonly happenedMs: number
}

/** What the response to a receipt proves. */
export type Registration =
  | { readonly kind: 'registered'; readonly url: string }
  /** The service has it and will have its link later. */
  | { readonly kind: 'accepted' }
  /** The service has had a receipt of this payment before: its link is to be requested. */
  | { readonly kind: 'duplicate' }
  /** It was refused, and would be again: `wrong_codes` (SPIC or package code), `http_422` and other statuses. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Not registered, but later it may be: `wrong_key`, `http_404`. */
  | { readonly kind: 'not_now'; readonly reason: string }
  /** No readable response: it may be registered or not. */
  | { readonly kind: 'unknown'; readonly reason: string }

/** What the service has under one of our numbers. */
export type Lookup =
  | { readonly kind: 'registered'; readonly url: string }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly reason: string }

export interface FiscalService {
  registerSale(request: ReceiptRequest): Promise<Registration>
  registerRefund(request: ReceiptRequest): Promise<Registration>
  /** By our number of the receipt. */
  find(operationId: string): Promise<Lookup>
}
