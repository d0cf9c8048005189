/** Changes of the base tariff on the real database: what is credited, what is planned, and what meets them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Billing,
  beginPause,
  chargeDue,
  checkLedger,
  giveDays,
  lockWallet,
  moveStanding,
  notifyCharges,
  openBilling,
  purchase,
  putPromotion,
  topUpDeposit,
} from '#server/billing/billing.ts'
import { type ManualClock, manualClock } from '#server/platform/primitives/clock.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

const dayMs = 86_400_000
/** The cheap and the dear base tariff. */
const [cheap, dear] = [71, 72]
let database: TestDatabase
let clock: ManualClock
let billing: Billing

beforeAll(async () => {
  database = await createTestDatabase()
  clock = manualClock(Date.UTC(2026, 0, 1))
  billing = openBilling({ db: database.db, clock })
  const pause = { by: 'subscriber', minDays: 1, maxDays: 60, isOnceAYear: false } as const
  await billing.putTariff(buildTariff(cheap, { isBase: true, priceTiyin: 3_000_000, pause }))
  await billing.putTariff(buildTariff(dear, { isBase: true, priceTiyin: 6_000_000, pause }))
})
afterAll(() => database.drop())

let last = 710
async function account(balanceTiyin: number): Promise<number> {
  const accountId = (last += 1)
  await sql`insert into account (account_id, abonement, phone, password_hash, created_at) overriding system value
    values (${accountId}, ${String(10_000_000 + accountId)}, ${`+998900000${accountId}`}, '$argon2id$none', now())`.execute(
    database.db,
  )
  const top = { reference: `pay:${accountId}`, kind: 'top_up', against: 'payments' } as const
  await billing.moveMoney({ ...top, accountId, amountTiyin: balanceTiyin })
  return accountId
}

const buy = async (accountId: number, tariffId: number, agreedTiyin?: number) => {
  const target = { accountId, items: [{ tariffId }], replacesBase: true, agreedTiyin }
  const once = await billing.purchase(target)
  if (once.kind !== 'answered') throw new Error(once.kind)
  return once.response
}
const cost = (accountId: number, tariffId: number) =>
  billing.costOf({ accountId, items: [{ tariffId }], replacesBase: true }).then(({ plan }) => plan)
const balance = async (accountId: number) => (await billing.accountStanding(accountId)).balanceTiyin
const own = (accountId: number) => billing.subscriptionsOf(accountId)
const charge = () => chargeDue({ db: database.db, runAtMs: clock.nowMs(), share: { count: 1, index: 0 } })
const inTrx = <Result>(work: (trx: DbTransaction) => Promise<Result>) =>
  database.db.transaction().execute(work)
const states = async (accountId: number) => {
  const { rows } = await sql<{ state: string }>`
    select state from planned_change where account_id = ${accountId} order by planned_change_id`.execute(
    database.db,
  )
  return rows.map((row) => row.state)
}

it('[FAIR-01] a dearer tariff takes the place at once, and what is left of the other is credited to the tiyin', async () => {
  const accountId = await account(10_000_000)
  await buy(accountId, cheap)
  clock.advanceMs(10 * dayMs)
  expect(await cost(accountId, dear)).toMatchObject({
    costTiyin: 4_000_000,
    left: { creditTiyin: 2_000_000 },
  })
  // The cost that was shown is valid for half an hour, though a second has its price.
  clock.advanceMs(60_000)
  expect(await cost(accountId, dear)).toMatchObject({ costTiyin: 4_000_069 })
  expect(await buy(accountId, dear, 3_990_000)).toMatchObject({ kind: 'price_changed', costTiyin: 4_000_069 })
  expect(await buy(accountId, dear, 4_000_000)).toMatchObject({ kind: 'done', costTiyin: 4_000_000 })
  expect(await balance(accountId)).toBe(3_000_000)
  expect(await own(accountId)).toMatchObject([{ tariffId: dear, paidUntilMs: clock.nowMs() + 30 * dayMs }])
  const history = await billing.history({ accountId, limit: 2 })
  expect(history).toMatchObject([
    { kind: 'charge', amountTiyin: -6_000_000, tariffId: dear },
    { kind: 'refund', amountTiyin: 2_000_000, tariffId: cheap },
  ])
  expect(history[1]?.reference).toMatch(/^change:charge:/)
  expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
})

