/** What happens to a message to one subscriber. Pure. */
import type { MessageTexts } from '#contract/console/message-texts.ts'
import type { NotSent } from '#server/messages/messages.ts'
import type { Recipient } from './recipients.ts'
import { type RenderedMessage, renderMessage } from './render-message.ts'
import type { Medium, MessageKind } from './tables.ts'

export interface DeliveryRule {
  readonly kind: MessageKind
  readonly texts: MessageTexts
  /** The first that reaches the subscriber is used. */
  readonly media: readonly Medium[]
  /** Whether there is a bot: without one nothing is sent to anybody's Telegram. */
  readonly telegramSends: boolean
  /** 0: no cap. */
  readonly capCount: number
}

/** Why somebody gets no message. */
export type SkipReason = 'gone' | 'blocked' | 'opted_out' | 'capped' | 'no_value' | 'no_medium'

export type Decision =
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  | {
      readonly kind: 'send'
      readonly medium: Medium
      readonly messages: { readonly ru: RenderedMessage; readonly uz: RenderedMessage }
    }

/** Service messages ignore the opt-out and the cap; nobody else's wish or account does. */
export function decideDelivery(recipient: Recipient | undefined, rule: DeliveryRule): Decision {
  const skip = (reason: SkipReason): Decision => ({ kind: 'skip', reason })
  if (recipient === undefined) return skip('gone')
  if (!recipient.isActive) return skip('blocked')
  if (rule.kind === 'marketing') {
    if (recipient.isOptedOut) return skip('opted_out')
    if (rule.capCount > 0 && recipient.recentCount >= rule.capCount) return skip('capped')
  }
  const medium = rule.media.find(
    (one) => one === 'app' || (one === 'push' ? isReached(recipient, rule) : recipient.phone !== null),
  )
  if (medium === undefined) return skip('no_medium')
  const [ru, uz] = (['ru', 'uz'] as const).map((language) =>
    renderMessage(rule.texts, language, recipient.values),
  )
  if (ru?.kind !== 'rendered' || uz?.kind !== 'rendered') return skip('no_value')
  return { kind: 'send', medium, messages: { ru: ru.message, uz: uz.message } }
}

/** Whether a notification comes up by itself: on a device, or in Telegram. */
function isReached({ hasPush, hasTelegram }: Recipient, { telegramSends }: DeliveryRule): boolean {
  return hasPush || (telegramSends && hasTelegram)
}

/** What a message that was not sent means. `uncertain`: it may have arrived, so it is not sent again. */
export type Refusal = 'retry' | 'failed' | 'uncertain'

/** Those that say nothing about the message itself. */
const retried =
  /^(?:no_gateway|no_connection|connection_lost|timeout|all_down|closed|smpp_0x(?:04|08|14|58)|http_(?:401|403|429|5\d\d)|login_.+|bind_.+)$/
const maxAttempts = 6

/** `attempts` with this one, from 1. */
export function refusalOf({ reason, mayHaveArrived }: NotSent, attempts: number): Refusal {
  if (mayHaveArrived === true) return 'uncertain'
  return retried.test(reason) && attempts < maxAttempts ? 'retry' : 'failed'
}

/** How long after the failed attempt with this number, from 1, the next one is; milliseconds. */
export function retryAfterMs(attempts: number): number {
  return Math.min(2 ** (attempts - 1), 16) * 60_000
}
