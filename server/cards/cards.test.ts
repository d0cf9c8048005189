import { openBilling } from '#server/billing/billing.ts'
import { cardEndpoints } from '#server/api/billing/cards.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CardGateway } from './gateway/atmos-gateway.ts'
import type { Cards } from './open-cards.ts'
import { failures } from '#contract/form/failures.ts'
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
const clock = manualClock(Date.UTC(2026, 10, 1))
const logged: string[] = []
const log = createLog({ level: 'debug', form: 'json', write: (line) => void logged.push(line) })
let gateway: OwnCardGateway
let world: CardsWorld
let person: CardPerson
beforeAll(async () => {
  gateway = await startCardGateway()
  world = openCardsWorld({ db: database.db, clock, log, atmos: gateway.atmos })
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
const uzcard = { card_number: '8600490744313347', card_expiry: '1024' }
const poor = { card_number: '8600312998546358', card_expiry: '12/30' }
const failing = { card_number: '8600312987000557', card_expiry: '12/30' }

function ask(name: string, raw: object = {}, how: RequestOptions = {}) {
  return world.ask(person, name, raw, how)
}

function balance() {
  return world.balanceTiyin(person)
}

/** An order whose code was sent: its number and the parameters of the code. */
async function begun(card: object, amount = 5000, who = person) {
  const { order_id: id } = await world.ask(who, 'makeOrder', { amount })
  const sent = await world.ask(who, 'initOrder', { id, ...card })
  return { id, card_bind_transaction_id: sent['card_bind_transaction_id'], sent }
}
async function confirm(order: object, sms_code = '111111', who = person, how: RequestOptions = {}) {
  return world.ask(who, 'confirmOrder', { ...order, sms_code }, how)
}
async function savedCard(card: object = humo, who = person): Promise<number> {
  const paid = await confirm(await begun(card, 1000, who), '111111', who)
  return Number(paid['card_id'])
}

describe('a new card', () => {
  it('[PAY-04] [PAY-05] [PAY-06] is verified by its code, saved, and pays the order once', async () => {
    const order = await begun(humo)
    expect(order.sent).toMatchObject({ retry_after: 60, phone: expect.stringContaining('*****4364') })
    expect(await confirm(order, '222222')).toEqual({ refused: 'wrong_sms_code' })
    expect(await balance()).toBe(0)
    const paid = await confirm(order)
    expect(paid).toMatchObject({ state: 'paid', amount: 5000, cheque: { ofd_url: expect.any(String) } })
    expect(await confirm(order)).toEqual(paid)
    expect(await ask('order', { id: order.id })).toEqual(paid)
    expect(await balance()).toBe(500_000)
    expect(await gateway.takenTiyin()).toBe(500_000)
    expect(await ask('cards')).toEqual([
      { card_id: paid['card_id'], pan: '986009******4364', expiry: '02/28', is_main: 1, auto_pay: 0 },
    ])
  })

  it('[PAY-04] without enough money returns 6000, and the order is closed', async () => {
    const order = await begun(poor)
    expect(await confirm(order)).toEqual({ refused: 'card_no_money' })
    expect(failures.card_no_money.number).toBe(6000)
    expect(await ask('order', { id: order.id })).toMatchObject({ state: 'declined', cheque: null })
    expect(await balance()).toBe(0)
  })

  it('[PAY-05] with a bank failure is declined after a status request, and nothing is taken', async () => {
    expect(await confirm(await begun(failing))).toEqual({ refused: 'card_refused' })
    expect([await balance(), await gateway.takenTiyin()]).toEqual([0, 0])
  })

  it('[PAY-03] is refused with a reason when it is invalid: number, month, year, code, no messages, unknown', async () => {
    const { order_id: id } = await ask('makeOrder', { amount: 1000 })
    const init = (card: object) => ask('initOrder', { id, ...humo, ...card })
    for (const card_number of ['860049074431334', '86004907443133477', 'x'])
      expect(await init({ card_number })).toEqual({ invalid: ['card_number'] })
    for (const card_expiry of ['13/28', '00/28', '02/23', '2', '0228x'])
      expect(await init({ card_expiry })).toEqual({ invalid: ['card_expiry'] })
    for (const sms_code of ['12345', '1234567', 'abcdef'])
      expect(await confirm({ id, card_bind_transaction_id: 1 }, sms_code)).toEqual({ invalid: ['sms_code'] })
    for (const amount of [-5000, 1000.5, '1e5'])
      expect(await ask('makeOrder', { amount })).toEqual({ invalid: ['amount'] })
    for (const name of ['makeOrder', 'fillBalance']) {
      const raw = name === 'fillBalance' ? { card_id: 1 } : {}
      for (const amount of [0, 999])
        expect(await ask(name, { ...raw, amount })).toEqual({ refused: 'deposit_too_small' })
      expect(await ask(name, { ...raw, amount: 1_000_001 })).toEqual({ refused: 'deposit_too_large' })
    }
    expect(await init({ card_number: '8600493214116133', card_expiry: '1024' })).toEqual({
      refused: 'card_no_sms',
    })
    expect(await init({ card_number: '8600000000000000' })).toEqual({ refused: 'wrong_card' })
    expect(await init({})).toMatchObject({ card_bind_transaction_id: expect.any(Number) })
  })

  it('[PAY-05] gets a new code after a minute, three attempts of each, and none of another order', async () => {
    const order = await begun(humo)
    expect(await ask('initOrder', { id: order.id, ...humo })).toEqual({ refused: 'too_soon' })
    const other = await begun(uzcard)
    const foreign = { ...order, card_bind_transaction_id: other.card_bind_transaction_id }
    expect(await confirm(foreign)).toEqual({ refused: 'sms_code_spent' })
    for (let times = 0; times < 3; times += 1)
      expect(await confirm(order, '000000')).toEqual({ refused: 'wrong_sms_code' })
    expect(await confirm(order)).toEqual({ refused: 'sms_code_spent' })
    clock.advanceMs(60_000)
    const again = await ask('initOrder', { id: order.id, ...humo })
    expect(await confirm({ ...order, ...pick(again) })).toMatchObject({ state: 'paid' })
    clock.advanceMs(11 * 60_000)
    expect(await confirm(other)).toEqual({ refused: 'sms_code_spent' })
  })
})

function pick({ card_bind_transaction_id }: Record<string, unknown>) {
  return { card_bind_transaction_id }
}

describe('a card that the gateway has already stored', () => {
  it('[PAY-06] of another account pays by its own code, and is neither shown nor saved', async () => {
    await savedCard()
    const stranger = await world.addPerson()
    const order = await begun(humo, 3000, stranger)
    expect(await confirm(order, '222222', stranger)).toEqual({ refused: 'wrong_sms_code' })
    expect(await world.balanceTiyin(stranger)).toBe(0)
    expect(await confirm(order, '111111', stranger)).toMatchObject({ state: 'paid', card_id: null })
    expect(await world.balanceTiyin(stranger)).toBe(300_000)
    expect(await world.ask(stranger, 'cards')).toEqual([])
    expect(await ask('cards')).toHaveLength(1)
  })

  it('[PAY-06] because the response to its code was lost is saved once a code verifies it', async () => {
    const order = await begun(humo)
    await gateway.fault('bind-card/confirm', 'lose_answer', 1)
    expect(await confirm(order)).toEqual({ refused: 'card_gateway_down' })
    expect(await confirm(order)).toEqual({ refused: 'sms_code_spent' })
    clock.advanceMs(60_000)
    const again = await ask('initOrder', { id: order.id, ...humo })
    expect(await confirm({ ...order, ...pick(again) })).toMatchObject({ state: 'paid' })
    const [card] = (await ask('cards')) as unknown as { card_id: number }[]
    expect(await ask('fillBalance', { card_id: card?.card_id, amount: 1000 })).toMatchObject({
      state: 'paid',
    })
    expect(await balance()).toBe(600_000)
  })
})

describe('a saved card', () => {
  it('[PAY-05] tops up; the same Idempotency-Key charges once, and refuses another amount', async () => {
    const card_id = await savedCard()
    const fill = (amount: number, key: string) => ask('fillBalance', { card_id, amount }, { key })
    const first = await fill(7000, 'one')
    expect(first).toMatchObject({ state: 'paid', amount: 7000, card_id })
    expect(await fill(7000, 'one')).toEqual(first)
    expect(await fill(8000, 'one')).toEqual({ refused: 'key_used' })
    await Promise.all(Array.from({ length: 8 }, () => fill(2000, 'two')))
    expect(await fill(2000, 'two')).toMatchObject({ state: 'paid' })
    expect(await balance()).toBe(100_000 + 700_000 + 200_000)
    expect(await gateway.takenTiyin()).toBe(await balance())
  })

  it('[PAY-05] charges once for a button pressed twice, and again a minute later', async () => {
    const card_id = await savedCard()
    const fill = (amount: number) => ask('fillBalance', { card_id, amount })
    const first = await fill(7000)
    expect(first).toMatchObject({ state: 'paid', amount: 7000 })
    await Promise.all(Array.from({ length: 4 }, () => fill(3000)))
    clock.advanceMs(59_000)
    expect(await fill(7000)).toEqual(first)
    expect(await balance()).toBe(100_000 + 700_000 + 300_000)
    expect(await fill(8000)).toMatchObject({ state: 'paid', amount: 8000 })
    clock.advanceMs(1_000)
    const second = await fill(7000)
    expect(second['order_id']).not.toBe(first['order_id'])
    expect(await fill(7000)).toEqual(second)
    expect(await gateway.takenTiyin()).toBe(await balance())
    expect(await balance()).toBe(100_000 + 700_000 + 300_000 + 800_000 + 700_000)
  })

  it('[PAY-05] is charged again at once after a failed top-up', async () => {
    const card_id = await savedCard()
    await gateway.fault('pay/create', 'down', 1)
    const fill = () => ask('fillBalance', { card_id, amount: 7000 })
    expect(await fill()).toEqual({ refused: 'card_gateway_down' })
    expect(await fill()).toMatchObject({ state: 'paid' })
    // Unknown result: it stays the same order, however long it takes.
    await gateway.fault('pay/apply', 'lose_answer', 1)
    await gateway.fault('pay/get', 'http_502')
    clock.advanceMs(60_000)
    expect(await fill()).toEqual({ refused: 'payment_uncertain' })
    clock.advanceMs(120_000)
    expect(await fill()).toEqual({ refused: 'payment_uncertain' })
    await gateway.fault('pay/get', 'none')
    expect(await fill()).toMatchObject({ state: 'paid' })
    expect(await gateway.takenTiyin()).toBe(await balance())
    expect(await balance()).toBe(100_000 + 1_400_000)
  })

  it('[PAY-05] one is the main one; deleting it removes it from the gateway and makes another one the main one', async () => {
    const [first, second] = [await savedCard(humo), await savedCard(uzcard)]
    const mains = async () =>
      ((await ask('cards')) as unknown as { card_id: number; is_main: number }[])
        .filter((card) => card.is_main === 1)
        .map((card) => card.card_id)
    expect(await mains()).toEqual([first])
    expect(await ask('setMainCard', { id: second })).toEqual({})
    expect(await mains()).toEqual([second])
    expect(await ask('deleteCard', { id: second })).toEqual({})
    expect(await mains()).toEqual([first])
    expect((await gateway.state()).cards).toHaveLength(1)
    expect(await ask('fillBalance', { card_id: second, amount: 1000 })).toEqual({ refused: 'card_not_found' })
    // It can be bound again, also by another account.
    const other = await world.addPerson()
    expect(await savedCard(uzcard, other)).toBeGreaterThan(second)
  })

  it('[PAY-05] and an order belong to one account', async () => {
    const card_id = await savedCard()
    const { order_id: id } = await ask('makeOrder', { amount: 1000 })
    const stranger = await world.addPerson()
    const asStranger = (name: string, raw: object) => world.ask(stranger, name, raw)
    expect(await asStranger('fillBalance', { card_id, amount: 1000 })).toEqual({ refused: 'card_not_found' })
    expect(await asStranger('deleteCard', { id: card_id })).toEqual({ refused: 'card_not_found' })
    expect(await asStranger('setMainCard', { id: card_id })).toEqual({ refused: 'card_not_found' })
    expect(await asStranger('order', { id })).toEqual({ refused: 'order_not_found' })
    expect(await asStranger('initOrder', { id, ...humo })).toEqual({ refused: 'order_not_found' })
  })
})

describe('a lost response', () => {
  it('[PAY-05] after the money was taken is found by customer/sync, and credited once', async () => {
    const card_id = await savedCard()
    await gateway.fault('pay/apply', 'lose_answer', 1)
    await gateway.fault('pay/get', 'http_502')
    const fill = () => ask('fillBalance', { card_id, amount: 4000 }, { key: 'lost' })
    expect(await fill()).toEqual({ refused: 'payment_uncertain' })
    expect(await fill()).toEqual({ refused: 'payment_uncertain' })
    expect(await ask('sync')).toEqual({ settled: 0, uncertain: 1, balance: 1000 })
    await gateway.fault('pay/get', 'none')
    expect(await ask('sync')).toEqual({ settled: 1, uncertain: 0, balance: 5000 })
    expect(await ask('sync')).toEqual({ settled: 0, uncertain: 0, balance: 5000 })
    expect(await fill()).toMatchObject({ state: 'paid' })
    expect(await gateway.takenTiyin()).toBe(await balance())
  })

  it('[PAY-05] is looked up at once, whatever response came instead', async () => {
    const card_id = await savedCard()
    for (const fault of ['lose_answer', 'done_but_001'] as const) {
      await gateway.fault('pay/apply', fault, 1)
      const how = { key: fault }
      expect(await ask('fillBalance', { card_id, amount: 1000 }, how)).toMatchObject({ state: 'paid' })
    }
    expect(await balance()).toBe(300_000)
    expect(await gateway.takenTiyin()).toBe(300_000)
  })

  it('[PAY-05] before any money was taken leaves no trace, and the same key pays later', async () => {
    const card_id = await savedCard()
    for (const request of ['pay/create', 'pay/pre-apply'] as const)
      for (const fault of ['down', 'http_502', 'broken'] as const) {
        await gateway.fault(request, fault, 1)
        const key = `${request} ${fault}`
        const fill = () => ask('fillBalance', { card_id, amount: 1000 }, { key })
        expect(await fill()).toEqual({ refused: 'card_gateway_down' })
        expect(await fill()).toMatchObject({ state: 'paid' })
      }
    expect(await gateway.takenTiyin()).toBe(await balance())
    expect(await balance()).toBe(700_000)
  })

  it('[PAY-05] without a result closes the order after a quarter of an hour, but a later payment is credited', async () => {
    const card_id = await savedCard()
    await gateway.fault('pay/apply', 'unknown_code', 1)
    expect(await ask('fillBalance', { card_id, amount: 1000 })).toEqual({ refused: 'payment_uncertain' })
    clock.advanceMs(16 * 60_000)
    expect(await ask('sync')).toMatchObject({ settled: 1, uncertain: 0, balance: 1000 })
    const waiting = (await gateway.state()).transactions.find(({ state }) => state === 'waiting')
    await applyAtGateway(waiting?.id ?? 0)
    clock.advanceMs(60_000)
    await world.cards.settle(new AbortController().signal)
    expect(await balance()).toBe(200_000)
    expect(await gateway.takenTiyin()).toBe(200_000)
  })

  it('[PAY-06] a token that expires in the middle is renewed, and no request is repeated', async () => {
    const card_id = await savedCard()
    for (const request of ['pay/create', 'pay/pre-apply', 'pay/apply'] as const) {
      await gateway.fault(request, 'expire_tokens', 1)
      const how = { key: request }
      expect(await ask('fillBalance', { card_id, amount: 1000 }, how)).toMatchObject({ state: 'paid' })
    }
    expect(await gateway.takenTiyin()).toBe(400_000)
    expect((await gateway.state()).transactions).toHaveLength(4)
  })
})

async function applyAtGateway(transaction_id: number): Promise<void> {
  const origin = gateway.url
  const headers = { authorization: `Basic ${btoa('ekran:ekran')}` }
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  const token = (await (await fetch(`${origin}/token`, { method: 'POST', headers, body })).json()) as {
    access_token: string
  }
  await fetch(`${origin}/merchant/pay/apply`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ transaction_id, otp: '111111', store_id: 1001 }),
  })
}

