/** Takes money from a card: create, name the card, apply. What must survive a crash is stored before each step. */
import type { Applied, CardGateway, NotDone } from '#server/cards/gateway/atmos-gateway.ts'
import type { Card } from './card.ts'
import type { ChargeOutcome, Deps } from './deps.ts'
import { advance, type Order } from './order.ts'
import { applyPaymentState, end, latest, pollUntilSettled, markPaid, paymentOf } from './settle.ts'

export interface Charged {
  readonly order: Order
  readonly end: ChargeOutcome
}

/** The state an order returns to when it is certain that no money moved. */
type Back = Parameters<typeof advance>[2]
const toSavedCard: Back = { state: 'bound', gateway_transaction_id: null, apply_sent_at: null }
const toCode: Back = { state: 'bind_sent', apply_sent_at: null }

/** Charges a saved card for an order that is `new` or `bound`. No other process charges the same order meanwhile. */
export async function chargeSavedCard(
  deps: Deps,
  gateway: CardGateway,
  params: Order,
  card: Card,
): Promise<Charged> {
  const { db, clock } = deps
  const started = await advance(
    db,
    params,
    { state: 'charging', card_id: card.card_id, gateway_transaction_id: null, apply_sent_at: null },
    clock.nowMs(),
  )
  if (started === undefined) return chargedAs(await latest(deps, params))
  const created = await gateway.create({ orderId: started.order_id, amountTiyin: started.amount_tiyin })
  if (created.kind !== 'created') return notCharged(deps, started, created, toSavedCard)
  const advancedOrder = await advance(
    db,
    started,
    { gateway_transaction_id: created.transactionId },
    clock.nowMs(),
  )
  if (advancedOrder === undefined) return chargedAs(await latest(deps, started))
  const named = await gateway.name(created.transactionId, { token: deps.seal.open(card.token_sealed) })
  if (named.kind !== 'done') return notCharged(deps, advancedOrder, named, toSavedCard)
  return applyOrder(deps, gateway, advancedOrder)
}

/**
 * Takes the money of an order whose transaction has its card; with the code that its phone received, or without one
 * for a saved card. After a wrong code the order waits for another one.
 */
export async function applyOrder(
  deps: Deps,
  gateway: CardGateway,
  params: Order,
  code?: string,
): Promise<Charged> {
  const { db, clock } = deps
  const nowMs = clock.nowMs()
  const sent = await advance(db, params, { state: 'charging', apply_sent_at: new Date(nowMs) }, nowMs)
  if (sent === undefined) return chargedAs(await latest(deps, params))
  const applied = await gateway.apply(paymentOf(sent), code)
  const back = code === undefined ? toSavedCard : toCode
  if (applied.kind === 'not_done')
    return notCharged(deps, sent, { kind: 'down', reason: applied.reason }, back)
  if (applied.kind === 'refused' && applied.refusal === 'wrong_code' && code !== undefined) {
    const waiting = await advance(db, sent, toCode, clock.nowMs())
    return { order: waiting ?? (await latest(deps, sent)), end: 'wrong_code' }
  }
  return afterApply(deps, gateway, sent, applied)
}

async function afterApply(
  deps: Deps,
  gateway: CardGateway,
  order: Order,
  applied: Exclude<Applied, { kind: 'not_done' }>,
): Promise<Charged> {
  if (applied.kind === 'paid') return chargedAs(await markPaid(deps, order, applied))
  // These two prove that no money was taken; every other refusal may hide that it was.
  if (applied.kind === 'refused' && (applied.refusal === 'no_money' || applied.refusal === 'wrong_code'))
    return notCharged(deps, order, applied, toSavedCard)
  deps.log.warn('cards.charge_unanswered', {
    orderId: order.order_id,
    response: applied.kind === 'refused' ? applied.code : applied.kind,
  })
  const open = await applyPaymentState(deps, order, { kind: 'unknown' })
  return chargedAs(await pollUntilSettled(deps, gateway, open))
}

/** No money moved. A problem of the card closes the order; a problem of the gateway allows it to be charged again. */
async function notCharged(deps: Deps, order: Order, why: NotDone, change: Back): Promise<Charged> {
  if (why.kind === 'down') {
    deps.log.warn('cards.gateway_unavailable', { orderId: order.order_id, reason: why.reason })
    const back = await advance(deps.db, order, change, deps.clock.nowMs())
    return { order: back ?? (await latest(deps, order)), end: 'card_gateway_down' }
  }
  const isPoor = why.refusal === 'no_money'
  const ended = await end(deps, order, 'declined', isPoor ? 'no_money' : `refused_${why.code}`)
  return { order: ended, end: isPoor ? 'card_no_money' : 'card_refused' }
}

/** The current state of an order as the result of a charge. */
export function chargedAs(order: Order): Charged {
  switch (order.state) {
    case 'paid':
      return { order, end: 'paid' }
    case 'declined':
      return { order, end: order.reason === 'no_money' ? 'card_no_money' : 'card_refused' }
    case 'expired':
    case 'bind_failed':
      return { order, end: 'card_refused' }
    default:
      return { order, end: 'payment_uncertain' }
  }
}
