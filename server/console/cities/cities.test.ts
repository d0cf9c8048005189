/** Cities and the operator's networks over real HTTP on a real database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { consoleCities } from '#contract/console/cities.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { listEvents, openAudit } from '#server/audit/audit.ts'
import { openNetworks, readAccountCities, setAccountCity, suggestCities } from '#server/cities/cities.ts'
import { staffAdmission } from '#server/console/console.ts'
import { undoContent } from '#server/editing/editing.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { findInCity } from '#server/subscribers/subscribers.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { cityEndpoints } from './city-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const people = accountsFixture(db, { clock, audit })
const server = createHttpServer({
  endpoints: cityEndpoints({ db, clock, audit }),
  mounts: [],
  ...{ identify: async () => undefined, admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }) },
  ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
const tokens: Record<string, string> = {}
let origin = ''

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  for (const role of ['administrator', 'support', 'analyst', 'finance'] as const)
    tokens[role] = (await fixture.addMember(role)).token
})
afterAll(async () => {
  await server.close(500)
  await audit.close()
  await database.drop()
})

async function call<Data>(path: string, body?: object, role = 'administrator') {
  const response = await fetch(`${origin}/api/console/v1${path}`, {
    headers: {
      ...{ 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${tokens[role]}`, 'x-ekran-console': '1' },
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await response.json()) as {
    readonly data: Data
    readonly failure?: string
    readonly message?: string
  }
}

const list = async () => (await call<ResponseOf<typeof consoleCities.list>>('/cities')).data.cities
const save = (fields: object) =>
  call<ResponseOf<typeof consoleCities.save>>('/cities/save', {
    ...{ city_id: null, version: 0, region_id: 11, name_ru: 'Зафар', name_uz: 'Zafar', name_en: 'Zafar' },
    ...fields,
  })
const networks = async () => (await call<ResponseOf<typeof consoleCities.networks>>('/cities/networks')).data
const saveNetworks = async (text: string, more: object = {}) =>
  call<ResponseOf<typeof consoleCities.saveNetworks>>('/cities/networks/save', {
    ...{ text, mark: (await networks()).mark, is_trial: false, ...more },
  })
const author = { by: undefined, nowMs: clock.nowMs() }

describe('[MSG-01] the list of cities', () => {
  it('has the fourteen regions, each followed by its cities', async () => {
    const cities = await list()
    expect(cities.filter((one) => one.region_id === 0)).toHaveLength(14)
    const at = cities.findIndex(({ name }) => name.ru === 'Самаркандская область')
    expect(cities[at + 1]).toMatchObject({ region_id: cities[at]?.city_id })
    expect(cities.every(({ name }) => name.ru !== '' && name.uz !== '' && name.en !== '')).toBe(true)
  })

  it('gets a city, which is changed, deleted and taken back, on the record', async () => {
    const { data: added } = await save({})
    const stored = async () => (await list()).find(({ city_id: id }) => id === added.id)
    expect(await stored()).toMatchObject({ region_id: 11, name: { ru: 'Зафар', uz: 'Zafar', en: 'Zafar' } })
    await save({ city_id: added.id, version: 1, name_ru: 'Зафаробод' })
    expect((await stored())?.name.ru).toBe('Зафаробод')
    expect((await save({ city_id: added.id, version: 1 })).failure).toBe('changed_since')
    const { data: removed } = await call<ResponseOf<typeof consoleCities.remove>>('/cities/remove', {
      city_id: added.id,
    })
    expect(await stored()).toBeUndefined()
    await undoContent(db, removed.change_id, author)
    expect((await stored())?.name.ru).toBe('Зафаробод')
    await expect
      .poll(async () => (await listEvents(db, { event: 'city_removed', limit: 1 }))[0])
      .toMatchObject({ change: { before: { [`city ${added.id} Зафаробод`]: { name_ru: 'Зафаробод' } } } })
  })

  it('says what is wrong', async () => {
    expect((await save({ name_uz: 'chirchiq ' })).failure).toBe('city_name_taken')
    expect((await save({ name_ru: 'Новый', region_id: 241 })).failure).toBe('city_region')
    expect((await save({ city_id: 8, version: 1, region_id: 11 })).failure).toBe('city_region')
    const { failure, message } = await call('/cities/remove', { city_id: 8 })
    expect(failure).toBe('city_in_use')
    expect(message).toContain('11')
    expect((await call('/cities/remove', { city_id: 999_999 })).failure).toBe('city_not_found')
  })

  it('is read by those who see subscribers and changed by those who may change settings', async () => {
    expect((await call('/cities', undefined, 'support')).failure).toBeUndefined()
    expect((await call('/cities', undefined, 'analyst')).failure).toBe('staff_forbidden')
    expect((await call('/cities/remove', { city_id: 241 }, 'support')).failure).toBe('staff_forbidden')
    expect((await call('/cities/networks', undefined, 'support')).failure).toBe('staff_forbidden')
  })
})

describe('[CARE-02] the city of a subscriber', () => {
  it('is said by the staff, on the record, and subscribers are searched by it', async () => {
    const { accountId } = await people.addAccount()
    const set = (cityId: number, role = 'support') =>
      call('/cities/account', { account_id: accountId, city_id: cityId }, role)
    expect((await set(241)).failure).toBeUndefined()
    expect((await readAccountCities(db, [accountId])).get(accountId)).toEqual({ cityId: 241, way: 'staff' })
    expect(await findInCity(db, '', 8)).toEqual([{ accountId, match: 'city' }])
    expect(await findInCity(db, '', 241)).toHaveLength(1)
    expect(await findInCity(db, '', 323)).toEqual([])
    const [first] = await people.accounts.listAccounts({ after: 0, limit: 1 })
    expect((await findInCity(db, first?.abonement ?? '', 8)).map((one) => one.accountId)).toEqual([accountId])
    expect(await findInCity(db, first?.abonement ?? '', 323)).toEqual([])
    // Many others with the same name, none of them in the city.
    await sql`insert into account (abonement, name, password_hash, created_at)
      select (70000000 + n)::text, 'Alisher', '$argon2id$none', now() from generate_series(1, 1100) as n`.execute(
      db,
    )
    await sql`update account set name = 'Alisher' where account_id = ${accountId}`.execute(db)
    for (const typed of ['Alisher', first?.abonement.slice(0, 3) ?? ''])
      expect(
        (await findInCity(db, typed, 8)).map((one) => one.accountId),
        typed,
      ).toEqual([accountId])
    await expect
      .poll(async () => (await listEvents(db, { event: 'subscriber_city_set', limit: 1 }))[0])
      .toMatchObject({
        ...{
          accountId,
          change: { before: { city: '', way: '' }, after: { city: 'Самарканд', way: 'staff' } },
        },
      })
    expect((await call('/cities/remove', { city_id: 241 })).message).toContain('1')
    expect((await set(0)).failure).toBeUndefined()
    expect((await readAccountCities(db, [accountId])).size).toBe(0)
    expect((await set(999_999)).failure).toBe('city_not_found')
    expect((await set(241, 'finance')).failure).toBe('staff_forbidden')
    expect((await call('/cities/account', { account_id: 999_999, city_id: 241 })).failure).toBe('not_found')
  })

  it('is stored with its entry on the record or not at all, and not of one whose data were erased', async () => {
    const { accountId } = await people.addAccount()
    const choice = { accountId, cityId: 241, way: 'staff' } as const
    const broken = {
      recordIn: () => Promise.reject(new Error('the chain is broken')),
    }
    const by = { author: { actor: 'staff' }, nowMs: clock.nowMs() } as const
    await expect(setAccountCity({ db, audit: broken }, choice, by)).rejects.toThrow('broken')
    expect((await readAccountCities(db, [accountId])).size).toBe(0)
    await db
      .updateTable('account')
      .set({ erased_at: new Date(clock.nowMs()), phone: null, name: '', state: 'deactivated' })
      .where('account_id', '=', accountId)
      .execute()
    const set = await call('/cities/account', { account_id: accountId, city_id: 241 }, 'support')
    expect(set.failure).toBe('not_found')
    expect((await readAccountCities(db, [accountId])).size).toBe(0)
  })
})

describe('[OPS-03] the operator’s networks', () => {
  const first =
    '\uFEFFprefix;name;city\r\n10.20.0.0/16; Самарканд-1; Самарканд\r\n# comment\r\n10.20.5.0/24,Ургут,Urgut\n2001:db8:5::/48\tV6'

  it('are pasted, looked up by the longest prefix, and written again as they are read', async () => {
    const { data } = await saveNetworks(first)
    expect(data).toMatchObject({ problems: [], diff: { total: 3, added: 3, changed: 0, removed: 0 } })
    const { networks: rows, text } = await networks()
    expect(rows.map(({ prefix, name, city }) => [prefix, name, city.ru])).toEqual([
      ['2001:db8:5::/48', 'V6', ''],
      ['10.20.0.0/16', 'Самарканд-1', 'Самарканд'],
      ['10.20.5.0/24', 'Ургут', 'Ургут'],
    ])
    expect((await saveNetworks(text)).data).toMatchObject({
      change_id: 0,
      diff: { added: 0, changed: 0, removed: 0 },
    })
    const open = await openNetworks({ db, log: silentLog })
    expect(open.networkOf('10.20.5.7')).toMatchObject({ name: 'Ургут', cityId: 250 })
    expect(open.networkOf('10.20.6.7')).toMatchObject({ name: 'Самарканд-1', cityId: 241 })
    expect(open.networkOf('2001:db8:5::1')).toMatchObject({ name: 'V6', cityId: null })
    expect(open.networkOf('10.21.0.1')).toBeUndefined()
    expect(open.networkOf('nonsense')).toBeUndefined()
  })

  it('are checked line by line, and a wrong line changes nothing', async () => {
    const before = await networks()
    const { data } = await saveNetworks(
      [
        '10.0.0.0/33;a',
        '10.30.0.0/16',
        '10.31.0.0/16;b;Атлантида',
        '10.32.0.1/16;c',
        '10.32.0.0/16;d',
        '::/0;all',
        '1.2.3.4;e;Самарканд;x',
      ].join('\n'),
    )
    expect(data.problems).toEqual([
      { line: 1, problem: 'prefix', value: '10.0.0.0/33' },
      { line: 2, problem: 'name', value: '10.30.0.0/16' },
      { line: 3, problem: 'city_unknown', value: 'Атлантида' },
      { line: 5, problem: 'twice', value: '10.32.0.0/16' },
      { line: 6, problem: 'prefix', value: '::/0' },
      { line: 7, problem: 'columns', value: 'x' },
    ])
    expect(data).toMatchObject({ problem_count: 6, diff: null, change_id: 0 })
    expect(await networks()).toEqual(before)
  })

  it('are refused beyond what is read, not cut', async () => {
    const before = await networks()
    const line = (index: number) => `10.${100 + (index >> 8)}.${index & 255}.0/24;n`
    const lines = Array.from({ length: 5000 }, (_, index) => line(index))
    expect((await saveNetworks([...lines, '11.0.0.0/8;n'].join('\n'), { is_trial: true })).failure).toBe(
      'cities_full',
    )
    // Comments and empty lines count as well: lines behind them are not dropped in silence.
    const far = ['10.1.0.0/16;n', ...Array.from({ length: 10_000 }, () => '#'), '10.2.0.0/16;n'].join('\n')
    expect((await saveNetworks(far)).failure).toBe('cities_full')
    expect(await networks()).toEqual(before)
  })

  it('have no name that would be read as two columns', async () => {
    const { data } = await saveNetworks('10.60.0.0/16\ta;b\n10.61.0.0/16;"a""b"\n10.62.0.0/16;"a\nb')
    expect(data.problems).toEqual([
      { line: 1, problem: 'name_signs', value: 'a;b' },
      { line: 2, problem: 'name_signs', value: 'a"b' },
      { line: 3, problem: 'name_signs', value: '"a' },
      { line: 4, problem: 'prefix', value: 'b' },
    ])
  })

  it('are tried without a change, changed, and taken back', async () => {
    const before = await networks()
    const next = '10.20.0.0/16;Самарканд-2;Самарканд\n10.40.0.0/16;Коканд;323'
    const { data: trial } = await saveNetworks(next, { is_trial: true })
    expect(trial).toMatchObject({ change_id: 0, diff: { total: 2, added: 1, changed: 1, removed: 2 } })
    expect(await networks()).toEqual(before)
    const { data: saved } = await saveNetworks(next)
    expect((await networks()).networks.map(({ name }) => name)).toEqual(['Коканд', 'Самарканд-2'])
    expect((await saveNetworks(next, { mark: before.mark })).failure).toBe('changed_since')
    const undone = await undoContent(db, saved.change_id, author)
    expect(undone).toMatchObject({ kind: 'undone', conflicts: [] })
    expect(await networks()).toEqual(before)
  })

  it('suggest a city to subscribers of whom nobody said it', async () => {
    const open = await openNetworks({ db, log: silentLog })
    const [quiet, said] = [await people.addAccount(), await people.addAccount()]
    const device = { uid: 'a', serial: '', model: 'TV', kind: 'tv', isBound: false } as const
    for (const { accountId } of [quiet, said])
      await people.accounts.beginSessionFor(accountId, device, '10.20.5.9')
    await call('/cities/account', { account_id: said.accountId, city_id: 323 })
    const cityOf = async (accountId: number) => (await readAccountCities(db, [accountId])).get(accountId)
    expect(await suggestCities(db, open, clock.nowMs())).toBe(1)
    expect(await cityOf(quiet.accountId)).toEqual({ cityId: 250, way: 'network' })
    expect(await cityOf(said.accountId)).toEqual({ cityId: 323, way: 'staff' })
    expect(await suggestCities(db, open, clock.nowMs())).toBe(0)
    await people.accounts.beginSessionFor(quiet.accountId, { ...device, uid: 'b' }, '10.20.9.9')
    clock.advanceMs(60_000)
    await db
      .updateTable('device')
      .set({ last_seen_at: new Date(clock.nowMs()) })
      .where('uid', '=', 'b')
      .execute()
    expect(await suggestCities(db, open, clock.nowMs())).toBe(1)
    expect(await cityOf(quiet.accountId)).toEqual({ cityId: 241, way: 'network' })
  })
})
