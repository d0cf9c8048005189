/** Campaigns over real HTTP on a real database, SMS through a real SMPP connection to the emulated centre. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { consoleCampaigns } from '#contract/console/campaigns.ts'
import type { consoleTemplates } from '#contract/console/templates.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { openAudit } from '#server/audit/audit.ts'
import { openBilling } from '#server/billing/billing.ts'
import { sendCampaigns, settleReceipts, storeReceipt } from '#server/campaigns/campaigns.ts'
import { staffAdmission } from '#server/console/console.ts'
import { type Messages, openMessages } from '#server/messages/messages.ts'
import { notificationsTo } from '#server/notifications/notifications.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openTelevision } from '#server/television/television.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { type OwnSmsCentre, startSmsCentre } from '#tests/kit/emulators/sms-centre.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { campaignEndpoints } from './campaign-endpoints.ts'
import { segmentEndpoints } from './segment-endpoints.ts'
import { templateEndpoints } from './template-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const { accounts } = accountsFixture(db, { clock, audit })
const billing = openBilling({ db, clock })
const dayMs = 86_400_000
const hourMs = 3_600_000
let centre: OwnSmsCentre
let messages: Messages
let origin = ''
let staffId = 0
/** Noon in Tashkent. */
const noonMs = Math.floor(clock.nowMs() / dayMs) * dayMs + 7 * hourMs

const relay: Pick<Messages, 'sendSms' | 'canSend'> = {
  sendSms: (message) => messages.sendSms(message),
  canSend: () => messages.canSend(),
}
const deps = { db, clock, audit, accounts, billing, messages: relay, jobs: { send: async () => null } }
const server = createHttpServer({
  endpoints: [
    ...campaignEndpoints(deps),
    ...templateEndpoints(deps),
    ...segmentEndpoints({ ...deps, television: await openTelevision(db, clock) }),
  ],
  mounts: [],
  ...{ identify: async () => undefined, admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }) },
  ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})

beforeAll(async () => {
  centre = await startSmsCentre()
  messages = openMessages({
    ...{ smsRoutes: [centre.routes.smpp], voiceRoute: undefined, clock: systemClock, log: silentLog },
    ...{ metrics: createMetrics(), limits: { gatewayMs: 1000, allMs: 1500 } },
    onReceipt: (receipt) => void storeReceipt(db, receipt, clock.nowMs()),
  })
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  staffId = (await fixture.addMember('administrator')).staffId
  await billing.putTariff(buildTariff(57, { isBase: true }))
})
beforeEach(async () => {
  // The ledger cannot be emptied: subscribers of earlier tests are closed.
  await sql`update account set state = 'deactivated'`.execute(db)
  await sql`truncate campaign, campaign_delivery, segment, message_template, message_receipt`.execute(db)
  await sql`update message_settings set cap_count = 0, cap_days = 7, sms_price_tiyin = 0, sms_per_minute = 600`.execute(
    db,
  )
  await centre.fault('all', 'none')
  clock.advanceMs(Math.ceil((clock.nowMs() - noonMs) / dayMs) * dayMs + noonMs - clock.nowMs())
})
afterAll(async () => {
  await server.close(500)
  await messages.close()
  await centre.stop()
  await audit.close()
  await database.drop()
})

