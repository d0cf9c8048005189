/** Payments and their refunds over real HTTP, with Payme's requests and the card gateway's emulator. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { consolePayments } from '#contract/console/payments.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { listEvents } from '#server/audit/audit.ts'
import { checkLedger } from '#server/billing/billing.ts'
import { checkCardPayments } from '#server/cards/cards.ts'
import { addsUp, checkPayments, totalsPerDay } from '#server/merchants/merchants.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { type OwnCardGateway, startCardGateway } from '#tests/kit/emulators/card-gateway.ts'
import {
  openPaymentsConsole,
  paidByPayme,
  payByPayme,
  type PaymentsConsole,
} from '#tests/kit/modules/payments-console.ts'

const database = await createTestDatabase()
let gateway: OwnCardGateway
let world: PaymentsConsole
beforeAll(async () => {
  gateway = await startCardGateway()
  world = await openPaymentsConsole(database.db, gateway.atmos)
  await world.billing.putTariff(buildTariff(57, { isBase: true, priceTiyin: 4_600_000 }))
})
afterAll(async () => {
  // Whatever was done: every balance follows from its entries, and every payment and refund is in the ledger once.
  expect(await checkLedger(world.db)).toMatchObject({ kind: 'whole' })
  expect(await checkPayments(world.db)).toBeUndefined()
  expect(await checkCardPayments(world.db, world.clock.nowMs())).toBeUndefined()
  const period = { fromMs: 0, untilMs: world.clock.nowMs() + 86_400_000 }
  expect((await totalsPerDay(world.db, period)).every(addsUp)).toBe(true)
  await world.close()
  await gateway.stop()
  await database.drop()
})

type List = ResponseOf<typeof consolePayments.list>
type One = ResponseOf<typeof consolePayments.one>
type Tasks = ResponseOf<typeof consolePayments.tasks>

async function one(number: number, system = 'payme') {
  return (await world.read<One>(`/payments/one?system=${system}&number=${number}`)).data
}

function refund(number: number, more: object = {}, member = 'finance') {
  const body = { system: 'payme', number, amount: 49_000, reason: 'Оплатил дважды', ...more }
  return world.act('/payments/refund', body, member)
}

/** Connects the tariff of 46,000 soʻm. */
function buy57(accountId: number) {
  const items = [{ tariffId: 57, periodId: undefined }]
  return world.billing.purchase({ accountId, items, replacesBase: false })
}

/** A payment by a new card of 5,000 soʻm. */
async function paidByCard(amount = 5000) {
  const person = await world.cardsWorld.addPerson()
  const { order_id: id } = await world.cardsWorld.ask(person, 'makeOrder', { amount })
  const card = { card_number: '9860 0901 0101 4364', card_expiry: '02/28' }
  await gateway.reset()
  const sent = await world.cardsWorld.ask(person, 'initOrder', { id, ...card })
  const code = { card_bind_transaction_id: sent['card_bind_transaction_id'], sms_code: '111111' }
  await world.cardsWorld.ask(person, 'confirmOrder', { id, ...code })
  return { person, number: Number(id) }
}

describe('[FIN-02] the list of payments', () => {
  it('has those of all ways, and is searched by number, sum and subscriber', async () => {
    const payment = await paidByPayme(world, 4_912_300)
    const card = await paidByCard()
    const { data } = await world.read<List>('/payments', 'support')
    expect(data.payments.slice(0, 2)).toMatchObject([
      { system: 'atmos', number: card.number, amount: 5000, state: 'paid' },
      { system: 'payme', number: payment.number, amount: 49_123, state: 'paid', external_id: payment.id },
    ])
    for (const q of [payment.id, payment.account.abonement, '49 123']) {
      const matches = await world.read<List>(`/payments?q=${encodeURIComponent(q)}`)
      expect(matches.data.payments.map(({ number }) => number)).toEqual([payment.number])
    }
    const states = await world.read<List>('/payments?state=refunded&system=payme')
    expect(states.data.payments).toEqual([])
    expect((await world.read('/payments', 'analyst')).failure).toBe('staff_forbidden')
  })

  it('comes in pages, of which none repeats a payment', async () => {
    const account = await world.merchants.addAccount()
    for (let made = 0; made < 5; made += 1) await payByPayme(world, account.abonement, 100_000)
    const seen: number[] = []
    for (let after: string | undefined = ''; after !== undefined;) {
      const page: List = (
        await world.read<List>(
          `/payments?q=${account.abonement}&limit=2${after === '' ? '' : `&after=${after}`}`,
        )
      ).data
      seen.push(...page.payments.map(({ number }) => number))
      after = page.next === '' ? undefined : page.next
    }
    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
  })
})

