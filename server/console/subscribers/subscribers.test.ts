/** Subscribers over real HTTP on a real database: found by everything, the card, its timeline, who may see what. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { consoleSubscribers } from '#contract/console/subscribers.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { openAudit } from '#server/audit/audit.ts'
import { openBilling } from '#server/billing/billing.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { writeComplaint } from '#server/complaints/complaints.ts'
import { staffAdmission } from '#server/console/console.ts'
import { writeNotification } from '#server/notifications/notifications.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openTelevision } from '#server/television/television.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { subscriberEndpoints } from './subscriber-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const people = accountsFixture(db, { clock, audit })
const billing = openBilling({ db, clock })
const server = createHttpServer({
  endpoints: subscriberEndpoints({
    ...{ db, clock, audit, billing, accounts: people.accounts },
    catalogue: await openCatalogue(db),
    television: await openTelevision(db, clock),
    streams: { activeStreams: async () => [] },
    region: { audienceOf: () => 'inside' },
  }),
  mounts: [],
  ...{ identify: async () => undefined, admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }) },
  ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
const dayMs = 86_400_000
const tokens: Record<string, string> = {}
const ids: Record<string, number> = {}
let origin = ''

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  for (const role of ['support', 'finance', 'analyst'] as const)
    tokens[role] = (await fixture.addMember(role)).token
  await billing.putTariff(buildTariff(57, { isBase: true }))
  const subscribers = [
    ['sherzod', '30000001', '+998901114567', 'Шерзод Юсупов'],
    ['xurshida', '30000002', '+998935550101', 'Xurshida Qodirova'],
    ['aziz', '30000003', '+998971234567', 'Aziz Karimov'],
    ['azizNext', '77712345', '+998971239999', 'Азиз Рахимов'],
    ['alexander', '30000005', null, 'Александр Цой'],
  ] as const
  for (const [key, abonement, phone, name] of subscribers)
    ids[key] = (
      await people.accounts.upsertAccount({ abonement, phone, name, password: 'samanid brick 1042' })
    ).accountId
  const device = { uid: 'a', serial: '', model: 'Samsung UE43 Tizen', kind: 'tv', isBound: false } as const
  await people.accounts.beginSessionFor(idOf('xurshida'), device, '91.188.128.7')
})
afterAll(async () => {
  await server.close(500)
  await audit.close()
  await database.drop()
})

function idOf(key: string): number {
  return ids[key] ?? 0
}

async function read<Data>(path: string, role = 'support') {
  const response = await fetch(`${origin}/api/console/v1${path}`, {
    headers: { 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${tokens[role]}` },
  })
  return (await response.json()) as { readonly data: Data; readonly failure?: string }
}

async function find(q: string, role = 'support') {
  const { data } = await read<ResponseOf<typeof consoleSubscribers.find>>(
    `/subscribers?q=${encodeURIComponent(q)}`,
    role,
  )
  return data
}

async function namesOf(q: string) {
  return (await find(q)).subscribers.map(({ name }) => name)
}

describe('[CARE-01] a subscriber', () => {
  it.each([
    ['the whole phone', '+998 90 111-45-67', 'Шерзод Юсупов'],
    ['the phone without its country', '901114567', 'Шерзод Юсупов'],
    ['a run of three digits', '555', 'Xurshida Qodirova'],
    ['a run of digits in the middle', '35550', 'Xurshida Qodirova'],
    ['the subscriber number', '30000005', 'Александр Цой'],
    ['the beginning of the number', '77712', 'Азиз Рахимов'],
    ['the name in the other alphabet', 'sherzod yusupov', 'Шерзод Юсупов'],
    ['the name in Cyrillic', 'Хуршида', 'Xurshida Qodirova'],
    ['x read as ks', 'Alexandr', 'Александр Цой'],
    ['the beginning of a surname', 'юсу', 'Шерзод Юсупов'],
    ['a wrong letter', 'Шерзад', 'Шерзод Юсупов'],
    ['a missing letter', 'xurshda', 'Xurshida Qodirova'],
    ['an additional letter', 'Yusuppovv', 'Шерзод Юсупов'],
    ['swapped letters', 'shezrod', 'Шерзод Юсупов'],
    ['surname first', 'qodirova xurshida', 'Xurshida Qodirova'],
    ['a device', 'samsung', 'Xurshida Qodirova'],
    ['the address of a device', '91.188.128.7', 'Xurshida Qodirova'],
    ['the beginning of an address', '91.188.', 'Xurshida Qodirova'],
    ['a name and digits', 'aziz 9999', 'Азиз Рахимов'],
  ])('is found by %s', async (_, q, name) => {
    expect((await namesOf(q))[0]).toBe(name)
  })

  it('is listed before others whose number only contains the last four digits', async () => {
    const { subscribers } = await find('4567')
    expect(subscribers.map(({ name }) => name).toSorted()).toEqual(['Aziz Karimov', 'Шерзод Юсупов'])
    expect(subscribers.map(({ match }) => match)).toEqual(['phone', 'phone'])
    expect((await namesOf('2345')).toSorted()).toEqual(['Aziz Karimov', 'Азиз Рахимов'])
    expect((await namesOf('12345'))[0]).toBe('Азиз Рахимов')
  })

  it('is found by a note from the moment it is written, and by a new name at once', async () => {
    const response = await fetch(`${origin}/api/console/v1/subscribers/note`, {
      method: 'POST',
      headers: {
        ...{
          'x-ekran-console': '1',
          'sec-fetch-site': 'same-origin',
          cookie: `ekran-staff=${tokens['support']}`,
        },
        'content-type': 'application/json',
      },
      body: JSON.stringify({ account_id: idOf('aziz'), body: 'Просил договор почтой, № 88231' }),
    })
    expect(await response.json()).toMatchObject({ data: { note_id: expect.any(Number) } })
    expect((await find('dogovor')).subscribers).toMatchObject([{ name: 'Aziz Karimov', match: 'note' }])
    expect((await find('88231')).subscribers).toMatchObject([{ name: 'Aziz Karimov', match: 'note' }])
    await db
      .updateTable('account')
      .set({ name: 'Нодир Турсунов' })
      .where('account_id', '=', idOf('aziz'))
      .execute()
    expect(await namesOf('nodir')).toEqual(['Нодир Турсунов'])
    expect(await namesOf('karimov')).toEqual([])
    await db
      .updateTable('account')
      .set({ name: 'Aziz Karimov' })
      .where('account_id', '=', idOf('aziz'))
      .execute()
  })

  it.each([
    '%%%',
    '___',
    'ab%',
    "' or 1=1 --",
    '"; drop table account; --',
    'zzzzzz',
    '000111222',
    '\\',
    '%98%',
    '🙂🙂',
  ])('is not found by %s', async (q) => {
    expect((await find(q)).subscribers).toEqual([])
  })

  it.each(['', '9', '12', 'а', ' '])('is not looked for by too little: "%s"', async (q) => {
    expect(await find(q)).toEqual({ subscribers: [], is_cut: false, is_short: true })
  })

  it('has a whole phone for support, its last digits for finance, and is closed to analysts', async () => {
    expect((await find('sherzod')).subscribers[0]?.phone).toBe('+998901114567')
    expect((await find('sherzod', 'finance')).subscribers[0]?.phone).toBe('+998•••••4567')
    expect((await read('/subscribers?q=sherzod', 'analyst')).failure).toBe('staff_forbidden')
  })
})

type Card = ResponseOf<typeof consoleSubscribers.card>
async function card(accountId: number, role = 'support') {
  return (await read<Card>(`/subscribers/card?account_id=${accountId}`, role)).data
}

describe('[CARE-01] subscribers of a city', () => {
  it('are listed, and searched among, with the city on the card', async () => {
    await db
      .insertInto('account_city')
      .values([
        { account_id: idOf('aziz'), city_id: 241, way: 'staff', set_at: new Date(clock.nowMs()) },
        { account_id: idOf('azizNext'), city_id: 323, way: 'network', set_at: new Date(clock.nowMs()) },
      ])
      .execute()
    const inCity = async (cityId: number, q = '') =>
      (
        await read<ResponseOf<typeof consoleSubscribers.find>>(
          `/subscribers?${q === '' ? '' : `q=${encodeURIComponent(q)}&`}city_id=${cityId}`,
        )
      ).data
    expect((await inCity(8)).subscribers.map(({ name, match }) => [name, match])).toEqual([
      ['Aziz Karimov', 'city'],
    ])
    expect((await inCity(8, 'aziz')).subscribers.map(({ name }) => name)).toEqual(['Aziz Karimov'])
    expect((await inCity(323, 'aziz')).subscribers.map(({ name }) => name)).toEqual(['Азиз Рахимов'])
    expect(await inCity(14)).toMatchObject({ subscribers: [], is_short: false })
    expect((await card(idOf('aziz'))).city).toMatchObject({
      ...{ city_id: 241, name: { en: 'Samarkand' }, region: { en: 'Samarkand Region' }, way: 'staff' },
    })
    expect((await card(idOf('azizNext'))).city.way).toBe('network')
    expect((await card(idOf('sherzod'))).city).toMatchObject({ city_id: 0, way: '' })
  })
})

describe('[CARE-02] the card of a subscriber', () => {
  const paidUntilMs = clock.nowMs() + 10 * dayMs
  const connect = async (accountId: number, state: 'active' | 'suspended', untilMs = paidUntilMs) =>
    billing.putSubscription({
      ...{ accountId, tariffId: 57, isBase: true, state, priceTiyin: 2_500_000 },
      ...{ periodDays: 30, autoRenew: true, paidUntilMs: untilMs },
    })
  const pay = async (accountId: number, amountTiyin: number) =>
    billing.moveMoney({
      ...{ reference: `payme:t${accountId}`, kind: 'top_up', accountId, amountTiyin, against: 'payments' },
    })

  it('says the state from facts', async () => {
    const sec = Math.floor(paidUntilMs / 1000)
    expect((await card(idOf('alexander'))).standing).toEqual({ kind: 'never_paid', at: 0, missing: 0 })
    await connect(idOf('alexander'), 'active')
    expect((await card(idOf('alexander'))).standing).toEqual({ kind: 'trial', at: sec, missing: 0 })
    await pay(idOf('alexander'), 1_300_000)
    expect((await card(idOf('alexander'))).standing).toEqual({ kind: 'active', at: sec, missing: 0 })
    await connect(idOf('alexander'), 'active', clock.nowMs() - 1000)
    expect((await card(idOf('alexander'))).standing.kind).toBe('due')
    await connect(idOf('alexander'), 'suspended', clock.nowMs() - dayMs)
    expect((await card(idOf('alexander'))).standing).toEqual({
      ...{ kind: 'suspended', missing: 12_000 },
      at: Math.floor((clock.nowMs() - dayMs) / 1000),
    })
    await db
      .updateTable('subscription')
      .set({ state: 'off' })
      .where('account_id', '=', idOf('alexander'))
      .execute()
    expect((await card(idOf('alexander'))).standing.kind).toBe('ended')
    await people.accounts.setState(idOf('alexander'), 'blocked')
    await expect
      .poll(async () => (await card(idOf('alexander'))).standing)
      .toEqual({ kind: 'blocked', at: Math.floor(clock.nowMs() / 1000), missing: 0 })
    await people.accounts.setState(idOf('alexander'), 'deactivated')
    const closed = await card(idOf('alexander'))
    expect([closed.standing.kind, closed.is_erased]).toEqual(['closed', false])
    const { accountId } = await people.addAccount()
    await sql`update account set state = 'deactivated', erased_at = now() where account_id = ${accountId}`.execute(
      db,
    )
    expect((await card(accountId)).is_erased).toBe(true)
  })

  it('has tariffs, money, cards and devices, and no secret', async () => {
    await pay(idOf('xurshida'), 1_300_000)
    await connect(idOf('xurshida'), 'active')
    await db
      .insertInto('card')
      .values({
        ...{ account_id: idOf('xurshida'), gateway_card_id: '777', token_sealed: 'sealed-secret' },
        ...{
          pan_mask: '860012******1234',
          expiry_yymm: '2811',
          is_main: true,
          created_at: new Date(clock.nowMs()),
        },
        deleted_at: null,
      })
      .execute()
    const data = await card(idOf('xurshida'))
    expect(data).toMatchObject({
      ...{ name: 'Xurshida Qodirova', balance: 13_000, region: 'inside', standing: { kind: 'active' } },
      tariffs: [{ name: { ru: 'Тариф 57' }, price: 25_000, state: 'active', auto_renew: true }],
      entries: [{ kind: 'top_up', amount: 13_000, balance: 13_000, source: 'payme' }],
      cards: [{ mask: '860012******1234', expiry: '11/28', is_main: true }],
      devices: [{ kind: 'tv', model: 'Samsung UE43 Tizen', address: '91.188.128.7' }],
    })
    expect(JSON.stringify(data)).not.toMatch(/sealed-secret|argon2|token/)
  })

  it('is not there for a number that nobody has, and closed to analysts', async () => {
    expect((await read('/subscribers/card?account_id=999999')).failure).toBe('not_found')
    expect((await read('/subscribers/card?account_id=1', 'analyst')).failure).toBe('staff_forbidden')
  })

  it('is in the audit with who looked at whom, once in ten minutes', async () => {
    const looks = async () => {
      const { rows } = await sql<{ staff: number; account: number }>`
        select staff_id as staff, account_id as account from security_event
        where event = 'subscriber_viewed' and account_id = ${idOf('azizNext')}`.execute(db)
      return rows.length
    }
    await Promise.all([card(idOf('azizNext')), card(idOf('azizNext'))])
    expect(await looks()).toBe(1)
    await card(idOf('azizNext'), 'finance')
    expect(await looks()).toBe(2)
    clock.advanceMs(601_000)
    await card(idOf('azizNext'))
    expect(await looks()).toBe(3)
  })

  it('has one timeline of everything, newest first, in pages and by kind', async () => {
    const accountId = idOf('xurshida')
    const createdAtMs = clock.nowMs() + 1000
    await writeNotification(db, {
      ...{ accountId, createdAtMs },
      ...{ title: { ru: 'Скоро списание', uz: 'Tez orada' }, body: { ru: 'Завтра', uz: 'Ertaga' } },
    })
    const problem = await db.selectFrom('problem').select('problem_id').limit(1).executeTakeFirstOrThrow()
    await writeComplaint(db, {
      ...{
        problemId: problem.problem_id,
        accountId,
        network: '',
        device: 'TV',
        userAgent: '',
        body: 'Нет звука',
      },
      ...{ vid: null, vfid: null, cid: null, positionSec: null, createdAtMs: createdAtMs + 1000 },
    })
    type Timeline = ResponseOf<typeof consoleSubscribers.timeline>
    const page = async (more: string) =>
      (await read<Timeline>(`/subscribers/timeline?account_id=${accountId}${more}`)).data
    const whole = await page('')
    expect(whole.next).toBe('')
    expect(whole.entries.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['complaint', 'message', 'payment', 'subscription', 'access']),
    )
    expect(whole.entries.slice(0, 2)).toMatchObject([
      { kind: 'complaint', text: 'Нет звука', what: 'open' },
      { kind: 'message', name: { ru: 'Скоро списание' }, what: 'sent' },
    ])
    const pieces: string[] = []
    for (let next = ''; pieces.length < 50;) {
      const part = await page(`&limit=2${next === '' ? '' : `&after=${next}`}`)
      pieces.push(...part.entries.map(({ key }) => key))
      if (part.next === '') break
      next = part.next
    }
    expect(pieces).toEqual(whole.entries.map(({ key }) => key))
    expect((await page('&kind=payment')).entries).toMatchObject([
      { what: 'top_up', amount: 13_000, text: 'payme' },
    ])
  })
})
