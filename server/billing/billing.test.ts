import { billingEndpoints } from '#server/api/billing/billing.ts'
import { promotionEndpoints } from '#server/api/billing/promotions.ts'
import { subscriptionEndpoints } from '#server/api/billing/subscriptions.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Movement, checkLedger, openBilling } from './billing.ts'
import { checkLedgerOnce } from './ledger/check-ledger.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { openTelevision } from '#server/television/television.ts'
import { openAccounts } from '#server/accounts/accounts.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 0, 1)
const clock = manualClock(nowMs)
const accounts = openAccounts({ db, clock, random: systemRandom, pepper: 'pepper', supportPhone: '1000' })
const billing = openBilling({ db, clock })
const audit = { record: async () => undefined }
const [television, catalogue] = [await openTelevision(db, clock), await openCatalogue(db)]
const api = { billing, accounts, clock, audit, db, television, catalogue }
const routes = [...billingEndpoints(api), ...subscriptionEndpoints(api), ...promotionEndpoints(api)]

const dayMs = 86_400_000

let number = 0
let accountId = 0
beforeAll(async () => {
  for (const id of [56, 57]) await billing.putTariff(buildTariff(id, { isBase: true }))
  for (const id of [100, 103, 200]) await billing.putTariff(buildTariff(id))
})
beforeEach(async () => {
  number += 1
  const person = buildAccount(String(100_000 + number), { name: 'A', password: 'pass word' })
  ;({ accountId } = await accounts.upsertAccount(person))
})

function topUp(reference: string, amountTiyin: number): Movement {
  return {
    reference,
    kind: 'top_up',
    accountId,
    amountTiyin,
    against: 'payments',
  }
}

async function balance() {
  return (await billing.accountStanding(accountId)).balanceTiyin
}

