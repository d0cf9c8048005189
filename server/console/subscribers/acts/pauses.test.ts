/** Pauses by the staff over real HTTP on a real database: the rule of the tariff, the limit of the role, taken back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listEvents, openAudit } from '#server/audit/audit.ts'
import { openBilling } from '#server/billing/billing.ts'
import { staffAdmission } from '#server/console/console.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openStreams } from '#server/streams/streams.ts'
import { readSummaries } from '#server/subscribers/subscribers.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { subscriberActEndpoints } from './act-endpoints.ts'

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const people = accountsFixture(db, { clock, audit })
const { accounts } = people
const billing = openBilling({ db, clock })
const streams = openStreams({ db, clock, random: systemRandom, log: silentLog, billing, accounts })
const messages = {
  canSend: () => ({ sms: false, call: false }),
  sendSms: async () => ({ kind: 'failed', reason: 'refused' }) as const,
}
const server = createHttpServer({
  endpoints: subscriberActEndpoints({
    ...{ db, clock, audit, billing, accounts, streams, messages, log: silentLog, random: systemRandom },
  }),
  mounts: [],
  ...{ identify: async () => undefined, admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }) },
  ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
const dayMs = 86_400_000
const tokens: Record<string, string> = {}
let origin = ''
let keys = 0

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  for (const role of ['administrator', 'support', 'analyst'] as const)
    tokens[role] = (await fixture.addMember(role)).token
  const pause = { by: 'staff', minDays: 7, maxDays: 60, isOnceAYear: true } as const
  await billing.putTariff(buildTariff(57, { isBase: true, pause }))
  await billing.putTariff(buildTariff(60))
})
afterAll(async () => {
  await server.close(500)
  await streams.close()
  await audit.close()
  await database.drop()
})

interface Answer {
  readonly data: Readonly<Record<string, unknown>> & { readonly act_id: number; readonly seen: number }
  readonly failure?: string
  readonly message?: string
}

async function send(name: string, body: object | undefined, role = 'support'): Promise<Answer> {
  const headers = { 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${tokens[role]}` }
  const more = { 'x-ekran-console': '1', 'content-type': 'application/json', 'accept-language': 'ru' }
  const response = await fetch(`${origin}/api/console/v1/subscribers/acts/${name}`, {
    ...(body === undefined
      ? { headers }
      : { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) }),
  })
  return (await response.json()) as Answer
}

async function act(name: string, body: Readonly<Record<string, number>>, role = 'support') {
  const desk = await send(`?account_id=${body['account_id']}`, undefined, 'administrator')
  const common = { key: `key-of-pauses-${(keys += 1)}`, reason: 'Уезжает', seen: desk.data.seen }
  return send(name, { ...common, ...body }, role)
}

/** A subscriber of the base tariff, paid for 30 days from now. */
async function subscriber(): Promise<number> {
  const { accountId } = await people.addAccount({ name: 'Шерзод' })
  const money = { kind: 'top_up', against: 'payments', amountTiyin: 2_500_000 } as const
  await billing.moveMoney({ ...money, reference: `payme:${accountId}`, accountId })
  await billing.purchase({ accountId, items: [{ tariffId: 57 }], replacesBase: false })
  return accountId
}

const standingOf = async (accountId: number) =>
  (await readSummaries(db, [accountId], clock.nowMs()))[0]?.standing
const paidUntilOf = async (accountId: number) => (await billing.subscriptionsOf(accountId))[0]?.paidUntilMs

describe('[CARE-04] the staff pauses a tariff', () => {
  it('shows its end before, begins it once with its reason in the audit, and the state names it', async () => {
    const accountId = await subscriber()
    const paidMs = (await paidUntilOf(accountId)) ?? 0
    const desk = await send(`?account_id=${accountId}`, undefined)
    expect(desk.data['pauses']).toEqual([{ tariff_id: 57, min_days: 7, max_days: 60, is_once: true }])
    const effect = await send(`pause-effect?account_id=${accountId}&tariff_id=57&days=14`, undefined)
    const untilMs = clock.nowMs() + 14 * dayMs
    expect(effect.data).toMatchObject({
      ...{ until: Math.floor(untilMs / 1000), before: Math.floor(paidMs / 1000), others: [] },
      after: Math.floor((paidMs + 14 * dayMs) / 1000),
    })
    const body = { account_id: accountId, tariff_id: 57, days: 14 }
    expect(await act('pause', body)).toMatchObject({ data: { is_repeated: false } })
    expect(await standingOf(accountId)).toMatchObject({ kind: 'paused', atMs: untilMs, tariffId: 57 })
    expect(await act('pause', body)).toMatchObject({
      failure: 'pause_already_on',
      message: expect.not.stringContaining('кабинет'),
    })
    const events = await listEvents(db, { accountId, limit: 10 })
    expect(events.map(({ event, facts }) => [event, facts['reason']])).toContainEqual([
      ...['subscriber_tariff_paused', 'Уезжает'],
    ])
    clock.advanceMs(600_000)
    expect(await act('end-pause', { account_id: accountId, tariff_id: 57 })).toHaveProperty('data')
    expect(await paidUntilOf(accountId)).toBe(paidMs + 600_000)
    expect(await standingOf(accountId)).toMatchObject({ kind: 'active' })
    const again = await act('pause', body)
    expect(again).toMatchObject({ failure: 'pause_too_soon' })
    expect(again.message).toMatch(/\d\d\.\d\d\.\d{4}/)
  })

  it('keeps to the rule of the tariff, the limit of the role and its rights', async () => {
    const accountId = await subscriber()
    const body = { account_id: accountId, tariff_id: 57, days: 6 }
    expect(await act('pause', body)).toMatchObject({ failure: 'pause_days_wrong' })
    expect(await act('pause', { ...body, days: 31 })).toMatchObject({
      ...{ failure: 'act_beyond_pause' },
      message: expect.stringContaining('администратор'),
    })
    expect(await act('pause', { ...body, days: 61 }, 'administrator')).toMatchObject({
      failure: 'pause_days_wrong',
    })
    expect(await act('pause', { ...body, tariff_id: 60 })).toMatchObject({ failure: 'not_connected' })
    expect(await act('pause', body, 'analyst')).toHaveProperty('failure')
    expect(await act('end-pause', body)).toMatchObject({ failure: 'pause_not_on' })
    expect(await act('pause', { ...body, days: 31 }, 'administrator')).toHaveProperty('data')
  })

  it('is undone: begun, it ends and does not count; ended, it goes on', async () => {
    const accountId = await subscriber()
    const paidMs = await paidUntilOf(accountId)
    const body = { account_id: accountId, tariff_id: 57, days: 14 }
    const begun = await act('pause', body)
    const undo = (done: Answer) =>
      act('take-back', { account_id: accountId, act_id: done.data.act_id }, 'support')
    expect(await undo(begun)).toHaveProperty('data')
    expect(await undo(begun)).toMatchObject({ failure: 'act_taken_back' })
    expect(await paidUntilOf(accountId)).toBe(paidMs)
    expect(await act('pause', body)).toHaveProperty('data')
    const ended = await act('end-pause', body)
    expect(await undo(ended)).toHaveProperty('data')
    expect(await standingOf(accountId)).toMatchObject({ kind: 'paused' })
    expect(await paidUntilOf(accountId)).toBe((paidMs ?? 0) + 14 * dayMs)
  })
})
