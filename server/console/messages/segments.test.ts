/** Segments over real HTTP on a real database: rules against a naive filter, saved ones, who may do what. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitedAges, type SegmentCondition, type SegmentRules } from '#contract/console/segment-rules.ts'
import type { consoleSegments } from '#contract/console/segments.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { openAudit } from '#server/audit/audit.ts'
import { openBilling } from '#server/billing/billing.ts'
import { staffAdmission } from '#server/console/console.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { countSegment, snapshotBatches, takeSnapshot } from '#server/segments/segments.ts'
import { readSummaries } from '#server/subscribers/subscribers.ts'
import { openTelevision } from '#server/television/television.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { segmentEndpoints } from './segment-endpoints.ts'
import { segmentExportMount } from './segment-mount.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const billing = openBilling({ db, clock })
const admitStaff = staffAdmission({ staff, clock, publicUrl: undefined })
const clientAddress = clientAddressReader(['127.0.0.1'])
const server = createHttpServer({
  endpoints: segmentEndpoints({ db, clock, audit, billing, television: await openTelevision(db, clock) }),
  mounts: [segmentExportMount({ db, clock, audit, admitStaff, clientAddress, publicUrl: undefined })],
  ...{ identify: async () => undefined, admitStaff },
  ...{ clientAddress, audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
const dayMs = 86_400_000
const tokens: Record<string, string> = {}
let origin = ''

/** What is decided about an account in memory, for the naive filter. */
interface Subscriber {
  readonly accountId: number
  readonly isTest: boolean
  readonly state: 'active' | 'blocked' | 'deactivated'
  readonly createdMs: number
  readonly balanceTiyin: number
  readonly subscriptions: readonly { tariffId: number; state: string; untilMs: number }[]
  readonly devices: readonly { kind: string; seenMs: number }[]
  readonly language: 'ru' | 'uz' | 'unknown'
  /** Of those besides the first one, whether each is a child's. */
  readonly watched: readonly { genreId: number; atMs: number }[]
  readonly favourites: readonly number[]
  /** 0: none. */
  readonly cityId: number
  readonly brand: number
  /** Besides the first one. */
  readonly profiles: readonly { readonly isChild: boolean; readonly age: number }[]
  standing: string
}
const subscribers: Subscriber[] = []

/** A generator of numbers below 1, the same for each seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const random = seeded(20_260_301)
const below = (count: number) => Math.floor(random() * count)
const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value
const someOf = <Value>(values: readonly Value[]): Value[] => {
  const chosen = values.filter(() => random() < 0.5)
  return chosen.length === 0 ? [oneOf(values)] : chosen
}

const tariffIds = [57, 58, 59]
const genreIds = [1, 2, 3]
const channelIds = [11, 12, 13]
/** A city, a region with that city, another city. */
const cityIds = [241, 8, 323]
const kinds = ['tv', 'phone', 'tablet', 'computer', 'other'] as const
const standings = ['active', 'trial', 'due', 'suspended', 'ended', 'never_paid', 'blocked'] as const

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  for (const role of ['administrator', 'support', 'finance', 'content_editor'] as const)
    tokens[role] = (await fixture.addMember(role)).token
  for (const tariffId of tariffIds)
    await billing.putTariff(buildTariff(tariffId, { isBase: tariffId === 57 }))
  const main = await db.selectFrom('service_settings').selectAll().executeTakeFirstOrThrow()
  await db
    .insertInto('service_settings')
    .values({ ...main, service_id: 7, hosts: ['zamin.uz'] })
    .execute()
  for (let index = 0; index < 90; index += 1) subscribers.push(await addSubscriber(index))
  const ids = subscribers.map(({ accountId }) => accountId)
  const summaries = await readSummaries(db, ids, clock.nowMs())
  for (const subscriber of subscribers)
    subscriber.standing =
      summaries.find(({ accountId }) => accountId === subscriber.accountId)?.standing.kind ?? ''
})
afterAll(async () => {
  await server.close(500)
  await audit.close()
  await database.drop()
})

