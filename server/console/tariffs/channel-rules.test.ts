/** Channels of a tariff by rule, over real HTTP on a real database. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ChannelRule,
  channelLanguages,
  channelQualities,
  isOpenedByRules,
} from '#contract/console/channel-rules.ts'
import type { consoleTariffs } from '#contract/console/tariffs.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { openAudit } from '#server/audit/audit.ts'
import {
  addedByHand,
  openBilling,
  openInBaseTariffs,
  openTariffService,
  readTariffFile,
  tariffWords,
} from '#server/billing/billing.ts'
import { staffAdmission } from '#server/console/console.ts'
import { tariffGround } from '#server/editing/editing.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import {
  editChannels,
  publishChannels,
  removeChannels,
  restoreChannels,
} from '#server/television/television.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
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
const who = () => ({ by: undefined, nowMs: clock.nowMs() })
const categories = [1, 2, 3, 4]
let origin = ''
let cookie = ''
let cids: readonly number[] = []

type Draft = InputOf<typeof consoleTariffs.save>
interface Answer<Data> {
  readonly data: Data
  readonly failure?: string
}

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  cookie = `ekran-staff=${await fixture.openSession((await fixture.addMember('finance')).staffId)}`
  const channels = ['film', 'news', 'sport', 'sport-hd', 'kids'].map((key, at) =>
    buildChannel(key, { categoryId: [2, 3, 4, 4, 1][at] ?? 1 }),
  )
  cids = (await publishChannels(db, channels, clock.nowMs())).map(({ cid }) => cid)
  await setSigns(cid('sport-hd'), { quality: 'hd', languages: ['ru'] })
  await setSigns(cid('kids'), { quality: 'hd', languages: ['uz', 'ru'] })
})
afterAll(async () => {
  await server.close(500)
  await audit.close()
  await database.drop()
})

function cid(key: string): number {
  return cids[['film', 'news', 'sport', 'sport-hd', 'kids'].indexOf(key)] ?? 0
}

async function setSigns(channel: number, fields: Parameters<typeof editChannels>[1][number]['fields']) {
  const done = await editChannels(db, [{ cid: channel, fields }], who())
  expect(done).toMatchObject({ kind: 'changed', changed: 1 })
}

const headers = () => ({ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', cookie })

async function read<Data>(path: string) {
  return (await (
    await fetch(`${origin}/api/console/v1${path}`, { headers: headers() })
  ).json()) as Answer<Data>
}

async function send<Data = ResponseOf<typeof consoleTariffs.save>>(path: string, body: object) {
  const response = await fetch(`${origin}/api/console/v1${path}`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Answer<Data>
}

function rule(more: Partial<ChannelRule>): ChannelRule {
  return { except: false, categories: [], languages: [], qualities: [], ...more }
}

const fresh: Draft = {
  ...{ id: null, revision: '', name_ru: 'Спорт', name_uz: 'Sport', name_en: 'Sport', kind: 'base' },
  ...{ recommended: false, offered: true, streams: 1, channels: [], providers: [1] },
  periods: [{ id: null, days: 30, price: '10000' }],
}

async function add(more: Partial<Draft>): Promise<number> {
  const { data, failure } = await send('/tariffs/save', { ...fresh, ...more })
  expect(failure).toBeUndefined()
  return data.id
}

async function draftOf(tariffId: number, more: Partial<Draft> = {}): Promise<Draft> {
  const { data } = await read<ResponseOf<typeof consoleTariffs.one>>(`/tariffs/one?id=${tariffId}`)
  const { tariff_id: id, periods, ...rest } = data.tariff
  const typed = periods.map((one) => ({ ...one, price: String(one.price) }))
  return { ...rest, id, revision: data.revision, periods: typed, ...more }
}

/** What the tariff opens for its subscribers. */
async function opened(tariffId: number): Promise<readonly number[]> {
  billing.forgetTariffs()
  return [...((await billing.channelsOfTariff(tariffId)) ?? [])].toSorted((a, b) => a - b)
}

function of(...keys: readonly string[]) {
  return keys.map(cid).toSorted((a, b) => a - b)
}

