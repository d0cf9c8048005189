/** Reports over real HTTP on a real database: who may see what, the rows beneath a number, files, prices, Mondays. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { consoleReports } from '#contract/console/reports.ts'
import { reportNames } from '#contract/console/report-measures.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { openAudit } from '#server/audit/audit.ts'
import { openBilling } from '#server/billing/billing.ts'
import { reportFileMount, reportRowsMount, staffAdmission } from '#server/console/console.ts'
import { openSheet } from '#server/imports/sheets/read-sheet.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { rollUpDays, rollUpNight, weeklyText } from '#server/reports/reports.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { reportEndpoints } from './report-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const people = accountsFixture(db, { clock, audit })
const billing = openBilling({ db, clock })
const admitStaff = staffAdmission({ staff, clock, publicUrl: undefined })
const clientAddress = clientAddressReader(['127.0.0.1'])
const server = createHttpServer({
  endpoints: reportEndpoints({ db, reads: (read) => read(db), clock, audit }),
  mounts: [
    reportFileMount({
      ...{ db, clock, admitStaff, clientAddress, publicUrl: undefined },
      reads: (read) => read(db),
    }),
    reportRowsMount({ db, clock, audit, admitStaff, clientAddress, publicUrl: undefined }),
  ],
  ...{ identify: async () => undefined, admitStaff, clientAddress, audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
const roles = ['finance', 'analyst', 'support', 'content_editor', 'administrator', 'dealer'] as const
type RoleName = (typeof roles)[number]
const tokens: Record<string, string> = {}
const members: Record<string, number> = {}
let origin = ''
// A Thursday, 2026-11-26, in the morning.
const period = 'from=2026-11-20&to=2026-11-26'

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  for (const role of roles) {
    const member = await fixture.addMember(role)
    members[role] = member.staffId
    tokens[role] = member.token
  }
  await billing.putTariff(buildTariff(57, { isBase: true }))
  const subscribers = [
    ['30000001', 'Шерзод Юсупов', false],
    ['30000002', 'Xurshida Qodirova', false],
    ['30000003', 'Проверка связи', true],
  ] as const
  for (const [abonement, name, isTest] of subscribers) {
    const { accountId } = await people.accounts.upsertAccount({
      ...{ abonement, phone: null, name, password: 'samanid brick 1042' },
    })
    await db.updateTable('account').set({ is_test: isTest }).where('account_id', '=', accountId).execute()
    await billing.moveMoney({
      ...{
        reference: `payme:${abonement}`,
        kind: 'top_up',
        accountId,
        amountTiyin: 3_000_000,
        against: 'payments',
      },
    })
  }
  await sql`insert into dealer (dealer_id, name) values (17, 'Chilonzor')`.execute(db)
  await sql`insert into dealer_subscriber (account_id, dealer_id, way, attached_at)
    select account_id, 17, 'staff', now() from account where abonement in ('30000001', '30000003')`.execute(
    db,
  )
  await charge()
  clock.advanceMs(60_000)
  await rollUpNight(db, clock.nowMs())
})
afterAll(async () => {
  await server.close(500)
  await audit.close()
  await database.drop()
})

/** Connects the tariff to everybody and charges the first period, as a purchase does. */
async function charge(): Promise<void> {
  await sql`insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
    select account_id, 57, true, 'active', 2500000, ${new Date(clock.nowMs())}, ${new Date(clock.nowMs() + 30 * 86_400_000)}
    from account where abonement like '3000000%' and not exists (
      select from subscription where subscription.account_id = account.account_id)`.execute(db)
  await sql`insert into charge (subscription_id, period_start, period_end, account_id, amount_tiyin)
    select subscription_id, created_at, paid_until, account_id, price_tiyin from subscription
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: number; account: number; sec: number }>`
    select subscription_id as id, account_id as account, floor(extract(epoch from created_at))::bigint as sec
    from subscription`.execute(db)
  for (const { id, account, sec } of rows)
    await billing.moveMoney({
      ...{ reference: `charge:${id}:${sec}`, kind: 'charge', accountId: account, amountTiyin: -2_500_000 },
      ...{ against: 'revenue', subscriptionId: id },
    })
}

async function request(path: string, role: RoleName, body?: object): Promise<Response> {
  const headers = { 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${tokens[role]}` }
  return fetch(`${origin}/api/console/v1${path}`, {
    ...(body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'x-ekran-console': '1', 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
  })
}

