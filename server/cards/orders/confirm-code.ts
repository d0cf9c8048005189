/** The code from a card's phone: it saves the card and pays the order. Repeating it pays nothing more. */
import type { CardGateway } from '#server/cards/gateway/atmos-gateway.ts'
import { findByGatewayId, findCard, saveCard, type Card, type ProvenCard } from './card.ts'
import { applyOrder, chargedAs, chargeSavedCard, type Charged } from './charge.ts'
import type { ChargeOutcome, Deps } from './deps.ts'
import { advance, spendTry, type Order } from './order.ts'
import { end, latest, payFromBalance, settleOrder } from './settle.ts'
import { storedCardOf } from './send-code.ts'

export type Confirmed =
  | { readonly kind: 'charged'; readonly order: Order; readonly end: Exclude<ChargeOutcome, 'wrong_code'> }
  | { readonly kind: 'wrong_sms_code'; readonly left: number }
  | { readonly kind: 'order_closed' | 'sms_code_spent' | 'card_taken' | 'card_gateway_down' }

export interface Code {
  readonly transactionId: number
  readonly code: string
  /** The client's address, for the audit. */
  readonly address: string
}

/** How many attempts a code has. The gateway itself allows three. */
const maxTries = 3
const codeLifeMs = 10 * 60_000

export async function confirmCode(
  deps: Deps,
  gateway: CardGateway,
  order: Order,
  code: Code,
): Promise<Confirmed> {
  if (order.code_transaction_id !== code.transactionId)
    return { kind: order.state === 'new' || order.state === 'bind_sent' ? 'sms_code_spent' : 'order_closed' }
  switch (order.state) {
    case 'bind_sent':
      return tryCode(deps, gateway, order, code)
    // The card is verified, and the next step was interrupted.
    case 'bound':
      return chargeBound(deps, gateway, order)
    case 'charging':
    case 'uncertain':
    case 'paid':
      return confirmedAs(chargedAs(await settleOrder(deps, order)))
    default:
      return { kind: 'order_closed' }
  }
}

async function tryCode(deps: Deps, gateway: CardGateway, order: Order, code: Code): Promise<Confirmed> {
  const isOld = deps.clock.nowMs() - (order.code_sent_at?.getTime() ?? 0) > codeLifeMs
  const tried = isOld ? undefined : await spendTry(deps.db, order, maxTries)
  if (tried === undefined) return spentUnlessDone(deps, order)
  return tried.way === 'direct'
    ? payDirect(deps, gateway, tried, code)
    : bindAndCharge(deps, gateway, tried, code)
}

/** The code is no longer valid; perhaps because the same request, sent twice, has just used it. */
async function spentUnlessDone(deps: Deps, order: Order): Promise<Confirmed> {
  const now = await latest(deps, order)
  return now.state === 'bind_sent' ? { kind: 'sms_code_spent' } : confirmedAs(chargedAs(now))
}

function wrongCode(order: Order): Confirmed {
  return {
    kind: 'wrong_sms_code',
    left: Math.max(0, maxTries - order.code_tries),
  }
}

async function bindAndCharge(deps: Deps, gateway: CardGateway, order: Order, code: Code): Promise<Confirmed> {
  const response = await gateway.bindConfirm(code.transactionId, code.code)
  if (response.kind === 'down') return { kind: 'card_gateway_down' }
  if (response.kind === 'refused') {
    if (response.refusal === 'wrong_code') return wrongCode(order)
    if (response.refusal === 'no_code' || response.refusal === 'closed') return spentUnlessDone(deps, order)
    return confirmedAs(chargedAs(await end(deps, order, 'bind_failed', `refused_${response.code}`)))
  }
  if (response.kind === 'known') return chargeStored(deps, gateway, order, response.card.gatewayCardId)
  const mask = /^\d{6}\*{4,8}\d{4}$/.test(response.pan)
    ? `${response.pan.slice(0, 6)}******${response.pan.slice(-4)}`
    : undefined
  if (mask === undefined || !/^\d{4}$/.test(response.expiry))
    return confirmedAs(chargedAs(await end(deps, order, 'bind_failed', 'answer_not_understood')))
  const card = { ...response.card, mask, expiryYymm: response.expiry }
  const bound = await bindOrder(deps, order, { card, address: code.address })
  if (bound === undefined) {
    await end(deps, order, 'bind_failed', 'of_another_account')
    return { kind: 'card_taken' }
  }
  return chargeBound(deps, gateway, bound)
}

/** The card was bound meanwhile: by this account, which may use it, or by another, which must not be revealed. */
async function chargeStored(
  deps: Deps,
  gateway: CardGateway,
  order: Order,
  gatewayCardId: string,
): Promise<Confirmed> {
  const card = await findByGatewayId(deps.db, gatewayCardId)
  if (card?.account_id !== order.account_id) {
    await end(deps, order, 'bind_failed', card === undefined ? 'bound_before' : 'of_another_account')
    return { kind: card === undefined ? 'sms_code_spent' : 'card_taken' }
  }
  const bound = await advance(deps.db, order, { state: 'bound', card_id: card.card_id }, deps.clock.nowMs())
  return chargeBound(deps, gateway, bound ?? (await latest(deps, order)))
}

async function chargeBound(deps: Deps, gateway: CardGateway, order: Order): Promise<Confirmed> {
  if (order.state !== 'bound' || order.card_id === null) return confirmedAs(chargedAs(order))
  const card = await findCard(deps.db, order.account_id, order.card_id)
  // Deleted between the code and now.
  if (card === undefined) return { kind: 'order_closed' }
  if (order.amount_tiyin === 0) return confirmedAs(chargedAs(await payFromBalance(deps, order)))
  return confirmedAs(await chargeSavedCard(deps, gateway, order, card))
}

async function payDirect(deps: Deps, gateway: CardGateway, order: Order, code: Code): Promise<Confirmed> {
  const charged = await applyOrder(deps, gateway, order, code.code)
  if (charged.end === 'wrong_code') return wrongCode(charged.order)
  const existing = storedCardOf(deps, charged.order)
  if (charged.end === 'paid' && existing !== undefined)
    await bindOrder(deps, charged.order, { card: existing, address: code.address })
  return confirmedAs(charged)
}

/** Saves the card and writes it to the order, both or none; undefined when the card belongs to another account. */
async function bindOrder(
  deps: Deps,
  order: Order,
  params: { readonly card: ProvenCard; readonly address: string },
): Promise<Order | undefined> {
  const { db, clock, seal, audit } = deps
  const nowMs = clock.nowMs()
  const made = await db.transaction().execute(async (trx) => {
    const card = await saveCard(trx, { accountId: order.account_id, card: params.card, seal, nowMs })
    if (card === undefined) return undefined
    const state = order.state === 'bind_sent' ? 'bound' : order.state
    const change = { state, card_id: card.card_id, known_card_sealed: null }
    const bound = await advance(trx, order, change, nowMs)
    return { card, bound }
  })
  if (made === undefined) return undefined
  recordCard(audit, 'card_saved', made.card, params.address)
  return made.bound ?? latest(deps, order)
}

/** Records in the audit that a card was saved or deleted. */
export function recordCard(
  audit: Deps['audit'],
  event: 'card_saved' | 'card_forgotten',
  card: Card,
  address: string,
): void {
  const { account_id: accountId, card_id: cardId } = card
  void audit.record({ event, actor: 'viewer', accountId, address, facts: { cardId } })
}

function confirmedAs({ order, end: how }: Charged): Confirmed {
  return how === 'wrong_code' ? wrongCode(order) : { kind: 'charged', order, end: how }
}
