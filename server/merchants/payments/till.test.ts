/** Payments with expiry, spent money, unknown clients and concurrent requests; over HTTP, on a real database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { at, basic, call, type CallResponse } from '#emulators/payment-systems/call.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import {
  merchantSettings,
  merchantsFixture,
  type MerchantsFixture,
} from '#tests/kit/modules/merchants-module.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { cancelExpiredReservations } from './till.ts'
import { addsUp, merchantReceiptUrl, totalsPerDay } from '#server/merchants/merchants.ts'

const startMs = Date.UTC(2026, 10, 22, 12)
const clock = manualClock(startMs)
let database: TestDatabase
let fixture: MerchantsFixture
beforeAll(async () => {
  database = await createTestDatabase()
  fixture = await merchantsFixture(database.db, clock)
})
afterAll(async () => {
  await fixture.close()
  await database.drop()
})

let numbers = 0

function newId() {
  return `${String((numbers += 1)).padStart(24, '0')}`
}

const amount = 500_000
type Sent = Readonly<Record<string, string>>

/** Retries while the response is busy, as Payme does. */
async function payme(
  method: string,
  params: object,
  headers: Sent = {},
  key = 'payme-key-of-the-tests',
): Promise<CallResponse> {
  const sent = {
    headers: { authorization: basic('Paycom', key), ...headers },
    body: JSON.stringify({ id: 1, method, params }),
  }
  let report = await call(`${fixture.url}/payme`, sent)
  for (let tries = 1; stateOf(report) === -32_400 && tries < 10; tries += 1)
    report = await call(`${fixture.url}/payme`, sent)
  return report
}

