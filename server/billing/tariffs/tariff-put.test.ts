import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openBilling,
  openTariffService,
  putPromotion,
  readTariffFile,
  tariffWords,
  type TariffGround,
  type TariffRecord,
} from '#server/billing/billing.ts'
import { publicTariffId } from '#contract/form/constants.ts'
import { priceText, tiyinOf } from './tariff-file.ts'
import { planTariffs } from './tariff-plan.ts'
import { openAccounts } from '#server/accounts/accounts.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'

const plain = { languages: [], quality: null }
const ground: TariffGround = {
  channels: [
    { cid: 11, number: 1, name: 'Один', categoryIds: [1], ...plain },
    { cid: 12, number: 2, name: 'Два', categoryIds: [4], ...plain },
    { cid: 13, number: 3, name: 'Три', categoryIds: [2, 4], languages: ['uz'], quality: 'hd' },
  ],
  categories: [
    { id: 1, names: ['Общие', 'Umumiy'] },
    { id: 4, names: ['Спорт', 'Sport'] },
  ],
  providers: [
    { id: 1, name: 'Ekran' },
    { id: 3, name: 'Ekran Plus' },
  ],
}

function numberOf(cid: number) {
  return ground.channels.find((one) => one.cid === cid)?.number
}

function read(text: string) {
  const file = readTariffFile(text)
  if (file.kind === 'refused') throw new Error(file.problems.join('\n'))
  return file
}

function problemsOf(text: string, present: readonly TariffRecord[] = []): readonly string[] {
  const file = readTariffFile(text)
  if (file.kind === 'refused') return file.problems
  const cached = new Map(present.map((one) => [one.tariffId, one]))
  const plan = planTariffs({ file, present: cached, ground, subscribers: new Map([[58, 3]]) })
  return plan.kind === 'refused' ? plan.problems : []
}

function words(text: string) {
  return { ru: text, uz: text, en: text }
}

function fileOf(...tariffs: readonly object[]) {
  return JSON.stringify({ tariffs })
}

const night = { id: 64, name: words('Night'), kind: 'additional', price: 9900, channels: [1] }