describe('[FIN-03] a payment that its system alone may cancel', () => {
  it('is taken from the balance, becomes a task, and is done with a document', async () => {
    const { number, account } = await paidByPayme(world, 4_900_000)
    expect((await one(number)).refund).toMatchObject({ how: 'by_hand', why: '', max: 49_000 })
    expect((await refund(number)).data).toEqual({ how: 'by_hand', balance: 0 })
    const open = (await world.read<Tasks>('/payments/refunds')).data.tasks
    expect(open).toMatchObject([{ number, amount: 49_000, reason: 'Оплатил дважды', state: 'to_do' }])
    const done = { system: 'payme', number, way: 'transfer', document: 'ПП 118' }
    expect((await world.act('/payments/refunds/finish', done, 'finance2')).failure).toBeUndefined()
    expect((await world.act('/payments/refunds/finish', done)).failure).toBe('refund_done_before')
    const life = await one(number)
    expect(life.payment).toMatchObject({ state: 'refunded', refunded: 49_000 })
    expect(life.events.map(({ kind, text }) => [kind, text])).toEqual([
      ['created', ''],
      ['paid', ''],
      ['refund_begun', 'Оплатил дважды'],
      ['refund_done', 'ПП 118'],
    ])
    expect(life.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['top_up', 49_000],
      ['reversal', -49_000],
    ])
    // The payer has the money: Payme may not pay it back once more.
    expect(await world.payme('CancelTransaction', { id: life.payment.external_id, reason: 5 })).toBe(-31_007)
    expect(await world.merchants.balanceOf(account)).toBe(0)
    const [event] = await listEvents(world.db, { event: 'payment_refunded', limit: 1 })
    expect(event?.accountId).toBe(account.accountId)
  })

  it('is done by itself when the system cancels it meanwhile, and nothing is taken twice', async () => {
    const { number, id, account } = await paidByPayme(world, 4_900_000)
    await payByPayme(world, account.abonement, 4_900_000)
    await refund(number)
    expect(await world.payme('CancelTransaction', { id, reason: 5 })).toMatchObject({ state: -2 })
    expect(await world.merchants.balanceOf(account)).toBe(4_900_000)
    const life = await one(number)
    expect(life.is_refund_to_do).toBe(false)
    expect(life.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['refund_begun', 'refunded_by_system', 'refund_done']),
    )
    expect((await refund(number)).failure).toBe('refund_done_before')
  })

  it('is withdrawn: the money is on the balance again, and its system may pay it back once', async () => {
    const { number, id, account } = await paidByPayme(world, 4_900_000)
    await refund(number)
    const withdrawn = await world.act('/payments/refunds/withdraw', { system: 'payme', number })
    expect(withdrawn.data).toEqual({ balance: 49_000 })
    expect((await world.act('/payments/refunds/withdraw', { system: 'payme', number })).failure).toBe(
      'refund_done_before',
    )
    expect(await world.merchants.balanceOf(account)).toBe(4_900_000)
    for (let time = 0; time < 2; time += 1)
      expect(await world.payme('CancelTransaction', { id, reason: 5 })).toMatchObject({ state: -2 })
    expect(await world.merchants.balanceOf(account)).toBe(0)
    const life = await one(number)
    expect(life.payment).toMatchObject({ state: 'refunded', refunded: 49_000 })
    expect(
      life.entries.map(({ reference, amount }) => [
        reference.slice(life.payment.external_id.length + 6),
        amount,
      ]),
    ).toEqual([
      ['', 49_000],
      [':reversal', -49_000],
      [':withdrawn', 49_000],
      [':reversal:2', -49_000],
    ])
    expect((await refund(number, { attempt: 2 })).failure).toBe('refund_not_possible')
  })

  it('is refunded again after one that was withdrawn, which its system then does not do twice', async () => {
    const { number, id, account } = await paidByPayme(world, 4_900_000)
    await refund(number)
    await world.act('/payments/refunds/withdraw', { system: 'payme', number })
    // The page of before names the first attempt.
    expect((await refund(number)).failure).toBe('refund_done_before')
    expect((await one(number)).refund).toMatchObject({ how: 'by_hand', attempt: 2, max: 49_000 })
    expect((await refund(number, { attempt: 2 })).data).toEqual({ how: 'by_hand', balance: 0 })
    // What is said of the first attempt does not end the second one.
    const first = { system: 'payme', number, way: 'transfer', document: '1' }
    expect((await world.act('/payments/refunds/finish', first)).failure).toBe('refund_done_before')
    expect((await one(number)).is_refund_to_do).toBe(true)
    await payByPayme(world, account.abonement, 4_900_000)
    expect(await world.payme('CancelTransaction', { id, reason: 5 })).toMatchObject({ state: -2 })
    expect(await world.merchants.balanceOf(account)).toBe(4_900_000)
    expect((await one(number)).refunds).toMatchObject([
      { attempt: 1, amount: 49_000, state: 'withdrawn', way: '', reason: 'Оплатил дважды' },
      { attempt: 2, amount: 49_000, state: 'done', way: 'system', reason: 'Оплатил дважды' },
    ])
  })

  it('is refunded in several parts by transfers, never more than was paid, and then by no system', async () => {
    const { number, id, account } = await paidByPayme(world, 4_900_000)
    await payByPayme(world, account.abonement, 4_900_000)
    expect((await one(number)).refund).toMatchObject({ attempt: 1, is_whole_only: true, max: 49_000 })
    expect((await refund(number, { amount: 20_000 })).data).toEqual({ how: 'by_hand', balance: 78_000 })
    expect((await refund(number, { attempt: 2, amount: 20_000 })).failure).toBe('refund_done_before')
    const end = { system: 'payme', number, way: 'cabinet', document: '118' }
    const inCabinet = await world.act('/payments/refunds/finish', end)
    expect([inCabinet.failure, inCabinet.message]).toEqual([
      'refund_by_transfer',
      expect.stringMatching(/только целиком/),
    ])
    const [task] = (await world.read<Tasks>('/payments/refunds')).data.tasks.filter(
      (item) => item.number === number,
    )
    expect(task).toMatchObject({ attempt: 1, is_by_transfer: true, amount: 20_000, paid: 49_000 })
    expect((await world.act('/payments/refunds/finish', { ...end, way: 'transfer' })).failure).toBeUndefined()
    expect((await one(number)).payment).toMatchObject({ state: 'refunded', refunded: 20_000 })
    expect((await one(number)).refund).toMatchObject({ attempt: 2, why: 'refunded_part', max: 29_000 })
    const tooMuch = await refund(number, { attempt: 2, amount: 29_000.01 })
    expect([tooMuch.failure, tooMuch.message]).toEqual([
      'refund_too_much',
      expect.stringMatching(/29\u00a0000/),
    ])
    const both = await Promise.all(
      ['owner', 'owner2'].map((member) => refund(number, { attempt: 2, amount: 9000 }, member)),
    )
    expect(both.map(({ failure }) => failure).toSorted()).toEqual(['refund_done_before', undefined])
    const second = { ...end, attempt: 2, way: 'transfer' }
    expect((await world.act('/payments/refunds/finish', second)).failure).toBeUndefined()
    // A request that is repeated when the refund has ended does nothing.
    expect((await refund(number, { attempt: 2, amount: 9000 })).failure).toBe('refund_done_before')
    expect(await world.payme('CancelTransaction', { id, reason: 5 })).toBe(-31_007)
    expect((await refund(number, { attempt: 3, amount: 20_000 })).failure).toBeUndefined()
    expect((await one(number)).payment).toMatchObject({ state: 'refunding', refunded: 49_000 })
    expect((await world.act('/payments/refunds/finish', { ...second, attempt: 3 })).failure).toBeUndefined()
    expect((await one(number)).refund).toMatchObject({ how: 'none', why: 'refunded' })
    expect((await refund(number, { attempt: 4, amount: 1 })).failure).toBe('refund_done_before')
    expect(await world.merchants.balanceOf(account)).toBe(4_900_000)
    expect(
      (await one(number)).entries.map((entry) => [entry.reference.slice(id.length + 6), entry.amount]),
    ).toEqual([
      ['', 49_000],
      [':part', -20_000],
      [':part:2', -9000],
      [':part:3', -20_000],
    ])
  })

  it('by two people at once is refunded once, and the second is told who did it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { number, account } = await paidByPayme(world, 4_900_000)
      await payByPayme(world, account.abonement, 4_900_000)
      const both = await Promise.all([refund(number, {}, 'owner'), refund(number, {}, 'owner2')])
      const refused = both.filter(({ failure }) => failure !== undefined)
      expect(refused.map(({ failure }) => failure)).toEqual(['refund_done_before'])
      const begun = (await one(number)).events.find(({ kind }) => kind === 'refund_begun')
      expect(refused[0]?.message).toContain(begun?.by ?? '?')
      expect(await world.merchants.balanceOf(account)).toBe(4_900_000)
    }
  })

  it('is refunded in part where the rest was used, never more than it was, and within the limit', async () => {
    const { number, account, id } = await paidByPayme(world, 4_900_000)
    await buy57(account.accountId)
    const spent = await one(number)
    expect([spent.balance, spent.refund]).toMatchObject([
      3000,
      { how: 'by_hand', why: 'not_covered', max: 3000 },
    ])
    const all = await refund(number)
    expect(all.failure).toBe('refund_not_covered')
    expect(all.message).toMatch(/3\u00a0000/)
    expect((await refund(number, { amount: 50_000 })).failure).toBe('refund_too_much')
    expect((await refund(number, { amount: 3000 })).data).toEqual({ how: 'by_hand', balance: 0 })
    expect(await world.payme('CancelTransaction', { id, reason: 5 })).toBe(-31_007)
    const large = await paidByPayme(world, 60_000_000)
    const refused = await refund(large.number, { amount: 600_000 })
    expect([refused.failure, refused.message]).toEqual([
      'refund_limit',
      expect.stringContaining('500\u00a0000'),
    ])
    expect((await refund(large.number, { amount: 600_000 }, 'owner')).failure).toBeUndefined()
    expect((await refund(large.number, {}, 'support')).failure).toBe('staff_forbidden')
    expect((await refund(number, { reason: ' ' })).failure).toBe('invalid_input')
  })

  it('of which a charge is returned to the balance first, is then refunded whole', async () => {
    const { number, account } = await paidByPayme(world, 4_900_000)
    await buy57(account.accountId)
    const [charge] = (await one(number)).charges
    expect(charge).toMatchObject({ amount: 46_000, returned: 0 })
    const body = {
      ledger_entry_id: charge?.ledger_entry_id,
      amount: 40_000,
      returned: 0,
      reason: 'Не работало',
    }
    const both = await Promise.all([
      world.act('/payments/return-charge', body, 'owner'),
      world.act('/payments/return-charge', body, 'owner2'),
    ])
    expect(both.map(({ failure }) => failure).toSorted()).toEqual(['refund_done_before', undefined])
    const rest = { ...body, amount: 6000.01, returned: 40_000 }
    expect((await world.act('/payments/return-charge', rest)).failure).toBe('refund_too_much')
    expect((await world.act('/payments/return-charge', { ...rest, amount: 6000 })).data).toEqual({
      balance: 49_000,
    })
    expect((await refund(number)).data).toEqual({ how: 'by_hand', balance: 0 })
  })
})

