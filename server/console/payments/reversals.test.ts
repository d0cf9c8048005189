/** Refunds that Click makes when it is asked to, over real HTTP, with its merchant API in this process. */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { consolePayments } from '#contract/console/payments.ts'
import type { consoleClosings } from '#contract/console/closings.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { refundAnyPayment } from '#server/accounting/accounting.ts'
import { checkLedger } from '#server/billing/billing.ts'
import { checkPayments, settleReversals } from '#server/merchants/merchants.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { type OwnClickMerchant, startClickMerchant } from '#tests/kit/emulators/click-merchant.ts'
import { playPayments } from '#tests/kit/emulators/payment-drivers.ts'
import { merchantSettings } from '#tests/kit/modules/merchants-module.ts'
import {
  openPaymentsConsole,
  paidByPayme,
  type PaymentsConsole,
} from '#tests/kit/modules/payments-console.ts'
import { createSheet } from '#emulators/payment-systems/sheet.ts'
import { closingEndpoints } from './closing-endpoints.ts'

const database = await createTestDatabase()
/** No card pays in these tests. */
const noGateway = 'atmos+http://key:secret@127.0.0.1:9?store=1'
let click: OwnClickMerchant
let world: PaymentsConsole
beforeAll(async () => {
  const more = (deps: Parameters<typeof closingEndpoints>[0]) => ({ endpoints: closingEndpoints(deps) })
  world = await openPaymentsConsole(database.db, noGateway, more, async (nowMs) => {
    click = await startClickMerchant(nowMs)
    return click.setting
  })
}, 60_000)
afterAll(async () => {
  expect(await checkLedger(world.db)).toMatchObject({ kind: 'whole' })
  expect(await checkPayments(world.db)).toBeUndefined()
  await world.close()
  await click.stop()
  await database.drop()
})

type One = ResponseOf<typeof consolePayments.one>
type Tasks = ResponseOf<typeof consolePayments.tasks>

let made = 0

/** A payment of 50,000 soʻm by Click's own requests. */
async function paidByClick(amountTiyin = 5_000_000) {
  made += 1
  const account = await world.merchants.addAccount()
  const [id, paymentId] = [String(70_000 + made), String(900_000 + made)]
  const send = async (action: '0' | '1', prepared = '') => {
    const form = {
      ...{ click_trans_id: id, service_id: '4321', click_paydoc_id: paymentId, action },
      ...{ merchant_trans_id: account.abonement, amount: (amountTiyin / 100).toFixed(2) },
      ...{ error: '0', error_note: 'Success', sign_time: '2026-01-01 10:00:00' },
      ...(action === '1' ? { merchant_prepare_id: prepared } : {}),
    }
    const signed = [id, '4321', 'click-secret-of-the-tests', form.merchant_trans_id, prepared]
    const parts = [...signed, form.amount, action, form.sign_time]
    const sign_string = createHash('md5').update(parts.join('')).digest('hex')
    const response = await fetch(`${world.merchants.url}/click/${action === '0' ? 'prepare' : 'complete'}`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, sign_string }),
    })
    return (await response.json()) as { error: number; merchant_prepare_id?: number }
  }
  const { merchant_prepare_id: number = 0 } = await send('0')
  expect((await send('1', String(number))).error).toBe(0)
  click.paid(paymentId, amountTiyin)
  return { account, number, paymentId, amountTiyin }
}

type Paid = Awaited<ReturnType<typeof paidByClick>>

function refund({ number }: Pick<Paid, 'number'>, member = 'owner', more: object = {}) {
  const body = { system: 'click', number, amount: 50_000, reason: 'Оплатил дважды', ...more }
  return world.act('/payments/refund', body, member)
}

async function one(number: number) {
  return (await world.read<One>(`/payments/one?system=click&number=${number}`, 'owner')).data
}

async function taskOf(number: number) {
  const lists = await Promise.all(
    ['to_do', 'ended'].map((which) => world.read<Tasks>(`/payments/refunds?which=${which}`, 'owner')),
  )
  return lists.flatMap(({ data }) => data.tasks).find((task) => task.number === number)
}