/** The module, interrupted before or after the `at`-th step outside its own table. */
function cutOff(cards: Cards, at: number): { readonly cards: Cards; readonly steps: () => number } {
  let steps = 0
  const step = () => {
    steps += 1
    if (steps === at) throw new Error('cut off')
  }
  const around =
    <Given extends unknown[], Result>(run: (...values: Given) => Promise<Result>) =>
    async (...values: Given): Promise<Result> => {
      step()
      const result = await run(...values)
      step()
      return result
    }
  const real = cards.deps.gateway()
  if (real === undefined) throw new Error('there is no gateway')
  const cutting: CardGateway = {
    takesTestCards: real.takesTestCards,
    bindInit: around(real.bindInit),
    bindConfirm: around(real.bindConfirm),
    removeCard: around(real.removeCard),
    create: around(real.create),
    name: around(real.name),
    apply: around(real.apply),
    getPaymentState: around(real.getPaymentState),
    reverse: around(real.reverse),
  }
  const deps = {
    ...cards.deps,
    gateway: () => cutting,
    billing: { ...cards.deps.billing, moveMoney: around(cards.deps.billing.moveMoney) },
  }
  return { cards: { ...cards, deps }, steps: () => steps }
}

describe('a process that crashes during a payment', () => {
  /** Create, name the card, apply and the ledger, each before and after. */
  const savedSteps = 8
  it.each(Array.from({ length: savedSteps + 1 }, (_, index) => index + 1))(
    '[PAY-05] by a saved card, at step %i, has lost and doubled nothing once it is settled',
    async (at) => {
      const card_id = await savedCard()
      const cut = cutOff(world.cards, at)
      const fill = (through?: Cards) =>
        ask(
          'fillBalance',
          { card_id, amount: 6000 },
          { key: 'cut', ...(through === undefined ? {} : { through }) },
        )
      const first = await fill(cut.cards).then(
        ({ state }) => state,
        () => 'cut off',
      )
      expect(first).toBe(at > savedSteps ? 'paid' : 'cut off')
      expect(cut.steps()).toBe(Math.min(at, savedSteps))
      clock.advanceMs(120_000)
      for (let times = 0; times < 2; times += 1) await world.cards.settle(new AbortController().signal)
      expect(await gateway.takenTiyin()).toBe(await balance())
      // The viewer's repeated request pays what was not paid, and only that.
      const again = await fill()
      clock.advanceMs(16 * 60_000)
      await world.cards.settle(new AbortController().signal)
      expect(await gateway.takenTiyin()).toBe(await balance())
      if (again['state'] === 'paid') expect(await balance()).toBe(700_000)
      else expect(await balance()).toBe(100_000)
    },
  )

  /** The code, then create, name the card, apply and the ledger. */
  const newSteps = 10
  it.each(Array.from({ length: newSteps }, (_, index) => index + 1))(
    '[PAY-04] by a new card, at step %i, has lost and doubled nothing once it is settled',
    async (at) => {
      const order = await begun(uzcard, 6000)
      const cut = cutOff(world.cards, at)
      await expect(confirm(order, '111111', person, { through: cut.cards })).rejects.toThrow('cut off')
      clock.advanceMs(120_000)
      for (let times = 0; times < 2; times += 1) await world.cards.settle(new AbortController().signal)
      await confirm(order)
      clock.advanceMs(16 * 60_000)
      await world.cards.settle(new AbortController().signal)
      expect(await gateway.takenTiyin()).toBe(await balance())
      expect([0, 600_000]).toContain(await balance())
    },
  )
})

