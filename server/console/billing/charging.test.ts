/** How charging goes, and the dunning, on a real database with a clock that is set. */
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  chargeAllDue,
  loadDunning,
  notifyCharges,
  notifySuspended,
  openBilling,
  readChargingState,
  saveDunning,
} from '#server/billing/billing.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Noon in Tashkent; 200 days later for each test, so that none sees the charges of another. */
let startMs = Date.UTC(2026, 0, 10, 7)
const clock = manualClock(startMs)
const billing = openBilling({ db, clock })

interface MadeUp {
  readonly balance: number
  readonly paidUntilMs: number
  readonly state?: 'active' | 'suspended'
  readonly isTest?: boolean
}

async function addSubscriber({ balance, paidUntilMs, state = 'active', isTest = false }: MadeUp) {
  const { rows } = await sql<{ account_id: number }>`
    insert into account (abonement, password_hash, created_at, is_test)
    values ((100000 + (select count(*) from account))::text, '$argon2id$none', ${new Date(startMs)}, ${isTest})
    returning account_id`.execute(db)
  const accountId = rows[0]?.account_id ?? 0
  await sql`insert into wallet (account_id) values (${accountId})`.execute(db)
  if (balance > 0)
    await sql`insert into ledger_entry
      (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, happened_at)
      values (${`paid:${accountId}`}, 'top_up', ${accountId}, 'payments', ${balance * 100}, ${balance * 100},
        ${new Date(startMs)})`.execute(db)
  await sql`insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
    values (${accountId}, 57, true, ${state}, 2500000, ${new Date(startMs - 30 * dayMs)}, ${new Date(paidUntilMs)})`.execute(
    db,
  )
  return accountId
}

async function titlesOf(accountId: number) {
  const rows = await db
    .selectFrom('notification')
    .select('title_ru')
    .where('account_id', '=', accountId)
    .orderBy('notification_id')
    .execute()
  return rows.map((one) => one.title_ru)
}

beforeEach(async () => {
  startMs += 200 * dayMs
  clock.setMs(startMs)
  await sql`update subscription set state = 'off'`.execute(db)
  await sql`update dunning set before_days = default, after_days = default, retry_days = default`.execute(db)
  await billing.putTariff(buildTariff(57, { isBase: true }))
  await billing.putTariff(buildTariff(60))
})

describe('[FIN-01] how charging goes', () => {
  it('is what is due, what today brought, the days ahead and who is suspended since when', async () => {
    await addSubscriber({ balance: 30_000, paidUntilMs: startMs - hourMs })
    await addSubscriber({ balance: 1000, paidUntilMs: startMs - 2 * hourMs })
    await addSubscriber({ balance: 90_000, paidUntilMs: startMs + dayMs })
    await addSubscriber({ balance: 5000, paidUntilMs: startMs + dayMs })
    await addSubscriber({ balance: 5000, paidUntilMs: startMs - 5 * dayMs, state: 'suspended' })
    await addSubscriber({ balance: 0, paidUntilMs: startMs - 100 * dayMs, state: 'suspended' })
    await addSubscriber({ balance: 0, paidUntilMs: startMs + dayMs, isTest: true })
    expect(await readChargingState(db, startMs)).toMatchObject({
      ...{ due: 2, oldestDueMs: startMs - 2 * hourMs, chargedToday: 0, suspendedToday: 0 },
    })
    await chargeAllDue({ db, runAtMs: startMs, shares: 2 })
    const state = await readChargingState(db, startMs)
    expect(state).toMatchObject({ due: 0, oldestDueMs: 0, chargedToday: 1, chargedTodayTiyin: 2_500_000 })
    expect(state.suspendedToday).toBe(1)
    expect(state.ahead[1]).toEqual({
      ...{ dayMs: startMs + 12 * hourMs, charges: 2, amountTiyin: 5_000_000 },
      ...{ uncovered: 1, uncoveredTiyin: 2_500_000 },
    })
    expect(state.ahead.reduce((sum, day) => sum + day.charges, 0)).toBe(2)
    expect(state.suspended.map((group) => [group.fromDays, group.subscribers, group.missingTiyin])).toEqual([
      [0, 1, 2_400_000],
      [1, 1, 2_000_000],
      [7, 0, 0],
      [30, 0, 0],
      [90, 1, 2_500_000],
    ])
  })
})

