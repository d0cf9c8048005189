/** Fiscal receipts of real payments, over HTTP with the emulated fiscal service, on a real database. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { basic, call } from '#emulators/payment-systems/call.ts'
import {
  beginProviderRefund,
  finishProviderRefund,
  withdrawProviderRefund,
} from '#server/merchants/merchants.ts'
import { seededRandom } from '#server/platform/primitives/ids.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { startFiscalService, type TestFiscalService } from '#tests/kit/emulators/fiscal-service.ts'
import { merchantsFixture, type MerchantsFixture } from '#tests/kit/modules/merchants-module.ts'
import {
  closeReceipt,
  createUzumFiscal,
  listReceipts,
  queueReceipts,
  receiptsOfPayment,
  reconcileReceipts,
  retryFailed,
  retryReceipt,
  sendReceipts,
} from './fiscal.ts'

const clock = manualClock(Date.UTC(2026, 10, 22, 12))
const minuteMs = 60_000
/** The audit is not what is tested here. */
const nothing = async () => undefined
let database: TestDatabase
let fixture: MerchantsFixture
let service: TestFiscalService
beforeAll(async () => {
  database = await createTestDatabase()
  fixture = await merchantsFixture(database.db, clock)
  service = await startFiscalService()
})
afterAll(async () => {
  await service.stop()
  await fixture.close()
  await database.drop()
})
beforeEach(() => service.fault('all', 'none'))

const deps = (more: object = {}, timeLimitMs?: number) => ({
  ...{ db: database.db, clock },
  service: createUzumFiscal({ ...service.settings, ...more }, timeLimitMs),
})

/** One run of the job of every minute. */
async function run(more: object = {}, timeLimitMs?: number) {
  await queueReceipts(database.db, service.settings, clock.nowMs())
  return sendReceipts(deps(more, timeLimitMs), AbortSignal.timeout(60_000))
}

async function later(minutes: number) {
  clock.advanceMs(minutes * minuteMs)
  return run()
}

async function uzum(step: string, params: object) {
  const { body } = await call(`${fixture.url}/uzum/${step}`, {
    headers: { authorization: basic('uzum', 'uzum-password-of-the-tests') },
    body: JSON.stringify({ serviceId: 101, timestamp: clock.nowMs(), ...params }),
  })
  return body as { readonly status?: string }
}

interface Paid {
  readonly transId: string
  readonly number: number
}

/** A payment through Uzum's own requests. */
async function paid(amount = 500_000): Promise<Paid> {
  const { abonement } = await fixture.addAccount()
  const transId = randomUUID()
  await uzum('create', { transId, params: { account: abonement }, amount })
  expect(await uzum('confirm', { transId })).toMatchObject({ status: 'CONFIRMED' })
  const { provider_tx_id: number } = await database.db
    .selectFrom('provider_tx')
    .select('provider_tx_id')
    .where('external_id', '=', transId)
    .executeTakeFirstOrThrow()
  return { transId, number }
}

const reverse = (transId: string) => uzum('reverse', { transId })
const ours = ({ number }: Paid) => receiptsOfPayment(database.db, 'uzum', number)
const theirs = async ({ transId }: Paid) =>
  (await service.receipts()).filter(({ paymentId }) => paymentId === transId)
const states = async (one: Paid) => (await ours(one)).map(({ kind, state, reason }) => [kind, state, reason])

