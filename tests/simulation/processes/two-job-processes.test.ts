/** The workers of two job processes on one database, at work at the same time: nothing is charged or sent twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAccounts } from '#server/accounts/accounts.ts'
import { billingWorkers, checkLedger, openBilling } from '#server/billing/billing.ts'
import { campaignWorkers } from '#server/campaigns/campaigns.ts'
import { openDatabase, type Db } from '#server/platform/database/database.ts'
import type { JobWorker } from '#server/platform/jobs.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
const dayMs = 86_400_000
/** Noon in Tashkent: campaigns send by day. */
const startMs = Date.UTC(2026, 0, 1, 7)
const clock = manualClock(startMs)
const accounts = openAccounts({ db, clock, random: systemRandom, pepper: 'pepper', supportPhone: '1000' })
const billing = openBilling({ db, clock })
const pools = ['one', 'two'].map((name) =>
  openDatabase({
    location: database.location,
    log: silentLog,
    statementTimeoutMs: 60_000,
    connections: 6,
    applicationName: `jobs ${name}`,
    waitMs: 15_000,
  }),
)
afterAll(async () => {
  for (const pool of pools) await pool.close()
  await database.drop()
})

const subscribers = 60
const priceTiyin = 2_500_000
/** What is left at the end: enough for another period, so that one charged twice would be seen. */
const spareTiyin = 3 * priceTiyin
const periods = 3
const accountIds: number[] = []
const sent: string[] = []

/** What one process with `jobs` does each minute. */
function workersOn(own: Db): readonly JobWorker[] {
  const sendSms = async ({ phone }: { readonly phone: string }) => {
    sent.push(phone)
    return { kind: 'sent', via: 'test', id: String(sent.length) } as const
  }
  return [
    ...billingWorkers({ db: own, clock }),
    ...campaignWorkers({ db: own, clock, log: silentLog, messages: { sendSms }, telegramSends: () => false }),
  ].filter(({ kind }) => ['billing.charge', 'campaigns.send'].includes(kind.name))
}

/** Every worker of both processes at once, and once more while the first are at it. */
async function runAll(): Promise<void> {
  const sets = pools.map(({ db: own }) => workersOn(own))
  const job = { id: 'test', attempt: 1, signal: new AbortController().signal, log: silentLog }
  const all = [...sets, ...sets].flat()
  await Promise.all(all.map((worker) => worker.run({}, job)))
}

beforeAll(async () => {
  await billing.putTariff(buildTariff(57, { isBase: true, priceTiyin }))
  for (let index = 0; index < subscribers; index += 1) {
    const phone = `+99890${1_000_000 + index}`
    const { accountId } = await accounts.upsertAccount(buildAccount(String(40_000_000 + index), { phone }))
    accountIds.push(accountId)
    await billing.moveMoney({
      ...{ reference: `in:${accountId}`, kind: 'top_up', accountId, against: 'payments' },
      amountTiyin: priceTiyin * (periods + 1) + spareTiyin,
    })
    const bought = await billing.purchase({
      accountId,
      items: [{ tariffId: 57 }],
      replacesBase: false,
      key: undefined,
    })
    expect(bought).toMatchObject({ kind: 'answered', response: { kind: 'done' } })
  }
}, 120_000)

/** How often each subscriber was charged. */
async function chargeCounts(): Promise<readonly number[]> {
  const charges = await db
    .selectFrom('charge')
    .innerJoin('subscription', 'subscription.subscription_id', 'charge.subscription_id')
    .select(({ fn }) => ['subscription.account_id', fn.countAll<number>().as('count')])
    .groupBy('subscription.account_id')
    .execute()
  return charges.map(({ count }) => Number(count))
}

describe('two processes with jobs on one database', () => {
  it('[NODE-01] charge each subscription once a period, whichever of them comes to it', async () => {
    for (let period = 1; period <= periods; period += 1) {
      clock.setMs(startMs + period * 30 * dayMs + period * 60_000)
      await runAll()
      await runAll()
      // Also none in advance, for which there would be enough money.
      expect(await chargeCounts()).toEqual(Array.from({ length: subscribers }, () => period + 1))
    }
    for (const accountId of accountIds)
      expect((await billing.accountStanding(accountId)).balanceTiyin, `account ${accountId}`).toBe(spareTiyin)
    expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  }, 120_000)

  it('[NODE-01] send a campaign to each subscriber once, in the app and by SMS', async () => {
    const nowMs = clock.nowMs()
    const texts = {
      ...{ title_ru: 'Привет', title_uz: 'Salom', body_ru: 'Текст', body_uz: 'Matn' },
      ...{ sms_ru: 'SMS', sms_uz: 'SMS', href: '/cabinet', uz_is_ru: false },
    }
    for (const media of [['app'], ['sms']] as const)
      await db
        .insertInto('campaign')
        .values({
          ...{ name: media[0], state: 'scheduled', kind: 'service', media: [...media] },
          ...{ texts: JSON.stringify(texts), rules: JSON.stringify({ match: 'all', groups: [] }) },
          ...{ message_template_id: null, segment_id: null, budget_tiyin: null, day_hours: false },
          ...{ starts_at: new Date(nowMs), created_at: new Date(nowMs), staff_id: null },
          ...{ started_at: null, finished_at: null },
        })
        .execute()
    await runAll()
    await runAll()
    const campaigns = await db.selectFrom('campaign').select('state').execute()
    expect(campaigns.map(({ state }) => state)).toEqual(['done', 'done'])
    const deliveries = await db
      .selectFrom('campaign_delivery')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute()
    expect(deliveries.map(({ state, count }) => [state, Number(count)])).toEqual([['sent', 2 * subscribers]])
    expect(sent).toHaveLength(subscribers)
    expect(new Set(sent).size).toBe(subscribers)
    const written = await db
      .selectFrom('notification')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('title_ru', '=', 'Привет')
      .executeTakeFirstOrThrow()
    expect(Number(written.count)).toBe(subscribers)
  }, 120_000)
})