describe('[FIN-01] channels of a tariff by rule', () => {
  it('opens a category, a language and a quality, with channels added and excluded by hand', async () => {
    const sport = await add({ rules: [rule({ categories: [4] })] })
    expect(await opened(sport)).toEqual(of('sport', 'sport-hd'))
    const both = await add({
      rules: [rule({ languages: ['ru'], qualities: ['hd'] })],
      channels: [cid('news')],
    })
    expect(await opened(both)).toEqual(of('news', 'sport-hd', 'kids'))
    const without = await add({ rules: [rule({ categories: [4] })], excluded: [cid('sport')] })
    expect(await opened(without)).toEqual(of('sport-hd'))
    const allBut = await add({ rules: [rule({ except: true, categories: [4] })] })
    expect(await opened(allBut)).toEqual(of('film', 'news', 'kids'))
    const draft = await draftOf(both)
    expect(draft).toMatchObject({
      channels: [cid('news')],
      rules: [{ languages: ['ru'], qualities: ['hd'] }],
    })
  })

  it('follows a channel that changes, appears, goes and returns', async () => {
    const sport = await add({ rules: [rule({ categories: [4] })] })
    await setSigns(cid('film'), { category_id: 4 })
    expect(await opened(sport)).toEqual(of('film', 'sport', 'sport-hd'))
    await setSigns(cid('film'), { category_id: 2 })
    expect(await opened(sport)).toEqual(of('sport', 'sport-hd'))
    const [added] = await publishChannels(db, [buildChannel('boxing', { categoryId: 4 })], clock.nowMs())
    const boxing = added?.cid ?? 0
    await openInBaseTariffs(db, [boxing, cid('kids')])
    // Its rules decide, not the import.
    expect(await opened(sport)).toEqual([...of('sport', 'sport-hd'), boxing])
    await removeChannels(db, [boxing], who())
    expect(await opened(sport)).toEqual(of('sport', 'sport-hd'))
    await restoreChannels(db, [boxing], who())
    expect(await opened(sport)).toContain(boxing)
    await removeChannels(db, [boxing], who())
  })

  it('says before it is saved who gains and loses which channels, by number and name', async () => {
    const { accountId } = await people.accounts.upsertAccount(
      buildAccount('700001', { phone: '+998901234567', name: 'A', password: 'pass word 12' }),
    )
    const tariffId = await add({ rules: [rule({ categories: [4] })], providers: [] })
    await billing.putSubscription({
      ...{ accountId, tariffId, state: 'active' },
      paidUntilMs: clock.nowMs() + 86_400_000,
    })
    const draft = await draftOf(tariffId, { rules: [rule({ qualities: ['hd'] })] })
    const { data } = await send<ResponseOf<typeof consoleTariffs.preview>>('/tariffs/preview', draft)
    const number = async (key: string) =>
      (await db.selectFrom('channel').select('number').where('id', '=', cid(key)).executeTakeFirstOrThrow())
        .number
    expect(data).toMatchObject({
      ...{ active: 1, gaining: 1, losing: 1 },
      channels_gained: [{ id: cid('kids'), name: `${await number('kids')} kids`, accounts: 1 }],
      channels_lost: [{ id: cid('sport'), name: `${await number('sport')} sport`, accounts: 1 }],
    })
    expect(await opened(tariffId)).toEqual(of('sport', 'sport-hd'))
    await billing.putSubscription({ accountId, tariffId, state: 'off', paidUntilMs: clock.nowMs() })
  })

  it('is a version that is taken back, and a channel that moved since is no conflict', async () => {
    const tariffId = await add({ channels: [cid('news')] })
    const changed = await send(
      '/tariffs/save',
      await draftOf(tariffId, { rules: [rule({ categories: [4] })] }),
    )
    expect(await opened(tariffId)).toEqual(of('news', 'sport', 'sport-hd'))
    await setSigns(cid('film'), { category_id: 4 })
    expect(await opened(tariffId)).toEqual(of('film', 'news', 'sport', 'sport-hd'))
    const undone = await send<ResponseOf<typeof consoleTariffs.undo>>('/tariffs/undo', {
      change_id: changed.data.change_id,
    })
    expect(undone.data).toMatchObject({ undone: 1, conflicts: [] })
    expect(await opened(tariffId)).toEqual(of('news'))
    await setSigns(cid('film'), { category_id: 2 })
  })

  it('is exported to a file and imported again without a change, and read from one', async () => {
    const tariffId = await add({ rules: [rule({ categories: [4] })], excluded: [cid('sport')] })
    const service = openTariffService(db)
    const ground = await tariffGround(db)
    const put = async (text: string) => {
      const file = readTariffFile(text)
      if (file.kind === 'refused') return file
      return service.put({ file, ground, isDry: false, nowMs: clock.nowMs(), record: async () => undefined })
    }
    const numberOf = (id: number) => ground.channels.find((one) => one.cid === id)?.number
    const text = tariffWords.fileText(await service.tariffs(), numberOf)
    expect(await put(text)).toMatchObject({ kind: 'planned', changes: [] })
    const one = (name: string) =>
      JSON.stringify({
        tariffs: [{ id: tariffId, rules: [{ except: true, categories: [name] }], excluded: [] }],
      })
    expect(await put(one('Спорт'))).toMatchObject({ kind: 'planned' })
    expect(await opened(tariffId)).toEqual(of('film', 'news', 'kids'))
    expect(await put(one('Рыбалка'))).toMatchObject({
      problems: [
        expect.stringContaining(`tariff ${tariffId}, rules no. 1 categories no. 1: there is no such`),
      ],
    })
    const wrong = JSON.stringify({ tariffs: [{ id: tariffId, rules: [{ languages: ['fr'] }] }] })
    expect(await put(wrong)).toMatchObject({ problems: [expect.stringContaining('must be one of ru, uz')] })
  })

  it.each([
    ['a language that is none', { rules: [{ ...rule({}), languages: ['fr'] }] }, 'invalid_input'],
    ['more rules than there may be', { rules: Array.from({ length: 31 }, () => rule({})) }, 'invalid_input'],
    ['an excluded channel that is gone', { rules: [rule({})], excluded: [999_999] }, 'tariff_content_gone'],
    ['rules that open nothing', { rules: [rule({ categories: [9] })], providers: [] }, 'tariff_empty'],
  ])('refuses %s', async (_, more, failure) => {
    expect(await send('/tariffs/save', { ...fresh, ...more })).toMatchObject({ failure })
  })

  it('neither misses a channel nor a rule when both change at once', async () => {
    const tariffId = await add({ rules: [rule({ categories: [3] })] })
    for (let round = 0; round < 6; round += 1) {
      const category = 3 + (round % 2)
      const draft = await draftOf(tariffId, { rules: [rule({ categories: [category] })] })
      await Promise.all([
        send('/tariffs/save', draft),
        editChannels(db, [{ cid: cid('film'), fields: { category_id: 2 + (round % 3) } }], who()),
        editChannels(db, [{ cid: cid('news'), fields: { category_id: 3 + ((round + 1) % 2) } }], who()),
      ])
      const rows = await sql<{ id: number }>`
        select id from channel where category_id = ${category} and deleted_at is null order by id`.execute(db)
      expect(await opened(tariffId)).toEqual(rows.rows.map(({ id }) => id))
    }
  })
})

