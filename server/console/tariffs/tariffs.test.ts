/** Tariffs over real HTTP on a real database: edited, previewed, priced from a date on, taken back. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { consoleTariffs } from '#contract/console/tariffs.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { openAudit } from '#server/audit/audit.ts'
import {
  changePrice,
  chargeAllDue,
  checkLedger,
  notifyCharges,
  openBilling,
} from '#server/billing/billing.ts'
import { staffAdmission } from '#server/console/console.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { publishChannels } from '#server/television/television.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { noPictures } from '#tests/kit/modules/no-pictures.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { tariffEndpoints } from './tariff-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const people = accountsFixture(db, { clock, audit })
const billing = openBilling({ db, clock })
const server = createHttpServer({
  endpoints: tariffEndpoints({ db, clock, audit, pictures: noPictures }),
  mounts: [],
  ...{ identify: async () => undefined, admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }) },
  ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
const dayMs = 86_400_000
const tokens: Record<string, string> = {}
const memberIds: Record<string, number> = {}
const cids: number[] = []
let origin = ''
let startMs = 0

type Changed = ResponseOf<typeof consoleTariffs.save>
type Effect = ResponseOf<typeof consoleTariffs.preview>
type Draft = InputOf<typeof consoleTariffs.save>
interface Answer<Data> {
  readonly data: Data
  readonly failure?: string
  readonly message?: string
}

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  for (const role of ['finance', 'support', 'analyst'] as const)
    tokens[role] = await sessionOf(role, (await fixture.addMember(role)).staffId)
  const channels = ['one', 'two', 'three', 'four'].map((key) => buildChannel(key))
  cids.push(...(await publishChannels(db, channels, clock.nowMs())).map(({ cid }) => cid))
  startMs = clock.nowMs()
})
beforeEach(async () => {
  clock.setMs(startMs)
  tokens['finance'] = await sessionOf('finance')
  await sql`truncate subscription cascade`.execute(db)
  await sql`delete from tariff`.execute(db)
  await billing.putTariff(buildTariff(57, { isBase: true, channelIds: new Set(cids.slice(0, 2)) }))
  await billing.putTariff(buildTariff(60, { position: 2, channelIds: new Set(cids.slice(1, 3)) }))
})
afterAll(async () => {
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
  await server.close(500)
  await audit.close()
  await database.drop()
})

/** A session that lasts from now on; former ones have ended after days. */
async function sessionOf(role: string, staffId = memberIds[role] ?? 0): Promise<string> {
  memberIds[role] = staffId
  return fixture.openSession(staffId)
}

