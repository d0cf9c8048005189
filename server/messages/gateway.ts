/** The one interface that every gateway implements. */

export interface SmsMessage {
  /** International, with the plus: `+998901234567`. */
  readonly phone: string
  readonly text: string
}

export interface CodeCall {
  readonly phone: string
  readonly code: string
  readonly language: 'ru' | 'uz'
}

/** Why a gateway did not accept a message. */
export interface NotAccepted {
  /**
   * `refused`: it refuses this message, the next one may be accepted. `throttled`: it throttles. `down`: it is
   * unavailable now. `wrong_account`: it rejects our account, and nothing changes until a person changes the setting.
   */
  readonly kind: 'refused' | 'throttled' | 'down' | 'wrong_account'
  /** A short code of ours, which never contains what was sent. */
  readonly reason: string
  /** The message, or a part of it, may be on its way all the same. */
  readonly mayHaveArrived?: true
}

export type SmsOutcome = { readonly kind: 'sent'; readonly id: string; readonly parts?: number } | NotAccepted
export type CallOutcome = { readonly kind: 'ringing' | 'pending'; readonly id: string } | NotAccepted

export interface Gateway<Message, Outcome> {
  /** Sends one message. Must settle soon after `signal` fires. Never throws for an external failure. */
  send(message: Message, signal: AbortSignal): Promise<Outcome>
  close(): Promise<void>
}

/** Events of a gateway between messages. */
export interface GatewayEvents {
  up(): void
  down(reason: NotAccepted): void
  /** `messageId` as the gateway returned it for the message, '' when it does not say it. */
  receipt(state: string, messageId: string): void
}