it('[FAIR-01] what exceeds the price stays on the balance, and days that were given come behind', async () => {
  const accountId = await account(60_000_000)
  const quarter = { id: 721, name: words, period: words, periodDays: 300, priceTiyin: 40_000_000 }
  await billing.putTariff(buildTariff(73, { isBase: true, periods: [quarter] }))
  await buy(accountId, 73)
  const gift = { accountId, tariffId: 73, days: 5, reference: `gift:${accountId}` }
  await inTrx((trx) => giveDays(trx, gift, clock.nowMs()))
  expect(await buy(accountId, dear, 0)).toMatchObject({ kind: 'done', costTiyin: 0 })
  expect(await balance(accountId)).toBe(54_000_000)
  expect(await own(accountId)).toMatchObject([{ tariffId: dear, paidUntilMs: clock.nowMs() + 35 * dayMs }])
  expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
})
const words = { en: 'a', ru: 'a', uz: 'a' }

it('[FAIR-01] money that was returned before, and a pause, do not count twice', async () => {
  const accountId = await account(10_000_000)
  await buy(accountId, cheap)
  const [, entry] = (await billing.history({ accountId, limit: 2 })).toReversed()
  await billing.reverse({
    reference: `back:${accountId}`,
    of: entry?.reference ?? '',
    amountTiyin: 1_500_000,
  })
  clock.advanceMs(15 * dayMs)
  const tariffs = await billing.tariffs()
  const pause = { accountId, tariffId: cheap, days: 20, by: 'subscriber' } as const
  await inTrx((trx) => beginPause(trx, pause, tariffs, clock.nowMs()))
  clock.advanceMs(10 * dayMs)
  expect(await cost(accountId, dear)).toMatchObject({ left: { creditTiyin: 750_000 } })
  expect(await buy(accountId, dear)).toMatchObject({ kind: 'done', costTiyin: 5_250_000 })
  expect(await own(accountId)).toHaveLength(1)
  expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
})

it('[FAIR-01] a cheaper tariff is planned, can be undone, and begins when the paid time ends', async () => {
  const accountId = await account(10_000_000)
  await buy(accountId, dear)
  const untilMs = clock.nowMs() + 30 * dayMs
  expect(await buy(accountId, cheap, 0)).toMatchObject({
    costTiyin: 0,
    planned: { tariffId: cheap, fromMs: untilMs },
  })
  expect(await own(accountId)).toMatchObject([{ tariffId: dear, priceTiyin: 6_000_000 }])
  expect(await billing.plannedChange(accountId)).toMatchObject({
    fromTariffId: dear,
    tariffId: cheap,
    fromMs: untilMs,
  })
  expect(await billing.undoChange(accountId)).toMatchObject({ kind: 'undone', tariffId: cheap })
  expect(await billing.undoChange(accountId)).toMatchObject({ kind: 'not_planned' })
  await buy(accountId, cheap, 0)
  // Given days move the boundary.
  const gift = { accountId, tariffId: dear, days: 2, reference: `gift:${accountId}` }
  await inTrx((trx) => giveDays(trx, gift, clock.nowMs()))
  clock.advanceMs(30 * dayMs)
  await notifyCharges(database.db, clock.nowMs())
  const { rows } = await sql<{ body_ru: string }>`
    select body_ru from notification where account_id = ${accountId}`.execute(database.db)
  expect(rows.map((row) => row.body_ru)).toEqual([
    expect.stringMatching(/30\s000.*«Тариф 71».*вместо тарифа «Тариф 72»/s),
  ])
  await charge()
  expect(await own(accountId)).toMatchObject([{ tariffId: dear }])
  clock.advanceMs(2 * dayMs)
  await Promise.all([charge(), charge()])
  await charge()
  expect(await own(accountId)).toMatchObject([
    { tariffId: cheap, state: 'active', priceTiyin: 3_000_000, paidUntilMs: untilMs + 32 * dayMs },
  ])
  expect(await balance(accountId)).toBe(1_000_000)
  expect(await states(accountId)).toEqual(['undone', 'done'])
  expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
})