async function recomputed() {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount_tiyin), 0)::bigint as sum from ledger_entry where account_id = ${accountId}`.execute(
    db,
  )
  return rows[0]?.sum
}

describe('the ledger', () => {
  it('leaves database connections for others while one account has a hundred top-ups at once', async () => {
    const other = await accounts.upsertAccount({
      ...buildAccount(String(900_000 + number), { name: 'B', password: 'pass word' }),
    })
    await billing.moveMoney(topUp(`first:${number}`, 100))
    const work = { begun: () => {}, end: () => {} }
    const started = new Promise<void>((resolve) => (work.begun = resolve))
    const isOver = new Promise<void>((resolve) => (work.end = resolve))
    const holding = db.transaction().execute(async (trx) => {
      await sql`select from wallet where account_id = ${accountId} for update`.execute(trx)
      work.begun()
      await isOver
    })
    await started
    const moved = Array.from({ length: 100 }, (_, at) =>
      billing.moveMoney(topUp(`burst:${number}:${at}`, 100)),
    )
    expect((await billing.accountStanding(other.accountId)).balanceTiyin).toBe(0)
    work.end()
    await Promise.all([holding, ...moved])
    expect(await balance()).toBe(101 * 100)
  })

  it('[PAY-10] every balance is the sum of its entries, and never below zero', async () => {
    const amounts = fc.array(
      fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }).filter((n) => n !== 0),
      { maxLength: 8 },
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(amounts, async (list) => {
        run += 1
        let expected = await balance()
        for (const [index, amountTiyin] of list.entries()) {
          const { kind } = await billing.moveMoney(topUp(`p:${number}:${run}:${index}`, amountTiyin))
          expect(kind).toBe(expected + amountTiyin < 0 ? 'insufficient' : 'moved')
          if (kind === 'moved') expected += amountTiyin
        }
        expect(await balance()).toBe(expected)
        expect(await recomputed()).toBe(expected)
      }),
      { numRuns: 15 },
    )
    expect((await checkLedger(db)).kind).toBe('whole')
  })

  it('[PAY-10] moves money once per reference, also with twenty concurrent requests', async () => {
    const moved = await Promise.all(
      Array.from({ length: 20 }, () => steady(() => billing.moveMoney(topUp(`once:${number}`, 100_000)))),
    )
    expect(moved.filter(({ kind }) => kind === 'moved')).toHaveLength(1)
    expect(moved.filter(({ kind }) => kind === 'repeated')).toHaveLength(19)
    expect(await balance()).toBe(100_000)
  })

  it('[SUB-07] refuses a reference with another amount or for another account', async () => {
    const params = topUp(`mine:${number}`, 100_000)
    await billing.moveMoney(params)
    await expect(billing.moveMoney({ ...params, amountTiyin: 200_000 })).rejects.toThrow('another movement')
    const person = buildAccount(String(900_000 + number), { name: 'B', password: 'pass word' })
    const other = await accounts.upsertAccount(person)
    await expect(billing.moveMoney({ ...params, accountId: other.accountId })).rejects.toThrow(
      'another movement',
    )
    expect(await balance()).toBe(100_000)
    expect((await billing.accountStanding(other.accountId)).balanceTiyin).toBe(0)
  })

  it('refuses fractions of a tiyin and zero', async () => {
    await expect(billing.moveMoney(topUp(`half:${number}`, 0.5))).rejects.toThrow('whole tiyin')
    await expect(billing.moveMoney(topUp(`none:${number}`, 0))).rejects.toThrow('whole tiyin')
    expect(await balance()).toBe(0)
  })

  it('[PAY-10] reverses an entry once, or in parts that are never more than the whole', async () => {
    const [whole, parts] = [`whole:${number}`, `parts:${number}`]
    await billing.moveMoney(topUp(whole, 1000))
    await billing.moveMoney(topUp(parts, 1000))
    const back = (reference: string, of: string, amountTiyin?: number) =>
      billing.reverse({ reference, of, ...(amountTiyin === undefined ? {} : { amountTiyin }) })
    expect(await back(`r1:${number}`, whole)).toMatchObject({ kind: 'moved', balanceTiyin: 1000 })
    expect(await back(`r1:${number}`, whole)).toMatchObject({ kind: 'repeated' })
    expect(await back(`r2:${number}`, whole)).toEqual({ kind: 'too_much' })
    expect(await back(`p1:${number}`, parts, 600)).toMatchObject({ kind: 'moved', balanceTiyin: 400 })
    expect(await back(`p2:${number}`, parts, 401)).toEqual({ kind: 'too_much' })
    expect(await back(`p3:${number}`, parts)).toEqual({ kind: 'too_much' })
    expect(await back(`p4:${number}`, parts, 400)).toMatchObject({ kind: 'moved', balanceTiyin: 0 })
    expect(await back(`u:${number}`, 'nothing of the kind')).toEqual({ kind: 'unknown' })
    expect(await back(`b:${number}`, `p1:${number}`)).toEqual({ kind: 'unknown' })
    await billing.moveMoney(topUp(`spent:${number}`, 500))
    await billing.moveMoney({ ...topUp(`out:${number}`, -200), kind: 'adjustment', against: 'adjustments' })
    expect(await back(`s:${number}`, `spent:${number}`)).toEqual({ kind: 'insufficient', missingTiyin: 200 })
    expect(await recomputed()).toBe(300)
  })

  it('[PAY-10] cannot be changed, emptied, or written past the balance, with any rights', async () => {
    await billing.moveMoney(topUp(`kept:${number}`, 500))
    const refusals = [
      'update ledger_entry set amount_tiyin = 1',
      'delete from ledger_entry',
      'truncate ledger_entry cascade',
      'delete from wallet',
      'update charge set amount_tiyin = 1',
      'delete from charge',
      'delete from promotion_use',
    ]
    for (const text of refusals) await expect(sql.raw(text).execute(db), text).rejects.toThrow('append-only')
    const write = (amount: number, after: number, account = accountId) =>
      sql`insert into ledger_entry
        (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin, happened_at)
        values (${`by hand ${amount} ${after}`}, 'top_up', ${account}, 'payments', ${amount}, ${after}, now())`.execute(
        db,
      )
    await expect(write(5, 5)).rejects.toThrow('does not go on from the balance')
    await expect(write(-501, 0)).rejects.toThrow('wallet_balance_tiyin_check')
    await expect(write(5, 5, 2_000_000_000)).rejects.toThrow('without a wallet')
    expect(await balance()).toBe(500)
  })

  it('[PAY-10] the check names the first row that was changed outside the module', async () => {
    await billing.moveMoney(topUp(`check:${number}:1`, 500))
    await billing.moveMoney(topUp(`check:${number}:2`, 700))
    const spoiled = async (text: string) => {
      let result: unknown
      await db
        .transaction()
        .execute(async (trx) => {
          await sql`set local session_replication_role = replica`.execute(trx)
          await sql.raw(text).execute(trx)
          // Within this transaction, which is then rolled back.
          result = await checkLedgerOnce(trx)
          throw new Error('undone')
        })
        .catch((error: unknown) => {
          if (!(error instanceof Error) || error.message !== 'undone') throw error
        })
      return result
    }
    expect(
      await spoiled(`update ledger_entry set amount_tiyin = 501 where reference = 'check:${number}:1'`),
    ).toMatchObject({ kind: 'broken', what: expect.stringContaining(`(check:${number}:1)`) as string })
    expect(await spoiled(`delete from ledger_entry where reference = 'check:${number}:1'`)).toMatchObject({
      kind: 'broken',
      what: expect.stringContaining(`(check:${number}:2)`) as string,
    })
    expect(
      await spoiled(`update wallet set balance_tiyin = 1 where account_id = ${accountId}`),
    ).toMatchObject({ what: expect.stringContaining(`account ${accountId} holds 1`) as string })
    expect((await checkLedger(db)).kind).toBe('whole')
  })

  it('[PAY-09] the history is paged, the newest first, and contains only the viewer’s own', async () => {
    for (let count = 1; count <= 5; count += 1)
      await billing.moveMoney(topUp(`h:${number}:${count}`, count * 100))
    const viewer = { viewer: { accountId, sessionId: 's' } }
    const page = (raw: Record<string, unknown>) => ask(routes, 'paymentsHistory.list', raw, viewer)
    const first = await page({ limit: 2 })
    expect(first).toMatchObject({ data: [{ amount: 5, balance: 15, kind: 'top_up' }, { amount: 4 }] })
    const second = await page({ limit: 2, before: first['next'] })
    expect(second).toMatchObject({ data: [{ amount: 3 }, { amount: 2 }] })
    const last = await page({ limit: 2, before: second['next'] })
    expect(last).toMatchObject({ data: [{ amount: 1, balance: 1 }], next: 0 })
    expect(await page({ limit: 2, page: 2 })).toMatchObject({
      data: [{ amount: 3 }, { amount: 2 }],
      page: 2,
      last_page: 3,
      total: 5,
    })
    expect(await page({ limit: 2, page: 4 })).toMatchObject({ data: [], next: 0, page: 4, last_page: 3 })
    const { id } = (last['data'] as readonly { readonly id: number }[])[0] ?? { id: 0 }
    const cheque = await ask(routes, 'paymentsHistory.cheque', { id }, viewer)
    expect(cheque).toMatchObject({ id, reference: `h:${number}:1`, abonement: String(100_000 + number) })
    const stranger = { viewer: { accountId: accountId - 1, sessionId: 's' } }
    expect(await ask(routes, 'paymentsHistory.cheque', { id }, stranger)).toEqual({
      refused: 'entry_not_found',
    })
  })
})

describe('subscriptions', () => {
  const put = (tariffId: number, state: 'active' | 'suspended' | 'off' = 'active') =>
    billing.putSubscription({ accountId, tariffId, state, paidUntilMs: nowMs + 30 * dayMs })

  it('cannot be two base ones, or the same one twice', async () => {
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

  it('[ACC-10] are in customer/info with the balance and the missing amount, in sums', async () => {
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
            period_days: 30,
            state: 'suspended',
            is_base: 1,
            auto_renew: 1,
            // A suspended subscription is not paid for.
            paid_until: nowMs / 1000,
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

  it('shows a change at once, and refuses an unknown channel', async () => {
    await billing.tariffs()
    await billing.putTariff(buildTariff(200, { priceTiyin: 100, isRecommended: true }))
    expect((await billing.tariffs()).get(200)).toMatchObject({ priceTiyin: 100, isRecommended: true })
    await expect(billing.putTariff(buildTariff(200, { channelIds: new Set([999_999]) }))).rejects.toThrow(
      'tariff_channel',
    )
    expect((await billing.tariffs()).get(200)?.providerIds).toEqual(new Set([1]))
    expect(await billing.channelsOfTariff(4711)).toBeUndefined()
  })
})