const rules = fc.array(
  fc.record({
    except: fc.boolean(),
    categories: fc.uniqueArray(fc.constantFrom(...categories), { maxLength: 2 }),
    languages: fc.uniqueArray(fc.constantFrom(...channelLanguages), { maxLength: 2 }),
    qualities: fc.uniqueArray(fc.constantFrom(...channelQualities), { maxLength: 2 }),
  }),
  { maxLength: 4 },
)

describe('[FIN-01] the terms of a rule', () => {
  it('are the same in the database and in the console', async () => {
    const ground = await tariffGround(db)
    await fc.assert(
      fc.asyncProperty(rules, async (all) => {
        const { rows } = await sql<{ cid: number }>`
          select channels_of_rules(${JSON.stringify(all)}::jsonb, null) as cid`.execute(db)
        const expected = ground.channels.filter(({ categoryIds, ...one }) =>
          isOpenedByRules({ ...one, categories: categoryIds }, all),
        )
        expect(rows.map((row) => row.cid).toSorted((a, b) => a - b)).toEqual(
          expected.map((one) => one.cid).toSorted((a, b) => a - b),
        )
      }),
      { numRuns: 150 },
    )
  })

  it('leave what was chosen by hand as it is without any rule', () => {
    const channelIds = new Set([1, 2])
    expect(addedByHand({ channelIds })).toBe(channelIds)
  })
})
