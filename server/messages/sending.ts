/** The module's interface for other modules. */

/** SMS and calls. Never throws for a gateway's failure, and no result takes longer than twelve seconds. */
export interface Messages {
  /** A gateway is configured and not all of them are known to be down. */
  canSend(): { readonly sms: boolean; readonly call: boolean }
  /**
   * Sends a text by the first gateway that accepts it. `via` is the gateway's name, `id` the message's id there.
   * `phone` is international with the plus. A text of more than ten parts is refused.
   */
  sendSms(message: { readonly phone: string; readonly text: string }): Promise<SmsSent | NotSent>
  /**
   * Calls a phone and speaks the digits of `code`. `ringing`: the phone rings or was answered; `pending`: the call
   * was accepted and its state is not known yet.
   */
  callWithCode(call: {
    readonly phone: string
    /** Four to eight digits. */
    readonly code: string
    readonly language: 'ru' | 'uz'
  }): Promise<CallMade | NotSent>
  /**
   * Uses other gateways from now on; addresses as in the settings, invalid ones throw. Pending messages there are
   * abandoned.
   */
  useRoutes(routes: { readonly sms: readonly string[]; readonly voice?: string }): void
  /** Unbinds and closes every connection. */
  close(): Promise<void>
}

export interface SmsSent {
  readonly kind: 'sent'
  readonly via: string
  readonly id: string
}

export interface CallMade {
  readonly kind: 'ringing' | 'pending'
  readonly via: string
  readonly id: string
}

/**
 * A short code for the log: `no_gateway`, `all_down`, `timeout`, `wrong_phone`, `wrong_code`, `too_long`, or the last
 * gateway's own (`smpp_0x45`, `http_422`, `call_ended`).
 */
export interface NotSent {
  readonly kind: 'failed'
  readonly reason: string
  /**
   * One of the gateways may have sent it all the same: it did not respond, its connection was lost, a proxy responded
   * for it, or it accepted a part. Sending again may send twice.
   */
  readonly mayHaveArrived?: true
}

/** What became of a message. */
export interface SmsReceipt {
  /** As `via` of the message. */
  readonly gateway: string
  /** As `id` of the message. */
  readonly messageId: string
  /** `delivered`, `undeliverable`, `expired`, `deleted`, `rejected`, or a state on the way. */
  readonly state: string
}
