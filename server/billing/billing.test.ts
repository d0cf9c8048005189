import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Movement, TariffRecord } from './billing.ts'
import { billingRoutes, openBilling } from './billing.ts'
import { openAccounts } from '#server/accounts/accounts.ts'
import { manualClock } from '#server/platform/clock.ts'
import { systemRandom } from '#server/platform/ids.ts'
import { ask } from '#tests/kit/ask.ts'
import { createTestDatabase } from '#tests/kit/postgres.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 0, 1)
const clock = manualClock(nowMs)
const accounts = openAccounts({ db, clock, random: systemRandom, pepper: 'pepper', supportPhone: '1000' })
const billing = openBilling({ db, clock })
const routes = billingRoutes(billing, accounts)

const day = 86_400_000
const tariff = (tariffId: number, more: Partial<TariffRecord> = {}): TariffRecord => ({
  tariffId,
  name: { en: `Tariff ${tariffId}`, ru: `Тариф ${tariffId}`, uz: `${tariffId}-tarif` },
  priceTiyin: 2_500_000,
  providerId: 1,
  remoteTariffId: null,
  isBase: false,
  isRecommended: false,
  isOffered: true,
  position: 0,
  streams: 2,
  periods: [],
  channelIds: new Set(),
  providerIds: new Set([1]),
  ...more,
})

let number = 0
let accountId = 0
beforeAll(async () => {
  for (const id of [56, 57]) await billing.putTariff(tariff(id, { isBase: true }))
  for (const id of [100, 103, 200]) await billing.putTariff(tariff(id))
})
beforeEach(async () => {
  number += 1
  const person = { abonement: String(100_000 + number), phone: null, name: 'A', password: 'pass word' }
  ;({ accountId } = await accounts.upsertAccount(person))
})

