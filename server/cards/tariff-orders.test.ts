/** A card pays for a tariff: the missing amount, once, whatever is interrupted in between. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBilling } from '#server/billing/billing.ts'
import { cardPayments, checkCardPayments, refundPayment } from './cards.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { createLog } from '#server/platform/log/log.ts'
import { startCardGateway, type OwnCardGateway } from '#tests/kit/emulators/card-gateway.ts'
import {
  openCardsWorld,
  type RequestOptions,
  type CardPerson,
  type CardsWorld,
} from '#tests/kit/modules/cards-module.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
const clock = manualClock(Date.UTC(2026, 10, 1))
const log = createLog({ level: 'debug', form: 'json', write: () => undefined })
const billing = openBilling({ db, clock })
let gateway: OwnCardGateway
let world: CardsWorld
let person: CardPerson
beforeAll(async () => {
  for (const [tariffId, sums] of [
    [56, 25_000],
    [57, 40_000],
  ] as const)
    await billing.putTariff({
      tariffId,
      name: { en: 'Base', ru: 'Базовый', uz: 'Asosiy' },
      priceTiyin: sums * 100,
      providerId: 1,
      remoteTariffId: null,
      isBase: true,
      isRecommended: false,
      isOffered: true,
      position: tariffId,
      streams: 3,
      periods: [],
      channelIds: new Set(),
      providerIds: new Set([1]),
    })
  gateway = await startCardGateway()
  world = openCardsWorld({ db, clock, log, atmos: gateway.atmos })
})
afterAll(async () => {
  await gateway.stop()
  await database.drop()
})
beforeEach(async () => {
  await gateway.reset()
  person = await world.addPerson()
})

const humo = { card_number: '9860 0901 0101 4364', card_expiry: '02/28' }
const poor = { card_number: '8600312998546358', card_expiry: '12/30' }

function ask(name: string, raw: object = {}, how: RequestOptions = {}) {
  return world.ask(person, name, raw, how)
}

function balance() {
  return world.balanceTiyin(person)
}

function give(sums: number) {
  return billing.moveMoney({
    reference: `gift:${person.accountId}:${sums}`,
    kind: 'top_up',
    accountId: person.accountId,
    amountTiyin: sums * 100,
    against: 'payments',
  })
}

async function connected() {
  return (await billing.subscriptionsOf(person.accountId)).map(({ tariffId, state }) => [tariffId, state])
}

async function payWith(card: object, order: Record<string, unknown>) {
  const id = order['order_id']
  const { card_bind_transaction_id } = await ask('initOrder', { id, ...card })
  return ask('confirmOrder', { id, card_bind_transaction_id, sms_code: '111111' })
}
async function savedCard(): Promise<number> {
  const paid = await payWith(humo, await ask('makeOrder', { amount: 1000 }))
  return Number(paid['card_id'])
}

describe('an order for a tariff', () => {
  it('[PAY-05] [SUB-01] takes the missing amount from a new card, and connects', async () => {
    await give(10_000)
    const order = await ask('makeOrder', { tariff_id: 56 }, { key: 'mine' })
    expect(order).toMatchObject({ amount: 15_000, tariff: { tariff_id: 56, cost: 25_000, state: 'waiting' } })
    const paid = await payWith(humo, order)
    expect(paid).toMatchObject({ state: 'paid', tariff: { state: 'connected', failure: '' } })
    expect([await balance(), await gateway.takenTiyin()]).toEqual([0, 1_500_000])
    expect(await connected()).toEqual([[56, 'active']])
    expect(await ask('makeOrder', { tariff_id: 56 }, { key: 'mine' })).toEqual(paid)
    expect(await ask('makeOrder', { tariff_id: 57 }, { key: 'mine' })).toEqual({
      refused: 'key_used',
    })
    expect(await ask('makeOrder', { tariff_id: 56 })).toEqual({ refused: 'already_connected' })
    expect(await ask('makeOrder', { tariff_id: 57 })).toEqual({ refused: 'more_than_one_base' })
  })

  it('[PAY-05] [SUB-01] takes nothing from a new card when the balance suffices, and connects at its code', async () => {
    await give(30_000)
    const order = await ask('makeOrder', { tariff_id: 56 })
    expect(order).toMatchObject({ state: 'new', amount: 0, tariff: { cost: 25_000, state: 'waiting' } })
    // Before the code is entered nothing is bought.
    expect([await connected(), await balance()]).toEqual([[], 3_000_000])
    const paid = await payWith(humo, order)
    expect(paid).toMatchObject({ state: 'paid', amount: 0, cheque: null, tariff: { state: 'connected' } })
    expect([await balance(), await gateway.takenTiyin()]).toEqual([500_000, 0])
    expect(await connected()).toEqual([[56, 'active']])
    expect(await ask('cards')).toEqual([expect.objectContaining({ card_id: paid['card_id'] })])
    expect(await checkCardPayments(db, clock.nowMs())).toBeUndefined()
  })

  it('[PAY-05] [PAY-06] verifies a card that the gateway had stored by the minimum amount, which stays on the balance', async () => {
    const stranger = await world.addPerson()
    const other = await world.ask(stranger, 'makeOrder', { amount: 1000 })
    const sent = await world.ask(stranger, 'initOrder', { id: other['order_id'], ...humo })
    const { card_bind_transaction_id } = sent
    const code = { id: other['order_id'], card_bind_transaction_id, sms_code: '111111' }
    expect(await world.ask(stranger, 'confirmOrder', code)).toMatchObject({ state: 'paid' })
    await give(30_000)
    const paid = await payWith(humo, await ask('makeOrder', { tariff_id: 56 }))
    expect(paid).toMatchObject({ state: 'paid', amount: 1000, tariff: { state: 'connected' } })
    expect(await balance()).toBe(600_000)
  })

  it('[PAY-05] leaves nothing connected when the card has no money', async () => {
    expect(await payWith(poor, await ask('makeOrder', { tariff_id: 56 }))).toEqual({
      refused: 'card_no_money',
    })
    expect([await connected(), await balance()]).toEqual([[], 0])
  })

  it('[PAY-03] must name a tariff on sale, or an amount', async () => {
    expect(await ask('makeOrder', {})).toEqual({ refused: 'tariff_needed' })
    expect(await ask('makeOrder', { tariff_id: 999 })).toEqual({ refused: 'tariff_not_found' })
  })
})

describe('activating with a saved card', () => {
  it('[PAY-05] [SUB-01] charges the shortfall once, however often it is requested', async () => {
    const cardId = await savedCard()
    const activate = () => ask('activateTariff', { id: 56, card_id: cardId }, { key: 'once' })
    const [first, second] = [await activate(), await activate()]
    expect(first).toMatchObject({ state: 'paid', amount: 24_000, tariff: { state: 'connected' } })
    expect(second).toEqual(first)
    expect([await balance(), await gateway.takenTiyin()]).toEqual([0, 2_500_000])
    const other = { id: 57, card_id: cardId, replace: 1 }
    // Nothing of the other was used: its price is credited.
    expect(await ask('activateTariff', other)).toMatchObject({ amount: 15_000 })
    expect(await connected()).toEqual([[57, 'active']])
  })

  it('[PAY-05] [SUB-01] pays from the balance first: a card is not charged for what the balance covers', async () => {
    const cardId = await savedCard()
    const before = await gateway.takenTiyin()
    await give(30_000)
    const paid = await ask('activateTariff', { id: 56, card_id: cardId })
    expect(paid).toMatchObject({ state: 'paid', amount: 0, cheque: null, tariff: { state: 'connected' } })
    expect([await balance(), (await gateway.takenTiyin()) - before]).toEqual([600_000, 0])
    expect(await connected()).toEqual([[56, 'active']])
    expect(await ask('order', { id: paid['order_id'] })).toEqual(paid)
    // It is in no report of card payments, and cannot be refunded to a card.
    const period = { fromMs: 0, untilMs: clock.nowMs() + 86_400_000 }
    const listed: number[] = []
    for await (const payment of cardPayments(db, period)) listed.push(payment.amountTiyin)
    expect(listed).not.toContain(0)
    expect(await checkCardPayments(db, clock.nowMs())).toBeUndefined()
    expect(await refundPayment(world.cards.deps, Number(paid['order_id']), null)).toMatchObject({
      kind: 'not_paid',
    })
  })

  it('[PAY-05] [SUB-07] from the balance is finished by the job after an interruption, once', async () => {
    const cardId = await savedCard()
    await give(30_000)
    const cut = { ...world.cards.deps.billing, purchase: () => Promise.reject(new Error('killed')) }
    const broken = { ...world.cards, deps: { ...world.cards.deps, billing: cut } }
    const raw = { id: 56, card_id: cardId }
    await expect(ask('activateTariff', raw, { through: broken })).rejects.toThrow('killed')
    clock.advanceMs(120_000)
    for (let times = 0; times < 2; times += 1) await world.cards.settle(new AbortController().signal)
    expect([await balance(), await connected()]).toEqual([600_000, [[56, 'active']]])
  })

  it('[PAY-05] [SUB-07] by concurrent requests without a key charges the card once', async () => {
    const cardId = await savedCard()
    const before = await gateway.takenTiyin()
    const raw = { id: 56, card_id: cardId }
    const ends = await Promise.all(Array.from({ length: 4 }, () => ask('activateTariff', raw)))
    expect(ends.filter((end) => end['state'] === 'paid').length).toBeGreaterThan(0)
    expect([(await gateway.takenTiyin()) - before, await balance()]).toEqual([2_400_000, 0])
    expect(await connected()).toEqual([[56, 'active']])
    expect(await ask('activateTariff', raw)).toEqual({ refused: 'already_connected' })
  })

  it('[PAY-05] with an unreachable gateway continues when it is requested again', async () => {
    const cardId = await savedCard()
    const raw = { id: 56, card_id: cardId }
    await gateway.fault('pay/create', 'down', 1)
    expect(await ask('activateTariff', raw)).toEqual({ refused: 'card_gateway_down' })
    expect(await ask('activateTariff', raw)).toMatchObject({ state: 'paid', tariff: { state: 'connected' } })
  })

  it('[PAY-05] [SUB-07] abandoned while the gateway was down gets a new price later', async () => {
    const cardId = await savedCard()
    const raw = { id: 56, card_id: cardId }
    await gateway.fault('pay/create', 'down', 1)
    expect(await ask('activateTariff', raw)).toEqual({ refused: 'card_gateway_down' })
    await give(10_000)
    clock.advanceMs(1_200_000)
    const before = await gateway.takenTiyin()
    expect(await ask('activateTariff', raw)).toMatchObject({ state: 'paid', tariff: { state: 'connected' } })
    expect([(await gateway.takenTiyin()) - before, await balance()]).toEqual([1_400_000, 0])
  })

  it('[PAY-05] takes at least the minimum top-up, and the rest stays on the balance', async () => {
    const cardId = await savedCard()
    await give(23_500)
    expect(await ask('activateTariff', { id: 56, card_id: cardId })).toMatchObject({ amount: 1000 })
    expect(await balance()).toBe(50_000)
  })

  it('[PAY-05] at a price that changed meanwhile connects nothing, and the money stays', async () => {
    const cardId = await savedCard()
    const dearer = openDearer(world.cards.deps.billing)
    const paid = await ask('activateTariff', { id: 56, card_id: cardId }, { through: dearer })
    expect(paid).toMatchObject({
      state: 'paid',
      tariff: { state: 'not_connected', failure: 'price_changed' },
    })
    expect([await balance(), await connected()]).toEqual([2_500_000, []])
  })

  it('[PAY-05] interrupted between the payment and the tariff is finished by the job, once', async () => {
    const cardId = await savedCard()
    const cut = { ...world.cards.deps.billing, purchase: () => Promise.reject(new Error('killed')) }
    const broken = { ...world.cards, deps: { ...world.cards.deps, billing: cut } }
    await expect(
      ask('activateTariff', { id: 56, card_id: cardId }, { key: 'cut', through: broken }),
    ).rejects.toThrow('killed')
    expect([await balance(), await connected()]).toEqual([2_500_000, []])
    clock.advanceMs(120_000)
    for (let times = 0; times < 2; times += 1) await world.cards.settle(new AbortController().signal)
    expect([await balance(), await connected()]).toEqual([0, [[56, 'active']]])
    expect(await ask('activateTariff', { id: 56, card_id: cardId }, { key: 'cut' })).toMatchObject({
      tariff: { state: 'connected' },
    })
    expect(await gateway.takenTiyin()).toBe(2_500_000)
  })
})

/** The module at a moment when the price rises between the order and the purchase. */
function openDearer(billing: CardsWorld['cards']['deps']['billing']): CardsWorld['cards'] {
  const purchase: typeof billing.purchase = (target) =>
    billing.purchase({ ...target, agreedTiyin: (target.agreedTiyin ?? 0) - 100 })
  return { ...world.cards, deps: { ...world.cards.deps, billing: { ...billing, purchase } } }
}