async function read<Data>(path: string, role: RoleName = 'finance', body?: object) {
  const response = await request(path, role, body)
  return (await response.json()) as {
    readonly data: Data
    readonly failure?: string
    readonly message?: string
  }
}

type Report = ResponseOf<typeof consoleReports.show>
type Beneath = ResponseOf<typeof consoleReports.beneath>

async function figures(report: string, more = period) {
  const { data } = await read<Report>(`/reports?report=${report}&${more}`)
  return Object.fromEntries(data.figures.map(({ measure, value }) => [measure, value]))
}

describe('[REP-01] reports', () => {
  it('count customers and their money, and no subscriber for trying', async () => {
    expect(await figures('subscribers')).toMatchObject({
      active: 2,
      trial: 0,
      joined: 2,
      stopped: 0,
      churn: null,
    })
    expect(await figures('revenue')).toMatchObject({
      ...{ revenue: 50_000, charged: 50_000, reversed: 0, paid_in: 60_000, payments: 2 },
    })
    const { data } = await read<Report>(`/reports?report=revenue&${period}`)
    expect(data).toMatchObject({ before_from: '2026-11-13', before_to: '2026-11-19', missing_days: 0 })
    expect(data.tables[0]?.rows).toMatchObject([
      { key: '57', name: { ru: 'Тариф 57' }, cells: [50_000, 100, 50_000, 0] },
    ])
    expect(data.tables[1]?.rows).toMatchObject([{ key: 'payme', cells: [60_000, 100, 2, 0] }])
    expect(data.days).toHaveLength(7)
    expect(data.lines.find(({ measure }) => measure === 'revenue')?.values.at(-1)).toBe(50_000)
  })

  it('take a charge back on the day on which it was taken back', async () => {
    const { rows } = await sql<{ reference: string }>`
      select reference from ledger_entry join account using (account_id)
      where kind = 'charge' and abonement = '30000002'`.execute(db)
    clock.advanceMs(86_400_000)
    // The sessions of the day before are over.
    for (const role of roles) tokens[role] = await fixture.openSession(members[role] ?? 0)
    const of = rows[0]?.reference ?? ''
    await sql`insert into ledger_entry (reference, kind, account_id, against, amount_tiyin, balance_after_tiyin,
        reverses_id, happened_at)
      select reference || ':reversal', 'reversal', account_id, against, -amount_tiyin, 3000000, ledger_entry_id,
        ${new Date(clock.nowMs())}
      from ledger_entry where reference = ${of}`.execute(db)
    clock.advanceMs(60_000)
    await rollUpNight(db, clock.nowMs())
    expect(await figures('revenue')).toMatchObject({ revenue: 50_000, reversed: 0 })
    const next = 'from=2026-11-27&to=2026-11-27'
    expect(await figures('revenue', next)).toMatchObject({ revenue: -25_000, charged: 0, reversed: 25_000 })
    expect(await figures('subscribers', next)).toMatchObject({
      active: 1,
      suspended: 1,
      stopped: 1,
      churn: 50,
    })
  })

  it('have rows beneath for those who may see subscribers and reports', async () => {
    const rowsOf = async (measure: string, day: string, more = '') =>
      (await read<Beneath>(`/reports/beneath?measure=${measure}&day=${day}${more}`)).data
    const joined = await rowsOf('joined', '2026-11-26')
    expect(joined.rows.map(({ name, tariff }) => [name, tariff.ru])).toEqual([
      ['Шерзод Юсупов', 'Тариф 57'],
      ['Xurshida Qodirova', 'Тариф 57'],
    ])
    expect((await rowsOf('stopped', '2026-11-27')).rows).toMatchObject([
      { name: 'Xurshida Qodirova', amount: null },
    ])
    expect((await rowsOf('stopped', '2026-11-27', '&tariff_id=58')).rows).toEqual([])
    expect((await rowsOf('charged', '2026-11-26')).rows).toMatchObject([
      { amount: -25_000 },
      { amount: -25_000 },
    ])
    expect((await rowsOf('reversed', '2026-11-27')).rows).toMatchObject([
      { amount: 25_000, tariff: { ru: 'Тариф 57' } },
    ])
    expect(await read(`/reports/beneath?measure=active&day=2026-09-01`)).toMatchObject({
      ...{ failure: 'report_rows_not_stored', message: expect.stringContaining('ночной расчёт') },
    })
    const first = await rowsOf('paid_in', '2026-11-26', '&limit=1')
    expect(first.rows).toMatchObject([{ source: 'payme', amount: 30_000 }])
    const second = await rowsOf('paid_in', '2026-11-26', `&limit=1&after=${first.next}`)
    expect(second).toMatchObject({ rows: [{ name: 'Xurshida Qodirova' }], next: null })
    for (const role of ['analyst', 'support', 'dealer'] as const)
      expect((await read(`/reports/beneath?measure=active&day=2026-11-26`, role)).failure, role).toBe(
        'staff_forbidden',
      )
  })

  it('say in words that the rows beneath take too long, instead of holding a connection', async () => {
    await db.transaction().execute(async (trx) => {
      await sql`lock table report_standing in access exclusive mode`.execute(trx)
      expect(await read(`/reports/beneath?measure=active&day=2026-11-26`)).toMatchObject({
        ...{ failure: 'report_too_slow', message: expect.stringContaining('слишком долго') },
      })
    })
    expect((await read(`/reports/beneath?measure=active&day=2026-11-26`)).failure).toBeUndefined()
  })

  it('are open to the roles of the section, and all of them answer', async () => {
    for (const report of reportNames)
      for (const role of ['finance', 'analyst', 'content_editor', 'administrator'] as const)
        expect((await request(`/reports?report=${report}&${period}`, role)).status, `${report} ${role}`).toBe(
          200,
        )
    for (const role of ['support', 'dealer'] as const)
      expect((await read(`/reports?report=revenue&${period}`, role)).failure).toBe('staff_forbidden')
    for (const wrong of ['from=2026-11-20&to=2026-11-19', 'from=2020-01-01&to=2026-11-19']) {
      const { failure, message } = await read(`/reports?report=revenue&${wrong}`)
      expect(failure).toBe('report_period')
      expect(message).toContain('400')
    }
    for (const from of ['2026-02-30', 'yesterday'])
      expect((await read(`/reports?report=revenue&from=${from}&to=2026-11-19`)).failure).toBe('invalid_input')
  })

  it('go out as files with the same numbers and how they are counted', async () => {
    const file = async (report: string, body: object, role: RoleName = 'finance') =>
      request(`/reports/files/${report}`, role, {
        from: '2026-11-20',
        to: '2026-11-26',
        language: 'ru',
        ...body,
      })
    const csv = await file('revenue', { part: 'figures', format: 'csv' })
    expect(csv.headers.get('content-disposition')).toContain('revenue-figures-2026-11-20-2026-11-26.csv')
    const text = await csv.text()
    expect(text).toContain('Показатель;За период;Раньше;Как считается')
    expect(text).toMatch(/Выручка, сум;50000;0;"?Списания за услуги минус их возвраты/)
    expect(await (await file('revenue', { part: 'sources', format: 'csv-comma' })).text()).toContain(
      'Payme,60000,100,2,0',
    )
    // The third subscriber is for trying, the second belongs to no dealer.
    expect(await (await file('revenue', { part: 'dealers', format: 'csv-comma' })).text()).toContain(
      'Chilonzor,25000,50,30000,1,0',
    )
    const days = await (await file('subscribers', { part: 'days', format: 'csv' })).text()
    expect(days.trim().split('\n').at(-1)).toMatch(/^2026-11-26;2;0;0;2;0;0;0/)
    const xlsx = await file('revenue', { part: 'tariffs', format: 'xlsx', language: 'uz' })
    const sheet = await openSheet(Buffer.from(await xlsx.arrayBuffer()))
    const rows: unknown[] = []
    for await (const row of sheet.rows()) rows.push('cells' in row ? row.cells.slice(0, 2) : row)
    expect(rows).toEqual([
      ['Tarif', 'Tushum, soʻm'],
      ['57-tarif', '50000'],
    ])
    expect((await file('revenue', { part: 'cohorts', format: 'csv' })).status).toBe(404)
    expect((await file('nothing', { part: 'figures', format: 'csv' })).status).toBe(404)
    expect((await file('revenue', { part: 'figures', format: 'csv', to: '2026-11-01' })).status).toBe(422)
    expect((await file('revenue', { part: 'figures', format: 'csv' }, 'support')).status).toBe(403)
  })

  it('give the rows beneath a number as a file, on the record', async () => {
    const rows = (measure: string, body: object, role: RoleName = 'finance') =>
      request(`/reports/rows/${measure}`, role, {
        ...{ day: '2026-11-26', language: 'ru', format: 'csv' },
        ...body,
      })
    const joined = await rows('joined', {})
    expect(joined.headers.get('content-disposition')).toContain('joined-2026-11-26.csv')
    const [head, ...lines] = (await joined.text()).trim().split('\r\n')
    expect(head).toContain('Абонент;Имя;Тариф;Источник;Оплачено до')
    expect(lines.map((line) => line.split(';').slice(0, 3))).toEqual([
      ['30000001', 'Шерзод Юсупов', 'Тариф 57'],
      ['30000002', 'Xurshida Qodirova', 'Тариф 57'],
    ])
    expect((await (await rows('joined', { tariff_id: 58 })).text()).trim().split('\r\n')).toHaveLength(1)
    const paid = await rows('paid_in', { format: 'xlsx', language: 'uz' })
    const sheet = await openSheet(Buffer.from(await paid.arrayBuffer()))
    const cells: unknown[] = []
    for await (const row of sheet.rows()) cells.push('cells' in row ? [row.cells[0], row.cells[3]] : row)
    expect(cells).toEqual([
      ['Abonent', 'Manba'],
      ['30000001', 'Payme'],
      ['30000002', 'Payme'],
    ])
    const refused = async (response: Promise<Response>) =>
      ((await (await response).json()) as { readonly failure: string }).failure
    expect(await refused(rows('active', { day: '2026-09-01' }))).toBe('report_rows_not_stored')
    expect(await refused(rows('revenue', {}))).toBe('not_found')
    expect(await refused(rows('joined', { day: '2026-02-30' }))).toBe('invalid_input')
    for (const role of ['analyst', 'support', 'dealer'] as const)
      expect(await refused(rows('joined', {}, role)), role).toBe('staff_forbidden')
    const recorded = await db
      .selectFrom('security_event')
      .select('event')
      .where('event', '=', 'report_rows_exported')
      .execute()
    expect(recorded).toHaveLength(3)
  })

  it.each([
    ['/reports/rows/joined', { day: '2026-11-26', format: 'csv', language: 'ru' }],
    [
      '/reports/files/revenue',
      { from: '2026-11-20', to: '2026-11-26', part: 'figures', format: 'csv', language: 'ru' },
    ],
  ])('are not sent as files for a request of another site: %s', async (path, body) => {
    const headers = { cookie: `ekran-staff=${tokens['administrator']}`, 'content-type': 'text/plain' }
    const forged = await fetch(`${origin}/api/console/v1${path}`, {
      method: 'POST',
      headers: { ...headers, 'sec-fetch-site': 'same-site' },
      body: JSON.stringify(body),
    })
    expect(await forged.json()).toMatchObject({ failure: 'cross_site_request' })
    expect((await request(path, 'administrator', body)).status).toBe(200)
  })

  it('[BRAND-01] count the rows beneath of one brand, on the screen and in the file', async () => {
    const main = await db.selectFrom('service_settings').selectAll().executeTakeFirstOrThrow()
    await db
      .insertInto('service_settings')
      .values({ ...main, service_id: 7, hosts: ['zamin.uz'] })
      .execute()
    await db.updateTable('account').set({ service_id: 7 }).where('abonement', '=', '30000002').execute()
    const rowsOf = async (measure: string, day: string, more: string) =>
      (await read<Beneath>(`/reports/beneath?measure=${measure}&day=${day}${more}`)).data
    const summed = async (measure: string, day = '2026-11-26') => {
      const of = await Promise.all(
        ['', '&brand=1', '&brand=7', '&brand=8'].map((more) => rowsOf(measure, day, more)),
      )
      return of.map(({ rows, total }) => [rows.length, total?.count, total?.amount])
    }
    expect(await summed('joined')).toEqual([
      [2, undefined, undefined],
      [1, 1, null],
      [1, 1, null],
      [0, 0, null],
    ])
    expect(await summed('active')).toMatchObject([{}, [1, 1, null], [1, 1, null], [0, 0, null]])
    expect(await summed('charged')).toEqual([
      [2, undefined, undefined],
      [1, 1, -25_000],
      [1, 1, -25_000],
      [0, 0, 0],
    ])
    expect(await summed('paid_in')).toEqual([
      [2, undefined, undefined],
      [1, 1, 30_000],
      [1, 1, 30_000],
      [0, 0, 0],
    ])
    for (const measure of ['registrations', 'first_payments'])
      for (const more of ['&brand=1', '&brand=7']) {
        const { rows, total } = await rowsOf(measure, '2026-11-26', more)
        expect(total?.count, measure).toBe(rows.length)
      }
    const second = await rowsOf('charged', '2026-11-26', '&brand=7&after=1')
    expect(second.total).toBeNull()
    const response = await request('/reports/rows/charged', 'finance', {
      ...{ day: '2026-11-26', brand: 7, format: 'csv', language: 'ru' },
    })
    const text = await response.text()
    expect([text.includes('Xurshida'), text.includes('Шерзод')]).toEqual([true, false])
    await db.updateTable('account').set({ service_id: null }).where('abonement', '=', '30000002').execute()
  })

  it('have a price list that owners and administrators change, on the record', async () => {
    type Prices = ResponseOf<typeof consoleReports.prices>
    const price = { kind: 'channels', owner_id: 2, basis: 'minute', rate: 15 }
    expect((await read('/reports/prices/save', 'finance', price)).failure).toBe('staff_forbidden')
    expect((await read('/reports/prices/save', 'administrator', { ...price, owner_id: 999 })).failure).toBe(
      'not_found',
    )
    expect(await read('/reports/prices/save', 'administrator', price)).toMatchObject({ data: {} })
    const { prices } = (await read<Prices>('/reports/prices')).data
    expect(prices.find((one) => one.kind === 'channels' && one.owner_id === 2)).toMatchObject({
      ...{ basis: 'minute', rate: 15, name: { ru: 'Кино и сериалы' } },
    })
    await read('/reports/prices/save', 'administrator', { ...price, rate: null })
    const events = await db
      .selectFrom('security_event')
      .select('event')
      .where('event', '=', 'report_price_saved')
      .execute()
    expect(events).toHaveLength(2)
  })

  it('are summed up on Mondays for targets that were chosen', async () => {
    await sql`insert into alarm_target (kind, name, address, language) values
      ('email', 'Директор', 'boss@example.uz', 'ru'), ('sms', 'Дежурный', '+998901234567', 'ru')`.execute(db)
    type Weekly = ResponseOf<typeof consoleReports.weekly>
    const targets = async () => (await read<Weekly>('/reports/weekly')).data.targets
    const [target] = await targets()
    expect(await targets()).toMatchObject([{ name: 'Директор', kind: 'email', is_on: false }])
    const chosen = { target_id: target?.target_id ?? 0, is_on: true }
    expect((await read('/reports/weekly/save', 'analyst', chosen)).failure).toBe('staff_forbidden')
    await read('/reports/weekly/save', 'administrator', chosen)
    expect(await targets()).toMatchObject([{ is_on: true }])
    await rollUpDays(db, ['2026-11-29'], clock.nowMs() + 5 * 86_400_000)
    const { subject, body } = await weeklyText(db, '2026-11-30', {
      language: 'ru',
      publicUrl: 'https://tv.example.uz',
    })
    expect(subject).toBe('Итоги недели 23.11.2026 — 29.11.2026')
    expect(body.replaceAll('\u00A0', ' ')).toContain('Выручка: 25 000 сум (неделей раньше 0 сум)')
    expect(body).toContain('https://tv.example.uz/console/reports?from=2026-11-23&to=2026-11-29')
    await read('/reports/weekly/save', 'administrator', { ...chosen, is_on: false })
    expect(await targets()).toMatchObject([{ is_on: false }])
  })
})
