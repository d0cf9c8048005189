/** Changes of tariffs and the signed address of a renewal, by their endpoints on the real database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openAccounts } from '#server/accounts/accounts.ts'
import { notifyCharges, openBilling, putPromotion, renewalLinks } from '#server/billing/billing.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { type TestCaller, ask } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { changeEndpoints } from './changes.ts'
import { subscriptionEndpoints } from './subscriptions.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const dayMs = 86_400_000
const startMs = Date.UTC(2026, 0, 1)
const clock = manualClock(startMs)
const pepper = 'p'.repeat(40)
const accounts = openAccounts({ db, clock, random: systemRandom, pepper, supportPhone: '1000' })
const billing = openBilling({ db, clock })
const events: string[] = []
const audit = { record: async ({ event }: { readonly event: string }) => void events.push(event) }
const secrets = { ticketSecrets: [pepper], passwordPepper: pepper }
const api = { billing, clock, audit, db, secrets }
const routes = [...changeEndpoints(api), ...subscriptionEndpoints(api)]
const links = renewalLinks(pepper)

beforeAll(async () => {
  await billing.putTariff(buildTariff(57, { isBase: true, priceTiyin: 3_000_000 }))
  await billing.putTariff(buildTariff(58, { isBase: true, priceTiyin: 6_000_000 }))
})

let number = 0
let accountId = 0
beforeEach(async () => {
  clock.setMs(startMs)
  number += 1
  await sql`update subscription set state = 'off'`.execute(db)
  const phone = `+99890${String(2_000_000 + number)}`
  ;({ accountId } = await accounts.upsertAccount(
    buildAccount(String(400_000 + number), { phone, name: 'A', password: 'pass word' }),
  ))
  const top = { reference: `in:${number}`, kind: 'top_up', against: 'payments' } as const
  await billing.moveMoney({ ...top, accountId, amountTiyin: 20_000_000 })
})

const call = (name: string, raw: Record<string, unknown> = {}, more: TestCaller = {}) =>
  ask(routes, name, raw, { viewer: { accountId, sessionId: 's' }, ...more })
/** Without a login. */
const byLink = (name: string, raw: Record<string, unknown>) => ask(routes, name, raw)
const replace = { replace: 1 }

describe('[FAIR-01] before a change of the base tariff', () => {
  it('up, both sums are said: what is credited, what is charged now, what is charged next and when', async () => {
    await call('subscriptions.subscribe', { tariff_id: 57 })
    clock.advanceMs(20 * dayMs)
    const target = { tariff_id: 58, ...replace }
    expect(await call('subscriptions.cost', target)).toMatchObject({
      ...{ cost: 50_000, price: 60_000, credit: 10_000, rest: 0, replaces: 57, planned_from: 0 },
      ...{ next_cost: 60_000, next_at: (clock.nowMs() + 30 * dayMs) / 1000 },
    })
    expect(await call('subscriptions.subscribe', { ...target, cost: 50_000 })).toMatchObject({
      ...{ cost: 50_000, balance: 120_000, planned_from: 0 },
    })
  })

  it('down, it is planned, shown, and undone by one request', async () => {
    await call('subscriptions.subscribe', { tariff_id: 58 })
    const target = { tariff_id: 57, ...replace }
    const fromSec = (startMs + 30 * dayMs) / 1000
    expect(await call('subscriptions.cost', target)).toMatchObject({
      ...{ cost: 0, credit: 0, replaces: 58, planned_from: fromSec, next_cost: 30_000, next_at: fromSec },
    })
    expect(await call('subscriptions.subscribe', { ...target, cost: 0 })).toMatchObject({
      planned_from: fromSec,
    })
    expect((await billing.accountStanding(accountId)).planned).toMatchObject({ tariffId: 57 })
    expect(await call('changes.undo')).toEqual({ tariff_id: 57 })
    expect(await call('changes.undo')).toEqual({ refused: 'change_not_planned' })
    expect(events).toContain('tariff_change_undone')
  })
})