describe('a file of tariffs', () => {
  it('[TARIFF-01] stores any price as whole tiyin', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (tiyin) => {
        expect(tiyinOf(priceText(tiyin))).toBe(tiyin)
      }),
    )
    expect([tiyinOf(39_000), tiyinOf('39000.5'), tiyinOf('0.29')]).toEqual([3_900_000, 3_900_050, 29])
  })

  it('[TARIFF-01] exported from any tariffs and imported again changes nothing', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((one) => /^(?=.*\S)[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,100}$/u.test(one))
    const named = fc.record({ ru: text, uz: text, en: fc.constantFrom('[ 1, 2 ]', '{ "ru": 1 }', 'a\\"b') })
    const price = fc.integer({ min: 0, max: 99_999_999_999 })
    const period = (id: number) =>
      fc.record({
        id: fc.constant(id),
        name: named,
        period: named,
        periodDays: fc.integer({ min: 1, max: 3660 }),
        priceTiyin: price,
      })
    const ruled = fc.constantFrom<Pick<TariffRecord, 'changes'>>(
      {},
      { changes: { up: 'end', down: 'end' } },
      { changes: { up: 'now', down: 'now' } },
    )
    const tariff = (tariffId: number): fc.Arbitrary<TariffRecord> =>
      fc.tuple(plainTariff(tariffId), ruled).map(([one, more]) => ({ ...one, ...more }))
    const plainTariff = (tariffId: number): fc.Arbitrary<TariffRecord> =>
      fc.record({
        tariffId: fc.constant(tariffId),
        name: named,
        priceTiyin: price,
        providerId: fc.constantFrom(1, 3),
        remoteTariffId: fc.option(fc.integer({ min: -5, max: 5 })),
        isBase: fc.boolean(),
        isRecommended: fc.boolean(),
        isOffered: fc.boolean(),
        position: fc.integer({ min: -9, max: 9 }),
        streams: fc.integer({ min: 1, max: 20 }),
        periods: fc.oneof(fc.constant([]), fc.tuple(period(tariffId * 10), period(tariffId * 10 + 1))),
        channelIds: fc.subarray([11, 12, 13]).map((cids) => new Set(cids)),
        providerIds: fc.subarray([1, 3]).map((ids) => new Set(ids)),
      })
    fc.assert(
      fc.property(fc.tuple(tariff(57), tariff(58), tariff(101)), (tariffs) => {
        const file = read(tariffWords.fileText(tariffs, numberOf))
        const present = new Map(tariffs.map((one) => [one.tariffId, one]))
        const plan = planTariffs({ file, present, ground, subscribers: new Map() })
        expect(plan).toEqual({ kind: 'planned', changes: [], unchanged: 3 })
        // In an empty installation it creates the same tariffs, unless one of them breaks a rule.
        const again = planTariffs({ file, present: new Map(), ground, subscribers: new Map() })
        if (again.kind === 'planned') expect(again.changes.map(({ after }) => after)).toEqual(tariffs)
      }),
    )
  })

  it('[TARIFF-01] of the guide is accepted as written there', async () => {
    const source = await readFile(
      new URL('../../../docs/guides/tariffs-example.json', import.meta.url),
      'utf8',
    )
    const news = { id: 3, names: ['Новости'] }
    const wide = { ...ground, categories: [...ground.categories, news] }
    const plan = planTariffs({ file: read(source), present: new Map(), ground: wide, subscribers: new Map() })
    expect(plan).toMatchObject({
      changes: [
        { after: { tariffId: 70, priceTiyin: 2_900_000, channelIds: new Set([11]), position: 1 } },
        { after: { tariffId: 71, priceTiyin: 990_050, providerIds: new Set([3]) } },
      ],
    })
  })

  it.each([
    ['{ "tariffs": [\n  { "id": 5,\n    "price": 39000.5 } ] }', 'line 3: 39000.5 is no whole number'],
    ['{ "tariffs": [\n  { "id": 5, "id": 6 } ] }', 'line 2: "id" stands twice'],
    ['{ "tariffs": [\n  { "id": 5 }\n  { "id": 6 } ] }', 'line 3: a comma or ] is missing'],
    ['{ "tariffs": [\n  { "id": 5 }', 'line 2: a comma or ] is missing'],
    ['', 'line 1: the file ends too early'],
    ['[]', 'line 1: the file must be { "tariffs"'],
    [fileOf(), 'names no tariff'],
    [fileOf({ ...night, price: -1 }), 'tariff 64, price must be a price in soʻm'],
    [fileOf({ ...night, price: '1.234' }), 'tariff 64, price must be a price in soʻm'],
    [fileOf({ ...night, price: 1_000_000_001 }), 'tariff 64, price must be a price in soʻm'],
    [fileOf({ ...night, mood: 'red' }), 'tariff 64, mood is no field of it'],
    [fileOf({ ...night, name: { ...words('Night'), uz: ' ' } }), 'tariff 64, name uz must be a text'],
    [
      fileOf({ ...night, changes: { up: 'soon', down: 'end' } }),
      'must be { "up": "now" (with a credit) or "end"',
    ],
    [fileOf(night, night), 'tariff 64, id stands there twice'],
    [fileOf({ id: 64, price: 1 }), 'tariff 64 is new and has no "name"'],
    [fileOf({ ...night, channels: [9] }), 'no. 1: there is no channel with the number 9'],
    [
      fileOf({ ...night, channels: ['category Кино'] }),
      'there is no such category; there are 1 Общие, 4 Спорт',
    ],
    [fileOf({ ...night, channels: [] }), 'is offered and opens nothing'],
    [fileOf({ ...night, providers: [2] }), 'is none of ours (2); there are 1 Ekran, 3 Ekran Plus'],
    [fileOf({ ...night, provider: 3, price: 0 }), 'its number there is needed, "remote_id"'],
    [fileOf({ ...night, id: 103 }), '100 to 103 are never offered'],
    [fileOf({ id: 58, kind: 'additional' }), 'kind cannot change while 3 have the tariff'],
    [fileOf({ id: 58, price: 41_000 }), 'must be the price of the first of its periods'],
    [fileOf({ ...night, id: 581 }), 'is the number of a period of tariff 58'],
    [
      fileOf({ ...night, periods: [{ id: 58, name: words('a'), period: words('b'), days: 1, price: 9900 }] }),
      '58 belongs to tariff 58; take another',
    ],
  ])('[TARIFF-01] [TARIFF-03] %j is refused: %s', (text, why) => {
    const problems = problemsOf(text, [family])
    expect(problems.join('\n')).toContain(why)
    expect(problems.every((one) => /^line \d+: /.test(one))).toBe(true)
  })
})

const family: TariffRecord = {
  tariffId: 58,
  name: words('Family'),
  priceTiyin: 4_000_000,
  providerId: 1,
  remoteTariffId: null,
  isBase: true,
  isRecommended: false,
  isOffered: true,
  position: 1,
  streams: 2,
  periods: [{ id: 581, name: words('month'), period: words('30'), periodDays: 30, priceTiyin: 4_000_000 }],
  channelIds: new Set(),
  providerIds: new Set([1]),
}