describe('[FIN-01] a suspended subscriber', () => {
  it('is reminded at once and on the days that are set, once each, and not after the payment', async () => {
    const accountId = await addSubscriber({ balance: 1000, paidUntilMs: startMs })
    await chargeAllDue({ db, runAtMs: startMs, shares: 1 })
    expect(await Promise.all([notifySuspended(db, startMs), notifySuspended(db, startMs)])).toContain(1)
    expect(await titlesOf(accountId)).toHaveLength(1)
    await notifySuspended(db, startMs + 2 * dayMs)
    expect(await titlesOf(accountId)).toHaveLength(1)
    await notifySuspended(db, startMs + 3 * dayMs)
    await notifySuspended(db, startMs + 3.5 * dayMs)
    expect(await titlesOf(accountId)).toHaveLength(2)
    await sql`update subscription set state = 'active', paid_until = ${new Date(startMs + 40 * dayMs)}`.execute(
      db,
    )
    await notifySuspended(db, startMs + 14 * dayMs)
    expect(await titlesOf(accountId)).toHaveLength(2)
  })

  it('with two tariffs gets one reminder, of what both lack, also where the balance covers one alone', async () => {
    const suspended = { balance: 10_000, paidUntilMs: startMs, state: 'suspended' } as const
    const [both, later] = [await addSubscriber(suspended), await addSubscriber(suspended)]
    const cheap = (accountId: number, daysAgo: number) => sql`
      insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
      values (${accountId}, 60, false, 'suspended', 900000, ${new Date(startMs - 40 * dayMs)},
        ${new Date(startMs - daysAgo * dayMs)})`
    await cheap(both, 0).execute(db)
    // Of this one only the cheap tariff is due to be reminded of: the base one was on its day 2.
    await cheap(later, 3).execute(db)
    await sql`update subscription set paid_until = ${new Date(startMs - 2 * dayMs)}
      where account_id = ${later} and is_base`.execute(db)
    expect(await notifySuspended(db, startMs)).toBe(2)
    expect(await notifySuspended(db, startMs)).toBe(0)
    const bodies = await db
      .selectFrom('notification')
      .select(['account_id', 'body_ru', 'body_uz'])
      .where('account_id', 'in', [both, later])
      .orderBy('account_id')
      .execute()
    expect(bodies.map((one) => one.account_id)).toEqual([both, later])
    for (const { body_ru: ru, body_uz: uz } of bodies) {
      expect(ru).toMatch(/не хватает 24\s000\sсум/)
      expect(uz).toMatch(/24\s000\ssoʻm yetishmaydi/)
    }
    expect(bodies[0]?.body_ru).toMatch(/^Не действуют тарифы «.+» \(с \d\d\.\d\d\), «.+» \(с /)
    expect(bodies[1]?.body_ru).toMatch(/^С \d\d\.\d\d тариф не действует/)
  })

  it('whose price fell below the balance is shown the way on, and no missing sum', async () => {
    const accountId = await addSubscriber({ balance: 30_000, paidUntilMs: startMs, state: 'suspended' })
    expect(await notifySuspended(db, startMs)).toBe(1)
    const { body_ru: body } = await db
      .selectFrom('notification')
      .select('body_ru')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    expect(body).toMatch(/денег на балансе хватает\. Подключите снова/)
    expect(body).not.toContain('не хватает')
  })

  it('of long ago gets no reminder that was missed', async () => {
    const accountId = await addSubscriber({
      ...{ balance: 0, paidUntilMs: startMs - 40 * dayMs, state: 'suspended' },
    })
    expect(await notifySuspended(db, startMs)).toBe(0)
    expect(await titlesOf(accountId)).toEqual([])
  })
})

describe('[FIN-01] the days of reminders', () => {
  it('are those that were set, and the nearest one goes before a late one', async () => {
    const { version, ...dunning } = await loadDunning(db)
    await saveDunning(db, { ...dunning, version, beforeDays: [2, 7, 2] }, async () => undefined)
    expect((await loadDunning(db)).beforeDays).toEqual([7, 2])
    const early = await addSubscriber({ balance: 0, paidUntilMs: startMs + 6 * dayMs })
    const late = await addSubscriber({ balance: 0, paidUntilMs: startMs + 1.5 * dayMs })
    expect(await notifyCharges(db, startMs)).toBe(2)
    expect(await notifyCharges(db, startMs)).toBe(0)
    expect([await titlesOf(early), await titlesOf(late)].map((all) => all.length)).toEqual([1, 1])
    expect(await notifyCharges(db, startMs + 4.5 * dayMs)).toBe(1)
  })

  it('that somebody else changed meanwhile are not overwritten', async () => {
    const { version, ...dunning } = await loadDunning(db)
    const both = await Promise.all([
      saveDunning(db, { ...dunning, version, afterDays: [1] }, async () => undefined),
      saveDunning(db, { ...dunning, version, afterDays: [2] }, async () => undefined),
    ])
    expect(both.filter((one) => one === undefined)).toHaveLength(1)
  })
})
