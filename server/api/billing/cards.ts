import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import {
  type CardGateway,
  setAutoPay,
  findCard,
  findCards,
  makeMain,
  type Card,
  chargedAs,
  chargeSavedCard,
  confirmCode,
  recordCard,
  removeCard,
  type ChargeOutcome,
  type Deps,
  keyOfActivation,
  keyOfFill,
  orderFor,
  orderForTariff,
  type TariffOrder,
  findOrderOf,
  findUnsettled,
  type Order,
  expiryYymm,
  outsideLimits,
  panOf,
  codePauseSec,
  sendCode,
  settleOrder,
} from '#server/cards/cards.ts'
import { presentCard, presentOrder } from './present-cards.ts'
import { cards as endpoints } from '#contract/billing/cards.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import { sumsOf } from '#server/billing/billing.ts'
import {
  type BoundEndpoint,
  type RequestContext,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

type ViewerCall = RequestContext<Viewer>

/** Saved cards and their payments. */
export function cardEndpoints({
  billing,
  cards,
}: Pick<ApiContext, 'cards'> & Uses<{ billing: 'accountStanding' }>): readonly BoundEndpoint[] {
  const { deps } = cards
  return bindEndpoints('cards', endpoints, {
    ...savedCardHandlers(deps),
    ...orderHandlers(deps),
    ...activationHandlers(deps),
    ...codeHandlers(deps),
    sync: async (_input, { viewer: { accountId } }) => {
      const nowMs = deps.clock.nowMs()
      const open = await findUnsettled(deps.db, { accountId }, { nowMs, limit: 20 })
      const after: Order[] = []
      for (const order of open) after.push(await settleOrder(deps, order))
      const isOpen = ({ state }: Order) => state === 'charging' || state === 'uncertain'
      return respond({
        settled: after.filter((order) => !isOpen(order)).length,
        uncertain: after.filter(isOpen).length,
        balance: sumsOf((await billing.accountStanding(accountId)).balanceTiyin),
      })
    },
  } satisfies Handlers<typeof endpoints>)
}

function savedCardHandlers(
  deps: Deps,
): Handlers<typeof endpoints, 'cards' | 'setMainCard' | 'setAutoPay' | 'deleteCard'> {
  const { db } = deps
  return {
    cards: async (_input, { viewer }) => respond((await findCards(db, viewer.accountId)).map(presentCard)),
    setMainCard: async ({ id }, { viewer }) =>
      (await makeMain(db, viewer.accountId, id)) ? respond({}) : reject('card_not_found'),
    setAutoPay: async ({ id, auto_pay: flag }, { viewer: { accountId }, clientAddress: address }) => {
      const isOn = flag === 1
      if (!(await setAutoPay(db, { accountId, cardId: id, isOn }))) return reject('card_not_found')
      const facts = { cardId: id, on: isOn }
      void deps.audit.record({ event: 'card_auto_pay_set', actor: 'viewer', accountId, address, facts })
      return respond({ auto_pay: isOn ? 1 : 0 })
    },
    deleteCard: async ({ id }, { viewer, clientAddress }) => {
      const card = await findCard(db, viewer.accountId, id)
      if (card === undefined) return reject('card_not_found')
      const removed = await removeCard(deps, card)
      if (removed !== 'removed') return reject(removed === 'cards_off' ? 'cards_off' : 'card_gateway_down')
      recordCard(deps.audit, 'card_forgotten', card, clientAddress)
      return respond({})
    },
  }
}

function orderHandlers(deps: Deps): Handlers<typeof endpoints, 'order' | 'makeOrder' | 'fillBalance'> {
  const { db } = deps
  return {
    order: async ({ id }, { viewer }) => {
      const order = await findOrderOf(db, viewer.accountId, id)
      return order === undefined ? reject('order_not_found') : respond(presentOrder(order))
    },
    makeOrder: async (input, request, countRate) => {
      if (deps.gateway() === undefined) return reject('cards_off')
      const tooMany = await countRate()
      if (tooMany !== undefined) return tooMany
      const { amount, tariff_id: tariffId, virtual_tariff_id: periodId, replace } = input
      const isTopUp = amount !== undefined && tariffId === undefined && periodId === undefined
      const outside = isTopUp ? outsideLimits(amount) : undefined
      if (outside !== undefined) return reject(outside)
      if (!isTopUp) {
        const target = { tariffId, periodId, replacesBase: replace === 1 }
        const made = await orderForTariff(deps, request, target, null)
        return made.kind === 'made' ? respond(presentOrder(made.order)) : notMade(made)
      }
      const order = await orderFor(deps, request, amount, null)
      return order === undefined ? reject('key_used') : respond(presentOrder(order))
    },
    fillBalance: async ({ card_id, amount }, request, countRate) => {
      const { accountId } = request.viewer
      const outside = outsideLimits(amount)
      if (outside !== undefined) return reject(outside)
      const card = await findCard(db, accountId, card_id)
      if (card === undefined) return reject('card_not_found')
      const gateway = deps.gateway()
      if (gateway === undefined) return reject('cards_off')
      const tooMany = await countRate()
      if (tooMany !== undefined) return tooMany
      const idempotencyKey =
        request.idempotencyKey ?? (await keyOfFill(deps, accountId, { cardId: card_id, amountSums: amount }))
      const order = await orderFor(deps, { viewer: request.viewer, idempotencyKey }, amount, card_id)
      return order === undefined ? reject('key_used') : chargeOnce(deps, gateway, order, card)
    },
  }
}

function activationHandlers(deps: Deps): Handlers<typeof endpoints, 'activateTariff'> {
  const { db } = deps
  return {
    activateTariff: async (input, request, countRate) => {
      const { accountId } = request.viewer
      const card = await findCard(db, accountId, input.card_id)
      if (card === undefined) return reject('card_not_found')
      const gateway = deps.gateway()
      if (gateway === undefined) return reject('cards_off')
      const tooMany = await countRate()
      if (tooMany !== undefined) return tooMany
      const target = {
        tariffId: input.id,
        periodId: input.virtual_tariff_id,
        replacesBase: input.replace === 1,
      }
      const idempotencyKey =
        request.idempotencyKey ?? (await keyOfActivation(deps, accountId, target, card.card_id))
      const caller = { viewer: request.viewer, idempotencyKey }
      const made = await orderForTariff(deps, caller, target, card.card_id)
      return made.kind === 'made' ? chargeOnce(deps, gateway, made.order, card) : notMade(made)
    },
  }
}

/** Charges an order once; for one that is being charged or was, only the status is requested. */
async function chargeOnce(deps: Deps, gateway: CardGateway, order: Order, card: Card) {
  const isFree = order.state === 'new' || order.state === 'bound'
  return chargeResponse(
    isFree ? await chargeSavedCard(deps, gateway, order, card) : chargedAs(await settleOrder(deps, order)),
  )
}

function codeHandlers(deps: Deps): Handlers<typeof endpoints, 'initOrder' | 'confirmOrder'> {
  const result = async (
    id: number,
    { viewer }: ViewerCall,
  ): Promise<[Order, CardGateway] | 'no_order' | 'off'> => {
    const order = await findOrderOf(deps.db, viewer.accountId, id)
    if (order === undefined) return 'no_order'
    const gateway = deps.gateway()
    return gateway === undefined ? 'off' : [order, gateway]
  }
  return {
    initOrder: async (input, request, countRate) => {
      const both = await result(input.id, request)
      if (both === 'no_order') return reject('order_not_found')
      if (both === 'off') return reject('cards_off')
      const tooMany = await countRate()
      if (tooMany !== undefined) return tooMany
      const card = { pan: panOf(input.card_number), expiryYymm: expiryYymm(input.card_expiry) }
      const sent = await sendCode(deps, both[1], both[0], card)
      if (sent.kind === 'too_soon') return tooSoon(sent.retryAfterSec)
      if (sent.kind !== 'sent') return reject(sent.kind)
      const { transactionId, phone } = sent
      return respond({ card_bind_transaction_id: transactionId, phone, retry_after: codePauseSec })
    },
    confirmOrder: async (input, request, countRate) => {
      const both = await result(input.id, request)
      if (both === 'no_order') return reject('order_not_found')
      if (both === 'off') return reject('cards_off')
      const tooMany = await countRate()
      if (tooMany !== undefined) return tooMany
      const confirmed = await confirmCode(deps, both[1], both[0], {
        transactionId: input.card_bind_transaction_id,
        code: input.sms_code,
        address: request.clientAddress,
      })
      if (confirmed.kind === 'charged') return chargeResponse(confirmed)
      return confirmed.kind === 'wrong_sms_code'
        ? reject('wrong_sms_code', { values: { left: confirmed.left } })
        : reject(confirmed.kind)
    },
  }
}

/** The refusal for an order for a tariff that could not be created. */
function notMade(made: Exclude<TariffOrder, { kind: 'made' }>) {
  switch (made.kind) {
    case 'conflict':
      return reject('key_used')
    case 'too_much':
      return reject('insufficient_funds', { values: { missing: made.missingSums } })
    case 'refused':
      return reject(made.failure, { values: { tariffs: made.tariffId } })
  }
}

/** Seconds until an uncertain payment may be requested again. */
const uncertainPauseSec = 15

function chargeResponse({ order, end }: { readonly order: Order; readonly end: ChargeOutcome }) {
  if (end === 'paid') return respond(presentOrder(order))
  // A saved card needs no code, so a wrong code is impossible here.
  if (end === 'wrong_code') return reject('card_refused')
  if (end !== 'payment_uncertain') return reject(end, { details: { order_id: order.order_id } })
  return reject(end, {
    retryAfterSec: uncertainPauseSec,
    details: { order_id: order.order_id, retry_after: uncertainPauseSec },
  })
}

function tooSoon(retryAfterSec: number) {
  return reject('too_soon', { retryAfterSec, details: { retry_after: retryAfterSec } })
}