/** The job, this much later. */
function settleAfter(ms: number) {
  world.clock.advanceMs(ms)
  const { clock, db, merchants } = world
  const deps = { db, clock, log: silentLog, reverserOf: merchants.module.reverserOf }
  return settleReversals(deps, new AbortController().signal)
}

const minuteMs = 60_000

describe('[FIN-03] a payment by Click', () => {
  it('is paid back by Click whole, once, also when two people ask at once', async () => {
    const paid = await paidByClick()
    expect((await one(paid.number)).refund).toMatchObject({ how: 'system', max: 50_000 })
    const before = click.requests.length
    const both = await Promise.all([refund(paid), refund(paid, 'owner2')])
    expect(both.map(({ failure }) => failure).toSorted()).toEqual(['refund_done_before', undefined])
    expect(both.find(({ failure }) => failure === undefined)?.data).toEqual({ how: 'system', balance: 0 })
    expect(click.requests.slice(before)).toEqual([`DELETE payment/reversal/4321/${paid.paymentId}`])
    expect(click.returnedTiyin(paid.paymentId)).toBe(5_000_000)
    expect(await taskOf(paid.number)).toMatchObject({ state: 'done', way: 'system' })
    const life = await one(paid.number)
    expect(life.payment).toMatchObject({ state: 'refunded', refunded: 50_000 })
    expect(life.events.at(-1)).toMatchObject({ kind: 'refund_done', way: 'system' })
  })

  it('whose answer is lost after Click did it, is done: the state says so', async () => {
    const paid = await paidByClick()
    click.fault('reversal', 'lose_answer')
    expect((await refund(paid)).data).toMatchObject({ how: 'system' })
    expect(click.returnedTiyin(paid.paymentId)).toBe(5_000_000)
  })

  it('that nobody knows of stays open, is not paid back by hand meanwhile, and is found by the job', async () => {
    const paid = await paidByClick()
    click.fault('reversal', 'lose_answer')
    click.fault('status', 'broken', 2)
    expect((await refund(paid)).data).toMatchObject({ how: 'system_open' })
    expect(await taskOf(paid.number)).toMatchObject({ state: 'to_do', reversal: 'asked' })
    const which = { system: 'click', number: paid.number }
    const finish = { ...which, way: 'cabinet', document: '7' }
    expect((await world.act('/payments/refunds/finish', finish, 'owner')).failure).toBe('refund_asked')
    expect((await world.act('/payments/refunds/withdraw', which, 'owner')).failure).toBe('refund_asked')
    expect(await settleAfter(minuteMs)).toBe(0)
    expect(await settleAfter(minuteMs)).toBe(1)
    expect(await taskOf(paid.number)).toMatchObject({ state: 'done', way: 'system' })
    expect(click.returnedTiyin(paid.paymentId)).toBe(5_000_000)
  })

  it('that Click did not do is asked for again', async () => {
    const paid = await paidByClick()
    click.fault('reversal', 'down', 2)
    expect((await refund(paid)).data).toMatchObject({ how: 'system_open' })
    expect(await settleAfter(minuteMs)).toBe(0)
    expect(await settleAfter(minuteMs)).toBe(1)
    expect(click.returnedTiyin(paid.paymentId)).toBe(5_000_000)
  })

  it('that Click refuses is a task for finance, with its code', async () => {
    const paid = await paidByClick()
    click.fault('reversal', 'refuse')
    expect((await refund(paid)).data).toEqual({ how: 'by_hand', balance: 0 })
    const refused = { state: 'to_do', reversal: 'refused', reversal_problem: 'error_31' }
    expect(await taskOf(paid.number)).toMatchObject(refused)
    const finish = { system: 'click', number: paid.number, way: 'transfer', document: 'ПП 9' }
    expect((await world.act('/payments/refunds/finish', finish, 'owner')).failure).toBeUndefined()
    expect(click.returnedTiyin(paid.paymentId)).toBe(0)
  })

  it('is paid back in part; a part that may have been done is left to a person and not asked for again', async () => {
    const part = await paidByClick()
    const partly = { amount: 12_000.5 }
    expect((await refund(part, 'owner', partly)).data).toMatchObject({ how: 'system' })
    expect(click.requests.at(-1)).toBe(`DELETE payment/partial_reversal/4321/${part.paymentId}/12000.50`)
    expect(click.returnedTiyin(part.paymentId)).toBe(1_200_050)
    const lost = await paidByClick()
    click.fault('reversal', 'lose_answer')
    expect((await refund(lost, 'owner', partly)).data).toMatchObject({ how: 'by_hand' })
    expect(await taskOf(lost.number)).toMatchObject({ state: 'to_do', reversal: 'unclear' })
    const count = click.requests.length
    expect(await settleAfter(minuteMs)).toBe(0)
    expect(click.requests.length).toBe(count)
  })

  it('is paid back in several parts; what the state does not show is not taken for the whole', async () => {
    const paid = await paidByClick()
    expect((await refund(paid, 'owner', { amount: 20_000 })).data).toEqual({ how: 'system', balance: 30_000 })
    // Done at once: a second person, or a request that is repeated, refunds nothing more.
    expect((await refund(paid, 'owner2', { amount: 20_000 })).failure).toBe('refund_done_before')
    expect(click.returnedTiyin(paid.paymentId)).toBe(2_000_000)
    const both = await Promise.all(
      ['owner', 'owner2'].map((member) => refund(paid, member, { attempt: 2, amount: 10_000 })),
    )
    expect(both.map(({ failure }) => failure).toSorted()).toEqual(['refund_done_before', undefined])
    expect(click.returnedTiyin(paid.paymentId)).toBe(3_000_000)
    click.fault('reversal', 'refuse')
    const third = { attempt: 3, amount: 20_000 }
    expect((await refund(paid, 'owner', third)).data).toEqual({ how: 'by_hand', balance: 0 })
    const which = { system: 'click', number: paid.number, attempt: 3 }
    expect((await world.act('/payments/refunds/withdraw', which, 'owner')).failure).toBeUndefined()
    expect((await refund(paid, 'owner', { ...third, attempt: 4 })).data).toMatchObject({ how: 'system' })
    expect(click.returnedTiyin(paid.paymentId)).toBe(5_000_000)
    expect((await one(paid.number)).refunds.map(({ state, way, amount }) => [state, way, amount])).toEqual([
      ['done', 'system', 20_000],
      ['done', 'system', 10_000],
      ['withdrawn', '', 20_000],
      ['done', 'system', 20_000],
    ])
    // A part that may have been paid back was given up: after that the state of the payment says nothing of the whole.
    const lost = await paidByClick()
    click.fault('reversal', 'lose_answer')
    expect((await refund(lost, 'owner', { amount: 20_000 })).data).toMatchObject({ how: 'by_hand' })
    const withdrawn = { system: 'click', number: lost.number }
    expect((await world.act('/payments/refunds/withdraw', withdrawn, 'owner')).failure).toBeUndefined()
    click.fault('reversal', 'down')
    const requests = click.requests.length
    expect((await refund(lost, 'owner', { attempt: 2 })).data).toMatchObject({ how: 'by_hand' })
    expect(await taskOf(lost.number)).toMatchObject({ attempt: 2, state: 'to_do', reversal: 'unclear' })
    expect(click.requests.slice(requests)).toEqual([`DELETE payment/reversal/4321/${lost.paymentId}`])
  })

  it('that gets no answer for a day is left to a person', async () => {
    const paid = await paidByClick()
    click.fault('reversal', 'broken', 99)
    click.fault('status', 'broken', 99)
    expect((await refund(paid)).data).toMatchObject({ how: 'system_open' })
    expect(await settleAfter(minuteMs)).toBe(0)
    expect(await settleAfter(86_400_000)).toBe(1)
    await world.nextDay()
    expect(await taskOf(paid.number)).toMatchObject({ reversal: 'unclear', reversal_problem: 'no_answer' })
    click.fault('reversal', 'none', 0)
    click.fault('status', 'none', 0)
  })

  it('after its day was closed changes nothing of what was signed', async () => {
    const paid = await paidByClick()
    const day = new Date(world.clock.nowMs() + 5 * 3_600_000).toISOString().slice(0, 10)
    world.clock.advanceMs(31 * 86_400_000)
    await world.nextDay()
    for (const member of ['finance', 'finance2']) await world.act('/payments/closings/sign', { day }, member)
    type Closed = ResponseOf<typeof consoleClosings.one>
    const read = async () => {
      const { data } = await world.read<Closed>(`/payments/closings/one?day=${day}`, 'finance')
      return { totals: data.totals, signed: data.signed, closing: data.closing }
    }
    const signed = await read()
    expect(signed.closing).toMatchObject({ state: 'closed' })
    expect((await refund(paid)).data).toMatchObject({ how: 'system', balance: 0 })
    expect(await read()).toEqual(signed)
  })
})

