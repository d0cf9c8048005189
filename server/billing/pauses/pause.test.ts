/** Pauses on the real database: what they move, what they meet, and that nothing is charged in them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Billing,
  beginPause,
  chargeDue,
  checkLedger,
  continuePause,
  endTariffNow,
  giveDays,
  moveStanding,
  notifySuspended,
  openBilling,
  putPromotion,
  takeBackDays,
  takeBackPause,
} from '#server/billing/billing.ts'
import { resumeAll } from '#server/billing/charging/billing-workers.ts'
import { settledUntil } from '#server/billing/subscriptions/put-subscription.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type ManualClock, manualClock } from '#server/platform/primitives/clock.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

const dayMs = 86_400_000
const startMs = Date.UTC(2026, 0, 1)
const pause = { by: 'subscriber', minDays: 7, maxDays: 60, isOnceAYear: true } as const
const tariffs = [
  buildTariff(57, { isBase: true, priceTiyin: 3_000_000, pause, providerIds: new Set([1]) }),
  buildTariff(58, { isBase: true, priceTiyin: 4_000_000, providerIds: new Set([1]) }),
  buildTariff(60, { priceTiyin: 1_000_000, providerIds: new Set([1]) }),
]

let database: TestDatabase
let db: Db
let clock: ManualClock
let billing: Billing
let nextId = 500
beforeAll(async () => {
  database = await createTestDatabase()
  ;({ db } = database)
  clock = manualClock(startMs)
  billing = openBilling({ db, clock })
  for (const tariff of tariffs) await billing.putTariff(tariff)
})
afterAll(() => database.drop())

/** A new subscriber with 100,000 soʻm and the base tariff paid from now on, and the additional one if wanted. */
async function subscriber(more: readonly number[] = []): Promise<number> {
  nextId += 1
  const accountId = nextId
  await sql`insert into account (account_id, abonement, phone, password_hash, created_at) overriding system value
    values (${accountId}, ${String(10_000_000 + accountId)}, ${`+998${900_000_000 + accountId}`}, '$argon2id$none', now())`.execute(
    db,
  )
  await pay(accountId, 10_000_000)
  const items = [57, ...more].map((tariffId) => ({ tariffId }))
  const bought = await billing.purchase({ accountId, items, replacesBase: false })
  expect(bought).toMatchObject({ response: { kind: 'done' } })
  return accountId
}

const pay = (accountId: number, amountTiyin: number) =>
  billing.moveMoney({
    ...{ reference: `pay:${accountId}:${clock.nowMs()}:${amountTiyin}`, kind: 'top_up', against: 'payments' },
    ...{ accountId, amountTiyin },
  })
const own = async (accountId: number, tariffId = 57) =>
  (await billing.subscriptionsOf(accountId)).find((one) => one.tariffId === tariffId)
const balanceOf = async (accountId: number) => (await billing.accountStanding(accountId)).balanceTiyin
const charge = () => chargeDue({ db, runAtMs: clock.nowMs(), share: { count: 1, index: 0 } })
const begin = (accountId: number, days = 10, tariffId = 57) =>
  billing.beginPause({ accountId, tariffId, days, by: 'subscriber' })

