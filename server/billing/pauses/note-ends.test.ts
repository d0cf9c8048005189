/** Other programs hear once that a pause has ended as planned, however many look and however often. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Billing, endTariffNow, openBilling } from '#server/billing/billing.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type ManualClock, manualClock } from '#server/platform/primitives/clock.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { notePauseEnds } from './note-ends.ts'

const dayMs = 86_400_000
const pause = { by: 'subscriber', minDays: 7, maxDays: 60, isOnceAYear: true } as const
const never = new AbortController().signal

let database: TestDatabase
let db: Db
let clock: ManualClock
let billing: Billing
let nextId = 700
beforeAll(async () => {
  database = await createTestDatabase()
  ;({ db } = database)
  clock = manualClock(Date.UTC(2026, 0, 1))
  billing = openBilling({ db, clock })
  for (const tariff of [buildTariff(57, { isBase: true, pause }), buildTariff(60)])
    await billing.putTariff(tariff)
  // Some program reads events.
  await sql`create or replace function outside_events_wanted() returns boolean language sql as 'select true'`.execute(
    db,
  )
})
beforeEach(async () => {
  await notePauseEnds(db, clock.nowMs(), never)
  await sql`delete from outside_event`.execute(db)
})
afterAll(() => database.drop())

/** A subscriber with a base and an additional tariff, both paused for ten days; returns until when. */
async function paused() {
  const accountId = (nextId += 1)
  await sql`insert into account (account_id, abonement, phone, password_hash, created_at) overriding system value
    values (${accountId}, ${String(10_000_000 + accountId)}, null, '$argon2id$none', now())`.execute(db)
  await billing.moveMoney({
    ...({ reference: `pay:${accountId}`, kind: 'top_up', against: 'payments' } as const),
    ...{ accountId, amountTiyin: 100_000_000 },
  })
  const items = [{ tariffId: 57 }, { tariffId: 60 }]
  await billing.purchase({ accountId, items, replacesBase: false })
  const begun = await billing.beginPause({ accountId, tariffId: 57, days: 10, by: 'subscriber' })
  if (begun.kind !== 'paused') throw new Error(begun.kind)
  return { accountId, untilMs: begun.untilMs }
}

async function resumed(): Promise<readonly (readonly [number, number, number])[]> {
  const { rows } = await sql<{ account: number; tariff: number; at: Date }>`
    select account_id as account, (data ->> 'tariff_id')::integer as tariff, happened_at as at from outside_event
    where type = 'subscription.resumed' order by account_id, 2`.execute(db)
  return rows.map(({ account, tariff, at }) => [account, tariff, at.getTime()])
}

describe('[CARE-04] [OPEN-01] a pause that ends as planned', () => {
  it('is told once, with the moment of its end, also by two at once', async () => {
    const { accountId, untilMs } = await paused()
    clock.setMs(untilMs - 1)
    expect(await notePauseEnds(db, clock.nowMs(), never)).toBe(0)
    expect(await resumed()).toEqual([])
    clock.setMs(untilMs + 40_000)
    const noted = await Promise.all([1, 2, 3].map(() => notePauseEnds(db, clock.nowMs(), never)))
    expect(noted.reduce((sum, one) => sum + one, 0)).toBe(2)
    expect(await notePauseEnds(db, clock.nowMs(), never)).toBe(0)
    expect(await resumed()).toEqual([
      [accountId, 57, untilMs],
      [accountId, 60, untilMs],
    ])
  })

  it('is told later when the process died before the commit, or nothing ran for days', async () => {
    const { accountId, untilMs } = await paused()
    clock.setMs(untilMs + 3 * dayMs)
    const died = db.transaction().execute(async (trx) => {
      await notePauseEnds(trx, clock.nowMs(), never)
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
    })
    await expect(died).rejects.toThrow(/terminat/)
    expect(await resumed()).toEqual([])
    await notePauseEnds(db, clock.nowMs(), never)
    expect((await resumed()).map(([account, tariff]) => [account, tariff])).toEqual([
      [accountId, 57],
      [accountId, 60],
    ])
  })

  it('says nothing of one that was ended early, which was told then, or whose tariff was ended', async () => {
    const early = await paused()
    clock.advanceMs(dayMs)
    await billing.endPause({ accountId: early.accountId, tariffId: 57 })
    expect((await resumed()).map(([account]) => account)).toEqual([early.accountId, early.accountId])
    const ended = await paused()
    for (const tariffId of [60, 57])
      await db
        .transaction()
        .execute((trx) => endTariffNow(trx, { accountId: ended.accountId, tariffId }, clock.nowMs()))
    await sql`delete from outside_event`.execute(db)
    clock.setMs(ended.untilMs + 1000)
    await notePauseEnds(db, clock.nowMs(), never)
    expect(await resumed()).toEqual([])
  })
})