it('[FIN-03] every other way is a task for finance when its protocol has no reversal of ours', async () => {
  const without = merchantSettings()
  world.merchants.module.use(without)
  const numbers = new Map<string, number>()
  const payme = await paidByPayme(world, 5_000_000)
  numbers.set('payme', payme.number)
  for (const system of ['click', 'paynet', 'uzum'] as const) {
    const account = await world.merchants.addAccount()
    await playPayments(system, createSheet(), { url: world.merchants.url, account: account.abonement })
    const { provider_tx_id: number } = await world.db
      .selectFrom('provider_tx')
      .select('provider_tx_id')
      .where('provider', '=', system)
      .where('account_id', '=', account.accountId)
      .where('state', '=', 'paid')
      .limit(1)
      .executeTakeFirstOrThrow()
    numbers.set(system, number)
  }
  for (const [system, number] of numbers) {
    const body = { system, number, amount: system === 'payme' ? 50_000 : 5000, reason: 'Оплатил дважды' }
    const answer = await world.act('/payments/refund', body, 'owner')
    expect(answer.data, `${system}: ${answer.message}`).toMatchObject({ how: 'by_hand' })
    expect(await taskOf(number)).toMatchObject({ system, state: 'to_do', reversal: '' })
  }
}, 120_000)

async function refundDirectly(number: number, amountTiyin: number) {
  const { db, clock, cardsWorld, merchants } = world
  const outcome = await refundAnyPayment(
    { db, clock, log: silentLog, cards: cardsWorld.cards.deps, reverserOf: merchants.module.reverserOf },
    {
      ...{ system: 'click', number, attempt: 1, amountTiyin, reason: 'Оплатил дважды', by: undefined },
      record: async () => undefined,
    },
  )
  expect(outcome.kind).toBe('refunded')
}

