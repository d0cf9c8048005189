/** What the module offers to the others. */

/** SMS and calls. Nothing here throws for what a gateway did, and no answer takes longer than twelve seconds. */
export interface Messages {
  /** A gateway is configured and not all of them are known to be down. */
  canSend(): { readonly sms: boolean; readonly call: boolean }
  /**
   * Hands a text to the first gateway that takes it. `via` is the gateway's name, `id` the message's own name there.
   * `phone` is international with the plus. A text beyond ten parts is refused.
   */
  sendSms(message: { readonly phone: string; readonly text: string }): Promise<SmsSent | NotSent>
  /**
   * Calls a phone and speaks the digits of `code`. `ringing`: the phone rings or was answered; `pending`: the call was
   * accepted and nothing more is known yet.
   */
  callWithCode(call: {
    readonly phone: string
    /** Four to eight digits. */
    readonly code: string
    readonly language: 'ru' | 'uz'
  }): Promise<CallMade | NotSent>
  /** Other gateways from now on; addresses as in the settings, wrong ones throw. What is under way there is given up. */
  useRoutes(routes: { readonly sms: readonly string[]; readonly voice?: string }): void
  /** Unbinds and ends every connection. */
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
 * A short word for the log: `no_gateway`, `all_down`, `timeout`, `wrong_phone`, `wrong_code`, `too_long`, or the last
 * gateway's own (`smpp_0x45`, `http_422`, `call_ended`).
 */
export interface NotSent {
  readonly kind: 'failed'
  readonly reason: string
}