async function addSubscriber(index: number): Promise<Subscriber> {
  const now = clock.nowMs()
  const at = (days: number) => now + Math.round((random() * 2 - 1) * days * dayMs)
  const isTest = random() < 0.1
  const state = random() < 0.75 ? 'active' : oneOf(['blocked', 'deactivated'] as const)
  const createdMs = now - below(100 * dayMs)
  const serviceId = oneOf([null, 1, 7])
  const { account_id: accountId } = await db
    .insertInto('account')
    .values({
      ...{ abonement: String(30_000_000 + index), name: `Abonent ${index}`, password_hash: '$argon2id$x' },
      ...{ phone: `+99890${1_000_000 + index}`, state, is_test: isTest, created_at: new Date(createdMs) },
      service_id: serviceId,
    })
    .returning('account_id')
    .executeTakeFirstOrThrow()
  const amountTiyin = random() < 0.6 ? (1 + below(60)) * 100_000 : 0
  if (amountTiyin > 0)
    await billing.moveMoney({
      ...{
        reference: `payme:s${index}`,
        kind: random() < 0.7 ? 'top_up' : 'promotion',
        accountId,
        amountTiyin,
      },
      against: 'payments',
    })
  const subscriptions = someOf(tariffIds).map((tariffId) => ({
    ...{ tariffId, untilMs: at(20), state: oneOf(['active', 'active', 'suspended', 'off'] as const) },
  }))
  for (const one of subscriptions)
    await db
      .insertInto('subscription')
      .values({
        ...{ account_id: accountId, tariff_id: one.tariffId, is_base: one.tariffId === 57, state: one.state },
        ...{ price_tiyin: 2_500_000, created_at: new Date(createdMs), paid_until: new Date(one.untilMs) },
      })
      .execute()
  const devices = Array.from({ length: below(3) }, () => ({
    kind: oneOf(kinds),
    seenMs: now - below(40 * dayMs),
  }))
  const language = devices.length === 0 ? ('unknown' as const) : oneOf(['ru', 'uz', 'unknown'] as const)
  for (const [place, one] of devices.entries()) {
    const seen = new Date(one.seenMs)
    const { device_id: deviceId } = await db
      .insertInto('device')
      .values({
        ...{ account_id: accountId, uid: `d${place}`, place: place + 1, kind: one.kind },
        ...{ first_seen_at: seen, last_seen_at: seen },
      })
      .returning('device_id')
      .executeTakeFirstOrThrow()
    if (place > 0 || language === 'unknown') continue
    await sql`
      with opened as (
        insert into session (session_id, token_hash, account_id, device_id, created_at, last_seen_at, expires_at)
        values (gen_random_uuid(), md5(${String(index)}) || md5(${String(index + 1000)}), ${accountId}, ${deviceId},
          ${seen}, ${seen}, ${new Date(now + 90 * dayMs)})
        returning session_id)
      insert into push_device (session_id, service, token, language, registered_at)
      select session_id, 'fcm', ${`t${index}`}, ${language}, ${seen} from opened`.execute(db)
  }
  return {
    ...{ accountId, isTest, state, createdMs, balanceTiyin: amountTiyin, subscriptions, devices, language },
    ...{ ...(await addTaste(accountId)), cityId: await addCity(accountId), standing: '' },
    brand: serviceId ?? 1,
    profiles: await addProfiles(accountId, language),
  }
}

/**
 * Some first profiles have a row too, as once their viewer has named them. It tells the language where no app does: that
 * of those who have an app is another one.
 */
async function addProfiles(
  accountId: number,
  language: Subscriber['language'],
): Promise<Subscriber['profiles']> {
  const profiles = Array.from({ length: below(4) }, () => {
    const isChild = random() < 0.5
    return { isChild, age: isChild ? oneOf(limitedAges) : oneOf([16, 18]) }
  })
  const now = new Date(clock.nowMs())
  const isNamed = language !== 'unknown' && random() < 0.5
  const first = isNamed ? [{ isChild: false, age: 18, no: 0 }] : []
  for (const { isChild, age, no } of [...first, ...profiles.map((one, at) => ({ ...one, no: at + 1 }))])
    await db
      .insertInto('profile')
      .values({
        ...{ account_id: accountId, profile_no: no, name: `P${no}`, name_key: `p${no}`, picture: 'owl' },
        ...{ colour: 'lapis', language: language === 'ru' ? 'uz' : 'ru', is_child: isChild, age_limit: age },
        ...{ created_at: now, updated_at: now },
      })
      .execute()
  return profiles
}

async function addCity(accountId: number): Promise<number> {
  const cityId = oneOf([0, ...cityIds])
  if (cityId > 0)
    await db
      .insertInto('account_city')
      .values({ account_id: accountId, city_id: cityId, way: 'staff', set_at: new Date(clock.nowMs()) })
      .execute()
  return cityId
}

