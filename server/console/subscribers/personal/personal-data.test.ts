/** What is stored of a person, given out and erased, over real HTTP on a real database. */
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { checkChain, openAudit } from '#server/audit/audit.ts'
import { checkLedger, openBilling } from '#server/billing/billing.ts'
import { openCards } from '#server/cards/cards.ts'
import { staffAdmission } from '#server/console/console.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { findAccounts } from '#server/subscribers/subscribers.ts'
import { openStreams } from '#server/streams/streams.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture, testPassword } from '#tests/kit/modules/accounts-module.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { subscriberActEndpoints } from '#server/console/subscribers/acts/act-endpoints.ts'
import { subscriberDataEndpoints } from './data-endpoints.ts'
import { subscriberExportMount } from './data-mount.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const key = 'k'.repeat(43)
const audit = openAudit({ db, clock, log: silentLog, key, flushAfterMs: 0 })
const people = accountsFixture(db, { clock, audit })
const { accounts } = people
const billing = openBilling({ db, clock })
const base = { db, clock, audit, billing, accounts, log: silentLog, random: systemRandom }
const streams = openStreams(base)
const cards = openCards({ ...base, secret: 'a secret', gateway: undefined })
const admitStaff = staffAdmission({ staff, clock, publicUrl: undefined })
const clientAddress = clientAddressReader(['127.0.0.1'])
const server = createHttpServer({
  endpoints: [
    ...subscriberDataEndpoints({ ...base, cards }),
    ...subscriberActEndpoints({ ...base, streams, messages: undefined }),
  ],
  mounts: [subscriberExportMount({ db, clock, audit, admitStaff, clientAddress, publicUrl: undefined })],
  ...{ identify: async () => undefined, admitStaff, clientAddress, audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
const tokens: Record<string, string> = {}
let origin = ''
const phone = '+998901239876'
const name = 'Шахризода Тестова'

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  for (const role of ['owner', 'support', 'finance', 'analyst'] as const) {
    const { staffId, token } = await fixture.addMember(role)
    tokens[role] = token
    if (role === 'owner') tokens['unproven owner'] = await fixture.openSession(staffId, 'full', false)
  }
  await billing.putTariff(buildTariff(57, { isBase: true }))
})
afterAll(async () => {
  await server.close(500)
  await streams.close()
  await audit.close()
  await database.drop()
})

const headersOf = (role: string) => ({
  ...{ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
  ...{ cookie: `ekran-staff=${tokens[role]}`, 'accept-language': 'ru' },
})

interface Answer {
  readonly data: Record<string, unknown>
  readonly failure?: string
  readonly message?: string
}

let keys = 0

async function post(path: string, body: object, role = 'owner'): Promise<Answer> {
  const response = await fetch(`${origin}/api/console/v1/subscribers/${path}`, {
    ...{ method: 'POST', headers: headersOf(role) },
    body: JSON.stringify({ key: `key-of-tests-${(keys += 1)}`, reason: 'Заявление № 5', ...body }),
  })
  return (await response.json()) as Answer
}

async function preview(accountId: number, role = 'owner'): Promise<Answer> {
  const address = `${origin}/api/console/v1/subscribers/data/erase-effect?account_id=${accountId}`
  return (await (await fetch(address, { headers: headersOf(role) })).json()) as Answer
}

function file(accountId: number | string, body: object, role = 'support') {
  return fetch(`${origin}/api/console/v1/subscriber-files/${accountId}`, {
    ...{ method: 'POST', headers: headersOf(role), body: JSON.stringify(body) },
  })
}

/** The files of an archive, by path. */
async function unpacked(archive: Buffer): Promise<ReadonlyMap<string, string>> {
  const zip = await yauzl.fromBufferPromise(archive)
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'))
  return files
}

/** A person with something in every part of the service; the phone and the name are in texts of the staff too. */
async function somebody() {
  const account = await people.addAccount({ phone, name })
  const { accountId } = account
  const token = await people.enter(account, 'uid-1', { model: 'iPhone', address: '198.51.100.77' })
  await accounts.renameDevice(accountId, await deviceOf(accountId), `Телефон ${name}`, { actor: 'viewer' })
  const nowIs = new Date(clock.nowMs())
  const words = `Звонила ${name}, ${phone}`
  await sql`insert into registration (account_id, registered_at, way, unverified_phone, client_id, comment, terms_version, network)
    values (${accountId}, ${nowIs}, 'sms', ${phone}, 'web', ${words}, '1', '198.51.100.77')`.execute(db)
  await sql`insert into subscriber_note (account_id, body, staff_name, created_at) values (${accountId}, ${words}, '', ${nowIs})`.execute(
    db,
  )
  await sql`insert into notification (account_id, title_ru, title_uz, body_ru, body_uz, created_at)
    values (${accountId}, ${name}, ${name}, ${words}, ${words}, ${nowIs})`.execute(db)
  await sql`insert into complaint (problem_id, account_id, network, device, user_agent, body, created_at)
    select problem_id, ${accountId}, '', '', '', ${words}, ${nowIs} from problem limit 1`.execute(db)
  await sql`insert into code_request (purpose, phone, network, prefix, way, requested_at, outcome)
    values ('login', ${phone}, '', '+99890123', 'sms', ${nowIs}, 'sent')`.execute(db)
  await sql`insert into staff_view (staff_id, name, address, created_at)
    select staff_id, 'Поиск', '/subscribers?q=901239876', ${nowIs} from staff limit 1`.execute(db)
  await sql`insert into provider_tx (provider, external_id, account_id, amount_tiyin, state, provider_time, created_at, paid_at, asked)
    values ('payme', 'p1', ${accountId}, 1000000, 'paid', ${nowIs}, ${nowIs}, ${nowIs}, ${JSON.stringify({ account: { phone } })})`.execute(
    db,
  )
  await sql`insert into provider_refund (provider_tx_id, attempt, amount_tiyin, reason, state, way, created_at, ended_at)
    select provider_tx_id, 1, 1000, ${words}, 'done', 'cabinet', ${nowIs}, ${nowIs} from provider_tx where external_id = 'p1'`.execute(
    db,
  )
  await billing.moveMoney({
    ...{ reference: 'payme:1', kind: 'top_up', accountId, against: 'payments', amountTiyin: 1_000_000 },
  })
  await sql`insert into ledger_act (ledger_entry_id, kind, reason, made_at)
    select max(ledger_entry_id), 'late_payment', ${words}, ${nowIs} from ledger_entry where account_id = ${accountId}`.execute(
    db,
  )
  await sql`insert into card (account_id, gateway_card_id, token_sealed, pan_mask, expiry_yymm, created_at, deleted_at)
    values (${accountId}, '777', 'sealed-token', '860012******4321', '2812', ${nowIs}, ${nowIs})`.execute(db)
  await post('acts/name', { account_id: accountId, name }, 'support')
  await post('acts/money', {
    ...{ account_id: accountId, seen: 2_147_483_647, kind: 'credit', purpose: 'goodwill', amount: 5000 },
    reason: words,
  })
  return { ...account, accountId, token }
}

async function deviceOf(accountId: number): Promise<number> {
  const [device] = await accounts.listDevices(accountId)
  return device?.deviceId ?? 0
}

/** Where a text stands in the database: `table.column`, in any column of text, JSON or lists of text. */
async function placesOf(text: string): Promise<readonly string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'json', 'jsonb', 'ARRAY', 'character varying')`.execute(
    db,
  )
  const places: string[] = []
  for (const { table, column } of rows) {
    const has = await sql<{ has: boolean }>`select exists (select from ${sql.table(table)}
      where position(lower(${text}) in lower(${sql.ref(column)}::text)) > 0) as has`.execute(db)
    if (has.rows[0]?.has === true) places.push(`${table}.${column}`)
  }
  return places
}

describe('[CARE-04] the data of a person as a file', () => {
  it('has everything but secrets, for people and for programs, with a reason and on the record', async () => {
    const { accountId, abonement } = await somebody()
    expect(await (await file(accountId, {})).json()).toMatchObject({ failure: 'invalid_input' })
    expect((await file(accountId, { reason: 'Запрос' }, 'finance')).status).toBe(403)
    expect(await (await file(999_999, { reason: 'Запрос' })).json()).toMatchObject({ failure: 'not_found' })
    const response = await file(accountId, { reason: 'Запрос абонента' })
    expect(response.headers.get('content-disposition')).toContain(`subscriber-${abonement}.zip`)
    const files = await unpacked(Buffer.from(await response.arrayBuffer()))
    const rows = (table: string) =>
      JSON.parse(files.get(`data/${table}.json`) ?? '') as Record<string, unknown>[]
    expect(rows('account')).toMatchObject([{ phone, name, abonement }])
    expect(rows('card')).toMatchObject([{ pan_mask: '860012******4321' }])
    expect(rows('device')).toMatchObject([{ name: `Телефон ${name}`, last_address: '198.51.100.77' }])
    expect(rows('ledger_entry').map((one) => one['amount_tiyin'])).toEqual([1_000_000, 500_000])
    expect(rows('subscriber_note')).toMatchObject([{ body: `Звонила ${name}, ${phone}` }])
    const all = [...files.values()].join('\n')
    for (const secret of ['argon2', 'sealed-token', 'token_hash']) expect(all).not.toContain(secret)
    expect(files.get('personal-data-ru.html')).toContain('Движение денег')
    expect(files.get('personal-data-ru.html')).toContain('10\u00a0000\u00a0сум')
    expect(files.get('personal-data-uz.html')).toContain('Pul harakati')
    const contents = JSON.parse(files.get('contents.json') ?? '') as {
      tables: { table: string; rows: number }[]
    }
    expect(contents.tables.find(({ table }) => table === 'ledger_entry')).toMatchObject({ rows: 2 })
    const { rows: events } = await sql<{ facts: unknown; staff_name: string }>`
      select facts, staff_name from security_event where event = 'subscriber_data_exported'`.execute(db)
    expect(events).toMatchObject([{ facts: { reason: 'Запрос абонента' } }])
  })

  it('is written for two at once and no more', async () => {
    const { accountId } = await people.addAccount({ name: 'Олим' })
    const reason = { reason: 'Запрос' }
    const lock = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const locking = db.transaction().execute(async (trx) => {
      await sql`lock table favourite_title in access exclusive mode`.execute(trx)
      locked.resolve()
      await lock.promise
    })
    await locked.promise
    // Two wait for the table; which of the three comes too late is no matter.
    const three = [1, 2, 3].map(() => file(accountId, reason))
    const first = await Promise.race(three).finally(lock.resolve)
    expect(await first.json()).toMatchObject({ failure: 'busy' })
    await locking
    const others = (await Promise.all(three)).filter((response) => response !== first)
    for (const response of others)
      expect((await unpacked(Buffer.from(await response.arrayBuffer()))).has('contents.json')).toBe(true)
    expect(others).toHaveLength(2)
    await expect.poll(async () => (await file(accountId, reason)).status).toBe(200)
  })
})

describe('[CARE-04] the data of a person', () => {
  it('are erased in two steps, and neither phone nor name is left in any column nor found by a search', async () => {
    const account = await accounts.findByPhone(phone)
    const { accountId, abonement } = account ?? { accountId: 0, abonement: '' }
    await billing.putSubscription({
      ...{ accountId, tariffId: 57, state: 'active', paidUntilMs: clock.nowMs() + 86_400_000 },
    })
    expect((await preview(accountId, 'support')).failure).toBe('staff_forbidden')
    const seen = await preview(accountId)
    expect(seen.data).toMatchObject({ abonement, balance: 15_000, tariffs: 1, cards: 0, open_payments: 0 })
    expect(seen.data['erased']).toContainEqual({ topic: 'care', rows: 2 })
    expect(seen.data['stays']).toContainEqual({ topic: 'audit', rows: expect.any(Number) })
    const input = { account_id: accountId, settlement: '', number: abonement }
    expect((await post('data/erase', input, 'support')).failure).toBe('staff_forbidden')
    expect((await post('data/erase', input, 'unproven owner')).failure).toBe('step_up_needed')
    expect(await post('data/erase', { ...input, number: '1234567' })).toMatchObject({
      failure: 'erase_number_wrong',
    })
    const refused = await post('data/erase', input)
    expect(refused).toMatchObject({ failure: 'erase_unsettled' })
    expect(refused.message).toMatch(/15[\s\u00a0]?000.*1/)
    const request = {
      ...input,
      settlement: `Деньги возвращены наличными, ${name} ${phone}`,
      key: 'erase-once-0001',
    }
    await sql`insert into dealer_detached (account_id, detached_at) values (${accountId}, now())`.execute(db)
    const done = await post('data/erase', { ...request, reason: `Просит ${name}, 90 123-98-76` })
    expect(done.data).toMatchObject({ written_off: 15_000, is_repeated: false })
    expect((await post('data/erase', { ...request, reason: 'Ещё раз' })).data).toMatchObject({
      is_repeated: true,
    })
    // No dealer gets it, or is paid for it, by itself.
    const { rows: detached } = await sql`select from dealer_detached where account_id = ${accountId}`.execute(
      db,
    )
    expect(detached).toHaveLength(1)
    for (const text of ['901239876', 'Шахризода', 'Тестова', 'shahrizoda', '198.51.100.77'])
      expect(await placesOf(text), text).toEqual([])
    for (const typed of ['Шахризода', '9876', 'Шахрезода', '198.51.100.77'])
      expect((await findAccounts(db, typed))?.map((one) => one.accountId) ?? [], typed).not.toContain(
        accountId,
      )
    expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
    expect(await checkChain(db, { key })).toMatchObject({ kind: 'whole' })
    expect((await billing.accountStanding(accountId)).balanceTiyin).toBe(0)
  })

  it('are erased without what others have in common with them', async () => {
    const own = '+998935554433'
    const { accountId, abonement } = await people.addAccount({ phone: own, name: 'Али' })
    const other = await people.addAccount({ name: 'Ali' })
    const { rows: statements } = await sql<{ id: number }>`
      insert into statement (system, name, from_day, to_day, state, size_bytes, made_at)
      values ('payme', 'day.csv', '2026-11-01', '2026-11-01', 'open', 1, now()) returning statement_id as id`.execute(
      db,
    )
    const statementId = statements[0]?.id
    const texts = [
      ['', 'реализация за ноябрь'],
      ['', 'Звонил Али, 93 555-44-33, перезвонить'],
      [abonement, 'просил вернуть'],
      [other.abonement, 'обсудили с банком'],
      ['998935554433', ''],
      ['1935554433', ''],
    ] as const
    for (const [line, [account, note]] of texts.entries())
      await sql`insert into statement_row (statement_id, line, external_id, account, note)
        values (${statementId}, ${line}, '', ${account}, ${note})`.execute(db)
    const views = [
      ['Качество', '/health?sort=quality-%D0%B0%D0%BB%D0%B8'],
      ['Реализация', '/subscribers?q=%D1%80%D0%B5%D0%B0%D0%BB%D0%B8%D0%B7%D0%B0%D1%86%D0%B8%D1%8F'],
      ['Имя', '/subscribers?q=%D0%90%D0%BB%D0%B8'],
      ['Телефон', '/subscribers?q=%2B998+93+555-44-33'],
      ['Номер', `/subscribers?q=${abonement}`],
      ['Долг 935554433', '/subscribers'],
    ] as const
    for (const [view, address] of views)
      await sql`insert into staff_view (staff_id, name, address, created_at)
        select min(staff_id), ${view}, ${address}, now() from staff`.execute(db)
    await post('data/erase', { account_id: accountId, settlement: '', number: abonement })
    const { rows } = await sql<{ account: string; note: string }>`
      select account, note from statement_row where statement_id = ${statementId} order by line`.execute(db)
    expect(rows.map(({ account, note }) => [account, note])).toEqual([
      ['', 'реализация за ноябрь'],
      ['', 'Звонил …, …, перезвонить'],
      [abonement, ''],
      [other.abonement, 'обсудили с банком'],
      ['', ''],
      ['1935554433', ''],
    ])
    const { rows: left } = await sql<{ name: string }>`select name from staff_view order by view_id`.execute(
      db,
    )
    expect(left.map((view) => view.name)).toEqual(['Качество', 'Реализация'])
  })

  it('are not to be computed from the digests and results of acts', async () => {
    const { accountId, abonement } = await people.addAccount({ phone: '+998935550001', name: 'Олим' })
    await post('acts/phone', { account_id: accountId, phone: '+998935550002' }, 'support')
    await post('acts/name', { account_id: accountId, name: 'Олима' }, 'support')
    await post('data/erase', { account_id: accountId, settlement: '', number: abonement })
    const { rows } = await sql<{ kind: string; hash: string; result: object }>`
      select kind, inputs_hash as hash, result from subscriber_act
      where account_id = ${accountId} order by subscriber_act_id`.execute(db)
    const nothing = '0'.repeat(64)
    expect(rows).toMatchObject([
      { kind: 'phone_changed', hash: nothing, result: {} },
      { kind: 'renamed', hash: nothing, result: {} },
      { kind: 'data_erased' },
    ])
  })

  it('leave an account that stays closed, on which nothing more is done, and a phone that is free', async () => {
    const { rows } = await sql<{ account_id: number; abonement: string }>`
      select account_id, abonement from account where erased_at is not null`.execute(db)
    const [{ account_id: accountId, abonement } = { account_id: 0, abonement: '' }] = rows
    expect(
      await people.logIn({ accountId, abonement, password: 'samanid brick 1042' }, 'uid-1'),
    ).not.toMatchObject({
      kind: 'logged_in',
    })
    expect(await post('acts/name', { account_id: accountId, name: 'Другое' })).toMatchObject({
      failure: 'subscriber_erased',
    })
    await accounts.setState(accountId, 'active', { actor: 'operator' })
    expect(await accounts.accountOf(accountId)).toMatchObject({ state: 'deactivated', name: '', phone: null })
    expect((await preview(accountId)).failure).toBe('subscriber_erased')
    const again = await people.addAccount({ phone, name })
    expect(await accounts.findByPhone(phone)).toMatchObject({ accountId: again.accountId })
  })

  it('lose nothing when the act is refused: cards, password and sessions stay', async () => {
    const account = await people.addAccount({ name: 'Нодира' })
    const { accountId, abonement } = account
    const token = await people.enter(account, 'uid-stays')
    await sql`insert into card (account_id, gateway_card_id, token_sealed, pan_mask, expiry_yymm, created_at)
      values (${accountId}, '778', 'sealed', '860012******1111', '2812', now())`.execute(db)
    const request = { account_id: accountId, settlement: '', number: abonement }
    const named = await post('acts/name', { account_id: accountId, name: 'Нодира', key: 'used-for-a-name' })
    expect(named.failure).toBeUndefined()
    expect(await post('data/erase', { ...request, key: 'used-for-a-name' })).toMatchObject({
      failure: 'key_used',
    })
    await sql`delete from card where account_id = ${accountId}`.execute(db)
    expect(await post('data/erase', { ...request, key: 'used-for-a-name' })).toMatchObject({
      failure: 'key_used',
    })
    expect(await people.verdict(token, 'uid-stays')).toBe('good')
    expect(await people.logIn({ ...account, password: testPassword }, 'uid-stays')).toMatchObject({
      kind: 'logged_in',
    })
  })

  it('go from statements of payment systems in steps, however many rows there are', async () => {
    const { accountId, abonement } = await people.addAccount({ name: 'Гулнора Ахмедова' })
    const far = [210_000, 249_000, 260_001, 330_001]
    await db.transaction().execute(async (trx) => {
      // The statement itself is no matter here.
      await sql`set local session_replication_role = replica`.execute(trx)
      for (const id of far)
        await sql`insert into statement_row (statement_row_id, statement_id, line, external_id, note)
          overriding system value values (${id}, 1, 1, ${`e${id}`}, 'Звонила Гулнора Ахмедова')`.execute(trx)
      await sql`create table step_of_test (rows integer, width integer)`.execute(trx)
      await sql`create function step_of_test() returns trigger language plpgsql as $$ begin
        insert into step_of_test select count(*), coalesce(max(statement_row_id) - min(statement_row_id), 0) from touched;
        return null; end $$`.execute(trx)
      await sql`create trigger step_of_test after update on statement_row
        referencing old table as touched for each statement execute function step_of_test()`.execute(trx)
    })
    const request = { account_id: accountId, settlement: '', number: abonement }
    expect((await post('data/erase', request)).failure).toBeUndefined()
    const { rows } = await sql<{ all: number; widest: number }>`
      select sum(rows)::integer as all, max(width)::integer as widest from step_of_test`.execute(db)
    expect(rows).toEqual([{ all: far.length, widest: 39_000 }])
    expect(await placesOf('Гулнора')).toEqual([])
  })

  it('are not erased while a payment is under way', async () => {
    const { accountId, abonement } = await people.addAccount({ name: 'Олим' })
    await sql`insert into provider_tx (provider, external_id, account_id, amount_tiyin, state, provider_time, created_at)
      values ('click', 'p2', ${accountId}, 1000, 'reserved', now(), now())`.execute(db)
    expect(
      await post('data/erase', { account_id: accountId, settlement: '', number: abonement }),
    ).toMatchObject({
      failure: 'erase_payments_open',
    })
    expect(await accounts.accountOf(accountId)).toMatchObject({ name: 'Олим' })
  })
})