describe('[PAY-10] the payments of a subscriber who was merged into another', () => {
  const balance = async (accountId: number) => (await world.billing.accountStanding(accountId)).balanceTiyin

  it('are refunded, cancelled and withdrawn with the money of the other one', async () => {
    const { account: old, number } = await paidByPayme(world, 4_900_000)
    const part = await payByPayme(world, old.abonement, 1_000_000)
    const owner = await world.merchants.addAccount()
    await world.mergeInto(old.accountId, owner.accountId)
    expect((await one(number)).refund).toMatchObject({ how: 'by_hand', max: 49_000 })
    expect((await refund(number)).failure).toBeUndefined()
    expect([await balance(old.accountId), await balance(owner.accountId)]).toEqual([0, 1_000_000])
    expect(
      (await world.act('/payments/refunds/withdraw', { system: 'payme', number })).failure,
    ).toBeUndefined()
    expect([await balance(old.accountId), await balance(owner.accountId)]).toEqual([0, 5_900_000])
    expect(await world.payme('CancelTransaction', { id: part, reason: 5 })).toMatchObject({ state: -2 })
    expect([await balance(old.accountId), await balance(owner.accountId)]).toEqual([0, 4_900_000])
    const id = await payByPayme(world, old.abonement, 1_000_000)
    await buy57(owner.accountId)
    await world.billing.moveMoney({
      ...{ reference: `spent:${owner.accountId}`, kind: 'adjustment', against: 'adjustments' },
      ...{ accountId: owner.accountId, amountTiyin: -1_000_000 },
    })
    expect(await world.payme('CancelTransaction', { id, reason: 5 })).toBe(-31_007)
    expect([await balance(old.accountId), await balance(owner.accountId)]).toEqual([0, 300_000])
  })

  it('come to the other one by either number, also those that began before', async () => {
    const [old, owner] = [await world.merchants.addAccount(), await world.merchants.addAccount()]
    const id = 'b'.repeat(24)
    const opening = { id, time: world.clock.nowMs(), amount: 700_000, account: { abonement: old.abonement } }
    await world.payme('CreateTransaction', opening)
    await world.mergeInto(old.accountId, owner.accountId)
    expect(await world.payme('CreateTransaction', opening)).toMatchObject({ state: 1 })
    expect(await world.payme('PerformTransaction', { id })).toMatchObject({ state: 2 })
    await payByPayme(world, old.abonement, 500_000)
    expect([await balance(old.accountId), await balance(owner.accountId)]).toEqual([0, 1_200_000])
  })

  it('of which a charge is returned give it to the other one; nothing is returned to an erased one', async () => {
    const { account: old } = await paidByPayme(world, 4_600_000)
    await buy57(old.accountId)
    const charge = await world.db
      .selectFrom('ledger_entry')
      .select('ledger_entry_id')
      .where('account_id', '=', old.accountId)
      .where('kind', '=', 'charge')
      .executeTakeFirstOrThrow()
    const owner = await world.merchants.addAccount()
    await world.mergeInto(old.accountId, owner.accountId)
    const giveBack = (amount: number, returned: number) =>
      world.act('/payments/return-charge', {
        ...{ ledger_entry_id: charge.ledger_entry_id, amount, returned, reason: 'Не было услуги' },
      })
    expect((await giveBack(10_000, 0)).data).toEqual({ balance: 10_000 })
    expect([await balance(old.accountId), await balance(owner.accountId)]).toEqual([0, 1_000_000])
    await world.db
      .updateTable('account')
      .set({ erased_at: new Date(world.clock.nowMs()), state: 'deactivated' })
      .where('account_id', '=', owner.accountId)
      .execute()
    expect((await giveBack(5000, 10_000)).failure).toBe('subscriber_erased')
  })
})