const topUp = (reference: string, amountTiyin: number): Movement => ({
  reference,
  kind: 'top_up',
  accountId,
  amountTiyin,
  against: 'payments',
})
const balance = async () => (await billing.standingOf(accountId)).balanceTiyin
const recomputed = async () => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(p.amount_tiyin), 0)::bigint as sum
    from ledger_posting p join ledger_account a using (ledger_account_id) where a.account_id = ${accountId}
  `.execute(db)
  return rows[0]?.sum
}

describe('the ledger', () => {
  it('[PAY-10] every balance is the sum of its entries, and all of them together are nought', async () => {
    const amounts = fc.array(
      fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }).filter((n) => n !== 0),
      { maxLength: 8 },
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(amounts, async (list) => {
        run += 1
        const before = await balance()
        for (const [index, amountTiyin] of list.entries())
          expect(await billing.moveMoney(topUp(`p:${number}:${run}:${index}`, amountTiyin))).toBe(true)
        expect(await balance()).toBe(before + list.reduce((sum, amount) => sum + amount, 0))
        expect(await recomputed()).toBe(await balance())
      }),
      { numRuns: 15 },
    )
    const { rows } = await sql<{
      sum: number
    }>`select sum(amount_tiyin)::bigint as sum from ledger_posting`.execute(db)
    expect(rows).toEqual([{ sum: 0 }])
  })

  it('[PAY-10] moves money once for a reference, also when twenty repeat it together', async () => {
    const moved = await Promise.all(
      Array.from({ length: 20 }, () => billing.moveMoney(topUp(`once:${number}`, 100_000))),
    )
    expect(moved.filter(Boolean)).toHaveLength(1)
    expect(await balance()).toBe(100_000)
  })

  it('takes no part of a tiyin and no nothing', async () => {
    await expect(billing.moveMoney(topUp(`half:${number}`, 0.5))).rejects.toThrow('whole tiyin')
    await expect(billing.moveMoney(topUp(`none:${number}`, 0))).rejects.toThrow('whole tiyin')
    expect(await balance()).toBe(0)
  })

  it('[PAY-10] cannot be changed, emptied, unbalanced or added to afterwards, by anybody', async () => {
    await billing.moveMoney(topUp(`kept:${number}`, 500))
    const refusals = [
      'update ledger_posting set amount_tiyin = 1',
      'delete from ledger_posting',
      'truncate ledger_posting',
      `update ledger_entry set happened_at = now()`,
      'delete from ledger_entry',
      'truncate ledger_entry cascade',
    ]
    for (const text of refusals) await expect(sql.raw(text).execute(db), text).rejects.toThrow('append-only')
    const oneSided = db.transaction().execute(async (trx) => {
      const entry = await trx
        .insertInto('ledger_entry')
        .values({ reference: 'lonely', kind: 'top_up', happened_at: new Date(nowMs) })
        .returning('ledger_entry_id')
        .executeTakeFirstOrThrow()
      const wrong = [5, -4].map((amount_tiyin, index) => ({
        ...entry,
        ledger_account_id: index + 1,
        amount_tiyin,
      }))
      await trx.insertInto('ledger_posting').values(wrong).execute()
    })
    await expect(oneSided).rejects.toThrow('does not balance')
    const empty = sql`insert into ledger_entry (reference, kind, happened_at) values ('empty', 'top_up', now())`
    await expect(empty.execute(db)).rejects.toThrow('does not balance')
    const late = sql`insert into ledger_posting select max(ledger_entry_id), 3, 5 from ledger_entry`
    await expect(late.execute(db)).rejects.toThrow('is closed')
    expect(await balance()).toBe(500)
  })
})

describe('subscriptions', () => {
  const put = (tariffId: number, state: 'active' | 'suspended' | 'off' = 'active') =>
    billing.putSubscription({ accountId, tariffId, state, paidUntilMs: nowMs + 30 * day })

  it('cannot be two base ones, nor twice the same', async () => {
    await put(56)
    await expect(put(57)).rejects.toThrow('subscription_one_base')
    await put(200)
    await put(200, 'suspended')
    expect(await billing.subscriptionsOf(accountId)).toMatchObject([
      { tariffId: 56, isBase: true, state: 'active' },
      { tariffId: 200, isBase: false, state: 'suspended' },
    ])
    await put(56, 'off')
    await put(57)
    expect((await billing.subscriptionsOf(accountId)).map((one) => one.tariffId)).toEqual([57, 200])
  })

  it('[ACC-10] stand in customer/info with the balance and what is missing, in sums', async () => {
    await put(56, 'suspended')
    await billing.moveMoney(topUp(`info:${number}`, 1_000_050))
    const info = await ask(
      routes,
      'accounts.info',
      {},
      { viewer: { accountId, sessionId: 's' }, language: 'uz' },
    )
    expect(info).toMatchObject({
      abonement: String(100_000 + number),
      state: 'suspended',
      balance: 10_000.5,
      missing: 14_999.5,
      promotions: { premium_max_for_one_sum: 0, item: [] },
      subscriptions: {
        item: [
          {
            tariff_id: 56,
            name: '56-tarif',
            price: 25_000,
            state: 'suspended',
            is_base: 1,
            auto_renew: 1,
            paid_until: (nowMs + 30 * day) / 1000,
          },
        ],
      },
    })
  })
})

describe('the list of tariffs', () => {
  it('[TARIFF-01] [TARIFF-03] offers each with its sub-tariffs, without the excluded ids', async () => {
    const offered = (await ask(routes, 'site.tariffs')) as unknown as readonly { id: number }[]
    expect(offered.map((one) => one.id)).toEqual([56, 57, 200])
    for (const one of offered) expect(one).toMatchObject({ sub_tariffs: [{ price: 25_000 }] })
  })

  it('shows a change at once, and refuses a channel that does not exist', async () => {
    await billing.tariffs()
    await billing.putTariff(tariff(200, { priceTiyin: 100, isRecommended: true }))
    expect((await billing.tariffs()).get(200)).toMatchObject({ priceTiyin: 100, isRecommended: true })
    await expect(billing.putTariff(tariff(200, { channelIds: new Set([999_999]) }))).rejects.toThrow(
      'tariff_channel',
    )
    expect((await billing.tariffs()).get(200)?.providerIds).toEqual(new Set([1]))
    expect(await billing.channelsOfTariff(4711)).toBeUndefined()
  })
})