/** Rows without the films and channels that they belong to: only these rows matter here. */
async function addTaste(accountId: number): Promise<Pick<Subscriber, 'watched' | 'favourites'>> {
  const watched = (random() < 0.5 ? [] : someOf(genreIds)).map((genreId) => ({
    ...{ genreId, atMs: clock.nowMs() - below(40 * dayMs) },
  }))
  const favourites = random() < 0.5 ? [] : someOf(channelIds)
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const { genreId, atMs } of watched) {
      await sql`insert into title_genre (title_id, genre_id, place) values (${genreId}, ${genreId}, 1)
        on conflict do nothing`.execute(trx)
      await sql`insert into watching (account_id, title_id, file_id, position_sec, is_finished, watched_at)
        values (${accountId}, ${genreId}, ${genreId}, 60, false, ${new Date(atMs)})`.execute(trx)
    }
    for (const channelId of favourites)
      await sql`insert into favourite_channel (account_id, channel_id, added_at)
        values (${accountId}, ${channelId}, ${new Date(clock.nowMs())})`.execute(trx)
  })
  return { watched, favourites }
}

function randomCondition(): SegmentCondition {
  const days = 1 + below(40)
  const op = oneOf(['within', 'over'] as const)
  return oneOf<SegmentCondition>([
    { field: 'tariff', ids: someOf(tariffIds) },
    { field: 'standing', kinds: someOf(standings) },
    { field: 'ends', days },
    { field: 'balance', op: oneOf(['below', 'above'] as const), sum: below(60) * 1000 },
    { field: 'device', kinds: someOf(kinds) },
    { field: 'seen', op, days },
    { field: 'joined', op, days },
    { field: 'language', languages: someOf(['ru', 'uz', 'unknown'] as const) },
    { field: 'watched', days, ids: random() < 0.5 ? [] : someOf(genreIds) },
    { field: 'favourite', ids: someOf(channelIds) },
    { field: 'city', ids: someOf([0, ...cityIds]) },
    { field: 'brand', ids: someOf([1, 7]) },
    { field: 'child_profile' },
    { field: 'profiles', op: oneOf(['below', 'above'] as const), count: 1 + below(5) },
    { field: 'profile_age', ages: someOf(limitedAges) },
  ])
}

function randomRules(): SegmentRules {
  const match = () => oneOf(['all', 'any'] as const)
  return {
    match: match(),
    groups: Array.from({ length: below(4) }, () => ({
      ...{ match: match(), is_not: random() < 0.3 },
      conditions: Array.from({ length: 1 + below(3) }, randomCondition),
    })),
  }
}

function fits(one: Subscriber, condition: SegmentCondition): boolean {
  const now = clock.nowMs()
  switch (condition.field) {
    case 'tariff':
      return one.subscriptions.some(
        ({ tariffId, state }) => state !== 'off' && condition.ids.includes(tariffId),
      )
    case 'standing':
      return condition.kinds.some((kind) => kind === one.standing)
    case 'ends':
      return one.subscriptions.some(
        ({ state, untilMs }) =>
          state === 'active' && untilMs > now && untilMs <= now + condition.days * dayMs,
      )
    case 'balance':
      return one.balanceTiyin < condition.sum * 100 === (condition.op === 'below')
    case 'device':
      return one.devices.some(({ kind }) => condition.kinds.some((chosen) => chosen === kind))
    case 'seen':
      return (
        one.devices.some(({ seenMs }) => seenMs >= now - condition.days * dayMs) ===
        (condition.op === 'within')
      )
    case 'joined':
      return one.createdMs >= now - condition.days * dayMs === (condition.op === 'within')
    case 'language':
      return condition.languages.includes(one.language)
    case 'watched':
      return one.watched.some(
        ({ genreId, atMs }) =>
          atMs >= now - condition.days * dayMs &&
          (condition.ids.length === 0 || condition.ids.includes(genreId)),
      )
    case 'favourite':
      return one.favourites.some((channelId) => condition.ids.includes(channelId))
    case 'brand':
      return condition.ids.includes(one.brand)
    case 'child_profile':
      return one.profiles.some(({ isChild }) => isChild)
    case 'profiles':
      return 1 + one.profiles.length < condition.count === (condition.op === 'below')
    case 'profile_age':
      return one.profiles.some(({ age }) => condition.ages.includes(age))
    case 'city':
      return condition.ids.includes(one.cityId) || (one.cityId === 241 && condition.ids.includes(8))
  }
}