it('[FAIR-01] a planned change meets an empty balance, a cancelled renewal, another change and a merge', async () => {
  const poor = await account(6_000_000)
  const cancelling = await account(6_000_000)
  const another = await account(12_000_000)
  const [former, owner] = [await account(6_000_000), await account(0 + 1)]
  const all = [poor, cancelling, another, former]
  for (const accountId of all) {
    await buy(accountId, dear)
    await buy(accountId, cheap)
  }
  const target = { accountId: cancelling, tariffId: dear }
  await billing.setAutoRenew({ ...target, autoRenew: false })
  expect(await states(cancelling)).toEqual(['cancelled'])
  await billing.putTariff(buildTariff(74, { isBase: true, priceTiyin: 9_000_000 }))
  await buy(another, 74)
  expect(await states(another)).toEqual(['cancelled'])
  await inTrx((trx) =>
    moveStanding(trx, { fromId: former, toId: owner, reference: `merge:${former}` }, clock.nowMs()),
  )
  await sql`update account set state = 'deactivated', merged_into = ${owner} where account_id = ${former}`.execute(
    database.db,
  )
  expect(await billing.plannedChange(owner)).toMatchObject({ fromTariffId: dear, tariffId: cheap })
  // What the former account paid is credited to the owner.
  expect(await cost(owner, 74)).toMatchObject({ left: { creditTiyin: 6_000_000 } })
  clock.advanceMs(30 * dayMs)
  await charge()
  expect(await own(poor)).toMatchObject([{ tariffId: cheap, state: 'suspended' }])
  expect(await own(cancelling)).toEqual([])
  expect(await own(owner)).toMatchObject([{ tariffId: cheap, state: 'suspended' }])
  const top = { reference: `late:${poor}`, kind: 'top_up', against: 'payments' } as const
  await billing.moveMoney({ ...top, accountId: poor, amountTiyin: 3_000_000 })
  expect(await own(poor)).toMatchObject([{ tariffId: cheap, state: 'active' }])
  expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
})

it('[FAIR-01] free days are not lost by paying: before, they come behind; after, they are still there', async () => {
  await putPromotion(database.db, {
    by: { kind: 'free_days' },
    name: { ru: 'Дни', uz: 'Kunlar' },
    giftTiyin: 0,
    connects: { tariffId: cheap, days: 10, priceTiyin: 0 },
    maxTotal: null,
    validFromMs: 0,
    validToMs: Date.UTC(2100, 0, 1),
  })
  const name = { kind: 'free_days' } as const
  const early = await account(6_000_000)
  expect(await billing.activatePromotion({ accountId: early, name })).toMatchObject({
    response: { kind: 'done' },
  })
  clock.advanceMs(3 * dayMs)
  const boughtMs = clock.nowMs()
  expect(await cost(early, dear)).toMatchObject({ costTiyin: 6_000_000, left: { freeMs: 7 * dayMs } })
  await buy(early, dear, 6_000_000)
  expect(await own(early)).toMatchObject([{ tariffId: dear, paidUntilMs: boughtMs + 37 * dayMs }])
  const late = await account(6_000_000)
  await buy(late, dear)
  const taken = await billing.activatePromotion({ accountId: late, name })
  expect(taken).toMatchObject({ response: { kind: 'done', paidUntilMs: boughtMs + 40 * dayMs } })
  expect(await own(late)).toMatchObject([
    { tariffId: dear, priceTiyin: 6_000_000, paidUntilMs: boughtMs + 40 * dayMs },
  ])
  expect(await billing.activatePromotion({ accountId: late, name })).toMatchObject({
    response: { kind: 'refused', failure: 'promo_already_activated' },
  })
  // Days that a promotion paid for have no money in them.
  expect(await cost(late, 74)).toMatchObject({ left: { creditTiyin: 6_000_000, freeMs: 10 * dayMs } })
  expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
})

it.each(['the lower', 'the higher'] as const)(
  '[FAIR-01] a change and a payment for a former account with %s number do not wait for each other',
  async (which) => {
    const [one, two] = [await account(10_000_000), await account(10_000_000)]
    const [former, owner] = which === 'the lower' ? [one, two] : [two, one]
    await buy(former, cheap)
    await inTrx((trx) =>
      moveStanding(trx, { fromId: former, toId: owner, reference: `merge:${former}` }, clock.nowMs()),
    )
    await sql`update account set state = 'deactivated', merged_into = ${owner} where account_id = ${former}`.execute(
      database.db,
    )
    const [began, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const tariffs = await billing.tariffs()
    // The change has the owner's wallet, and is to return a charge of the former account.
    const change = inTrx(async (trx) => {
      await lockWallet(trx, owner)
      began.resolve()
      await goesOn.promise
      const target = { accountId: owner, items: [{ tariffId: dear }], replacesBase: true }
      return purchase(trx, target, tariffs, clock.nowMs())
    })
    await began.promise
    // The payment comes for the former account, and goes on to the owner.
    const paid = { accountId: former, amountTiyin: 100_000, reference: `late:${former}` }
    const payment = inTrx((trx) => topUpDeposit(trx, paid, clock.nowMs()))
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{ count: number }>`
            select count(*)::integer as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
          return rows[0]?.count
        },
        { timeout: 20_000 },
      )
      .toBe(1)
    goesOn.resolve()
    const [changed, topped] = await Promise.all([change, payment])
    expect([changed.kind, topped]).toEqual(['done', true])
    expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
  },
)
