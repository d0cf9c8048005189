/** Trial days of a tariff on the real database: nothing at first, then the price, once for an account and a tariff. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Billing,
  chargeDue,
  checkLedger,
  openBilling,
  returnConnected,
} from '#server/billing/billing.ts'
import { type ManualClock, manualClock } from '#server/platform/primitives/clock.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

const dayMs = 86_400_000
const accountId = 700
let database: TestDatabase
let clock: ManualClock
let billing: Billing
beforeAll(async () => {
  database = await createTestDatabase()
  clock = manualClock(Date.UTC(2026, 0, 1))
  billing = openBilling({ db: database.db, clock })
  await billing.putTariff(buildTariff(61, { priceTiyin: 1_000_000, trialDays: 7 }))
  await addAccount(accountId, '+998900000700')
})
afterAll(() => database.drop())

const addAccount = (id: number, phone: string | null) =>
  sql`insert into account (account_id, abonement, phone, password_hash, created_at) overriding system value
    values (${id}, ${String(10_000_000 + id)}, ${phone}, '$argon2id$none', now())`.execute(database.db)

const balance = async () => (await billing.accountStanding(accountId)).balanceTiyin
const charge = () => chargeDue({ db: database.db, runAtMs: clock.nowMs(), share: { count: 1, index: 0 } })

it('[SUB-01] costs nothing for its trial days, then the period that was chosen, and is tried once', async () => {
  const target = { accountId, items: [{ tariffId: 61 }], replacesBase: false }
  expect((await billing.costOf(target)).plan).toMatchObject({ costTiyin: 0, lines: [{ trialDays: 7 }] })
  const startedMs = clock.nowMs()
  const bought = await billing.purchase({ ...target, agreedTiyin: 0 })
  expect(bought).toMatchObject({
    response: {
      kind: 'done',
      costTiyin: 0,
      connected: [{ tariffId: 61, paidUntilMs: startedMs + 7 * dayMs }],
    },
  })
  await billing.moveMoney({
    ...{ reference: 'pay:1', kind: 'top_up', accountId, amountTiyin: 1_500_000, against: 'payments' },
  })
  clock.advanceMs(7 * dayMs - 1)
  await charge()
  expect(await balance()).toBe(1_500_000)
  clock.advanceMs(1)
  await charge()
  expect(await balance()).toBe(500_000)
  expect(await billing.subscriptionsOf(accountId)).toMatchObject([
    { state: 'active', paidUntilMs: startedMs + 37 * dayMs, priceTiyin: 1_000_000, periodDays: 30 },
  ])
  await billing.unsubscribe({ accountId, tariffId: 61 })
  clock.advanceMs(30 * dayMs)
  await charge()
  expect(await billing.subscriptionsOf(accountId)).toEqual([])
  expect((await billing.costOf(target)).plan).toMatchObject({
    costTiyin: 1_000_000,
    lines: [{ trialDays: 0 }],
  })
  expect(await checkLedger(database.db)).toMatchObject({ kind: 'whole' })
})

const cost = async (id: number) => {
  const { plan } = await billing.costOf({ accountId: id, items: [{ tariffId: 61 }], replacesBase: false })
  return plan.kind === 'planned' ? plan.costTiyin : plan
}
const begin = (id: number) =>
  billing.purchase({ accountId: id, items: [{ tariffId: 61 }], replacesBase: false, agreedTiyin: 0 })

it('[SUB-01] has no trial days for an account without a phone and a card', async () => {
  await addAccount(701, null)
  expect(await cost(701)).toBe(1_000_000)
  expect(await begin(701)).toMatchObject({ response: { kind: 'price_changed', costTiyin: 1_000_000 } })
  expect((await billing.trialRight(701)).isProven).toBe(false)
})

it('[SUB-01] has its trial days once for a phone, also when the phone moves to a new account', async () => {
  await addAccount(702, '+998900000702')
  expect(await begin(702)).toMatchObject({ response: { kind: 'done', costTiyin: 0 } })
  await sql`update account set phone = null where account_id = 702`.execute(database.db)
  await addAccount(703, '+998900000702')
  expect(await cost(703)).toBe(1_000_000)
  expect(await begin(703)).toMatchObject({ response: { kind: 'price_changed' } })
})

it('[SUB-01] has its trial days still after it was connected by mistake and taken back', async () => {
  await addAccount(704, '+998900000704')
  const connectedMs = clock.nowMs()
  expect(await begin(704)).toMatchObject({ response: { kind: 'done' } })
  const mistake = { accountId: 704, tariffId: 61, connectedMs, reference: 'act:704:1' }
  const returned = await database.db
    .transaction()
    .execute((trx) => returnConnected(trx, mistake, clock.nowMs()))
  expect(returned).toMatchObject({ kind: 'returned', costTiyin: 0 })
  expect(await cost(704)).toBe(0)
  expect(await begin(704)).toMatchObject({ response: { kind: 'done', costTiyin: 0 } })
})