function naive({ match, groups }: SegmentRules): readonly number[] {
  const every = (kind: 'all' | 'any', values: readonly boolean[]) =>
    kind === 'all' ? values.every(Boolean) : values.some(Boolean)
  return subscribers
    .filter(({ isTest, state }) => !isTest && state !== 'deactivated')
    .filter(
      (one) =>
        groups.length === 0 ||
        every(
          match,
          groups.map(
            (group) =>
              every(
                group.match,
                group.conditions.map((condition) => fits(one, condition)),
              ) !== group.is_not,
          ),
        ),
    )
    .map(({ accountId }) => accountId)
}

async function membersOf(rules: SegmentRules): Promise<readonly number[]> {
  const { snapshotId, count } = await takeSnapshot(db, rules, clock.nowMs())
  const members: number[] = []
  for await (const batch of snapshotBatches(db, snapshotId, 7)) members.push(...batch)
  expect(members).toHaveLength(count)
  return members
}

async function call<Data>(path: string, role: string, body?: object) {
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
const count = (rules: unknown, role = 'administrator') =>
  call<ResponseOf<typeof consoleSegments.count>>(
    `/segments/count?rules=${encodeURIComponent(typeof rules === 'string' ? rules : JSON.stringify(rules))}`,
    role,
  )

describe('[MSG-01] a segment', () => {
  it('has those whom a naive filter of its rules has, for 300 random rules', async () => {
    for (let index = 0; index < 300; index += 1) {
      const rules = randomRules()
      expect(await membersOf(rules), JSON.stringify(rules)).toEqual(naive(rules))
    }
  })

  it('knows the language of those without an app by their Telegram, else by their first profile', async () => {
    const now = new Date(clock.nowMs())
    const add = async (number: string, languages: { telegram?: 'ru' | 'uz'; profile?: 'ru' | 'uz' }) => {
      const { account_id: accountId } = await db
        .insertInto('account')
        .values({ abonement: number, name: '', password_hash: '$argon2id$x', phone: null, created_at: now })
        .returning('account_id')
        .executeTakeFirstOrThrow()
      if (languages.telegram !== undefined)
        await sql`insert into telegram_link (account_id, telegram_user_id, name, language, linked_at)
          values (${accountId}, ${Number(number)}, 'A', ${languages.telegram}, ${now})`.execute(db)
      if (languages.profile !== undefined)
        await sql`insert into profile (account_id, profile_no, name, name_key, picture, colour, language, created_at,
            updated_at)
          values (${accountId}, 0, '', '', 'cat', 'lapis', ${languages.profile}, ${now}, ${now})`.execute(db)
      return accountId
    }
    const both = await add('39000001', { telegram: 'uz', profile: 'ru' })
    const ofProfile = await add('39000002', { profile: 'uz' })
    const none = await add('39000003', {})
    const speaking = async (language: 'ru' | 'uz' | 'unknown') => {
      const conditions: SegmentCondition[] = [{ field: 'language', languages: [language] }]
      const members = await membersOf({ match: 'all', groups: [{ match: 'all', is_not: false, conditions }] })
      return [both, ofProfile, none].filter((one) => members.includes(one))
    }
    expect(await speaking('uz')).toEqual([both, ofProfile])
    expect(await speaking('unknown')).toEqual([none])
    expect(await speaking('ru')).toEqual([])
    await db.deleteFrom('account').where('account_id', 'in', [both, ofProfile, none]).execute()
  })

  it('is counted, with a sample of twenty, without test accounts and closed ones', async () => {
    const all = naive({ match: 'all', groups: [] })
    const { data } = await count({ match: 'all', groups: [] })
    expect(data).toMatchObject({ count: all.length, total: all.length })
    expect(data.sample.map((one) => one.account_id)).toEqual(all.toReversed().slice(0, 20))
    expect(all.length).toBeLessThan(subscribers.length)
  })

  it('is not counted for longer than its limit', async () => {
    const slow: SegmentRules = {
      match: 'any',
      groups: [{ match: 'any', is_not: false, conditions: [{ field: 'seen', op: 'over', days: 1 }] }],
    }
    await db.transaction().execute(async (trx) => {
      await sql`lock table device in access exclusive mode`.execute(trx)
      expect(await countSegment(db, slow, { nowMs: clock.nowMs(), limitMs: 100 })).toBeUndefined()
    })
    expect(await countSegment(db, slow, { nowMs: clock.nowMs(), limitMs: 3000 })).toBeDefined()
  })

  it.each([
    ['an unknown field', { field: 'city', name: 'Самарканд' }],
    ['SQL instead of a number', { field: 'tariff', ids: ['57) or true --'] }],
    ['no value', { field: 'tariff', ids: [] }],
    ['a negative sum', { field: 'balance', op: 'below', sum: -1 }],
    ['an age that no profile has', { field: 'profile_age', ages: [7] }],
    ['no number of profiles', { field: 'profiles', op: 'above' }],
    ['too many days', { field: 'ends', days: 100_000 }],
  ])('with %s is refused', async (_, condition) => {
    const { failure } = await count({
      match: 'all',
      groups: [{ match: 'all', is_not: false, conditions: [condition] }],
    })
    expect(failure).toBe('invalid_input')
  })

  it.each(['{', '', 'null', '[]', '{"match":"all"}'])('is not read from %s', async (text) => {
    expect((await count(text)).failure).toBe('invalid_input')
  })

  it('is saved under a name, changed, and deleted, each in the audit; an older version changes nothing', async () => {
    const rules = { match: 'all', groups: [] }
    const save = (values: object, role = 'administrator') =>
      call<{ readonly segment_id: number }>('/segments/save', role, { ...{ version: 0, rules }, ...values })
    const { data } = await save({ segment_id: null, name: 'Все' })
    const id = data.segment_id
    expect((await save({ segment_id: id, version: 1, name: 'Абоненты' })).data.segment_id).toBe(id)
    expect((await save({ segment_id: id, version: 1, name: 'Поздно' })).failure).toBe('changed_since')
    expect((await save({ segment_id: 99_999, version: 1, name: 'Нет' })).failure).toBe('segment_not_found')
    expect((await save({ segment_id: null, name: 'Нельзя' }, 'support')).failure).toBe('staff_forbidden')
    const list = async () =>
      (await call<ResponseOf<typeof consoleSegments.list>>('/segments', 'support')).data.segments
    expect(await list()).toMatchObject([{ segment_id: id, name: 'Абоненты', version: 2, rules }])
    expect((await call('/segments/remove', 'administrator', { segment_id: id })).failure).toBeUndefined()
    expect(await list()).toEqual([])
    const { rows } = await sql<{ event: string }>`
      select event from security_event where event like 'segment%' order by event_id`.execute(db)
    expect(rows.map(({ event }) => event)).toEqual(['segment_saved', 'segment_saved', 'segment_removed'])
  })

  it('is exported with phones for those who may act on subscribers, no name as a formula, and is in the audit', async () => {
    const [first = 0, second = 0] = naive({ match: 'all', groups: [] })
    await db.updateTable('account').set({ name: '=cmd()' }).where('account_id', '=', first).execute()
    await db.updateTable('account').set({ name: 'A;"B"' }).where('account_id', '=', second).execute()
    const rules = { match: 'all', groups: [] }
    const saved = await call<{ readonly segment_id: number }>('/segments/save', 'administrator', {
      ...{ segment_id: null, version: 0, name: 'Все', rules },
    })
    const file = (role: string, id: number) =>
      fetch(`${origin}/api/console/v1/segment-files/${id}`, {
        method: 'POST',
        headers: {
          ...{ 'sec-fetch-site': 'same-origin', 'x-ekran-console': '1' },
          cookie: `ekran-staff=${tokens[role]}`,
        },
      })
    const id = saved.data.segment_id
    await sql`truncate segment_snapshot cascade`.execute(db)
    const lines = (await (await file('support', id)).text()).trimEnd().split('\r\n')
    const left = () => db.selectFrom('segment_snapshot').select('segment_snapshot_id').execute()
    await expect.poll(left).toEqual([])
    expect(lines).toHaveLength(1 + naive({ match: 'all', groups: [] }).length)
    expect(lines[0]).toBe('number;phone;name;state;balance')
    expect(lines[1]).toMatch(/^\d{8};998\d{9};'=cmd\(\);/)
    expect(lines[2]).toContain(';"A;""B""";')
    expect((await file('content_editor', id)).ok).toBe(false)
    expect((await file('support', 999_999)).status).toBe(404)
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from security_event where event = 'segment_exported'`.execute(db)
    expect(rows[0]?.count).toBe(1)
  })

  it('is closed to finance; a content editor, who may not see subscribers, sees counts only', async () => {
    const rules = { match: 'all', groups: [] }
    expect((await count(rules, 'finance')).failure).toBe('staff_forbidden')
    const { data } = await count(rules, 'content_editor')
    expect(data).toMatchObject({ count: naive({ match: 'all', groups: [] }).length, sample: [] })
    expect((await count(rules, 'support')).data.sample[0]?.phone).toMatch(/^\+998\d{9}$/)
  })
})
