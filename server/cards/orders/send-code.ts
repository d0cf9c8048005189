/**
 * Sends a code to the phone of a card: to bind it, or, when the gateway has already stored it, to pay with it once.
 */
import * as z from 'zod/mini'
import type { CardGateway, GatewayCard, NotDone } from '#server/cards/gateway/atmos-gateway.ts'
import type { ProvenCard } from './card.ts'
import type { Deps } from './deps.ts'
import { advance, type Order } from './order.ts'
import { isPast, maskOf } from '#server/cards/gateway/rules.ts'
import { minTopUpSums } from '#contract/form/constants.ts'

export interface CardTyped {
  readonly pan: string
  readonly expiryYymm: string
}

export type CodeSent =
  | { readonly kind: 'sent'; readonly transactionId: number | null; readonly phone: string | null }
  | { readonly kind: 'order_closed' }
  | { readonly kind: 'too_soon'; readonly retryAfterSec: number }
  | { readonly kind: 'wrong_card' | 'card_no_sms' | 'card_gateway_down' }

/** Seconds after which a new code may be requested. */
export const codePauseSec = 60

const storedCard = z.object({
  gatewayCardId: z.string(),
  token: z.string(),
  mask: z.string(),
  expiryYymm: z.string(),
})

/** The card that the gateway had stored before, as `sendCode` saved it with the order. */
export function storedCardOf(deps: Deps, order: Order): ProvenCard | undefined {
  if (order.known_card_sealed === null) return undefined
  return z.parse(storedCard, JSON.parse(deps.seal.open(order.known_card_sealed)))
}

/** How long until a code may be sent for this order; 0 when it may be now. */
export function codePauseLeftSec(order: Order, nowMs: number): number {
  if (order.code_sent_at === null) return 0
  return Math.max(0, Math.ceil((order.code_sent_at.getTime() + codePauseSec * 1000 - nowMs) / 1000))
}

const canBegin: readonly Order['state'][] = ['new', 'bind_sent', 'bind_failed', 'bound']

export async function sendCode(
  deps: Deps,
  gateway: CardGateway,
  order: Order,
  card: CardTyped,
): Promise<CodeSent> {
  const { db, clock } = deps
  const nowMs = clock.nowMs()
  if (!canBegin.includes(order.state)) return { kind: 'order_closed' }
  if (!gateway.takesTestCards && isPast(card.expiryYymm, nowMs)) return { kind: 'wrong_card' }
  const leftSec = codePauseLeftSec(order, nowMs)
  if (leftSec > 0) return { kind: 'too_soon', retryAfterSec: leftSec }
  // Claimed before the gateway is called, so that of two concurrent requests one sends a code.
  const taken = await advance(
    db,
    order,
    {
      state: 'bind_sent',
      code_sent_at: new Date(nowMs),
      code_tries: 0,
      code_transaction_id: null,
      way: null,
      card_id: null,
      gateway_transaction_id: null,
      known_card_sealed: null,
    },
    nowMs,
  )
  if (taken === undefined) return { kind: 'too_soon', retryAfterSec: codePauseSec }
  const started = await gateway.bindInit(card.pan, card.expiryYymm)
  if (started.kind === 'sent' && started.transactionId !== null) {
    const change = { way: 'bind', code_transaction_id: started.transactionId } as const
    await advance(db, taken, change, clock.nowMs())
    return started
  }
  if (started.kind === 'known') return payByCode(deps, gateway, taken, { card, stored: started.card })
  if (started.kind !== 'sent') return notSent(deps, taken, started)
  await advance(db, taken, { state: 'new', code_sent_at: null }, clock.nowMs())
  return started
}

/**
 * The gateway returns the token of a stored card to any client that sends its number, so the token proves nothing.
 * Instead the card is named by its number in a payment of its own: that one sends a code, and only the code saves the
 * card. There is no payment of zero: when the balance covers the cost, the card is verified by the minimum top-up,
 * which stays on the balance.
 */
async function payByCode(
  deps: Deps,
  gateway: CardGateway,
  order: Order,
  { card, stored: existing }: { readonly card: CardTyped; readonly stored: GatewayCard },
): Promise<CodeSent> {
  const { db, clock } = deps
  const amountTiyin = order.amount_tiyin === 0 ? minTopUpSums * 100 : order.amount_tiyin
  const created = await gateway.create({ orderId: order.order_id, amountTiyin })
  if (created.kind !== 'created') return notSent(deps, order, created)
  const { transactionId } = created
  const sealed = deps.seal.close(
    JSON.stringify({ ...existing, mask: maskOf(card.pan), expiryYymm: card.expiryYymm } satisfies ProvenCard),
  )
  const stored = await advance(
    db,
    order,
    { gateway_transaction_id: transactionId, known_card_sealed: sealed, amount_tiyin: amountTiyin },
    clock.nowMs(),
  )
  if (stored === undefined) return { kind: 'order_closed' }
  const named = await gateway.name(transactionId, card)
  if (named.kind !== 'done') return notSent(deps, { ...stored, amount_tiyin: order.amount_tiyin }, named)
  await advance(db, stored, { way: 'direct', code_transaction_id: transactionId }, clock.nowMs())
  return { kind: 'sent', transactionId, phone: null }
}

/** No code was sent: the order is as before, and another card may be tried at once. */
async function notSent(deps: Deps, order: Order, why: NotDone): Promise<CodeSent> {
  const change = {
    state: 'new',
    code_sent_at: null,
    gateway_transaction_id: null,
    known_card_sealed: null,
    amount_tiyin: order.amount_tiyin,
  } as const
  await advance(deps.db, order, change, deps.clock.nowMs())
  const reason = why.kind === 'down' ? why.reason : `refused_${why.code}`
  deps.log.info('cards.code_not_sent', { orderId: order.order_id, reason })
  if (why.kind === 'down') return { kind: 'card_gateway_down' }
  if (why.refusal === 'wrong_card' || why.refusal === 'card_gone') return { kind: 'wrong_card' }
  return { kind: why.refusal === 'no_code' ? 'card_no_sms' : 'card_gateway_down' }
}