describe('[FIN-04] the receipt of a payment', () => {
  it('is registered once, with its codes, sum and link, and never changes after that', async () => {
    const one = await paid(4_900_000)
    expect(await run()).toEqual({ registered: 1, failed: 0 })
    const [receipt] = await ours(one)
    const [stored] = await theirs(one)
    expect(stored).toMatchObject({ kind: 'sale', amountTiyin: 4_900_000, vatPercent: 12 })
    expect(stored?.spic).toBe(service.settings.spic)
    expect(receipt).toMatchObject({ state: 'registered', url: stored?.url, amountTiyin: 4_900_000 })
    expect(receipt?.fiscalNumber).toMatch(/^EMULATED000001 · \d+ · \d+$/)
    expect(await later(60)).toEqual({ registered: 0, failed: 0 })
    expect(await theirs(one)).toHaveLength(1)
    const change = database.db.updateTable('fiscal_receipt').set({ url: 'https://other.example' })
    await expect(change.where('number', '=', one.number).execute()).rejects.toThrow('is final')
    await expect(database.db.deleteFrom('fiscal_receipt').execute()).rejects.toThrow('is final')
  })

  it.each(['lose_answer', 'done_but_500'] as const)(
    'is looked up before it is sent again: %s',
    async (fault) => {
      const one = await paid()
      await service.fault('receipt', fault, 1)
      expect(await run()).toEqual({ registered: 0, failed: 0 })
      expect((await states(one))[0]?.[1]).toBe('sent')
      expect(await later(1)).toEqual({ registered: 1, failed: 0 })
      expect(await theirs(one)).toHaveLength(1)
    },
  )

  it('is sent again when the service says that it has none', async () => {
    const one = await paid()
    await service.fault('receipt', 'down', 1)
    await run()
    // While the service does not say it, nothing is sent.
    await service.fault('receipt_url', 'http_500', 1)
    await later(1)
    expect(await states(one)).toEqual([['sale', 'sent', 'http_500']])
    expect(await theirs(one)).toEqual([])
    expect(await later(2)).toEqual({ registered: 1, failed: 0 })
    expect(await theirs(one)).toHaveLength(1)
  })

  it('waits for a slow answer only as long as its limit, and is found afterwards', async () => {
    const one = await paid()
    await service.fault('receipt', 'slow', 1)
    await run({}, 500)
    expect(await states(one)).toEqual([['sale', 'sent', 'timeout']])
    expect(await later(1)).toEqual({ registered: 1, failed: 0 })
  })

  it('that is accepted has its link later', async () => {
    const one = await paid()
    await service.fault('receipt', 'later', 1)
    await run()
    expect(await states(one)).toEqual([['sale', 'sent', 'printing']])
    await later(1)
    await later(2)
    expect(await later(5)).toEqual({ registered: 1, failed: 0 })
  })

  it('is made by one of two runs at once', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => paid()))
    await Promise.all([run(), run(), run()])
    for (const one of many) expect(await theirs(one)).toHaveLength(1)
  })

  it('that another program has made is not made twice: a person must look', async () => {
    const one = await paid()
    const own = deps().service
    const other = { operationId: randomUUID(), paymentId: one.transId, amountTiyin: 500_000 }
    await own.registerSale({ ...other, happenedMs: clock.nowMs() })
    expect(await run()).toEqual({ registered: 0, failed: 1 })
    expect(await states(one)).toEqual([['sale', 'failed', 'made_elsewhere']])
    const [receipt] = await ours(one)
    await closeReceipt(deps(), { receiptId: receipt?.receiptId ?? 0, note: 'Чек пробит в кабинете' }, nothing)
    expect(await states(one)).toEqual([['sale', 'not_needed', 'closed_by_hand']])
    expect(
      await closeReceipt(deps(), { receiptId: receipt?.receiptId ?? 0, note: 'Ещё раз' }, nothing),
    ).toMatchObject({ kind: 'ended' })
    expect(await retryReceipt(deps(), receipt?.receiptId ?? 0, nothing)).toMatchObject({ kind: 'ended' })
  })
})

describe('[FIN-04] what is refused', () => {
  it.each([
    ['a wrong code', { spic: '0'.repeat(17) }, 'wrong_codes'],
    ['a wrong rate of VAT', { vatPercent: 13 }, 'http_422'],
  ])('%s: not tried again by itself; after it is put right, all at once', async (_name, more, reason) => {
    const one = await paid()
    await run(more)
    expect(await states(one)).toEqual([['sale', 'failed', reason]])
    expect(await later(24 * 60)).toEqual({ registered: 0, failed: 0 })
    expect(await retryFailed(deps(), nothing)).toBe(1)
    expect(await run()).toEqual({ registered: 1, failed: 0 })
  })

  it('a wrong key: later again, for a week, and then a person must look', async () => {
    const one = await paid()
    await service.fault('all', 'wrong_key')
    await run()
    expect(await states(one)).toEqual([['sale', 'sent', 'wrong_key']])
    for (let hours = 0; hours < 8 * 24; hours += 6) await later(6 * 60)
    expect((await states(one))[0]?.slice(0, 2)).toEqual(['sale', 'failed'])
    expect(await theirs(one)).toEqual([])
    await service.fault('all', 'none')
    const [receipt] = await ours(one)
    expect(await retryReceipt(deps(), receipt?.receiptId ?? 0, nothing)).toMatchObject({
      kind: 'done',
      before: 'failed',
    })
    expect(await run()).toEqual({ registered: 1, failed: 0 })
    expect(await retryReceipt(deps(), 999_999, nothing)).toEqual({ kind: 'unknown' })
  })

  it('a service that is down is not called for each receipt of the queue', async () => {
    const many = await Promise.all(Array.from({ length: 8 }, () => paid()))
    await service.fault('all', 'down')
    await run()
    const all = (await Promise.all(many.map(states))).flat()
    expect(all.filter(([, state]) => state === 'sent')).toHaveLength(3)
    await service.fault('all', 'none')
    expect(await later(1)).toEqual({ registered: 8, failed: 0 })
  })
})