async function call<Data>(path: string, body?: object) {
  // The clock goes on by days, longer than a session lasts.
  const token = await fixture.openSession(staffId)
  const response = await fetch(`${origin}/api/console/v1${path}`, {
    headers: {
      ...{ 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${token}`, 'x-ekran-console': '1' },
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

let phones = 0
async function addSubscribers(count: number, values: { readonly phone?: boolean } = {}) {
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    phones += 1
    const { account_id: id } = await db
      .insertInto('account')
      .values({
        ...{
          abonement: String(30_000_000 + phones),
          name: `Abonent ${phones}`,
          password_hash: '$argon2id$x',
        },
        phone: values.phone === false ? null : `+99890${1_000_000 + phones}`,
        created_at: new Date(clock.nowMs()),
      })
      .returning('account_id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  return ids
}
const phoneOf = async (accountId: number) => (await accounts.accountOf(accountId))?.phone ?? ''

const texts = {
  ...{
    title_ru: 'Привет, {name}',
    title_uz: 'Salom, {name}',
    body_ru: 'Текст {number}',
    body_uz: 'Matn {number}',
  },
  ...{ sms_ru: 'SMS {number}', sms_uz: '', href: '/cabinet', uz_is_ru: false },
}
const saveTemplate = (more: object = {}, kind = 'marketing') =>
  call<{ readonly message_template_id: number }>('/templates/save', {
    ...{ message_template_id: null, version: 0, name: 'Шаблон', kind, texts: { ...texts, ...more } },
  })

async function addCampaign(values: object = {}, template: object = {}, kind = 'marketing') {
  const { data } = await saveTemplate(template, kind)
  const saved = await call<{ readonly campaign_id: number }>('/campaigns/save', {
    ...{ campaign_id: null, version: 0, name: 'Рассылка', segment_id: null, media: ['app'], starts_at: 0 },
    ...{ message_template_id: data.message_template_id, day_hours: false, budget: null, ...values },
  })
  return saved.data.campaign_id
}
async function start(campaignId: number) {
  const counted = await call<{ readonly total: number }>(
    `/segments/count?rules=${encodeURIComponent('{"match":"all","groups":[]}')}`,
  )
  const { version } = await card(campaignId)
  return call('/campaigns/start', { campaign_id: campaignId, version, everybody: counted.data.total })
}
const run = (over: Partial<Pick<Messages, 'sendSms'>> = {}, signal = new AbortController().signal) =>
  sendCampaigns(
    { db, clock, log: silentLog, messages: { ...relay, ...over }, telegramSends: () => hasBot },
    signal,
  )
async function card(campaignId: number) {
  const { data } = await call<ResponseOf<typeof consoleCampaigns.card>>(
    `/campaigns/card?campaign_id=${campaignId}`,
  )
  if (data.report === null) throw new Error('the report is late')
  return { ...data, report: data.report }
}
const effectOf = async (campaignId: number) =>
  (await call<ResponseOf<typeof consoleCampaigns.effect>>(`/campaigns/effect?campaign_id=${campaignId}`)).data
const act = (name: string, campaignId: number, more: object = {}) =>
  call(`/campaigns/${name}`, { campaign_id: campaignId, ...more })
let hasBot = false
const received = async (accountId: number) => centre.messages({ phone: await phoneOf(accountId) })
const bell = (accountId: number) => notificationsTo(db, { accountId, untilMs: clock.nowMs() + 1, limit: 20 })

describe('[MSG-01] a template', () => {
  it.each([
    ['an unknown field', { body_ru: 'Привет, {город}' }, '{город}'],
    ['a field in the wrong case', { title_uz: '{Name}' }, '{Name}'],
    ['a brace that is not closed', { sms_ru: 'Привет {name' }, '{'],
  ])('with %s is refused by name, with what there is', async (_, more, field) => {
    const { failure, message } = await saveTemplate(more)
    expect(failure).toBe('template_field')
    expect(message).toContain(field)
    expect(message).toContain('{name}, {number}, {tariff}, {date}, {sum}, {balance}, {missing}, {city}')
  })

  it('needs Uzbek texts, unless it says that Russian ones are sent', async () => {
    expect((await saveTemplate({ title_uz: '' })).failure).toBe('invalid_input')
    expect((await saveTemplate({ title_uz: '', body_uz: '', uz_is_ru: true })).failure).toBeUndefined()
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/a b'])(
    'does not lead to another site: %s',
    async (href) => {
      expect((await saveTemplate({ href })).failure).toBe('invalid_input')
    },
  )

  it('is previewed with the values of a subscriber, SMS with alphabet, parts and cost', async () => {
    const [id = 0] = await addSubscribers(1)
    await sql`update message_settings set sms_price_tiyin = 9500`.execute(db)
    await billing.putSubscription({
      ...{ accountId: id, tariffId: 57, isBase: true, state: 'active', priceTiyin: 2_500_000 },
      ...{ periodDays: 30, autoRenew: true, paidUntilMs: Date.UTC(2026, 11, 2, 20) },
    })
    const preview = (more: object, abonement: string) =>
      call<ResponseOf<typeof consoleTemplates.preview>>('/templates/preview', {
        ...{ texts: { ...texts, ...more }, abonement },
      })
    const abonement = (await accounts.accountOf(id))?.abonement ?? ''
    const body = { body_ru: '{tariff} до {date}: не хватает {missing}', sms_uz: 'Oʻz {sum}', sms_ru: '' }
    const { data } = await preview(body, abonement)
    expect(data.ru).toMatchObject({
      ...{
        body: 'Тариф 57 до 03.12.2026: не хватает 25\u00a0000\u00a0сум',
        sms_alphabet: 'ucs2',
        sms_parts: 1,
      },
      ...{ sms: 'Тариф 57 до 03.12.2026: не хватает 25 000 сум', sms_cost: 95, missing: '' },
    })
    expect(data.uz).toMatchObject({ sms: "O'z 25 000 so'm", sms_alphabet: 'gsm', sms_parts: 1 })
    const cityOf = async (way: 'staff' | 'network') => {
      await sql`insert into account_city (account_id, city_id, way, set_at)
        select ${id}, city_id, ${way}, now() from city where name_ru = 'Самарканд' limit 1
        on conflict (account_id) do update set way = excluded.way`.execute(db)
      const shown = await preview({ body_ru: 'Вы в городе {city}', body_uz: '{city}', sms_uz: '' }, abonement)
      return [shown.data.ru.body, shown.data.uz.body, shown.data.ru.missing]
    }
    expect(await cityOf('staff')).toEqual(['Вы в городе Самарканд', 'Samarqand', ''])
    expect((await cityOf('network'))[2]).toBe('city')
    expect((await preview({ sms_ru: 'я'.repeat(71) }, '')).data.ru).toMatchObject({
      sms_parts: 2,
      sms_cost: 190,
    })
    expect((await preview({}, '99999999')).failure).toBe('not_found')
  })

  it('is tried out on one subscriber, and says why it cannot be', async () => {
    const [id = 0] = await addSubscribers(1)
    const { data } = await saveTemplate()
    const abonement = (await accounts.accountOf(id))?.abonement ?? ''
    const test = (medium: string, to = abonement) =>
      call('/templates/test', { ...data, abonement: to, medium })
    expect((await test('sms')).failure).toBeUndefined()
    expect(await received(id)).toMatchObject([{ text: `SMS ${abonement}` }])
    expect((await test('app')).failure).toBeUndefined()
    expect(await bell(id)).toMatchObject([{ title: { uz: `Salom, Abonent ${phones}` } }])
    expect((await test('app', '99999999')).failure).toBe('not_found')
    await centre.fault('smpp', 'refuse')
    expect(await test('sms')).toMatchObject({
      failure: 'test_not_sent',
      message: expect.stringContaining('smpp_'),
    })
  })

  it('is not tried out without end: each SMS costs money and reaches somebody', async () => {
    const { data } = await saveTemplate()
    const failures = new Set<string | undefined>()
    for (let tried = 0; tried < 31; tried += 1)
      failures.add((await call('/templates/test', { ...data, abonement: '99999999', medium: 'sms' })).failure)
    expect(failures).toContain('too_many_requests')
  })
})

describe('[MSG-01] a campaign', () => {
  it('for everybody begins only when their number is typed', async () => {
    await addSubscribers(3)
    const id = await addCampaign()
    const refused = await act('start', id, { version: 1 })
    expect(refused).toMatchObject({ failure: 'segment_is_everybody', message: expect.stringContaining('3') })
    expect((await act('start', id, { version: 1, everybody: 2 })).failure).toBe('segment_is_everybody')
    expect((await act('start', id, { version: 1, everybody: 3 })).failure).toBeUndefined()
    expect((await act('start', id, { version: 1, everybody: 3 })).failure).toBe('campaign_state')
  })

  it('for nearly everybody asks for their number too, from 80 % on', async () => {
    await addSubscribers(8)
    const others = await addSubscribers(3, { phone: false })
    const credit = (accountId: number) =>
      billing.moveMoney({
        ...{ reference: `payme:n${accountId}`, kind: 'top_up', accountId, amountTiyin: 100_000 },
        against: 'payments',
      })
    for (const accountId of others) await credit(accountId)
    const segment = await call<{ readonly segment_id: number }>('/segments/save', {
      ...{ segment_id: null, version: 0, name: 'Без денег' },
      rules: {
        match: 'all',
        groups: [{ match: 'all', is_not: false, conditions: [{ field: 'balance', op: 'below', sum: 1000 }] }],
      },
    })
    const id = await addCampaign({ segment_id: segment.data.segment_id })
    // 8 of 11; then 8 of 10.
    expect((await act('start', id, { version: 1 })).failure).toBeUndefined()
    const [last = 0] = others
    await accounts.setState(last, 'deactivated')
    const next = await addCampaign({ segment_id: segment.data.segment_id })
    expect(await act('start', next, { version: 1, everybody: 10 })).toMatchObject({
      ...{ failure: 'segment_is_everybody', message: expect.stringContaining('8') },
    })
    expect((await act('start', next, { version: 1, everybody: 8 })).failure).toBeUndefined()
  })

  it('that somebody else has changed is not started unseen', async () => {
    await addSubscribers(1)
    const id = await addCampaign()
    const { version, message_template_id: templateId } = await card(id)
    await call('/campaigns/save', {
      ...{ campaign_id: id, version, name: 'Другая', segment_id: null, media: ['app'], starts_at: 0 },
      ...{ message_template_id: templateId, day_hours: false, budget: null },
    })
    expect(await act('start', id, { version, everybody: 1 })).toMatchObject({
      ...{ failure: 'changed_since', message: expect.stringContaining('Name of') },
    })
    expect((await card(id)).state).toBe('draft')
    expect((await act('start', id, { version: version + 1, everybody: 1 })).failure).toBeUndefined()
  })

  it('reaches each subscriber of its segment once, in the app', async () => {
    const [first = 0, second = 0, third = 0] = await addSubscribers(3)
    await db.updateTable('account').set({ is_test: true }).where('account_id', '=', third).execute()
    const id = await addCampaign()
    await start(id)
    await Promise.all([run(), run()])
    await run()
    expect(await bell(first)).toMatchObject([
      { title: { ru: `Привет, Abonent ${phones - 2}` }, href: '/cabinet' },
    ])
    expect(await bell(second)).toHaveLength(1)
    expect(await bell(third)).toEqual([])
    expect(await card(id)).toMatchObject({
      state: 'done',
      report: { recipients: 2, sent: 2, app: 2 },
    })
    expect(await effectOf(id)).toMatchObject({ effect: { opened: 0, paid: 0 } })
  })

  it('uses the first medium that reaches a subscriber: SMS by SMPP with receipts, else the app', async () => {
    const [withPhone = 0] = await addSubscribers(1)
    const [without = 0] = await addSubscribers(1, { phone: false })
    await sql`update message_settings set sms_price_tiyin = 9500`.execute(db)
    const id = await addCampaign({ media: ['push', 'sms', 'app'] })
    await start(id)
    await run()
    expect(await received(withPhone)).toMatchObject([{ text: expect.stringMatching(/^SMS \d+$/) }])
    expect(await bell(withPhone)).toEqual([])
    expect(await bell(without)).toHaveLength(1)
    await expect
      .poll(async () => {
        await settleReceipts(db, clock.nowMs())
        return (await card(id)).report
      })
      .toMatchObject({ sent: 2, sms: 1, app: 1, delivered: 1, cost: 95 })
  })

  it('sends push to those with an app, and SMS to the others', async () => {
    const [withApp = 0, other = 0] = await addSubscribers(2)
    await sql`
      with seen as (insert into device (account_id, uid, kind, first_seen_at, last_seen_at)
        values (${withApp}, 'd', 'phone', now(), now()) returning device_id),
      opened as (insert into session (session_id, token_hash, account_id, device_id, created_at, last_seen_at, expires_at)
        select gen_random_uuid(), md5('a') || md5('b'), ${withApp}, device_id, now(), now(), 'infinity' from seen
        returning session_id)
      insert into push_device (session_id, service, token, language, registered_at)
      select session_id, 'fcm', 't', 'uz', now() from opened`.execute(db)
    const id = await addCampaign({ media: ['push', 'sms'] })
    await start(id)
    await run()
    expect((await card(id)).report).toMatchObject({ push: 1, sms: 1 })
    const { rows } = await sql<{
      count: number
    }>`select count(*)::integer as count from push_delivery`.execute(db)
    expect(rows[0]?.count).toBe(1)
    expect(await received(other)).toHaveLength(1)
  })

  it('sends no SMS to those whose Telegram gets it, while there is a bot', async () => {
    const [linked = 0, silent = 0, plain = 0] = await addSubscribers(3)
    for (const [accountId, hasNotices] of [
      [linked, true],
      [silent, false],
    ] as const)
      await sql`insert into telegram_link (account_id, telegram_user_id, name, language, linked_at, notices)
        values (${accountId}, ${accountId}, 'A', 'uz', ${new Date(clock.nowMs())}, ${hasNotices})`.execute(db)
    const smsTo = async () =>
      (await Promise.all([linked, silent, plain].map(received))).map((all) => all.length)
    hasBot = true
    const withBot = await addCampaign({ media: ['push', 'sms'] })
    await start(withBot)
    await run()
    expect((await card(withBot)).report).toMatchObject({ push: 1, sms: 2 })
    expect(await smsTo()).toEqual([0, 1, 1])
    const { rows } = await sql<{ account_id: number }>`select account_id from telegram_delivery`.execute(db)
    expect(rows.map((row) => row.account_id)).toEqual([linked])
    hasBot = false
    const without = await addCampaign({ media: ['push', 'sms'] })
    await start(without)
    await run()
    expect((await card(without)).report).toMatchObject({ push: 0, sms: 3 })
    expect(await smsTo()).toEqual([1, 2, 2])
  })

  it('writes an SMS in the language of the first profile, where no app and no Telegram tell one', async () => {
    const [uzbek = 0, other = 0] = await addSubscribers(2)
    const now = new Date(clock.nowMs())
    await sql`insert into profile (account_id, profile_no, name, name_key, picture, colour, language, created_at, updated_at)
      values (${uzbek}, 0, '', '', 'cat', 'lapis', 'uz', ${now}, ${now})`.execute(db)
    const id = await addCampaign({ media: ['sms'] }, { sms_ru: 'По-русски', sms_uz: 'Ozbekcha' })
    await start(id)
    await run()
    expect((await received(uzbek)).map(({ text }) => text)).toEqual(['Ozbekcha'])
    expect((await received(other)).map(({ text }) => text)).toEqual(['По-русски'])
  })

  it('skips those who want no advertising, are capped, blocked, or lack a value; a service message only the last two', async () => {
    const [out = 0, blocked = 0, capped = 0, fine = 0] = await addSubscribers(4)
    await call('/messages/opt-out', { account_id: out, is_out: true })
    expect((await call(`/messages/opt-out?account_id=${out}`)).data).toEqual({ is_out: true })
    await accounts.setState(blocked, 'blocked')
    await sql`update message_settings set cap_count = 1`.execute(db)
    const nameless = await addSubscribers(1)
    await db.updateTable('account').set({ name: '' }).where('account_id', 'in', nameless).execute()
    const before = await addCampaign({}, {}, 'service')
    await db
      .insertInto('campaign_delivery')
      .values({
        ...{ campaign_id: before, account_id: capped, state: 'sent', medium: 'app' },
        ...{ next_attempt_at: new Date(0), sent_at: new Date(clock.nowMs() - 6 * dayMs) },
      })
      .execute()
    const id = await addCampaign()
    await start(id)
    await run()
    const reasons = async (campaignId: number) =>
      Object.fromEntries((await card(campaignId)).report.reasons.map((one) => [one.reason, one.count]))
    expect(await reasons(id)).toEqual({ opted_out: 1, blocked: 1, capped: 1, no_value: 1 })
    expect(await bell(fine)).toHaveLength(1)
    const service = await addCampaign({}, {}, 'service')
    await start(service)
    await run()
    expect(await reasons(service)).toEqual({ blocked: 1, no_value: 1 })
    clock.advanceMs(2 * dayMs)
    expect((await card(id)).report.sent).toBe(1)
    const later = await addCampaign({}, { title_ru: 'Всем', title_uz: 'Hammaga' })
    await start(later)
    await run()
    expect(await reasons(later)).toEqual({ opted_out: 1, blocked: 1, capped: 1 + 2 - 1 })
  })

  it('waits for its time, and for the hours of the day in Tashkent', async () => {
    const [id = 0] = await addSubscribers(1)
    clock.advanceMs(10 * hourMs)
    const late = await addCampaign({ day_hours: true, starts_at: Math.floor(clock.nowMs() / 1000) + 3600 })
    await start(late)
    await run()
    expect((await card(late)).state).toBe('scheduled')
    clock.advanceMs(hourMs)
    await run()
    expect((await card(late)).state).toBe('scheduled')
    // 23 o'clock; 9 o'clock is in ten hours.
    clock.advanceMs(10 * hourMs - 1)
    await run()
    expect(await bell(id)).toEqual([])
    clock.advanceMs(1)
    await run()
    expect(await bell(id)).toHaveLength(1)
  })

  it('stopped in the middle sends nothing more, and resumed the rest, each once', async () => {
    const ids = await addSubscribers(45)
    const id = await addCampaign({ media: ['sms'] })
    await start(id)
    let sent = 0
    const phonesSent: string[] = []
    const sendSms: Messages['sendSms'] = async (message) => {
      sent += 1
      phonesSent.push(message.phone)
      if (sent === 15) expect((await act('stop', id)).failure).toBeUndefined()
      return { kind: 'sent', via: 'smpp', id: `m${sent}` }
    }
    await run({ sendSms })
    expect(sent).toBe(20)
    expect(await card(id)).toMatchObject({
      state: 'stopped',
      stopped_by: 'staff',
      report: { waiting: 25, sent: 20 },
    })
    await run({ sendSms })
    expect(sent).toBe(20)
    expect((await act('stop', id)).failure).toBe('campaign_state')
    expect((await act('resume', id)).failure).toBeUndefined()
    await run({ sendSms })
    expect(new Set(phonesSent).size).toBe(ids.length)
    expect(phonesSent).toHaveLength(ids.length)
    expect((await card(id)).state).toBe('done')
  })

  it('killed in the middle sends nobody a second message', async () => {
    const ids = await addSubscribers(30)
    const id = await addCampaign({ media: ['sms'] })
    await start(id)
    const phonesSent: string[] = []
    await expect(
      run({
        sendSms: async ({ phone }) => {
          phonesSent.push(phone)
          if (phonesSent.length > 7) throw new Error('the process was killed')
          return { kind: 'sent', via: 'smpp', id: phone }
        },
      }),
    ).rejects.toThrow('killed')
    const rest = async ({ phone }: { readonly phone: string }) => {
      phonesSent.push(phone)
      return { kind: 'sent', via: 'smpp', id: phone } as const
    }
    await run({ sendSms: rest })
    clock.advanceMs(6 * 60_000)
    await run({ sendSms: rest })
    expect(new Set(phonesSent).size).toBe(phonesSent.length)
    const { state, report } = await card(id)
    expect(state).toBe('done')
    expect(report.sent + report.uncertain).toBe(ids.length)
    expect(report.reasons).toEqual([{ reason: 'interrupted', count: report.uncertain }])
  })

  it('is tried again when the gateway throttles or is away, not when it refuses, never when its response was lost', async () => {
    const [id = 0] = await addSubscribers(1)
    // A timeout of one gateway, and then the refusal of the next.
    const outcomes = ['all_down', 'smpp_0x58', 'http_502']
    const campaign = await addCampaign({ media: ['sms'] })
    await start(campaign)
    const tried: string[] = []
    const sendSms: Messages['sendSms'] = async () => {
      const reason = outcomes[tried.length] ?? 'none'
      tried.push(reason)
      return { kind: 'failed', reason, ...(reason === 'http_502' ? { mayHaveArrived: true } : {}) }
    }
    for (let minute = 0; minute < 10; minute += 1) {
      await run({ sendSms })
      clock.advanceMs(60_000)
    }
    expect(tried).toEqual(outcomes)
    expect((await card(campaign)).report).toMatchObject({ uncertain: 1, sent: 0 })
    const refusing = await addCampaign({ media: ['sms'] })
    await start(refusing)
    await centre.fault('smpp', 'refuse')
    await run()
    expect((await card(refusing)).report).toMatchObject({ failed: 1, cost: 0 })
    expect(await received(id)).toEqual([])
  })

  it('sends at most so many SMS in a minute', async () => {
    await addSubscribers(5)
    await sql`update message_settings set sms_per_minute = 2`.execute(db)
    const id = await addCampaign({ media: ['sms'] })
    await start(id)
    const counts: number[] = []
    for (let minute = 0; minute < 3; minute += 1) {
      await run()
      counts.push((await card(id)).report.sms)
      clock.advanceMs(60_001)
    }
    expect(counts).toEqual([2, 4, 5])
  })

  it('beyond the SMS of a minute leaves the rest alone, and goes on with other media', async () => {
    await addSubscribers(130)
    await sql`update message_settings set sms_per_minute = 2`.execute(db)
    const versions = async (campaignId: number) =>
      (
        await sql<{ account_id: number; version: string }>`select account_id, xmin::text as version
          from campaign_delivery where campaign_id = ${campaignId} and state = 'waiting' order by account_id`.execute(
          db,
        )
      ).rows
    const id = await addCampaign({ media: ['sms', 'app'] })
    await start(id)
    await run()
    const [withoutPhone = 0] = await addSubscribers(1, { phone: false })
    await sql`insert into campaign_delivery (campaign_id, account_id, state, next_attempt_at)
      values (${id}, ${withoutPhone}, 'waiting', ${new Date(clock.nowMs())})`.execute(db)
    const before = await versions(id)
    expect(before).toHaveLength(129)
    await run()
    expect(await bell(withoutPhone)).toHaveLength(1)
    clock.advanceMs(60_001)
    await run()
    expect((await card(id)).report).toMatchObject({ sms: 4, app: 1, waiting: 126 })
    const after = await versions(id)
    expect(before).toEqual(expect.arrayContaining(after))
  })

  it('stores what was spent: refused SMS cost nothing', async () => {
    await addSubscribers(3)
    await sql`update message_settings set sms_price_tiyin = 10000`.execute(db)
    const id = await addCampaign({ media: ['sms'] })
    await start(id)
    const outcomes = [
      { kind: 'sent', via: 'smpp', id: '1' },
      { kind: 'failed', reason: 'smpp_0x45' },
      { kind: 'failed', reason: 'smpp_0x45', mayHaveArrived: true },
    ] as const
    let at = 0
    await run({ sendSms: async () => outcomes[at++ % 3] ?? outcomes[0] })
    const { rows } = await sql<{ spent: number; sum: number }>`select spent_tiyin as spent,
      (select sum(cost_tiyin)::integer from campaign_delivery where campaign_id = ${id}) as sum
      from campaign where campaign_id = ${id}`.execute(db)
    expect(rows).toEqual([{ spent: 20_000, sum: 20_000 }])
  })

  it('stops while a batch of it is being decided, however long that takes', async () => {
    await addSubscribers(1)
    const id = await addCampaign({ media: ['sms'], starts_at: Math.floor(clock.nowMs() / 1000) + 3600 })
    await start(id)
    const isLocked = Promise.withResolvers<void>()
    const batch = db.transaction().execute(async (trx) => {
      await sql`select from campaign where campaign_id = ${id} for no key update`.execute(trx)
      isLocked.resolve()
      await sql`select pg_sleep(2.5)`.execute(trx)
    })
    await isLocked.promise
    expect((await act('stop', id)).failure).toBeUndefined()
    await batch
    expect((await card(id)).state).toBe('stopped')
  })

  it('never exceeds the cap by an SMS that a gateway has just now', async () => {
    const [accountId = 0] = await addSubscribers(1)
    await sql`update message_settings set cap_count = 1`.execute(db)
    const other = await addCampaign()
    await db
      .insertInto('campaign_delivery')
      .values({
        ...{ campaign_id: other, account_id: accountId, state: 'sending', medium: 'sms' },
        next_attempt_at: new Date(clock.nowMs() + 60_000),
      })
      .execute()
    const id = await addCampaign()
    await start(id)
    await run()
    expect((await card(id)).report.reasons).toEqual([{ reason: 'capped', count: 1 }])
  })

  it('stops at its budget, and goes on with a larger one', async () => {
    await addSubscribers(4)
    await sql`update message_settings set sms_price_tiyin = 10000`.execute(db)
    const id = await addCampaign({ media: ['sms'], budget: 250 })
    await start(id)
    await run()
    expect(await card(id)).toMatchObject({
      state: 'stopped',
      stopped_by: 'budget',
      report: { sms: 2, cost: 200 },
    })
    await act('resume', id, { budget: 400 })
    await run()
    expect(await card(id)).toMatchObject({ state: 'done', report: { sms: 4, cost: 400 } })
  })

  it('counts who opened it, and who paid and watched within the days after it', async () => {
    const [opened = 0, paid = 0, late = 0, watcher = 0] = await addSubscribers(4)
    const id = await addCampaign()
    await start(id)
    await run()
    const [notification] = await bell(opened)
    await sql`insert into notification_read (notification_id, account_id, read_at)
      values (${notification?.notificationId ?? 0}, ${opened}, now())`.execute(db)
    const pay = (accountId: number) =>
      billing.moveMoney({
        ...{
          reference: `payme:e${accountId}`,
          kind: 'top_up',
          accountId,
          amountTiyin: 500_000,
          against: 'payments',
        },
      })
    clock.advanceMs(2 * dayMs)
    await pay(paid)
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`insert into watching (account_id, title_id, file_id, position_sec, is_finished, watched_at)
        values (${watcher}, 1, 1, 60, false, ${new Date(clock.nowMs())})`.execute(trx)
    })
    clock.advanceMs(6 * dayMs)
    await pay(late)
    expect((await effectOf(id)).effect).toEqual({ opened: 1, paid: 1, paid_sum: 5000, watched: 1 })
  })

  it('shows its delivery while the effect takes too long to count, which ends at a limit', async () => {
    await addSubscribers(1)
    const id = await addCampaign()
    await start(id)
    await run()
    await db.transaction().execute(async (trx) => {
      await sql`lock table watching in access exclusive mode`.execute(trx)
      expect(await effectOf(id)).toEqual({ effect: null })
      expect((await card(id)).report.sent).toBe(1)
    })
    expect((await effectOf(id)).effect).not.toBeNull()
  })

  it('is a draft until it begins: changed by its newest version only, and not after the start', async () => {
    await addSubscribers(1)
    const id = await addCampaign()
    const { version, message_template_id: templateId } = await card(id)
    const save = (values: object) =>
      call('/campaigns/save', {
        ...{ campaign_id: id, version, name: 'Другая', segment_id: null, media: ['app'], starts_at: 0 },
        ...{ message_template_id: templateId, day_hours: false, budget: null, ...values },
      })
    expect((await save({})).failure).toBeUndefined()
    expect((await save({})).failure).toBe('changed_since')
    expect((await save({ version: version + 1, segment_id: 999 })).failure).toBe('segment_not_found')
    expect((await save({ version: version + 1, media: ['app', 'app'] })).failure).toBe('invalid_input')
    expect((await save({ version: version + 1, media: ['pigeon'] })).failure).toBe('invalid_input')
    await start(id)
    expect((await save({ version: version + 2 })).failure).toBe('campaign_state')
    expect((await act('remove', id)).failure).toBe('campaign_state')
    await run()
    await call('/templates/remove', { message_template_id: templateId })
    expect(await card(id)).toMatchObject({
      name: 'Другая',
      message_template_id: 0,
      texts: { href: '/cabinet' },
    })
  })
})