it('[FIN-03] however its answers are lost, Click pays back at most once, and never what finance pays', async () => {
  world.merchants.module.use(merchantSettings({ EKRAN_CLICK: click.setting }))
  const fault = fc.constantFrom('none', 'down', 'lose_answer', 'refuse', 'broken')
  const look = fc.constantFrom('none', 'none', 'broken', 'down')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fault, look), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (rounds, isWhole) => {
        const paid = await paidByClick()
        let isFirst = true
        for (const [reversal, status] of rounds) {
          click.fault('reversal', reversal)
          click.fault('status', status)
          if (isFirst) await refundDirectly(paid.number, isWhole ? 5_000_000 : 2_000_000)
          else await settleAfter(minuteMs)
          isFirst = false
        }
        click.fault('reversal', 'none', 0)
        click.fault('status', 'none', 0)
        await settleAfter(minuteMs)
        const task = await taskOf(paid.number)
        const returned = click.returnedTiyin(paid.paymentId)
        const asked = isWhole ? 5_000_000 : 2_000_000
        expect([0, asked]).toContain(returned)
        if (task?.state === 'to_do') expect(task.reversal).not.toBe('asked')
        if (task?.state === 'done') expect(returned).toBe(asked)
        // What a person is told to pay back without looking was not paid back by Click.
        if (task?.reversal === 'refused') expect(returned).toBe(0)
        expect(await world.merchants.balanceOf(paid.account)).toBe(5_000_000 - asked)
      },
    ),
    { numRuns: 20 },
  )
}, 120_000)
