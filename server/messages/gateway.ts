/** The one port behind which every gateway stands. */

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

/** Why a gateway did not take a message; `reason` is a short word of ours and never holds what was sent. */
export type NotAccepted =
  /** It does not want this message; the next one may. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It asks for a pause. */
  | { readonly kind: 'throttled'; readonly reason: string }
  /** It cannot be used now. */
  | { readonly kind: 'down'; readonly reason: string }
  /** It does not know us: nothing changes until a person changes the setting. */
  | { readonly kind: 'wrong_account'; readonly reason: string }

export type SmsOutcome = { readonly kind: 'sent'; readonly id: string; readonly parts?: number } | NotAccepted
export type CallOutcome = { readonly kind: 'ringing' | 'pending'; readonly id: string } | NotAccepted

export interface Gateway<Message, Outcome> {
  /** Hands one message over. Must settle soon after `signal` fires. Never throws for what the outside did. */
  send(message: Message, signal: AbortSignal): Promise<Outcome>
  close(): Promise<void>
}

/** What a gateway says of itself between messages. */
export interface GatewayEvents {
  up(): void
  down(reason: NotAccepted): void
  receipt(state: string): void
}