describe('[FIN-03] a part of a payment by card', () => {
  const card = { system: 'atmos' }
  const acts = async (name: string, number: number) =>
    (await listEvents(world.db, { limit: 50 })).filter(
      ({ event, change }) => event === name && change?.subject === `payment atmos ${number}`,
    )

  it('is a task for finance, once, also by two at once, and never reaches the gateway', async () => {
    const { person, number } = await paidByCard()
    const [payment] = (await world.read<List>(`/payments?system=atmos&q=${number}`)).data.payments
    const part = { ...card, amount: 2000 }
    const both = await Promise.all([refund(number, part, 'owner'), refund(number, part, 'owner2')])
    expect(both.map(({ failure }) => failure).toSorted()).toEqual(['refund_done_before', undefined])
    expect(both.find(({ failure }) => failure === undefined)?.data).toEqual({ how: 'by_hand', balance: 3000 })
    // Nor is the rest refunded meanwhile, or the whole.
    for (const amount of [3000, 5000])
      expect((await refund(number, { ...card, attempt: 2, amount }, 'owner')).failure).toBe(
        'refund_done_before',
      )
    expect(await acts('payment_refunded', number)).toMatchObject([
      { change: { after: { amount: 2000, how: 'by_hand', balance: 3000 } } },
    ])
    const life = await one(number, 'atmos')
    expect(life).toMatchObject({
      payment: { state: 'refunding', refunded: 2000 },
      is_refund_to_do: true,
      refund: { how: 'none', why: 'refunded' },
    })
    const { tasks } = (await world.read<Tasks>('/payments/refunds')).data
    expect(tasks.filter(({ system }) => system === 'atmos')).toMatchObject([
      { number, external_id: payment?.external_id, amount: 2000, paid: 5000, state: 'to_do', reversal: '' },
    ])
    world.clock.advanceMs(3 * 86_400_000)
    await world.nextDay()
    await world.cardsWorld.cards.settle(new AbortController().signal)
    expect(await gateway.takenTiyin()).toBe(500_000)
    const end = { ...card, number, way: 'transfer', document: '118' }
    expect((await world.act('/payments/refunds/finish', end)).failure).toBeUndefined()
    expect((await world.act('/payments/refunds/finish', end)).failure).toBe('refund_done_before')
    expect((await world.act('/payments/refunds/withdraw', { ...card, number })).failure).toBe(
      'refund_done_before',
    )
    expect((await one(number, 'atmos')).payment).toMatchObject({ state: 'refunded', refunded: 2000 })
    expect((await one(number, 'atmos')).events.at(-1)).toMatchObject({ kind: 'refund_done', way: 'transfer' })
    expect(await acts('refund_finished', number)).toHaveLength(1)
    expect(await world.cardsWorld.balanceTiyin(person)).toBe(300_000)
    // Then the rest, in parts as well, and no more.
    expect((await one(number, 'atmos')).refund).toMatchObject({
      ...{ how: 'by_hand', why: 'refunded_part', max: 3000 },
    })
    const tooMuch = await Promise.all(
      [3001, 5000].map((amount) => refund(number, { ...card, attempt: 2, amount }, 'owner')),
    )
    expect(tooMuch.map(({ failure }) => failure)).toEqual(['refund_too_much', 'refund_too_much'])
    expect(tooMuch[1]?.message).toMatch(/3\u00a0000/)
    // A page of before the first part names the first attempt.
    expect((await refund(number, { ...card, amount: 3000 }, 'owner')).failure).toBe('refund_done_before')
    expect((await refund(number, { ...card, attempt: 2, amount: 3000 }, 'owner')).data).toEqual({
      ...{ how: 'by_hand', balance: 0 },
    })
    expect((await one(number, 'atmos')).payment).toMatchObject({ state: 'refunding', refunded: 5000 })
    world.clock.advanceMs(1000)
    expect((await world.act('/payments/refunds/finish', end)).failure).toBe('refund_done_before')
    expect((await world.act('/payments/refunds/finish', { ...end, attempt: 2 })).failure).toBeUndefined()
    const after = await one(number, 'atmos')
    expect(after.refund).toMatchObject({ how: 'none', why: 'refunded' })
    expect(after.events.slice(-4).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['refund_begun', 2000],
      ['refund_done', 2000],
      ['refund_begun', 3000],
      ['refund_done', 3000],
    ])
    const references = after.entries.map((entry) => [entry.reference, entry.amount])
    expect(references).toEqual([
      [`atmos:${number}`, 5000],
      [`atmos:${number}:part`, -2000],
      [`atmos:${number}:part:2`, -3000],
    ])
    const { tasks: ended } = (await world.read<Tasks>('/payments/refunds?which=ended')).data
    expect(ended.filter((task) => task.number === number).map(({ amount }) => amount)).toEqual([3000, 2000])
  })

  it('that is not paid back is on the balance again, and blocks neither a part nor the whole', async () => {
    const { person, number } = await paidByCard()
    expect((await refund(number, { ...card, amount: 4000 })).data['how']).toBe('by_hand')
    const withdrawn = await world.act('/payments/refunds/withdraw', { ...card, number })
    expect(withdrawn.data).toEqual({ balance: 5000 })
    expect((await one(number, 'atmos')).events.at(-1)).toMatchObject({ kind: 'refund_withdrawn' })
    expect((await one(number, 'atmos')).payment).toMatchObject({ state: 'paid', refunded: 0 })
    const second = { ...card, attempt: 2 }
    expect((await refund(number, { ...second, amount: 1000 })).data).toEqual({
      how: 'by_hand',
      balance: 4000,
    })
    expect((await world.act('/payments/refunds/withdraw', { ...second, number })).failure).toBeUndefined()
    expect((await refund(number, { ...second, amount: 5000 })).failure).toBe('refund_done_before')
    const third = { ...card, attempt: 3, amount: 5000 }
    expect((await refund(number, third)).data).toMatchObject({ how: 'card', balance: 0 })
    expect(
      (await one(number, 'atmos')).refunds.map(({ state, way, amount }) => [state, way, amount]),
    ).toEqual([
      ['withdrawn', '', 4000],
      ['withdrawn', '', 1000],
      ['done', 'card', 5000],
    ])
    expect(await world.cardsWorld.balanceTiyin(person)).toBe(0)
    const { entries } = await one(number, 'atmos')
    expect(entries.map((entry) => entry.reference.replace(`atmos:${number}`, ''))).toEqual([
      '',
      ':part',
      ':withdrawn',
      ':part:2',
      ':withdrawn:2',
      ':reversal:3',
    ])
  })

  it('needs no gateway, which the whole does', async () => {
    const { number } = await paidByCard()
    const console = await openPaymentsConsole(database.db, undefined)
    try {
      const life = await console.read<One>(`/payments/one?system=atmos&number=${number}`)
      expect(life.data.refund).toMatchObject({ how: 'by_hand', why: 'cards_off', max: 4999 })
      const body = { system: 'atmos', number, reason: 'Не было услуги' }
      expect((await console.act('/payments/refund', { ...body, amount: 5000 })).failure).toBe('cards_off')
      expect((await console.act('/payments/refund', { ...body, amount: 4999 })).data).toEqual({
        ...{ how: 'by_hand', balance: 1 },
      })
    } finally {
      await console.close()
    }
  })

  it('is at most what the balance covers, and within the limits of the role', async () => {
    const { person, number } = await paidByCard()
    const { accountId } = await world.db
      .selectFrom('payment_order')
      .select('account_id as accountId')
      .where('order_id', '=', number)
      .executeTakeFirstOrThrow()
    await world.billing.moveMoney({
      ...{ reference: `spent:${accountId}`, kind: 'adjustment', against: 'adjustments' },
      ...{ accountId, amountTiyin: -400_000 },
    })
    expect((await one(number, 'atmos')).refund).toMatchObject({
      how: 'by_hand',
      why: 'not_covered',
      max: 1000,
    })
    const refused = await refund(number, { ...card, amount: 2000 })
    expect([refused.failure, refused.message]).toEqual([
      'refund_not_covered',
      expect.stringMatching(/1\u00a0000/),
    ])
    expect((await refund(number, { ...card, amount: 1000 })).failure).toBeUndefined()
    expect(await world.cardsWorld.balanceTiyin(person)).toBe(0)
    const large = await paidByCard(900_000)
    expect((await one(large.number, 'atmos')).refund).toMatchObject({ how: 'by_hand', why: 'over_limit' })
    const over = { ...card, amount: 600_000 }
    expect((await refund(large.number, over)).failure).toBe('refund_limit')
    expect((await refund(large.number, over, 'support')).failure).toBe('staff_forbidden')
    expect((await refund(large.number, over, 'owner')).data).toEqual({ how: 'by_hand', balance: 300_000 })
  })
})

