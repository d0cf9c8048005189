/**
 * Prices of a tariff that change from a date on, while charges run: months of simulated days with real statements. Each
 * period is charged once, at the one price that is valid at its start.
 */
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import {
  changePrice,
  chargeAllDue,
  chargeDue,
  checkLedger,
  openBilling,
  tariffStores,
} from '#server/billing/billing.ts'
import { undoChange } from '#server/changes/changes.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(async () => {
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  await database.drop()
})

const dayMs = 86_400_000
const startMs = Date.UTC(2026, 10, 1)
const subscribers = 60
const days = 80
const firstPrice = 2_500_000

/** A change as the model remembers it; `fromMs` and later periods cost it, until it is taken back. */
interface ModelPrice {
  readonly fromMs: number
  readonly priceTiyin: number
  readonly payers: 'new' | 'all'
  readonly changeId: number
  withdrawnMs: number
}

/** The same numbers for the same seed. */
function numbers(seed: number) {
  let state = seed * 2_654_435_761 + 1
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

/** What the period costs: the latest price for all that came before its start and was not taken back before its charge. */
function expectedPrice(prices: readonly ModelPrice[], periodStartMs: number, chargedMs: number): number {
  const valid = prices.filter(
    (one) => one.payers === 'all' && one.fromMs <= periodStartMs && one.withdrawnMs > chargedMs,
  )
  return valid.toSorted((a, b) => b.fromMs - a.fromMs)[0]?.priceTiyin ?? firstPrice
}

async function makeSubscribers(tariffId: number, next: (below: number) => number): Promise<void> {
  for (let at = 0; at < subscribers; at += 1) {
    const { accountId } = await accounts.upsertAccount(buildAccount(String(tariffId * 10_000 + at)))
    const reference = `in:${accountId}`
    await billing.moveMoney({
      ...{ reference, kind: 'top_up', accountId, amountTiyin: 40_000_000, against: 'payments' },
    })
    const paidUntilMs = startMs + dayMs + next(30 * 86_400) * 1000
    await billing.putSubscription({ accountId, tariffId, state: 'active', paidUntilMs })
  }
}

const clock = manualClock(startMs)
const billing = openBilling({ db, clock })
const { accounts } = accountsFixture(db, { clock })

describe('[FIN-01] a price that changes while charges run', () => {
  it.each([1, 2, 3])('is charged by the start of each period, with seed %i', async (seed) => {
    const next = numbers(seed)
    const tariffId = 300 + seed
    clock.setMs(startMs)
    await billing.putTariff(buildTariff(tariffId, { isBase: true, priceTiyin: firstPrice }))
    await makeSubscribers(tariffId, next)
    const prices: ModelPrice[] = []
    const chargedMs = new Map<string, number>()
    for (let day = 1; day <= days; day += 1) {
      // A server that was down for a few hours charges late.
      const nowMs = startMs + day * dayMs + next(6) * 3_600_000 + 1
      clock.setMs(nowMs)
      if (next(12) === 0) await withdraw(prices, nowMs, next)
      const run = { db, runAtMs: nowMs, batch: 3 }
      await Promise.all([
        chargeDue({ ...run, share: { count: 2, index: 0 } }),
        chargeDue({ ...run, share: { count: 2, index: 1 } }),
        next(4) === 0 ? change(prices, tariffId, nowMs + 1, next) : undefined,
      ])
      await chargeAllDue({ db, runAtMs: nowMs, shares: 2 })
      for (const one of await chargesOf(tariffId)) {
        const key = `${one.subscription_id} ${one.period_start.getTime()}`
        if (!chargedMs.has(key)) chargedMs.set(key, nowMs)
      }
    }
    const charges = await chargesOf(tariffId)
    expect(charges.length).toBeGreaterThan(subscribers * 2)
    const wrong = charges.filter((one) => {
      const start = one.period_start.getTime()
      const at = chargedMs.get(`${one.subscription_id} ${start}`) ?? 0
      return one.amount_tiyin !== expectedPrice(prices, start, at)
    })
    expect(wrong).toEqual([])
    expect(new Set(charges.map((one) => one.amount_tiyin)).size).toBeGreaterThan(2)
  })
})

async function change(
  prices: ModelPrice[],
  tariffId: number,
  nowMs: number,
  next: (below: number) => number,
): Promise<void> {
  const priceTiyin = 1_000_000 + next(40) * 100_000
  const payers = next(4) === 0 ? 'new' : 'all'
  const fromMs = next(3) === 0 ? nowMs : nowMs + next(20 * 86_400) * 1000
  const done = await changePrice(
    db,
    { tariffId, periodDays: 30, priceTiyin, fromMs, payers },
    { by: undefined, nowMs, record: async () => undefined },
  )
  if (done.kind !== 'changed') throw new Error(done.kind)
  prices.push({ fromMs, priceTiyin, payers, changeId: done.changeId, withdrawnMs: Number.POSITIVE_INFINITY })
}

/** Takes the newest change back, if it is not older than a week. */
async function withdraw(prices: ModelPrice[], nowMs: number, next: (below: number) => number): Promise<void> {
  const one = prices.filter(({ withdrawnMs }) => withdrawnMs > nowMs)[
    Math.max(0, prices.length - 1 - next(2))
  ]
  if (one === undefined) return
  const undone = await undoChange(db, one.changeId, { stores: tariffStores, by: undefined, nowMs })
  if (undone.kind === 'undone') one.withdrawnMs = nowMs
}

async function chargesOf(tariffId: number) {
  const { rows } = await sql<{ subscription_id: number; period_start: Date; amount_tiyin: number }>`
    select charge.subscription_id, period_start, amount_tiyin
    from charge join subscription using (subscription_id)
    where tariff_id = ${tariffId} order by 1, 2`.execute(db)
  return rows
}