describe('an operator who changes tariffs', async () => {
  const database = await createTestDatabase()
  const { db } = database
  afterAll(() => database.drop())
  const clock = manualClock(Date.UTC(2026, 0, 1))
  const billing = openBilling({ db, clock })
  const service = openTariffService(db)
  const noChannels: TariffGround = { ...ground, channels: [] }
  const put = (isDry: boolean, ...tariffs: readonly object[]) =>
    service.put({
      ...{ file: read(fileOf(...tariffs)), ground: noChannels, isDry, nowMs: clock.nowMs() },
      record: async () => undefined,
    })
  const linesOf = async (isDry: boolean, ...tariffs: readonly object[]) => {
    const done = await put(isDry, ...tariffs)
    if (done.kind === 'refused') return done.problems.join('\n')
    return done.changes
      .flatMap((one) => tariffWords.changeLines(one, { ...done, ground: noChannels }))
      .join('\n')
  }
  const month = (id: number, price: number) => ({
    id,
    name: words('month'),
    period: words('30'),
    days: 30,
    price,
  })
  const film = { id: 64, name: words('Films'), kind: 'additional', price: 9900, providers: [1] }
  let accountId = 0
  beforeAll(async () => {
    await billing.putTariff(family)
    const accounts = openAccounts({ db, clock, random: systemRandom, pepper: 'pepper', supportPhone: '1000' })
    const person = buildAccount('300001', { name: 'A', password: 'pass word' })
    ;({ accountId } = await accounts.upsertAccount(person))
    await billing.putSubscription({
      accountId,
      tariffId: 58,
      state: 'active',
      paidUntilMs: clock.nowMs() + 1,
    })
  })
  it('[CHAN-01] shows guests the channels of base tariffs while nobody has made the public one', async () => {
    const own = await billing.channelsOfTariff(58)
    expect(await billing.channelsOfTariff(publicTariffId)).toEqual(own)
    expect(own).toBeInstanceOf(Set)
    expect(await billing.channelsOfTariff(57)).toBeUndefined()
  })

  const priceOf = async (tariffId: number) =>
    (await service.tariffs()).find((one) => one.tariffId === tariffId)?.priceTiyin

  it('[TARIFF-01] sees in advance what a new price changes and who keeps the former, and then it applies', async () => {
    const dearer = { id: 58, price: 45_000, periods: [month(581, 45_000)] }
    const report = await linesOf(true, dearer)
    expect(report).toContain('Tariff 58 Family changes; 1 subscriber now:')
    expect(report).toContain('price: 40000 soʻm → 45000 soʻm')
    expect(report).toContain('what is paid now stays for 1 subscriber: 1 at 40000 soʻm for 30 days')
    expect(await priceOf(58)).toBe(4_000_000)
    expect(await linesOf(false, dearer)).toBe(report)
    expect(await priceOf(58)).toBe(4_500_000)
    expect(await billing.subscriptionsOf(accountId)).toMatchObject([{ tariffId: 58, priceTiyin: 4_000_000 }])
    expect(await put(false, dearer)).toMatchObject({ kind: 'planned', changes: [], unchanged: 1 })
  })

  it('[TARIFF-01] changes all tariffs of a file or none', async () => {
    const wrong = { ...film, id: 65, providers: [77] }
    expect(await put(false, film, wrong)).toMatchObject({ kind: 'refused' })
    expect(await priceOf(64)).toBeUndefined()
    // A period moves from one tariff to the other in the same file.
    await put(false, film, { ...film, id: 65, periods: [month(651, 9900)] })
    expect(await put(false, { id: 64, periods: [month(651, 9900)] }, { id: 65, periods: [] })).toMatchObject({
      kind: 'planned',
      unchanged: 0,
    })
    expect(await put(false, { id: 65, periods: [month(651, 9900)] })).toMatchObject({
      problems: [expect.stringContaining('651 belongs to tariff 64')],
    })
  })

  it('[TARIFF-03] retires a tariff: subscribers keep it, no new one can connect it, promotions are named', async () => {
    const gift = { tariffId: 58, days: 10, priceTiyin: 0 }
    const valid = { validFromMs: 0, validToMs: clock.nowMs() + 1, maxTotal: null, giftTiyin: 0 }
    await putPromotion(db, { ...valid, by: { kind: 'free_days' }, name: words('free'), connects: gift })
    const report = await linesOf(false, { id: 58, offered: false })
    expect(report).toContain('nobody new can connect it; it goes on for 1 subscriber')
    expect(report).toContain('promotions still connect it: free-days')
    billing.forgetTariffs()
    const target = { accountId, items: [{ tariffId: 58 }], replacesBase: false }
    expect(await billing.purchase(target)).toMatchObject({ response: { failure: 'tariff_not_found' } })
    expect(await billing.subscriptionsOf(accountId)).toMatchObject([{ tariffId: 58, state: 'active' }])
    const { rows } = await sql<{
      subscriptions: number
    }>`select count(*)::integer as subscriptions from subscription`.execute(db)
    expect(rows).toEqual([{ subscriptions: 1 }])
  })
})