describe('[FIN-04] the receipt of a refund', () => {
  it('follows that of its payment, with the same number of the payment', async () => {
    const one = await paid()
    await service.fault('receipt', 'later', 1)
    await run()
    expect(await reverse(one.transId)).toMatchObject({ status: 'REVERSED' })
    await run()
    expect(await states(one)).toEqual([
      ['sale', 'sent', 'printing'],
      ['refund', 'pending', 'waits_for_sale'],
    ])
    for (let minutes = 1; minutes < 20; minutes += 5) await later(minutes)
    expect((await states(one)).map(([, state]) => state)).toEqual(['registered', 'registered'])
    expect((await theirs(one)).map(({ kind }) => kind)).toEqual(['sale', 'refund'])
  })

  it('is not made, nor that of the payment, when nothing was sent before the refund', async () => {
    const one = await paid()
    await reverse(one.transId)
    await run()
    await later(5)
    expect(await states(one)).toEqual([
      ['sale', 'not_needed', 'refunded_before'],
      ['refund', 'not_needed', 'no_sale_receipt'],
    ])
    expect(await theirs(one)).toEqual([])
  })

  it('is left to a person when that of the payment was made in another way', async () => {
    const one = await paid()
    await run({ spic: '0'.repeat(17) })
    const [sale] = await ours(one)
    await closeReceipt(deps(), { receiptId: sale?.receiptId ?? 0, note: 'Чек пробит в кабинете' }, nothing)
    await reverse(one.transId)
    expect(await run()).toEqual({ registered: 0, failed: 1 })
    expect(await states(one)).toEqual([
      ['sale', 'not_needed', 'closed_by_hand'],
      ['refund', 'failed', 'made_elsewhere'],
    ])
    const [, refund] = await ours(one)
    await closeReceipt(deps(), { receiptId: refund?.receiptId ?? 0, note: 'Возврат пробит там же' }, nothing)
    expect(await theirs(one)).toEqual([])
  })

  it('by hand is made once the payer has the money, of that part; a withdrawn one has none', async () => {
    const [part, back] = [await paid(), await paid()]
    await run()
    const by = undefined
    const own = { db: database.db, clock }
    await beginProviderRefund(own, {
      number: part.number,
      amountTiyin: 120_000,
      reason: 'r',
      by,
      record: nothing,
    })
    await beginProviderRefund(own, { number: back.number, reason: 'r', by, record: nothing })
    await run()
    expect(await theirs(part)).toHaveLength(1)
    await finishProviderRefund(own, { number: part.number, way: 'transfer', document: '1', by }, nothing)
    await withdrawProviderRefund(own, { number: back.number, by }, nothing)
    await run()
    expect((await theirs(part)).map(({ amountTiyin }) => amountTiyin)).toEqual([500_000, 120_000])
    expect(await theirs(back)).toHaveLength(1)
    expect((await reconcileReceipts(database.db, service.settings, clock.nowMs())).differences).toEqual([])
  })
})