async function read<Data>(path: string, role = 'finance') {
  const response = await fetch(`${origin}/api/console/v1${path}`, {
    headers: { 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${tokens[role]}` },
  })
  return (await response.json()) as Answer<Data>
}

async function send<Data = Changed>(path: string, body: object, role = 'finance') {
  const response = await fetch(`${origin}/api/console/v1${path}`, {
    method: 'POST',
    headers: {
      ...{ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${tokens[role]}` },
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Answer<Data>
}

async function draftOf(tariffId: number, more: Partial<Draft> = {}): Promise<Draft> {
  const { data } = await read<ResponseOf<typeof consoleTariffs.one>>(`/tariffs/one?id=${tariffId}`)
  const { tariff_id: id, periods, ...rest } = data.tariff
  return {
    ...{ ...rest, id, revision: data.revision },
    periods: periods.map((one) => ({ ...one, price: String(one.price) })),
    ...more,
  }
}

let number = 500_000
async function subscriber(
  tariffIds: readonly number[],
  {
    sums = 0,
    paidUntilMs = startMs + 10 * dayMs,
  }: { readonly sums?: number; readonly paidUntilMs?: number } = {},
) {
  number += 1
  const { accountId } = await people.accounts.upsertAccount(
    buildAccount(String(number), {
      phone: `+99890${1_000_000 + number}`,
      name: 'A',
      password: 'pass word 12',
    }),
  )
  for (const tariffId of tariffIds)
    await billing.putSubscription({ accountId, tariffId, state: 'active', paidUntilMs })
  if (sums > 0)
    await billing.moveMoney({
      ...{
        reference: `in:${accountId}`,
        kind: 'top_up',
        accountId,
        amountTiyin: sums * 100,
        against: 'payments',
      },
    })
  return accountId
}

async function chargesOf(accountId: number) {
  const rows = await db
    .selectFrom('charge')
    .select(['period_start', 'amount_tiyin'])
    .where('account_id', '=', accountId)
    .orderBy('period_start')
    .execute()
  return rows.map((row) => [(row.period_start.getTime() - startMs) / dayMs, row.amount_tiyin / 100])
}

async function chargeUntil(day: number) {
  for (let at = 1; at <= day; at += 1) {
    clock.setMs(startMs + at * dayMs)
    await chargeAllDue({ db, runAtMs: clock.nowMs(), shares: 2 })
  }
}

describe('[FIN-01] a tariff in the console', () => {
  it('is listed in the order of the site with who has it and what it brings in, and is put elsewhere', async () => {
    await subscriber([57])
    await subscriber([57, 60])
    const list = async () =>
      (await read<ResponseOf<typeof consoleTariffs.list>>('/tariffs', 'support')).data.tariffs
    expect(await list()).toMatchObject([
      { tariff_id: 57, active: 2, suspended: 0, revenue: 50_000, channels: 2, kind: 'base' },
      { tariff_id: 60, active: 1, revenue: 25_000, kind: 'additional' },
    ])
    const moved = await send('/tariffs/order', { ids: [60, 57] })
    expect((await list()).map((one) => one.tariff_id)).toEqual([60, 57])
    await send('/tariffs/undo', { change_id: moved.data.change_id })
    expect((await list()).map((one) => one.tariff_id)).toEqual([57, 60])
  })

  it('is added, changed, shown with its versions, and taken back', async () => {
    const added = await send('/tariffs/save', {
      ...{ id: null, revision: '', name_ru: 'Дом', name_uz: 'Uy', name_en: 'Home', kind: 'base' },
      ...{ recommended: false, offered: true, streams: 3, channels: [cids[3]], providers: [1] },
      periods: [
        { id: null, days: 30, price: '29 000' },
        { id: null, days: 90, price: '78300,50' },
      ],
    })
    const { id, change_id: changeId } = added.data
    const one = (await read<ResponseOf<typeof consoleTariffs.one>>(`/tariffs/one?id=${id}`)).data
    expect(one).toMatchObject({ is_used: false, tariff: { name_uz: 'Uy', streams: 3, channels: [cids[3]] } })
    expect(one.tariff.periods).toMatchObject([
      { id, days: 30, price: 29_000 },
      { days: 90, price: 78_300.5 },
    ])
    billing.forgetTariffs()
    expect((await billing.tariffs()).get(id)?.periods[1]?.name.ru).toBe('3 месяца')
    await send('/tariffs/save', await draftOf(id, { channels: [cids[0] ?? 0], name_ru: 'Дом+' }))
    const { versions } = (await read<ResponseOf<typeof consoleTariffs.history>>(`/tariffs/history?id=${id}`))
      .data
    expect(versions).toMatchObject([
      { number: 2, before: { name_ru: 'Дом' }, after: { name_ru: 'Дом+' } },
      { number: 1, before: null, change_id: changeId },
    ])
    expect([versions[0]?.channels_added.length, versions[0]?.channels_removed.length]).toEqual([1, 1])
    const stays = await send<ResponseOf<typeof consoleTariffs.undo>>('/tariffs/undo', { change_id: changeId })
    expect(stays.data).toMatchObject({ undone: 0, conflicts: [{ entity: 'tariff', entity_id: id }] })
    await send('/tariffs/undo', { change_id: versions[0]?.change_id })
    expect((await draftOf(id)).channels).toEqual([cids[3]])
  })

  it('[FAIR-01] has a rule of changes to other base tariffs, which is set, shown and taken back', async () => {
    const rule = async () => {
      const { change_up: up, change_down: down } = await draftOf(57)
      return { up, down }
    }
    expect(await rule()).toEqual({ up: 'now', down: 'end' })
    const saved = await send('/tariffs/save', await draftOf(57, { change_up: 'end', change_down: 'now' }))
    expect(await rule()).toEqual({ up: 'end', down: 'now' })
    billing.forgetTariffs()
    expect((await billing.tariffs()).get(57)?.changes).toEqual({ up: 'end', down: 'now' })
    await send('/tariffs/undo', { change_id: saved.data.change_id })
    expect(await rule()).toEqual({ up: 'now', down: 'end' })
  })

  it('says before a change who gains and loses what, except those whose other tariff opens it', async () => {
    await subscriber([57])
    await subscriber([57, 60])
    await subscriber([60])
    const draft = await draftOf(57, { channels: [cids[0] ?? 0, cids[2] ?? 0] })
    const { data } = await send<Effect>('/tariffs/preview', draft)
    expect(data).toMatchObject({
      ...{ active: 2, revenue_before: 50_000, revenue_after: 50_000, price: null },
      channels_gained: [{ id: cids[2], accounts: 1 }],
      channels_lost: [{ id: cids[1], accounts: 1 }],
    })
    expect((await draftOf(57)).channels).toEqual(cids.slice(0, 2))
  })

  it('takes one channel back although another was added since', async () => {
    const first = await send('/tariffs/save', await draftOf(57, { channels: cids.slice(0, 3) }))
    await send('/tariffs/save', await draftOf(57, { channels: cids.slice(0, 4) }))
    await send('/tariffs/undo', { change_id: first.data.change_id })
    expect((await draftOf(57)).channels.toSorted((a, b) => Number(a) - Number(b))).toEqual([
      ...cids.slice(0, 2),
      ...cids.slice(3, 4),
    ])
  })

  it('is not offered any more, and whoever has it pays on', async () => {
    const accountId = await subscriber([57], { sums: 100_000, paidUntilMs: startMs + dayMs })
    await send('/tariffs/offer', { id: 57, offered: false })
    await chargeUntil(1)
    expect(await chargesOf(accountId)).toEqual([[1, 25_000]])
  })

  it.each([
    ['a missing name', { name_uz: ' ' }, 'invalid_input'],
    ['a price of 0', { periods: [{ id: null, days: 30, price: '0' }] }, 'tariff_price_wrong'],
    ['an absurd price', { periods: [{ id: null, days: 30, price: '90000000' }] }, 'tariff_price_wrong'],
    ['a price in words', { periods: [{ id: null, days: 30, price: 'ten' }] }, 'invalid_input'],
    ['a period of 0 days', { periods: [{ id: null, days: 0, price: '10' }] }, 'invalid_input'],
    [
      'two periods of the same length',
      { periods: [1, 2].map(() => ({ id: null, days: 30, price: '10' })) },
      'tariff_periods_wrong',
    ],
    ['no period', { periods: [] }, 'invalid_input'],
    ['nothing that it opens', { channels: [], providers: [] }, 'tariff_empty'],
    ['a channel that is gone', { channels: [999_999] }, 'tariff_content_gone'],
    ['another kind while somebody has it', { kind: 'additional' as const }, 'tariff_has_subscribers'],
    ['a former revision', { revision: 'former' }, 'changed_since'],
  ])('refuses %s, in the preview too', async (_, more, failure) => {
    await subscriber([57])
    const draft = await draftOf(57, more)
    expect(await send('/tariffs/preview', draft)).toMatchObject({ failure })
    expect(await send('/tariffs/save', draft)).toMatchObject({ failure })
  })

  it('refuses a second recommended base, numbers that are never sold, and removal from its subscribers', async () => {
    await billing.putTariff(buildTariff(58, { isBase: true, isRecommended: true }))
    const draft = await draftOf(57, { recommended: true })
    expect(await send('/tariffs/save', draft)).toMatchObject({ failure: 'tariff_two_recommended' })
    await billing.putTariff(buildTariff(101, { isOffered: false }))
    expect(await send('/tariffs/offer', { id: 101, offered: true })).toMatchObject({
      failure: 'tariff_never_offered',
    })
    await subscriber([57])
    expect(await send('/tariffs/remove', { id: 57 })).toMatchObject({ failure: 'tariff_has_subscribers' })
    const removed = await send('/tariffs/remove', { id: 60 })
    expect(await read('/tariffs/one?id=60')).toMatchObject({ failure: 'not_found' })
    await send('/tariffs/undo', { change_id: removed.data.change_id })
    expect((await draftOf(60)).channels).toHaveLength(2)
  })

  it('is read by support, changed by finance, and closed to others', async () => {
    expect(await send('/tariffs/offer', { id: 57, offered: false }, 'support')).toMatchObject({
      failure: 'staff_forbidden',
    })
    expect(await read('/tariffs', 'analyst')).toMatchObject({ failure: 'staff_forbidden' })
    await send('/tariffs/offer', { id: 57, offered: false })
    const rows = await db
      .selectFrom('security_event')
      .select(['event'])
      .orderBy('event_id', 'desc')
      .limit(1)
      .execute()
    expect(rows).toEqual([{ event: 'tariff_retired' }])
  })
})

describe('[FIN-01] a price from a date on', () => {
  const price = (more: object = {}) => ({ id: 57, days: 30, price: '30000', from: 0, payers: 'all', ...more })
  const secAt = (day: number) => Math.floor(startMs / 1000) + day * 86_400

  it('says who pays more from when, whose balance is short, and what it brings in', async () => {
    await subscriber([57], { sums: 26_000 })
    await subscriber([57], { sums: 90_000, paidUntilMs: startMs + 20 * dayMs })
    await subscriber([57], { sums: 1000, paidUntilMs: startMs + 25 * dayMs })
    await subscriber([60])
    const { data } = await send<Effect>('/tariffs/price/preview', price({ from: secAt(15) }))
    expect(data).toMatchObject({ active: 3, revenue_before: 75_000, revenue_after: 90_000 })
    expect(data.price).toEqual({
      ...{ more: 3, less: 0, keeps: 0, suspended: 0, short: 1 },
      // The first one's next period begins on day 10, at the former price.
      ...{ first: secAt(20), middle: secAt(25), last: secAt(40) },
    })
    const forNew = await send<Effect>('/tariffs/price/preview', price({ payers: 'new' }))
    expect(forNew.data.price).toMatchObject({ more: 0, keeps: 3 })
    expect(await read('/tariffs/one?id=57')).toMatchObject({ data: { prices: [] } })
  })

  it('is paid for each period that starts then or later, and told beforehand', async () => {
    const accountId = await subscriber([57], { sums: 200_000 })
    const late = await subscriber([57], { sums: 200_000, paidUntilMs: startMs + 20 * dayMs })
    await send('/tariffs/price', price({ from: secAt(15) }))
    clock.setMs(startMs + 8 * dayMs)
    await notifyCharges(db, clock.nowMs())
    clock.setMs(startMs + 18 * dayMs)
    await notifyCharges(db, clock.nowMs())
    const notices = await db
      .selectFrom('notification')
      .select(['account_id', 'body_ru'])
      .where('account_id', 'in', [accountId, late])
      .orderBy('notification_id')
      .execute()
    expect(notices.map((one) => [one.account_id, /Цена тарифа изменилась/.test(one.body_ru)])).toEqual([
      [accountId, false],
      [late, true],
    ])
    clock.setMs(startMs)
    await chargeUntil(51)
    expect(await chargesOf(accountId)).toEqual([
      [10, 25_000],
      [40, 30_000],
    ])
    expect(await chargesOf(late)).toEqual([
      [20, 30_000],
      [50, 30_000],
    ])
  })

  it('set beside purchases is paid by those who read the tariffs before, now or from the next period on', async () => {
    // Another process, which has not heard of the price yet.
    const elsewhere = openBilling({ db, clock })
    const [late, agreed, early] = [await subscriber([]), await subscriber([]), await subscriber([])]
    for (const accountId of [late, agreed, early])
      await billing.moveMoney({
        ...{ reference: `race:${accountId}`, kind: 'top_up', accountId, against: 'payments' },
        amountTiyin: 20_000_000,
      })
    const buy = (accountId: number, agreedTiyin?: number) => {
      const items = [{ tariffId: 57 }]
      return elsewhere.purchase({
        accountId,
        items,
        replacesBase: false,
        agreedTiyin,
        key: `race-${accountId}`,
      })
    }
    // Bought while the price was on its way: its moment was chosen before.
    clock.setMs(startMs + 2000)
    await buy(early)
    const change = {
      tariffId: 57,
      periodDays: 30,
      priceTiyin: 3_000_000,
      fromMs: undefined,
      payers: 'all',
    } as const
    const who = { by: undefined, nowMs: startMs + 1000, record: async () => undefined }
    expect(await changePrice(db, change, who)).toMatchObject({
      kind: 'changed',
    })
    expect((await elsewhere.tariffs()).get(57)?.priceTiyin).toBe(2_500_000)
    expect(await buy(agreed, 2_500_000)).toMatchObject({
      response: { kind: 'price_changed', costTiyin: 3_000_000 },
    })
    await buy(late)
    await chargeUntil(31)
    tokens['finance'] = await sessionOf('finance')
    const paidBy = async (accountId: number) => (await chargesOf(accountId)).map(([, price]) => price)
    expect(await paidBy(early)).toEqual([25_000, 30_000])
    expect(await paidBy(late)).toEqual([30_000, 30_000])
  })

  it('for new subscribers leaves the others at what they pay', async () => {
    const accountId = await subscriber([57], { sums: 100_000 })
    await send('/tariffs/price', price({ payers: 'new' }))
    billing.forgetTariffs()
    expect((await billing.tariffs()).get(57)?.priceTiyin).toBe(3_000_000)
    await chargeUntil(10)
    expect(await chargesOf(accountId)).toEqual([[10, 25_000]])
  })

  it('is sold from its moment on, not before and not after', async () => {
    await send('/tariffs/price', price({ from: secAt(3) }))
    billing.forgetTariffs()
    clock.setMs(startMs + 3 * dayMs - 5000)
    expect((await billing.tariffs()).get(57)?.priceTiyin).toBe(2_500_000)
    clock.setMs(startMs + 3 * dayMs)
    expect((await billing.tariffs()).get(57)?.priceTiyin).toBe(3_000_000)
  })

  it('is taken back: what was charged stays and is said, the next period costs the former price', async () => {
    const accountId = await subscriber([57], { sums: 200_000, paidUntilMs: startMs + dayMs })
    const other = await subscriber([57], { sums: 200_000, paidUntilMs: startMs + 5 * dayMs })
    clock.setMs(startMs + 1000)
    const { data } = await send('/tariffs/price', price())
    await chargeUntil(2)
    tokens['finance'] = await sessionOf('finance')
    const undone = await send<ResponseOf<typeof consoleTariffs.undo>>('/tariffs/undo', {
      change_id: data.change_id,
    })
    expect(undone.data).toMatchObject({ undone: 1, conflicts: [{ field: 'charged_periods', now: 1 }] })
    billing.forgetTariffs()
    expect((await billing.tariffs()).get(57)?.priceTiyin).toBe(2_500_000)
    await chargeUntil(32)
    tokens['finance'] = await sessionOf('finance')
    expect(await chargesOf(accountId)).toEqual([
      [1, 30_000],
      [31, 25_000],
    ])
    expect(await chargesOf(other)).toEqual([[5, 25_000]])
    // An undo can be taken back for seven days.
    expect(await send('/tariffs/undo', { change_id: undone.data.change_id })).toMatchObject({
      failure: 'undo_too_late',
    })
  })

  it('is paid by a suspended subscriber who resumes', async () => {
    const accountId = await subscriber([57], { paidUntilMs: startMs + dayMs })
    await chargeUntil(2)
    tokens['finance'] = await sessionOf('finance')
    await send('/tariffs/price', price())
    expect((await billing.accountStanding(accountId)).missingTiyin).toBe(3_000_000)
    await billing.moveMoney({
      ...{
        reference: `late:${accountId}`,
        kind: 'top_up',
        accountId,
        amountTiyin: 3_000_000,
        against: 'payments',
      },
    })
    expect(await chargesOf(accountId)).toEqual([[2, 30_000]])
  })

  it.each([
    ['yesterday', { from: -1 }],
    ['in two years', { from: 800 }],
  ])('is refused for %s', async (_, { from }) => {
    expect(await send('/tariffs/price', price({ from: secAt(from) }))).toMatchObject({
      failure: 'tariff_price_date',
    })
  })

  it('is refused for a moment that has a price, a price of 0, a period that is none, and support', async () => {
    await send('/tariffs/price', price({ from: secAt(3) }))
    expect(await send('/tariffs/price', price({ from: secAt(3) }))).toMatchObject({
      failure: 'tariff_price_date',
    })
    expect(await send('/tariffs/price', price({ price: '0' }))).toMatchObject({
      failure: 'tariff_price_wrong',
    })
    expect(await send('/tariffs/price', price({ days: 31 }))).toMatchObject({ failure: 'not_found' })
    expect(await send('/tariffs/price', price(), 'support')).toMatchObject({ failure: 'staff_forbidden' })
  })
})
