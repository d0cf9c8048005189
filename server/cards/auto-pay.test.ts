/** Renewals paid by a saved card, on a real database with the gateway's emulator. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { autoPay } from './auto-pay.ts'
import { chargeAllDue, checkLedger, notifyCharges, openBilling } from '#server/billing/billing.ts'
import { cardsThatPay, checkCardPayments } from './cards.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { startCardGateway, type OwnCardGateway } from '#tests/kit/emulators/card-gateway.ts'
import { openCardsWorld, type CardPerson, type CardsWorld } from '#tests/kit/modules/cards-module.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
/** 9 in the morning in Tashkent. */
const startMs = Date.UTC(2026, 10, 1, 4)
const dayMs = 86_400_000
const clock = manualClock(startMs)
const billing = openBilling({ db, clock })
let gateway: OwnCardGateway
let world: CardsWorld
let person: CardPerson
beforeAll(async () => {
  gateway = await startCardGateway()
  world = openCardsWorld({ db, clock, log: silentLog, atmos: gateway.atmos })
  const words = { en: 'Base', ru: 'Базовый', uz: 'Asosiy' }
  await billing.putTariff({
    ...{ tariffId: 57, name: words, priceTiyin: 2_500_050, providerId: 1, remoteTariffId: null },
    ...{ isBase: true, isRecommended: false, isOffered: true, position: 0, streams: 2, periods: [] },
    ...{ channelIds: new Set<number>(), providerIds: new Set([1]) },
  })
})
afterAll(async () => {
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  expect(await checkCardPayments(db, clock.nowMs())).toBeUndefined()
  await gateway.stop()
  await database.drop()
})
beforeEach(async () => {
  await gateway.reset()
  clock.setMs(startMs)
  await sql`update card set auto_pay = false`.execute(db)
  person = await world.addPerson()
})

const good = { card_number: '9860090101014364', card_expiry: '02/28' }
const poor = { card_number: '8600312998546358', card_expiry: '12/30' }
const never = new AbortController().signal

function run() {
  return autoPay(world.cards.deps, (request) => billing.findShortfalls(request), never)
}

function balance() {
  return world.balanceTiyin(person)
}

async function state() {
  return (await billing.subscriptionsOf(person.accountId)).map((one) => one.state)
}

function charge() {
  return chargeAllDue({ db, runAtMs: clock.nowMs(), shares: 1 })
}

/**
 * Saves a card by an order of 1000 sums, turns auto-pay on, and sets a tariff that is paid until `days` from the
 * start.
 */
async function renewing(card: object, days: number): Promise<number> {
  const { order_id: id } = await world.ask(person, 'makeOrder', { amount: 1000 })
  const { card_bind_transaction_id } = await world.ask(person, 'initOrder', { id, ...card })
  await world.ask(person, 'confirmOrder', { id, card_bind_transaction_id, sms_code: '111111' })
  const [saved] = (await world.ask(person, 'cards')) as unknown as { card_id: number; auto_pay: number }[]
  expect(saved?.auto_pay).toBe(0)
  await billing.putSubscription({
    accountId: person.accountId,
    tariffId: 57,
    state: 'active',
    paidUntilMs: startMs + days * dayMs,
  })
  return saved?.card_id ?? 0
}

function allow(id: number, auto_pay = 1) {
  return world.ask(person, 'setAutoPay', { id, auto_pay })
}

async function attempts() {
  const { rows } = await sql<{ attempt: number; state: string; amount: number }>`
    select attempt, state, amount_tiyin as amount from card_attempt join payment_order using (order_id)
    where card_attempt.account_id = ${person.accountId} order by attempt`.execute(db)
  return rows.map(({ attempt, state, amount }) => `${attempt} ${state} ${amount}`)
}

async function sentNotifications() {
  const rows = db.selectFrom('notification').select(['title_ru', 'body_ru', 'body_uz'])
  return rows.where('account_id', '=', person.accountId).orderBy('notification_id').execute()
}