it('[PROMO-02] before a first purchase, the unused free days are named, and they come behind what was paid', async () => {
  await putPromotion(db, {
    by: { kind: 'free_days' },
    name: { ru: 'Дни', uz: 'Kunlar' },
    giftTiyin: 0,
    connects: { tariffId: 57, days: 10, priceTiyin: 0 },
    maxTotal: null,
    validFromMs: 0,
    validToMs: startMs + 90 * dayMs,
  })
  const unused = { unused_days: 10, unused_until: (startMs + 90 * dayMs) / 1000, unused_behind: 1 }
  expect(await call('subscriptions.cost', { tariff_id: 58 })).toMatchObject(unused)
  await call('subscriptions.subscribe', { tariff_id: 58 })
  const none = { unused_days: 0, unused_until: 0, unused_behind: 0 }
  expect(await call('subscriptions.cost', { tariff_id: 57, ...replace })).toMatchObject(none)
  await billing.activatePromotion({ accountId, name: { kind: 'free_days' } })
  const [own] = await billing.subscriptionsOf(accountId)
  expect(own).toMatchObject({ tariffId: 58, paidUntilMs: startMs + 40 * dayMs })
})

describe('[FAIR-02] the address in a reminder before a charge', () => {
  const tokenOf = async () => {
    await notifyCharges(db, clock.nowMs(), { hrefOf: links.hrefOf })
    const { rows } = await sql<{ href: string }>`
      select href from notification where account_id = ${accountId} order by notification_id desc limit 1`.execute(
      db,
    )
    return new URL(rows[0]?.href ?? '', 'https://ekran.test').searchParams.get('token') ?? ''
  }

  it('cancels the renewal without a login, says until when one may watch, and renews after all', async () => {
    await call('subscriptions.subscribe', { tariff_id: 57 })
    clock.advanceMs(28 * dayMs)
    const token = await tokenOf()
    const untilSec = (startMs + 30 * dayMs) / 1000
    const shown = { name: 'Тариф 57', next_price: 30_000, paid_until: untilSec }
    // Looking, as a mail scanner does, changes nothing.
    for (let time = 0; time < 3; time += 1)
      expect(await byLink('changes.renewal', { token })).toMatchObject({ ...shown, renews: 1 })
    expect((await billing.subscriptionsOf(accountId))[0]?.autoRenew).toBe(true)
    const off = await byLink('changes.setRenewal', { token, renews: 0 })
    expect(off).toMatchObject({ paid_until: untilSec, renews: 0, next_name: '' })
    expect((await billing.subscriptionsOf(accountId))[0]?.autoRenew).toBe(false)
    expect(await byLink('changes.setRenewal', { token, renews: 1 })).toMatchObject({ ...shown, renews: 1 })
    expect((await billing.subscriptionsOf(accountId))[0]?.autoRenew).toBe(true)
  })

  it('is for one subscription until its charge, and cannot be made up', async () => {
    await call('subscriptions.subscribe', { tariff_id: 57 })
    clock.advanceMs(28 * dayMs)
    const token = await tokenOf()
    const [id = '', until = '', signature = ''] = token.split('.')
    const others = [`${Number(id) + 1}.${until}.${signature}`, `${id}.${Number(until) + 9}.${signature}`, 'x']
    for (const other of others)
      expect(await byLink('changes.setRenewal', { token: other, renews: 0 })).toEqual({
        refused: 'renewal_link_expired',
      })
    const foreign = renewalLinks('q'.repeat(40))
      .hrefOf(Number(id), startMs + 90 * dayMs)
      .split('token=')[1]
    expect(await byLink('changes.renewal', { token: foreign })).toEqual({ refused: 'renewal_link_expired' })
    clock.advanceMs(2 * dayMs)
    expect(await byLink('changes.setRenewal', { token, renews: 0 })).toEqual({
      refused: 'renewal_link_expired',
    })
    expect((await billing.subscriptionsOf(accountId))[0]?.autoRenew).toBe(true)
  })
})