describe('concurrent requests', () => {
  it('[PAY-05] confirming one order charge it once', async () => {
    const order = await begun(humo)
    const ends = await Promise.all(Array.from({ length: 8 }, () => confirm(order)))
    expect(ends.some((end) => end['state'] === 'paid')).toBe(true)
    expect(await balance()).toBe(500_000)
    expect(await gateway.takenTiyin()).toBe(500_000)
  })

  it('[PAY-05] sending codes are rate limited, with the retry time', async () => {
    const { ask: askBound } = await import('#tests/kit/modules/call-endpoint.ts')
    const routes = cardEndpoints({ cards: world.cards, billing: openBilling({ db: database.db, clock }) })
    const caller = { viewer: { ...person, sessionId: 's' } }
    const ends: unknown[] = []
    for (let times = 0; times < 8; times += 1) {
      const { order_id: id } = await askBound(routes, 'cards.makeOrder', { amount: 1000 }, caller)
      ends.push((await askBound(routes, 'cards.initOrder', { id, ...humo }, caller))['refused'])
    }
    expect(ends.slice(6)).toEqual(['too_many_requests', 'too_many_requests'])
  })
})

it('[PAY-06] no card number, no code and no token is in the database or in a line of the log', async () => {
  const card_id = await savedCard(uzcard)
  await ask('fillBalance', { card_id, amount: 1000 })
  const stranger = await world.addPerson()
  await begun(uzcard, 1000, stranger)
  await gateway.fault('pay/apply', 'lose_answer', 1)
  await ask('fillBalance', { card_id, amount: 1000 })
  const rows = await Promise.all(
    ['card', 'payment_order', 'ledger_entry'].map(async (table) =>
      JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(database.db)).rows),
    ),
  )
  const tokens = (
    await sql<{ token: string }>`select token_sealed as token from card`.execute(database.db)
  ).rows
    .filter(({ token }) => token !== '')
    .map(({ token }) => world.cards.deps.seal.open(token))
  expect(tokens.length).toBeGreaterThan(0)
  for (const secret of [uzcard.card_number, ...tokens]) expect(rows.join()).not.toContain(secret)
  expect(logged.length).toBeGreaterThan(0)
  for (const secret of [uzcard.card_number, '111111', 'ekran:ekran', ...tokens])
    expect(logged.join('\n')).not.toContain(secret)
})