describe('a renewal', () => {
  it('[SUB-05] is paid by the card a day before, with the missing amount and once, when auto-pay is on', async () => {
    const cardId = await renewing(good, 3)
    clock.advanceMs(2 * dayMs)
    expect(await run()).toEqual({ paid: 0, refused: 0 })
    expect(await allow(cardId)).toEqual({ auto_pay: 1 })
    clock.advanceMs(-60_000)
    expect(await run()).toEqual({ paid: 0, refused: 0 })
    clock.advanceMs(60_000)
    // Two servers at once, and again.
    const both = await Promise.all([run(), run()])
    expect(both.reduce((sum, one) => sum + one.paid, 0)).toBe(1)
    expect(await run()).toEqual({ paid: 0, refused: 0 })
    // 25,000.50 sums less the balance of 1000, in whole sums.
    expect(await attempts()).toEqual(['1 paid 2400100'])
    expect(await balance()).toBe(2_500_100)
    clock.advanceMs(dayMs)
    expect(await charge()).toMatchObject({ charged: 1, suspended: 0 })
    expect(await balance()).toBe(50)
    expect(await gateway.takenTiyin()).toBe(2_500_100)
    expect((await sentNotifications()).at(-1)?.title_ru).toBe('С карты *4364 списано 24\u00a0001\u00a0сум')
  })

  it('[SUB-06] that the card refuses is tried again after one, three and seven days and no more', async () => {
    const cardId = await renewing(poor, 1)
    await allow(cardId)
    const tried: number[] = []
    for (let hours = 0; hours <= 24 * 9; hours += 12) {
      const { refused } = await run()
      if (refused > 0) tried.push(hours / 24)
      await charge()
      clock.advanceMs(dayMs / 2)
    }
    expect(tried).toEqual([0, 1, 3, 7])
    expect(await state()).toEqual(['suspended'])
    const words = await sentNotifications()
    expect(words[0]?.body_ru).toContain('Попробуем снова 02.11')
    expect(words.at(-1)?.body_uz).toContain('Boshqa urinib koʻrmaymiz')
    expect([await balance(), await gateway.takenTiyin()]).toEqual([0, 0])
  })

  it('[PAY-05] whose response is lost is not tried again, and continues when the bank reports the result', async () => {
    const cardId = await renewing(good, 1)
    await allow(cardId)
    await gateway.fault('pay/apply', 'lose_answer', 1)
    await gateway.fault('pay/get', 'http_502')
    expect(await run()).toEqual({ paid: 0, refused: 0 })
    clock.advanceMs(dayMs)
    await charge()
    expect(await state()).toEqual(['suspended'])
    for (let days = 0; days < 3; days += 1) {
      await run()
      clock.advanceMs(dayMs)
    }
    expect(await attempts()).toEqual(['1 uncertain 2400100'])
    await gateway.fault('pay/get', 'none')
    await world.cards.settle(never)
    expect([await state(), await balance()]).toEqual([['active'], 50])
    expect(await run()).toEqual({ paid: 0, refused: 0 })
    expect(await gateway.takenTiyin()).toBe(2_500_100)
  })

  it('[PAY-05] continues under the same order when the gateway was down before any money could move', async () => {
    await allow(await renewing(good, 1))
    await gateway.fault('pay/create', 'http_502', 1)
    expect(await run()).toEqual({ paid: 0, refused: 0 })
    expect(await attempts()).toEqual(['1 bound 2400100'])
    expect(await run()).toEqual({ paid: 0, refused: 0 })
    clock.advanceMs(600_000)
    expect(await run()).toEqual({ paid: 1, refused: 0 })
    expect(await attempts()).toEqual(['1 paid 2400100'])
  })

  it('is announced with the card that will pay the missing amount', async () => {
    const cardId = await renewing(good, 3)
    await allow(cardId)
    await notifyCharges(db, clock.nowMs(), { cardsThatPay: (ids) => cardsThatPay(db, ids) })
    const [first] = await sentNotifications()
    expect(first?.body_ru).toContain('не хватает 24\u00a0000,50\u00a0сум, они спишутся с карты *4364')
    expect(first?.body_uz).toContain('*4364 kartadan yechiladi')
  })
})

describe('auto-pay', () => {
  it('[PAY-06] belongs to one card, is removed with it, and is refused for another account’s card or a blocked account', async () => {
    const cardId = await renewing(good, 1)
    const stranger = await world.addPerson()
    expect(await world.ask(stranger, 'setAutoPay', { id: cardId, auto_pay: 1 })).toEqual({
      refused: 'card_not_found',
    })
    await allow(cardId)
    await sql`update account set state = 'blocked' where account_id = ${person.accountId}`.execute(db)
    expect(await run()).toEqual({ paid: 0, refused: 0 })
    await sql`update account set state = 'active' where account_id = ${person.accountId}`.execute(db)
    await world.ask(person, 'deleteCard', { id: cardId })
    expect(await run()).toEqual({ paid: 0, refused: 0 })
    expect(await attempts()).toEqual([])
    expect((await cardsThatPay(db, [person.accountId])).size).toBe(0)
  })
})