describe('[FIN-04] the reconciliation', () => {
  it('counts what was just paid or refunded as waiting for the run, and names it when none came', async () => {
    const one = await paid(777_000)
    const compare = () => reconcileReceipts(database.db, service.settings, clock.nowMs())
    const fresh = await compare()
    expect(fresh).toMatchObject({ differences: [], openCount: 1 })
    clock.advanceMs(6 * minuteMs)
    expect(await compare()).toMatchObject({ differenceCount: 1, openCount: 0 })
    await run()
    expect(await compare()).toMatchObject({ differenceCount: 0, openCount: 0 })
    await reverse(one.transId)
    expect(await compare()).toMatchObject({ differences: [], openCount: 1 })
    clock.advanceMs(6 * minuteMs)
    expect((await compare()).differences).toMatchObject([{ kind: 'no_refund_receipt' }])
    await run()
    expect(await compare()).toMatchObject({ differenceCount: 0, openCount: 0 })
  })

  it('names a payment without a receipt, and the next run makes it', async () => {
    const one = await paid(777_000)
    clock.advanceMs(6 * minuteMs)
    const before = await reconcileReceipts(database.db, service.settings, clock.nowMs())
    const reference = `uzum:${one.transId}`
    expect(before.differences).toEqual([
      { kind: 'no_receipt', reference, ledgerTiyin: 777_000, receiptTiyin: 0 },
    ])
    await run()
    expect((await reconcileReceipts(database.db, service.settings, clock.nowMs())).differenceCount).toBe(0)
  })

  it('leaves out payments before the day of the setting, and those of systems that it does not name', async () => {
    const one = await paid()
    const tomorrow = { ...service.settings, fromMs: clock.nowMs() + 86_400_000 }
    expect(await queueReceipts(database.db, tomorrow, clock.nowMs())).toBe(0)
    const others = { ...service.settings, systems: ['click', 'atmos'] as const }
    expect(await queueReceipts(database.db, others, clock.nowMs())).toBe(0)
    expect((await reconcileReceipts(database.db, tomorrow, clock.nowMs())).paidTiyin).toBe(0)
    expect(await ours(one)).toEqual([])
    await run()
  })

  it.each(['a', 'b', 'c'])('holds whatever happens: each payment has one receipt (seed %s)', async (seed) => {
    const random = seededRandom(`fiscal ${seed}`)
    const below = (count: number) => (random(1)[0] ?? 0) % count
    const faults = ['down', 'http_500', 'broken', 'lose_answer', 'later', 'done_but_500'] as const
    const made: Paid[] = []
    const own = { db: database.db, clock }
    for (let step = 0; step < 25; step += 1) {
      const one = made[below(Math.max(made.length, 1))]
      const what = below(6)
      if (what <= 2 || one === undefined) made.push(await paid(100_000 * (1 + below(9))))
      else if (what === 3) await reverse(one.transId)
      else if (what === 4)
        await beginProviderRefund(own, { number: one.number, reason: 'r', by: undefined, record: nothing })
      else
        await (below(2) === 0
          ? withdrawProviderRefund(own, { number: one.number, by: undefined }, nothing)
          : finishProviderRefund(
              own,
              { number: one.number, way: 'cabinet', document: '1', by: undefined },
              nothing,
            ))
      const fault = faults[below(faults.length)] ?? 'none'
      if (below(2) === 0) await service.fault('all', fault, 1 + below(2))
      if (below(3) > 0) await later(below(10))
    }
    await service.fault('all', 'none')
    for (let hours = 0; hours < 24; hours += 1) await later(60)
    const result = await reconcileReceipts(database.db, service.settings, clock.nowMs())
    expect(result).toMatchObject({ differences: [], openCount: 0, failedCount: 0 })
    for (const one of made) {
      const [stored, rows] = [await theirs(one), await ours(one)]
      const registered = rows.filter(({ state }) => state === 'registered')
      const shape = (all: readonly { readonly kind: string; readonly amountTiyin: number }[]) =>
        all.map(({ kind, amountTiyin }) => [kind, amountTiyin])
      expect(shape(stored)).toEqual(shape(registered))
      expect(new Set(stored.map(({ kind }) => kind)).size).toBe(stored.length)
    }
  })
})

describe('[FIN-04] the setting', () => {
  it('is off by default, and a wrong one is refused without its key', () => {
    const off = readSettings({})
    expect(off.kind === 'read' ? off.settings.EKRAN_FISCAL : 'refused').toBeUndefined()
    const wrongs = [
      ['spic=10399002001000000', 'spic=123'],
      ['origin=http%3A%2F%2F127.0.0.1', 'origin=http%3A%2F%2Fexample.com'],
      ['systems=click%2Cpaynet%2Cuzum%2Catmos', 'systems=payme'],
      ['from=2026-01-01', 'from=2026-02-30'],
    ] as const
    for (const [right, wrong] of wrongs) {
      expect(service.value).toContain(right)
      const read = readSettings({ EKRAN_FISCAL: service.value.replace(right, wrong) })
      expect(read.kind).toBe('refused')
      expect(JSON.stringify(read)).not.toContain(service.settings.key)
    }
  })

  it('lists what is open and failed for the staff', async () => {
    expect((await listReceipts(database.db, 'open')).length).toBe(0)
    expect((await listReceipts(database.db, 'ended')).length).toBeGreaterThan(10)
  })
})