describe('[FIN-03] a payment by card', () => {
  it('goes back to its card whole, once, also by two at once', async () => {
    const { person, number } = await paidByCard()
    const life = await one(number, 'atmos')
    expect([life.card_mask, life.refund]).toMatchObject([
      expect.stringMatching(/4364$/),
      { how: 'card', max: 5000 },
    ])
    const body = { system: 'atmos', amount: 5000 }
    expect((await refund(number, { ...body, amount: 6000 })).failure).toBe('refund_too_much')
    const both = await Promise.all([refund(number, body, 'owner'), refund(number, body, 'owner2')])
    expect(both.map(({ failure }) => failure).toSorted()).toEqual(['refund_done_before', undefined])
    expect(await world.cardsWorld.balanceTiyin(person)).toBe(0)
    expect(await gateway.takenTiyin()).toBe(0)
    expect((await one(number, 'atmos')).payment).toMatchObject({ state: 'refunded' })
  })

  it('whose bank does not answer stays open, and is finished by the job', async () => {
    const { number } = await paidByCard()
    await gateway.fault('pay/reverse', 'http_502', 1)
    const outcome = await refund(number, { system: 'atmos', amount: 5000 })
    expect(['card', 'card_open']).toContain(outcome.data['how'])
    world.clock.advanceMs(60_000)
    await world.cardsWorld.cards.settle(new AbortController().signal)
    expect((await one(number, 'atmos')).payment).toMatchObject({ state: 'refunded' })
    expect(await gateway.takenTiyin()).toBe(0)
  })
})
