import { billingEndpoints } from '#server/api/billing/billing.ts'
import { promotionEndpoints } from '#server/api/billing/promotions.ts'
import { subscriptionEndpoints } from '#server/api/billing/subscriptions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type TariffRecord,
  chargeAllDue,
  checkLedger,
  notifyCharges,
  openBilling,
  putPromotion,
} from '#server/billing/billing.ts'
import { resumeAll } from './billing-workers.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { openTelevision } from '#server/television/television.ts'
import { openAccounts } from '#server/accounts/accounts.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { type TestCaller, ask } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'

// Many requests on few connections: as long as a busy machine takes.
vi.setConfig({ testTimeout: 120_000 })
const database = await createTestDatabase()
const { db } = database
afterAll(async () => {
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  await database.drop()
})

const startMs = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000
const clock = manualClock(startMs)
const accounts = openAccounts({ db, clock, random: systemRandom, pepper: 'pepper', supportPhone: '1000' })
const billing = openBilling({ db, clock })
const events: string[] = []
const audit = { record: async ({ event }: { readonly event: string }) => void events.push(event) }
const [television, catalogue] = [await openTelevision(db, clock), await openCatalogue(db)]
const api = { billing, accounts, clock, audit, db, television, catalogue }
const routes = [...billingEndpoints(api), ...subscriptionEndpoints(api), ...promotionEndpoints(api)]

function tariff(tariffId: number, sums: number, more: Partial<TariffRecord> = {}) {
  return buildTariff(tariffId, { priceTiyin: sums * 100, ...more })
}

function words(text: string) {
  return { en: text, ru: text, uz: text }
}

beforeAll(async () => {
  await billing.putTariff(tariff(57, 25_000, { isBase: true }))
  const month = { id: 581, name: words('month'), period: words('30'), periodDays: 30, priceTiyin: 4_000_000 }
  const quarter = {
    id: 582,
    name: words('quarter'),
    period: words('90'),
    periodDays: 90,
    priceTiyin: 10_000_000,
  }
  await billing.putTariff(tariff(58, 40_000, { isBase: true, periods: [month, quarter] }))
  await billing.putTariff(tariff(60, 9_000))
  await billing.putTariff(tariff(61, 15_000))
  await billing.putTariff(tariff(62, 1_000, { providerIds: new Set() }))
  await billing.putTariff(tariff(100, 1_000))
})

let number = 0
let accountId = 0
beforeEach(async () => {
  clock.setMs(startMs)
  number += 1
  // Subscriptions of earlier tests would be due as well.
  await sql`update subscription set state = 'off'`.execute(db)
  const phone = `+99890${String(1_000_000 + number)}`
  const person = buildAccount(String(300_000 + number), { phone, name: 'A', password: 'pass word' })
  ;({ accountId } = await accounts.upsertAccount(person))
})

function pay(sums: number, name = 'in') {
  return billing.moveMoney({
    reference: `${name}:${number}`,
    kind: 'top_up',
    accountId,
    amountTiyin: sums * 100,
    against: 'payments',
  })
}

function call(name: string, raw: Record<string, unknown> = {}, more: TestCaller = {}) {
  return ask(routes, name, raw, { viewer: { accountId, sessionId: 's' }, ...more })
}

function subscribe(raw: Record<string, unknown>, more?: TestCaller) {
  return call('subscriptions.subscribe', raw, more)
}

function charge() {
  return chargeAllDue({ db, runAtMs: clock.nowMs(), shares: 2, batch: 3 })
}

async function balance() {
  return (await billing.accountStanding(accountId)).balanceTiyin / 100
}

async function states() {
  return (await billing.subscriptionsOf(accountId)).map(({ tariffId, state }) => `${tariffId} ${state}`)
}

function sec(ms: number) {
  return Math.floor(ms / 1000)
}

