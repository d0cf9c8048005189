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

/** Why a gateway did not accept a message; `reason` is a short code of ours and never contains what was sent. */
export type NotAccepted =
  /** It refuses this message; the next one may be accepted. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It throttles. */
  | { readonly kind: 'throttled'; readonly reason: string }
  /** It is unavailable now. */
  | { readonly kind: 'down'; readonly reason: string }
  /** It rejects our account: nothing changes until a person changes the setting. */
  | { readonly kind: 'wrong_account'; readonly reason: string }

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
  receipt(state: string): void
}