function paynet(method: string, params: object) {
  return call(`${fixture.url}/paynet`, {
    headers: { authorization: basic('paynet', 'paynet-password-of-the-tests') },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
}

function uzum(step: string, params: object) {
  return call(`${fixture.url}/uzum/${step}`, {
    headers: { authorization: basic('uzum', 'uzum-password-of-the-tests') },
    body: JSON.stringify({ serviceId: 101, timestamp: clock.nowMs(), ...params }),
  })
}

function stateOf(report: CallResponse) {
  return at(report.body, 'result', 'state') ?? at(report.body, 'error', 'code')
}

function create(abonement: string, id: string) {
  return payme('CreateTransaction', { id, time: clock.nowMs(), amount, account: { abonement } })
}

/** Spends from the deposit as a subscription would. */
async function spend(accountId: number, amountTiyin: number) {
  const reference = `charge:${newId()}`
  await fixture.billing.moveMoney({
    accountId,
    reference,
    amountTiyin: -amountTiyin,
    kind: 'charge',
    against: 'revenue',
  })
}

describe('a reserved payment', () => {
  it('[PAY-07] can be completed for twelve hours, and is cancelled after them at the next request', async () => {
    const { abonement } = await fixture.addAccount()
    const [made, late] = [newId(), newId()]
    await create(abonement, made)
    await create(abonement, late)
    clock.advanceMs(43_200_000)
    expect(stateOf(await payme('PerformTransaction', { id: made }))).toBe(2)
    clock.advanceMs(1)
    const statement = await payme('GetStatement', { from: startMs, to: clock.nowMs() })
    expect(at(statement.body, 'result', 'transactions')).toMatchObject([
      { id: made, state: 2 },
      { id: late, state: -1, reason: 4 },
    ])
    expect(stateOf(await payme('PerformTransaction', { id: late }))).toBe(-31_008)
    const looked = await payme('CheckTransaction', { id: late })
    expect(at(looked.body, 'result')).toMatchObject({
      state: -1,
      reason: 4,
      perform_time: 0,
      cancel_time: clock.nowMs(),
    })
  })

  it('is also cancelled in the background, and the others stay', async () => {
    const { abonement } = await fixture.addAccount()
    const [old, young] = [newId(), newId()]
    await create(abonement, old)
    clock.advanceMs(43_200_001)
    await create(abonement, young)
    const { db } = database
    expect(await cancelExpiredReservations({ db, clock }, new AbortController().signal)).toBe(1)
    expect(stateOf(await payme('CheckTransaction', { id: old }))).toBe(-1)
    expect(stateOf(await payme('CheckTransaction', { id: young }))).toBe(1)
  })
})

describe('spent money', () => {
  it('[PAY-07] is not refunded by any system, and the rest stays unchanged', async () => {
    const account = await fixture.addAccount()
    const { abonement, accountId } = account
    const [byPayme, byPaynet, byUzum] = [newId(), 71, newId()]
    await create(abonement, byPayme)
    await payme('PerformTransaction', { id: byPayme })
    await paynet('PerformTransaction', {
      serviceId: 1,
      transactionId: byPaynet,
      amount,
      fields: { client_id: abonement },
    })
    await uzum('create', { transId: byUzum, amount, params: { account: abonement } })
    await uzum('confirm', { transId: byUzum })
    expect(await fixture.balanceOf(account)).toBe(3 * amount)
    await spend(accountId, 2 * amount + 1)
    expect(stateOf(await payme('CancelTransaction', { id: byPayme, reason: 5 }))).toBe(-31_007)
    const cancelled = await paynet('CancelTransaction', { serviceId: 1, transactionId: byPaynet })
    expect(at(cancelled.body, 'error', 'code')).toBe(77)
    const reversed = await uzum('reverse', { transId: byUzum })
    expect([reversed.status, at(reversed.body, 'status'), at(reversed.body, 'errorCode')]).toEqual([
      400,
      'FAILED',
      '10003',
    ])
    expect(await fixture.balanceOf(account)).toBe(amount - 1)
    expect(stateOf(await payme('CheckTransaction', { id: byPayme }))).toBe(2)
    // One more payment covers it again: of four, one is refunded.
    await create(abonement, newId())
    const more = newId()
    await create(abonement, more)
    await payme('PerformTransaction', { id: more })
    expect(stateOf(await payme('CancelTransaction', { id: byPayme, reason: 5 }))).toBe(-2)
    expect(await fixture.balanceOf(account)).toBe(amount - 1)
  })
})

describe('a payment that was partly refunded by hand', () => {
  it('[PAY-07] is not refunded again: the system gets that reason, and not an internal error', async () => {
    const account = await fixture.addAccount()
    const id = newId()
    await create(account.abonement, id)
    await payme('PerformTransaction', { id })
    const part = { reference: `by-hand:${id}`, of: `payme:${id}`, amountTiyin: 1 }
    expect(await fixture.billing.reverse(part)).toMatchObject({ kind: 'moved' })
    expect(stateOf(await payme('CancelTransaction', { id, reason: 5 }))).toBe(-31_007)
    expect(await fixture.balanceOf(account)).toBe(amount - 1)
  })
})

describe('concurrent requests', () => {
  it('[PAY-07] twenty payments, their refunds and their repetitions leave exactly the completed ones', async () => {
    const account = await fixture.addAccount()
    const ids = Array.from({ length: 20 }, newId)
    await Promise.all(ids.flatMap((id) => [create(account.abonement, id), create(account.abonement, id)]))
    await Promise.all(
      ids.flatMap((id, index) => [
        payme('PerformTransaction', { id }),
        ...(index % 2 === 0 ? [payme('CancelTransaction', { id, reason: 5 })] : []),
        payme('PerformTransaction', { id }),
      ]),
    )
    const states = await Promise.all(ids.map(async (id) => stateOf(await payme('CheckTransaction', { id }))))
    const stored = states.filter((state) => state === 2).length
    // In any order: the odd ones were completed, the even ones were cancelled before or after.
    expect(states.filter((_, index) => index % 2 === 1)).toEqual(Array.from({ length: 10 }, () => 2))
    expect(await fixture.balanceOf(account)).toBe(stored * amount)
  }, 120_000)
})

describe('a client', () => {
  it('from another network is refused whatever key it sends', async () => {
    const settings = merchantSettings({
      EKRAN_PAYME: 'merchant=587f72c72cac0d162c722ae2&key=payme-key-of-the-tests&networks=185.234.113.0/28',
    })
    const guarded = await merchantsFixture(database.db, clock, settings)
    const ask = (address: string) =>
      call(`${guarded.url}/payme`, {
        headers: { authorization: basic('Paycom', 'payme-key-of-the-tests'), 'x-forwarded-for': address },
        body: JSON.stringify({ id: 1, method: 'CheckTransaction', params: { id: newId() } }),
      })
    expect(stateOf(await ask('185.234.113.9'))).toBe(-31_003)
    expect(stateOf(await ask('185.234.113.16'))).toBe(-32_504)
    // Not configured: no address at all.
    expect((await call(`${guarded.url}/click/prepare`, { headers: {}, body: '' })).status).toBe(404)
    await guarded.close()
  })

  it('with a hundred wrong keys is blocked, and no other', async () => {
    const guesser = { 'x-forwarded-for': '203.0.113.5' }
    const params = { id: newId() }
    for (let tries = 0; tries < 100; tries += 1)
      expect(stateOf(await payme('CheckTransaction', params, guesser, `guess ${tries}`))).toBe(-32_504)
    expect(stateOf(await payme('CheckTransaction', params, guesser))).toBe(-32_504)
    expect(stateOf(await payme('CheckTransaction', params, { 'x-forwarded-for': '203.0.113.6' }))).toBe(
      -31_003,
    )
  }, 120_000)

  it('that sends an unreadable request gets an error', async () => {
    const headers = { authorization: basic('Paycom', 'payme-key-of-the-tests') }
    const large = await call(`${fixture.url}/payme`, { headers, body: 'x'.repeat(70_000) })
    expect(large.status).toBe(413)
    const { abonement } = await fixture.addAccount()
    const id = newId()
    const odd = { abonement, note: '\u0000\ud800' }
    const report = await payme('CreateTransaction', { id, time: clock.nowMs(), amount, account: odd })
    expect(stateOf(report)).toBe(1)
  })
})

describe('stored data', () => {
  it('[PAY-07] includes the fiscal receipts of the payment and of its refund', async () => {
    const { abonement } = await fixture.addAccount()
    const id = newId()
    await create(abonement, id)
    await payme('PerformTransaction', { id })
    const receipt = (number: number) => ({ receipt_id: number, status_code: 0, fiscal_sign: '800031554082' })
    await payme('SetFiscalData', { id, type: 'PERFORM', fiscal_data: receipt(1) })
    await payme('SetFiscalData', { id, type: 'CANCEL', fiscal_data: receipt(2) })
    expect(
      stateOf(await payme('SetFiscalData', { id: newId(), type: 'CANCEL', fiscal_data: receipt(3) })),
    ).toBe(-31_003)
    const { rows } = await sql<{ fiscal: unknown }>`
      select fiscal from provider_tx where external_id = ${id}`.execute(database.db)
    expect(rows).toEqual([{ fiscal: { PERFORM: receipt(1), CANCEL: receipt(2) } }])
  })

  it('[PAY-07] [CAB-02] links the payer, and no other client, from the history entry to the receipt', async () => {
    const [payer, stranger] = [await fixture.addAccount(), await fixture.addAccount()]
    const [id, other] = [newId(), newId()]
    for (const one of [id, other]) {
      await create(payer.abonement, one)
      await payme('PerformTransaction', { id: one })
    }
    const urlFor = ({ accountId }: { accountId: number }, one: string) =>
      merchantReceiptUrl(database.db, accountId, `payme:${one}`)
    expect(await urlFor(payer, id)).toBeNull()
    const give = (one: string, qr_code_url: string) =>
      payme('SetFiscalData', { id: one, type: 'PERFORM', fiscal_data: { receipt_id: 4, qr_code_url } })
    const url = 'https://ofd.soliq.uz/epi?t=EZ000000000030&r=123&c=20261122&s=800031554082'
    await give(id, url)
    expect([await urlFor(payer, id), await urlFor(stranger, id)]).toEqual([url, null])
    // A text that is no web address does not become a link.
    await give(other, 'javascript:alert(1)')
    expect(await urlFor(payer, other)).toBeNull()
  })

  it('[PAY-07] matches the ledger by day, for every system', async () => {
    const totals = await totalsPerDay(database.db, { fromMs: 0, untilMs: clock.nowMs() + 1 })
    expect(new Set(totals.map(({ provider }) => provider))).toEqual(new Set(['payme', 'paynet', 'uzum']))
    expect(totals.filter((total) => !addsUp(total))).toEqual([])
    const inAll = totals.reduce((sum, { paidTiyin, backTiyin }) => sum + paidTiyin - backTiyin, 0)
    const { rows } = await sql<{ sum: number }>`
      select sum(amount_tiyin)::bigint as sum from provider_tx where state = 'paid'`.execute(database.db)
    expect(rows).toEqual([{ sum: inAll }])
    // A credit without a payment is detected.
    const { accountId } = await fixture.addAccount()
    await fixture.billing.moveMoney({
      accountId,
      reference: 'payme:forged',
      amountTiyin: 7,
      kind: 'top_up',
      against: 'payments',
    })
    const result = await totalsPerDay(database.db, { fromMs: 0, untilMs: clock.nowMs() + 1 })
    expect(result.filter((total) => !addsUp(total)).map(({ provider }) => provider)).toEqual(['payme'])
  })
})