describe('purchases', () => {
  it('[SUB-01] take exactly the cost that was shown, and refuse another one', async () => {
    await pay(70_000)
    const target = { tariff_id: 58, virtual_tariff_id: 581 }
    expect(await call('subscriptions.cost', target)).toMatchObject({
      cost: 40_000,
      balance: 70_000,
      missing: 0,
      ...{ trial_days: 0, after_trial: 0, replaces: 0 },
    })
    expect(await subscribe({ ...target, cost: 39_999 })).toEqual({ refused: 'price_changed' })
    expect(await balance()).toBe(70_000)
    expect(await subscribe({ ...target, cost: '40000' })).toEqual({
      cost: 40_000,
      balance: 30_000,
      planned_from: 0,
      subscriptions: { item: [{ tariff_id: 58, paid_until: sec(startMs + 30 * dayMs) }] },
    })
    expect(await balance()).toBe(30_000)
    expect(events).toContain('tariff_connected')
  })

  it('[SUB-04] are refused, each for its own reason, and take nothing', async () => {
    const refusals: readonly [Record<string, unknown>, string][] = [
      [{}, 'tariff_needed'],
      [{ tariff_id: 57 }, 'insufficient_funds'],
      [{ tariff_id: 4711 }, 'tariff_not_found'],
      [{ tariff_id: 100 }, 'tariff_not_found'],
      [{ virtual_tariff_id: 999 }, 'tariff_not_found'],
      [{ tariff_id: 62 }, 'billing_misconfigured'],
      [{ tariff_ids: '60,62,100' }, 'tariffs_not_connected'],
      [{ tariff_ids: '60,60' }, 'tariffs_not_connected'],
    ]
    for (const [raw, refused] of refusals)
      expect(await subscribe(raw), JSON.stringify(raw)).toEqual({ refused })
    await pay(100_000)
    await subscribe({ tariff_id: 57 })
    expect(await subscribe({ tariff_id: 57 })).toEqual({ refused: 'already_connected' })
    expect(await subscribe({ tariff_id: 58 })).toEqual({ refused: 'more_than_one_base' })
    expect(await call('subscriptions.cost', { tariff_id: 58 })).toEqual({ refused: 'more_than_one_base' })
    expect(await call('subscriptions.unsubscribe', { tariff_id: 57 })).toEqual({
      refused: 'base_cannot_be_off',
    })
    expect(await call('subscriptions.unsubscribe', { tariff_id: 60 })).toEqual({ refused: 'not_connected' })
    expect(await call('subscriptions.unsubscribe', {})).toEqual({ refused: 'tariff_needed' })
    expect(await balance()).toBe(75_000)
  })

  it('[SUB-03] change the base tariff in one step, and connect several tariffs all or none', async () => {
    await pay(100_000)
    await subscribe({ tariff_id: 57 })
    const target = { tariff_id: 58, replace: 1 }
    expect(await call('subscriptions.cost', target)).toMatchObject({
      ...{ cost: 15_000, replaces: 57 },
      // Nothing of it was used.
      ...{ price: 40_000, credit: 25_000 },
    })
    await subscribe(target)
    expect(await states()).toEqual(['58 active'])
    expect(await balance()).toBe(60_000)
    await subscribe({ tariff_ids: '60,61' })
    expect(await states()).toEqual(['58 active', '60 active', '61 active'])
    expect(await balance()).toBe(36_000)
  })

  it('[SUB-07] are made once per Idempotency-Key, however often and concurrently it is sent', async () => {
    await pay(100_000)
    const once = () => steady(() => subscribe({ tariff_id: 60 }, { idempotencyKey: 'k' }))
    const responses = await Promise.all(Array.from({ length: 8 }, once))
    expect(new Set(responses.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(responses[0]).toMatchObject({ cost: 9_000, balance: 91_000 })
    expect(await subscribe({ tariff_id: 61 }, { idempotencyKey: 'k' })).toEqual({ refused: 'key_used' })
    expect(await balance()).toBe(91_000)
  })

  it('[SUB-07] fifty at once on one balance spend the balance and no more', async () => {
    await pay(30_000)
    const target = Array.from({ length: 50 }, (_, index) => [57, 60, 61][index % 3])
    const responses = await Promise.all(target.map((id) => steady(() => subscribe({ tariff_id: id }))))
    const spent = responses.reduce((sum, one) => sum + Number(one['cost'] ?? 0), 0)
    expect(await balance()).toBe(30_000 - spent)
    expect([25_000, 24_000]).toContain(spent)
    const refused = responses.flatMap((one) => one['refused'] ?? [])
    expect(refused.length).toBe(50 - (await states()).length)
    for (const one of refused) expect(['insufficient_funds', 'already_connected']).toContain(one)
  })

  it('[SUB-02] show whether a tariff is active, suspended or off', async () => {
    await pay(25_000)
    await subscribe({ tariff_id: 57 })
    const state = async (id: number) => {
      const list = await call('subscriptions.list', { tariff_id: id })
      return (list as unknown as { subscriptions: { item: { state: string }[] } }).subscriptions.item.map(
        (one) => one.state,
      )
    }
    expect(await state(57)).toEqual(['active'])
    expect(await state(58)).toEqual(['off', 'off'])
    clock.advanceMs(30 * dayMs)
    await charge()
    expect(await state(57)).toEqual(['connected'])
    expect(await call('subscriptions.list', { tariff_id: 100 })).toEqual({ refused: 'tariff_not_found' })
    const all = await call('subscriptions.tariffs')
    const ids = (all as unknown as { tariffs: { item: { id: number }[] } }).tariffs.item.map((one) => one.id)
    expect(ids).toEqual([57, 58, 60, 61, 62])
  })
})

describe('charges', () => {
  it('[SUB-05] renew every 30 days from the end of the last period, until auto-renewal is off', async () => {
    await pay(100_000)
    await subscribe({ tariff_id: 57 })
    for (const at of [30, 60]) {
      clock.setMs(startMs + at * dayMs + 60_000)
      expect(await charge()).toMatchObject({ charged: 1, suspended: 0 })
      expect(await charge()).toMatchObject({ charged: 0 })
    }
    expect(await billing.subscriptionsOf(accountId)).toMatchObject([{ paidUntilMs: startMs + 90 * dayMs }])
    expect(await balance()).toBe(25_000)
    await call('subscriptions.autoRenew', { tariff_id: 57, auto_renew: 0 })
    clock.setMs(startMs + 90 * dayMs)
    expect(await charge()).toMatchObject({ charged: 0, ended: 1 })
    expect(await balance()).toBe(25_000)
    expect(await states()).toEqual([])
  })

  it('[SUB-06] suspend only below the price, take nothing then, and a sufficient top-up resumes at once', async () => {
    await pay(50_000)
    await subscribe({ tariff_id: 57 })
    clock.setMs(startMs + 30 * dayMs)
    // Exactly the price is enough.
    expect(await charge()).toMatchObject({ charged: 1 })
    expect(await balance()).toBe(0)
    await pay(24_999, 'little')
    clock.setMs(startMs + 60 * dayMs)
    expect(await charge()).toMatchObject({ charged: 0, suspended: 1 })
    expect(await balance()).toBe(24_999)
    expect(await call('accounts.info')).toMatchObject({ state: 'suspended', missing: 1 })
    clock.setMs(startMs + 70 * dayMs)
    await charge()
    expect(await states()).toEqual(['57 suspended'])
    await pay(1, 'rest')
    expect(await balance()).toBe(0)
    // The ten days without service are not charged.
    expect(await billing.subscriptionsOf(accountId)).toMatchObject([
      { state: 'active', paidUntilMs: startMs + 100 * dayMs },
    ])
  })

  it('[SUB-06] take the base tariff first and charge no other without it', async () => {
    await pay(49_000)
    await subscribe({ tariff_id: 57 })
    await subscribe({ tariff_ids: '60,61' })
    expect(await balance()).toBe(0)
    await pay(24_000, 'for both others')
    clock.setMs(startMs + 30 * dayMs)
    expect(await charge()).toMatchObject({ charged: 0, suspended: 3 })
    expect(await balance()).toBe(24_000)
    await pay(11_000, 'for base and the cheaper')
    expect(await states()).toEqual(['57 active', '60 active', '61 suspended'])
    expect(await balance()).toBe(1_000)
  })

  it('[SUB-06] with another base tariff suspended ones resume at the same moment, and once', async () => {
    await pay(64_000)
    await subscribe({ tariff_id: 58, virtual_tariff_id: 581 })
    await subscribe({ tariff_ids: '60,61' })
    await pay(36_000, 'too little for the base tariff')
    clock.setMs(startMs + 30 * dayMs)
    expect(await charge()).toMatchObject({ charged: 0, suspended: 3 })
    const cheaper = { tariff_id: 57, replace: 1, cost: 25_000 }
    const [first, again] = [
      await subscribe(cheaper, { idempotencyKey: 'cheaper' }),
      await subscribe(cheaper, { idempotencyKey: 'cheaper' }),
    ]
    expect(first).toMatchObject({ cost: 25_000, balance: 2_000 })
    expect(again).toEqual(first)
    expect((await states()).toSorted()).toEqual(['57 active', '60 active', '61 suspended'])
    expect(await balance()).toBe(2_000)
  })

  it('[SUB-01] keeping a tariff that has just ended costs its next period, as is shown, also before the job has ended it', async () => {
    await pay(60_000)
    await subscribe({ tariff_id: 57 })
    await call('subscriptions.autoRenew', { tariff_id: 57, auto_renew: 0 })
    clock.setMs(startMs + 30 * dayMs - 1)
    expect(await call('subscriptions.cost', { tariff_id: 57 })).toMatchObject({ cost: 0 })
    clock.setMs(startMs + 30 * dayMs)
    expect(await call('subscriptions.cost', { tariff_id: 57 })).toMatchObject({ cost: 25_000 })
    expect(await subscribe({ tariff_id: 57, cost: 0 })).toEqual({ refused: 'price_changed' })
    expect(await subscribe({ tariff_id: 57, cost: 25_000 })).toMatchObject({ cost: 25_000, balance: 10_000 })
    expect(await charge()).toMatchObject({ charged: 0, suspended: 0, ended: 0 })
    expect([await balance(), await states()]).toEqual([10_000, ['57 active']])
  })

  it('[SUB-02] a tariff that is turned off runs to its end and is not charged again', async () => {
    await pay(50_000)
    await subscribe({ tariff_id: 60 })
    expect(await call('subscriptions.unsubscribe', { tariff_id: 60 })).toEqual({
      paid_until: sec(startMs + 30 * dayMs),
    })
    expect(await states()).toEqual(['60 active'])
    expect(await subscribe({ tariff_id: 60 })).toMatchObject({ cost: 0 })
    await call('subscriptions.unsubscribe', { tariff_id: 60 })
    clock.setMs(startMs + 31 * dayMs)
    expect(await charge()).toMatchObject({ charged: 0, ended: 1 })
    expect(await balance()).toBe(41_000)
  })

  it('[SUB-07] a clock that jumps ahead and back charges nothing twice', async () => {
    await pay(200_000)
    await subscribe({ tariff_id: 57 })
    clock.setMs(startMs + 400 * dayMs)
    expect(await charge()).toMatchObject({ charged: 1 })
    clock.setMs(startMs + 30 * dayMs)
    expect(await charge()).toMatchObject({ charged: 0 })
    expect(await balance()).toBe(150_000)
    expect(await billing.subscriptionsOf(accountId)).toMatchObject([{ paidUntilMs: startMs + 430 * dayMs }])
  })

  it('[SUB-07] a changed date takes back no charged period, and top-ups still work', async () => {
    await pay(50_000)
    await subscribe({ tariff_id: 57 })
    const paidUntilMs = startMs + 30 * dayMs
    await billing.putSubscription({ accountId, tariffId: 57, state: 'suspended', paidUntilMs: startMs })
    await billing.putSubscription({ accountId, tariffId: 57, state: 'active', paidUntilMs: startMs + dayMs })
    expect(await billing.subscriptionsOf(accountId)).toMatchObject([{ state: 'active', paidUntilMs }])
    await pay(1000, 'again')
    expect(await balance()).toBe(26_000)
  })

  it.each([
    ['over before it started', startMs - dayMs, startMs],
    ['over in the middle', startMs + 9 * dayMs, startMs + 10 * dayMs],
  ])(
    '[SUB-07] a row that says that a paid period is %s is corrected and blocks no others',
    async (_when, untilMs, nowMs) => {
      await pay(80_000)
      await subscribe({ tariff_id: 57 })
      await subscribe({ tariff_id: 60 })
      clock.setMs(nowMs)
      // As if changed by hand, outside the modules.
      const own = db
        .updateTable('subscription')
        .where('account_id', '=', accountId)
        .where('is_base', '=', true)
      await own.set({ paid_until: new Date(untilMs) }).execute()
      await charge()
      expect(await balance()).toBe(46_000)
      const paidUntilMs = startMs + 30 * dayMs
      expect(await billing.subscriptionsOf(accountId)).toMatchObject([{ paidUntilMs }, { paidUntilMs }])
      clock.setMs(startMs + 30 * dayMs)
      await charge()
      expect([await balance(), await states()]).toEqual([12_000, ['57 active', '60 active']])
    },
  )

  it('a blocked account is not charged', async () => {
    await pay(100_000)
    await subscribe({ tariff_id: 57 })
    await sql`update account set state = 'blocked' where account_id = ${accountId}`.execute(db)
    clock.setMs(startMs + 30 * dayMs)
    expect(await charge()).toMatchObject({ charged: 0, suspended: 1 })
    expect(await balance()).toBe(75_000)
  })

  it('[SUB-07] the database refuses a period that overlaps another', async () => {
    await pay(25_000)
    await subscribe({ tariff_id: 57 })
    const overlapping = sql`insert into charge (subscription_id, period_start, period_end, account_id, amount_tiyin)
      select subscription_id, period_start + interval '1 day', period_end + interval '1 day', account_id, 0
      from charge where account_id = ${accountId}`
    await expect(overlapping.execute(db)).rejects.toThrow('charged twice')
  })

  it('[SUB-05] are announced three days and one day before, with the amount and what is missing, once each', async () => {
    await pay(30_000)
    await subscribe({ tariff_id: 57 })
    const report = async () =>
      (
        await db
          .selectFrom('notification')
          .select(['title_ru', 'body_ru', 'body_uz', 'href'])
          .where('account_id', '=', accountId)
          .orderBy('notification_id')
          .execute()
      ).map((one) => one)
    await notifyCharges(db, startMs + 26 * dayMs)
    expect(await report()).toEqual([])
    await Promise.all([notifyCharges(db, startMs + 27 * dayMs), notifyCharges(db, startMs + 27 * dayMs)])
    expect(await report()).toHaveLength(1)
    await notifyCharges(db, startMs + 28 * dayMs)
    expect(await report()).toHaveLength(1)
    await notifyCharges(db, startMs + 29 * dayMs)
    await notifyCharges(db, startMs + 29.5 * dayMs)
    const notices = await report()
    expect(notices).toHaveLength(2)
    expect(notices[1]).toMatchObject({ title_ru: '31.01 спишется 25\u00a0000\u00a0сум', href: '/cabinet' })
    expect(notices[1]?.body_ru).toContain('не хватает 20\u00a0000\u00a0сум')
    expect(notices[1]?.body_uz).toContain('20\u00a0000\u00a0soʻm yetishmaydi')
  })

  it('[SUB-05] what two charges of one day lack together is announced, and nothing to a blocked account', async () => {
    await pay(34_000 + 30_000)
    await subscribe({ tariff_id: 57 })
    await subscribe({ tariff_id: 60 })
    const bodies = async () => {
      const request = db.selectFrom('notification').select('body_ru').where('account_id', '=', accountId)
      return (await request.orderBy('notification_id').execute()).map((one) => one.body_ru)
    }
    await sql`update account set state = 'blocked' where account_id = ${accountId}`.execute(db)
    await notifyCharges(db, startMs + 28 * dayMs)
    expect(await bodies()).toEqual([])
    await sql`update account set state = 'active' where account_id = ${accountId}`.execute(db)
    await notifyCharges(db, startMs + 28 * dayMs)
    const report = await bodies()
    expect(report.filter((one) => one.includes('не хватает'))).toHaveLength(1)
    expect(report.find((one) => one.includes('«Тариф 60»'))).toContain('не хватает 4\u00a0000\u00a0сум')
  })

  it('[SUB-06] a suspended tariff that is turned off is not charged after a top-up', async () => {
    await pay(34_000)
    await subscribe({ tariff_id: 57 })
    await subscribe({ tariff_id: 60 })
    clock.setMs(startMs + 30 * dayMs)
    expect(await charge()).toMatchObject({ suspended: 2 })
    await call('subscriptions.autoRenew', { tariff_id: 57, auto_renew: 0 })
    await call('subscriptions.autoRenew', { tariff_id: 60, auto_renew: 0 })
    expect(await call('accounts.info')).toMatchObject({ missing: 0 })
    await pay(100_000, 'for something else')
    expect([await states(), await balance()]).toEqual([[], 100_000])
    // As an import may leave it.
    const options = { accountId, tariffId: 60, paidUntilMs: 0, autoRenew: false } as const
    await billing.putSubscription({ ...options, state: 'suspended' })
    await pay(1, 'a little more')
    expect([await states(), await balance()]).toEqual([['60 suspended'], 100_001])
  })

  it('[SUB-06] after a block is lifted what the balance covers resumes, whatever other accounts are suspended', async () => {
    await pay(25_000)
    await subscribe({ tariff_id: 57 })
    await sql`update account set state = 'blocked' where account_id = ${accountId}`.execute(db)
    clock.setMs(startMs + 30 * dayMs)
    await charge()
    await pay(25_000, 'while blocked')
    const never = new AbortController().signal
    expect(await resumeAll(db, { nowMs: clock.nowMs() }, never)).toBe(0)
    await sql`update account set state = 'active' where account_id = ${accountId}`.execute(db)
    expect(await resumeAll(db, { nowMs: clock.nowMs() }, never)).toBe(1)
    expect([await states(), await balance()]).toEqual([['57 active'], 0])
  })
})

describe('promotions', () => {
  const valid = { validFromMs: startMs - dayMs, validToMs: startMs + 100 * dayMs, maxTotal: null }
  const name = { ru: 'Подарок', uz: 'Sovgʻa' }
  const activate = (code: string) => call('promotions.activate', { code })

  it('[PROMO-01] a code gives its benefit once per account, in any notation', async () => {
    const code = `GIFT-${number}`
    await putPromotion(db, { by: { kind: 'code', code }, name, giftTiyin: 500_000, connects: null, ...valid })
    const typed = ` gift-${number} `
    expect(await call('promotions.check', { code: typed })).toMatchObject({ promotion: { gift: 5_000 } })
    expect(await balance()).toBe(0)
    const responses = await Promise.all(Array.from({ length: 5 }, () => steady(() => activate(typed))))
    expect(responses.filter((one) => one['balance'] === 5_000)).toHaveLength(1)
    expect(responses.filter((one) => one['refused'] === 'promo_already_activated')).toHaveLength(4)
    expect(await balance()).toBe(5_000)
    // A client that counts these sees that the premium for 1000 sums was not used yet (PROMO-03).
    expect((await call('accounts.info'))['promotions']).toEqual({ premium_max_for_one_sum: 0, item: [] })
  })

  it('[PROMO-01] are refused for four reasons, each its own', async () => {
    const put = (code: string, more: { validFromMs?: number; validToMs?: number; maxTotal?: number } = {}) =>
      putPromotion(db, {
        by: { kind: 'code', code },
        name,
        giftTiyin: 100,
        connects: null,
        ...valid,
        ...more,
      })
    await put('LATER', { validFromMs: startMs + dayMs })
    await put('OVER', { validToMs: startMs })
    await put('LAST', { maxTotal: 1 })
    expect(await activate('NOTHING-OF-OURS')).toEqual({ refused: 'promo_not_found' })
    expect(await activate('кириллица')).toEqual({ refused: 'promo_invalid' })
    expect(await activate('LATER')).toEqual({ refused: 'promo_outside_period' })
    expect(await activate('OVER')).toEqual({ refused: 'promo_outside_period' })
    expect(await activate('LAST')).toMatchObject({ balance: 1 })
    expect(await activate('LAST')).toEqual({ refused: 'promo_already_activated' })
    const phone = `+99891${String(1_000_000 + number)}`
    const person = buildAccount(String(800_000 + number), { phone, name: 'B', password: 'pass word' })
    const other = await accounts.upsertAccount(person)
    const late = { viewer: { accountId: other.accountId, sessionId: 's' } }
    expect(await call('promotions.activate', { code: 'LAST' }, late)).toEqual({ refused: 'promo_invalid' })
  })

  it('[PROMO-02] ten free days are in the ledger at their price and can be used once', async () => {
    const connects = { tariffId: 57, days: 10, priceTiyin: 0 }
    await putPromotion(db, { by: { kind: 'free_days' }, name, giftTiyin: 0, connects, ...valid })
    expect(await call('promotions.take', { kind: 'free_days' })).toMatchObject({
      balance: 0,
      paid_until: sec(startMs + 10 * dayMs),
    })
    const history = await billing.history({ accountId, limit: 10 })
    expect(history.map((one) => [one.kind, one.amountTiyin])).toEqual([
      ['charge', -833_333],
      ['promotion', 833_333],
    ])
    expect(await call('paymentsHistory.list', { kind: 'promotion' })).toMatchObject({
      data: [{ kind: 'promotion' }],
      next: 0,
    })
    expect(await call('paymentsHistory.list', { kind: 'refund' })).toEqual({ data: [], next: 0 })
    expect(await call('promotions.take', { kind: 'free_days' })).toEqual({
      refused: 'promo_already_activated',
    })
    clock.setMs(startMs + 10 * dayMs)
    expect(await charge()).toMatchObject({ suspended: 1 })
    expect(await call('accounts.info')).toMatchObject({ missing: 25_000 })
  })

  it('[PROMO-01] [PROMO-02] are given per person: per phone or card, once each, whatever account has it', async () => {
    const connects = { tariffId: 57, days: 10, priceTiyin: 0 }
    await putPromotion(db, { by: { kind: 'free_days' }, name, giftTiyin: 0, connects, ...valid })
    const by = { kind: 'code', code: 'PERSON' } as const
    await putPromotion(db, { by, name, giftTiyin: 100, connects: null, ...valid })
    const take = () => call('promotions.take', { kind: 'free_days' })
    const phone = `+99890${String(1_000_000 + number)}`
    const give = (to: string | null) =>
      sql`update account set phone = ${to} where account_id = ${accountId}`.execute(db)
    const other = async (abonement: number) => {
      const person = buildAccount(String(abonement), { name: 'B', password: 'pass word' })
      ;({ accountId } = await accounts.upsertAccount(person))
    }
    await give(null)
    expect(await take()).toEqual({ refused: 'promo_person_unknown' })
    expect(await call('promotions.check', { code: 'PERSON' })).toEqual({ refused: 'promo_person_unknown' })
    expect(await activate('PERSON')).toEqual({ refused: 'promo_person_unknown' })
    expect(await balance()).toBe(0)
    await give(phone)
    expect(await take()).toMatchObject({ paid_until: sec(startMs + 10 * dayMs) })
    expect(await activate('PERSON')).toMatchObject({ balance: 1 })
    // The phone moves to a new account.
    await give(null)
    await other(810_000)
    await give(phone)
    expect(await take()).toEqual({ refused: 'promo_person_had' })
    expect(await activate('PERSON')).toEqual({ refused: 'promo_person_had' })
    expect(await states()).toEqual([])
    // With an unused card, the phone still counts as used.
    const bind = (id = '700700') =>
      sql`insert into card (account_id, gateway_card_id, token_sealed, pan_mask, expiry_yymm, created_at)
        values (${accountId}, ${id}, 'sealed', '860000******0000', '3001', now())`.execute(db)
    const unbind = (id = '700700') =>
      sql`update card set deleted_at = now() where gateway_card_id = ${id}`.execute(db)
    await bind()
    expect(await take()).toEqual({ refused: 'promo_person_had' })
    expect(await call('promotions.check', { code: 'PERSON' })).toEqual({ refused: 'promo_person_had' })
    // A card alone also identifies a person, and moving it does not help either.
    await give(null)
    expect(await take()).toMatchObject({ paid_until: sec(startMs + 10 * dayMs) })
    await unbind()
    await other(820_000)
    await bind()
    expect(await take()).toEqual({ refused: 'promo_person_had' })
  })

  it('[PROMO-02] count as used for each phone and card of the account that used them', async () => {
    const connects = { tariffId: 57, days: 10, priceTiyin: 0 }
    await putPromotion(db, { by: { kind: 'free_days' }, name, giftTiyin: 0, connects, ...valid })
    const take = () => call('promotions.take', { kind: 'free_days' })
    const give = (phone: string | null) =>
      sql`update account set phone = ${phone} where account_id = ${accountId}`.execute(db)
    const bind = (id: string) =>
      sql`insert into card (account_id, gateway_card_id, token_sealed, pan_mask, expiry_yymm, created_at)
        values (${accountId}, ${id}, 'sealed', '860000******0000', '3001', now())`.execute(db)
    const unbind = (id: string) =>
      sql`update card set deleted_at = now() where gateway_card_id = ${id}`.execute(db)
    const other = async (abonement: number) => {
      const person = buildAccount(String(abonement), { name: 'B', password: 'pass word' })
      ;({ accountId } = await accounts.upsertAccount(person))
    }
    const phone = `+99893${String(1_000_000 + number)}`
    await give(phone)
    for (const id of ['710001', '710002']) await bind(id)
    await unbind('710002')
    expect(await take()).toMatchObject({ paid_until: sec(startMs + 10 * dayMs) })
    await give(null)
    await unbind('710001')
    // Each of them, also the removed card, together with an unused phone.
    for (const [at, id] of ['710001', '710002'].entries()) {
      await other(830_000 + at)
      await give(`+99894${String(1_000_000 + number + at)}`)
      await bind(id)
      expect(await take(), id).toEqual({ refused: 'promo_person_had' })
      await unbind(id)
      // A removed card still counts for its account.
      expect(await take(), id).toEqual({ refused: 'promo_person_had' })
    }
    await other(840_000)
    await give(phone)
    expect(await take()).toEqual({ refused: 'promo_person_had' })
    expect(await states()).toEqual([])
  })

  it('[PROMO-03] the premium costs 1000 sums once, then its regular price', async () => {
    const connects = { tariffId: 58, days: 30, priceTiyin: 100_000 }
    await putPromotion(db, { by: { kind: 'one_sum' }, name, giftTiyin: 0, connects, ...valid })
    expect(await call('promotions.take', { kind: 'one_sum' })).toEqual({ refused: 'insufficient_funds' })
    await pay(41_000)
    expect(await call('promotions.take', { kind: 'one_sum' })).toMatchObject({ balance: 40_000 })
    expect(await call('accounts.info')).toMatchObject({
      promotions: { premium_max_for_one_sum: 1, item: [{ id: expect.any(Number) }] },
    })
    expect(await call('promotions.offers')).toMatchObject({
      promotions: {
        item: expect.arrayContaining([expect.objectContaining({ kind: 'one_sum', is_used: 1 })]) as [],
      },
    })
    clock.setMs(startMs + 30 * dayMs)
    expect(await charge()).toMatchObject({ charged: 1 })
    expect(await balance()).toBe(0)
  })
})