describe('[CARE-04] a pause of a tariff', () => {
  it('opens nothing, charges nothing, and the paid days go on afterwards to the second', async () => {
    const accountId = await subscriber()
    const paidMs = (await own(accountId))?.paidUntilMs ?? 0
    clock.advanceMs(10 * dayMs + 1234)
    const startedMs = clock.nowMs()
    expect(await begin(accountId)).toMatchObject({
      ...{
        kind: 'paused',
        beforeMs: paidMs,
        untilMs: startedMs + 10 * dayMs,
        paidUntilMs: paidMs + 10 * dayMs,
      },
    })
    expect(await own(accountId)).toMatchObject({ pausedUntilMs: startedMs + 10 * dayMs })
    expect(await begin(accountId)).toMatchObject({ kind: 'already_paused' })
    // Without the pause it would be charged in it.
    clock.advanceMs(10 * dayMs - 1)
    await charge()
    expect(await balanceOf(accountId)).toBe(7_000_000)
    clock.advanceMs(1)
    expect(await own(accountId)).not.toHaveProperty('pausedUntilMs')
    clock.advanceMs(paidMs + 10 * dayMs - clock.nowMs())
    await charge()
    expect(await balanceOf(accountId)).toBe(4_000_000)
    expect((await own(accountId))?.paidUntilMs).toBe(paidMs + 40 * dayMs)
    expect(await begin(accountId)).toMatchObject({ kind: 'too_soon', nextMs: startedMs + 365 * dayMs })
  })

  it('is ended early with the additional tariffs that began it, and none loses a second', async () => {
    const accountId = await subscriber([60])
    const [base, extra] = [await own(accountId), await own(accountId, 60)]
    clock.advanceMs(5 * dayMs)
    expect(await begin(accountId, 30)).toMatchObject({ others: [{ tariffId: 60 }] })
    clock.advanceMs(12 * dayMs + 7)
    expect(await billing.endPause({ accountId, tariffId: 57 })).toMatchObject({ kind: 'ended' })
    for (const [before, id] of [
      [base, 57],
      [extra, 60],
    ] as const) {
      const after = await own(accountId, id)
      expect(after?.paidUntilMs).toBe((before?.paidUntilMs ?? 0) + 12 * dayMs + 7)
      expect(after).not.toHaveProperty('pausedUntilMs')
    }
    expect(await billing.endPause({ accountId, tariffId: 57 })).toEqual({ kind: 'not_paused' })
  })

  it('does not let suspended additional tariffs be charged, and they go on when it ends', async () => {
    const accountId = await subscriber([60])
    const taken = { kind: 'adjustment', against: 'corrections', amountTiyin: -3_000_000 } as const
    await billing.moveMoney({ ...taken, reference: `take:${accountId}`, accountId })
    clock.advanceMs(30 * dayMs)
    await charge()
    expect(await own(accountId, 60)).toMatchObject({ state: 'suspended' })
    await begin(accountId)
    await pay(accountId, 1_000_000)
    expect(await own(accountId, 60)).toMatchObject({ state: 'suspended' })
    expect(await balanceOf(accountId)).toBe(1_000_000)
    await billing.moveMoney({ ...taken, reference: `take:${accountId}:2`, accountId, amountTiyin: -500_000 })
    const nowMs = clock.nowMs()
    const span = { accountIds: [accountId], untilMs: nowMs + dayMs, sinceMs: nowMs - dayMs }
    expect(await billing.findShortfalls(span)).toEqual([])
    expect(await notifySuspended(db, nowMs)).toBe(0)
    await pay(accountId, 500_000)
    await billing.endPause({ accountId, tariffId: 57 })
    expect(await own(accountId, 60)).toMatchObject({ state: 'active' })
    expect(await balanceOf(accountId)).toBe(0)
  })

  it('is taken back and does not count; one that was ended is continued', async () => {
    const accountId = await subscriber()
    const paidMs = (await own(accountId))?.paidUntilMs ?? 0
    const byId = new Map(tariffs.map((one) => [one.tariffId, one]))
    const act = { accountId, tariffId: 57, days: 10, by: 'staff', reference: `act:${accountId}:1` } as const
    await db.transaction().execute((trx) => beginPause(trx, act, byId, clock.nowMs()))
    const inTrx = (work: typeof takeBackPause) =>
      db.transaction().execute((trx) => work(trx, act, clock.nowMs()))
    expect(await inTrx(takeBackPause)).toBe('taken')
    expect(await inTrx(takeBackPause)).toBe('taken_before')
    expect((await own(accountId))?.paidUntilMs).toBe(paidMs)
    const second = { ...act, reference: `act:${accountId}:2` }
    await db.transaction().execute((trx) => beginPause(trx, second, byId, clock.nowMs()))
    const plannedMs = clock.nowMs() + 10 * dayMs
    clock.advanceMs(dayMs)
    await billing.endPause({ accountId, tariffId: 57 })
    clock.advanceMs(dayMs)
    const again = await db.transaction().execute((trx) => continuePause(trx, second, clock.nowMs()))
    expect(again).toBe('taken')
    // A day of pause, a day of watching, eight more days of pause.
    expect(await own(accountId)).toMatchObject({ pausedUntilMs: plannedMs, paidUntilMs: paidMs + 9 * dayMs })
  })

  it('is not taken back by a former pause, and is by the one that it continues', async () => {
    const accountId = await subscriber()
    const byId = new Map(tariffs.map((one) => [one.tariffId, { pause: { ...pause, isOnceAYear: false } }]))
    const act = (key: number) =>
      ({ accountId, tariffId: 57, days: 10, by: 'staff', reference: `act:${accountId}:${key}` }) as const
    const inTrx = (work: typeof takeBackPause, key: number) =>
      db.transaction().execute((trx) => work(trx, act(key), clock.nowMs()))
    const beginStaff = (key: number) =>
      db.transaction().execute((trx) => beginPause(trx, act(key), byId, clock.nowMs()))
    await beginStaff(1)
    clock.advanceMs(10 * dayMs)
    await beginStaff(2)
    expect(await inTrx(takeBackPause, 1)).toBe('used')
    clock.advanceMs(dayMs)
    await billing.endPause({ accountId, tariffId: 57 })
    clock.advanceMs(dayMs)
    expect(await inTrx(continuePause, 2)).toBe('taken')
    expect(await inTrx(takeBackPause, 1)).toBe('used')
    expect(await inTrx(takeBackPause, 2)).toBe('taken')
    expect(await own(accountId)).not.toHaveProperty('pausedUntilMs')
    expect(await inTrx(takeBackPause, 2)).toBe('taken_before')
  })

  it('leaves alone what the operator’s own billing opened, and settles nothing of it', async () => {
    const accountId = await subscriber()
    const untilMs = clock.nowMs() + 40 * dayMs
    await billing.grantTariff({ accountId, tariffId: 60, untilMs, replacesBase: false })
    expect(await begin(accountId)).toMatchObject({ kind: 'paused', others: [] })
    expect(await own(accountId, 60)).toMatchObject({ paidUntilMs: untilMs })
    await sql`insert into subscription_pause (reference, account_id, subscription_id, tariff_id, started_by, started_at,
        planned_until, ended_at, paid_until)
      select ${`old:${accountId}`}, account_id, subscription_id, tariff_id, 'staff', ${new Date(clock.nowMs())},
        paid_until, ${new Date(clock.nowMs())}, paid_until
      from subscription where account_id = ${accountId} and tariff_id = 60`.execute(db)
    const target = { accountId, tariffId: 60 }
    expect(await db.transaction().execute((trx) => settledUntil(trx, target))).toMatchObject({
      settledMs: 0,
    })
    expect(await own(accountId, 60)).not.toHaveProperty('pausedUntilMs')
  })

  it('that ends by itself lets suspended additional tariffs go on within a minute', async () => {
    const accountId = await subscriber()
    await sql`insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
      values (${accountId}, 60, false, 'suspended', 1000000, ${new Date(clock.nowMs() - dayMs)},
        ${new Date(clock.nowMs())})`.execute(db)
    await begin(accountId)
    const minute = () => {
      const span = { nowMs: clock.nowMs(), pausedSinceMs: clock.nowMs() - dayMs }
      return resumeAll(db, span, new AbortController().signal)
    }
    clock.advanceMs(10 * dayMs - 1)
    await minute()
    expect(await own(accountId, 60)).toMatchObject({ state: 'suspended' })
    clock.advanceMs(1)
    await minute()
    expect(await own(accountId, 60)).toMatchObject({
      ...{ state: 'active', paidUntilMs: clock.nowMs() + 30 * dayMs },
    })
    expect(await minute()).toBe(0)
  })

  it('moves given days, which can still be taken back', async () => {
    const accountId = await subscriber()
    const paidMs = (await own(accountId))?.paidUntilMs ?? 0
    const gift = { accountId, tariffId: 57, days: 5, reference: `act:${accountId}:gift` }
    await db.transaction().execute((trx) => giveDays(trx, gift, clock.nowMs()))
    await begin(accountId)
    expect((await own(accountId))?.paidUntilMs).toBe(paidMs + 15 * dayMs)
    const taken = await db.transaction().execute((trx) => takeBackDays(trx, gift, clock.nowMs()))
    expect(taken).toBe('taken')
    expect((await own(accountId))?.paidUntilMs).toBe(paidMs + 10 * dayMs)
    const settled = await db.transaction().execute((trx) => settledUntil(trx, { accountId, tariffId: 57 }))
    expect(settled.settledMs).toBe(paidMs + 10 * dayMs)
    clock.advanceMs(dayMs)
    await billing.endPause({ accountId, tariffId: 57 })
    expect((await own(accountId))?.paidUntilMs).toBe(paidMs + dayMs)
  })

  it('ends when a promo code gives days of the tariff, and no day is given twice', async () => {
    const accountId = await subscriber()
    const paidMs = (await own(accountId))?.paidUntilMs ?? 0
    await putPromotion(db, {
      ...{ by: { kind: 'code', code: 'PAUSE-1' }, name: { ru: 'а', uz: 'a' }, giftTiyin: 0, maxTotal: null },
      ...{ connects: { tariffId: 57, days: 3, priceTiyin: 0 }, validFromMs: 0, validToMs: startMs * 2 },
    })
    await begin(accountId)
    clock.advanceMs(2 * dayMs)
    const name = { kind: 'code', code: 'PAUSE-1' } as const
    expect(await billing.activatePromotion({ accountId, name })).toMatchObject({ response: { kind: 'done' } })
    expect(await own(accountId)).toMatchObject({ paidUntilMs: paidMs + 5 * dayMs })
    expect(await own(accountId)).not.toHaveProperty('pausedUntilMs')
  })

  it('stays with a tariff whose renewal is switched off, and with an import of former data', async () => {
    const accountId = await subscriber()
    const paidMs = (await own(accountId))?.paidUntilMs ?? 0
    await begin(accountId)
    await billing.setAutoRenew({ accountId, tariffId: 57, autoRenew: false })
    await billing.putSubscription({
      accountId,
      tariffId: 57,
      state: 'active',
      paidUntilMs: paidMs,
      autoRenew: false,
    })
    expect(await own(accountId)).toMatchObject({ paidUntilMs: paidMs + 10 * dayMs, autoRenew: false })
    clock.advanceMs(paidMs + 10 * dayMs - clock.nowMs())
    await charge()
    expect(await own(accountId)).toBeUndefined()
    expect(await balanceOf(accountId)).toBe(7_000_000)
  })

  it('is over when another base tariff replaces its own', async () => {
    const accountId = await subscriber([60])
    const paidMs = (await own(accountId, 60))?.paidUntilMs ?? 0
    await begin(accountId)
    clock.advanceMs(dayMs)
    const items = [{ tariffId: 58 }]
    await billing.purchase({ accountId, items, replacesBase: true })
    expect(await own(accountId)).toBeUndefined()
    expect(await own(accountId, 58)).not.toHaveProperty('pausedUntilMs')
    expect(await own(accountId, 60)).toMatchObject({ paidUntilMs: paidMs + dayMs })
    expect(await own(accountId, 60)).not.toHaveProperty('pausedUntilMs')
    expect(await begin(accountId, 10, 58)).toEqual({ kind: 'not_allowed' })
  })

  it('is over for additional tariffs when the staff ends the base tariff', async () => {
    const accountId = await subscriber([60])
    const paidMs = (await own(accountId))?.paidUntilMs ?? 0
    await begin(accountId)
    clock.advanceMs(dayMs)
    const target = { accountId, tariffId: 57 }
    const ended = await db.transaction().execute((trx) => endTariffNow(trx, target, clock.nowMs()))
    expect(ended).toEqual({ kind: 'ended', paidUntilMs: paidMs + dayMs })
    expect(await own(accountId, 60)).toMatchObject({ paidUntilMs: paidMs + dayMs })
    expect(await own(accountId, 60)).not.toHaveProperty('pausedUntilMs')
  })

  it('goes on at the account that another one is merged into, counts there and can be ended there', async () => {
    const fromId = await subscriber()
    const paidMs = (await own(fromId))?.paidUntilMs ?? 0
    await begin(fromId)
    nextId += 1
    const toId = nextId
    await sql`insert into account (account_id, abonement, phone, password_hash, created_at) overriding system value
      values (${toId}, ${String(10_000_000 + toId)}, ${`+998${900_000_000 + toId}`}, '$argon2id$none', now())`.execute(
      db,
    )
    await db.transaction().execute(async (trx) => {
      await moveStanding(trx, { fromId, toId, reference: `act:${toId}:merge` }, clock.nowMs())
      await sql`update account set merged_into = ${toId}, state = 'deactivated' where account_id = ${fromId}`.execute(
        trx,
      )
    })
    clock.advanceMs(dayMs)
    expect(await billing.endPause({ accountId: toId, tariffId: 57 })).toMatchObject({
      ...{ kind: 'ended', paidUntilMs: paidMs + dayMs },
    })
    expect(await begin(toId)).toMatchObject({ kind: 'too_soon' })
  })

  it('leaves the ledger whole', async () => {
    expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  })
})
