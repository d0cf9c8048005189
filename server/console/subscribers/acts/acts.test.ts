/** The acts of the call centre over real HTTP on a real database: limits, two at once, taken back, refused. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAudit } from '#server/audit/audit.ts'
import { checkLedger, openBilling } from '#server/billing/billing.ts'
import { staffAdmission } from '#server/console/console.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openStreams } from '#server/streams/streams.ts'
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
let canSendSms = true
let isRefusing = false
let mayHaveArrived = false
const sent: { readonly phone: string; readonly text: string }[] = []
const messages = {
  canSend: () => ({ sms: canSendSms, call: false }),
  sendSms: async (message: { readonly phone: string; readonly text: string }) => {
    const failed = { kind: 'failed', reason: 'refused' } as const
    if (isRefusing) return mayHaveArrived ? { ...failed, mayHaveArrived: true as const } : failed
    sent.push(message)
    return { kind: 'sent', via: 'test', id: '1' } as const
  },
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

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  for (const role of ['owner', 'administrator', 'support', 'finance', 'analyst', 'dealer'] as const)
    tokens[role] = (await fixture.addMember(role)).token
  tokens['support2'] = (await fixture.addMember('support')).token
  await billing.putTariff(buildTariff(57, { isBase: true }))
  await billing.putTariff(buildTariff(58, { isBase: true, priceTiyin: 4_000_000 }))
  await billing.putTariff(buildTariff(60, { priceTiyin: 900_000 }))
})
afterAll(async () => {
  await server.close(500)
  await streams.close()
  await audit.close()
  await database.drop()
})

interface Answer {
  readonly data: Record<string, unknown> & { readonly act_id: number; readonly seen: number }
  readonly failure?: string
  readonly message?: string
}

async function read(path: string, role = 'support'): Promise<Answer> {
  const headers = { 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${tokens[role]}` }
  return (await (
    await fetch(`${origin}/api/console/v1/subscribers/acts${path}`, { headers })
  ).json()) as Answer
}

let keys = 0
const newKey = () => `key-of-tests-${(keys += 1)}`

async function act(name: string, body: object, role = 'support'): Promise<Answer> {
  const response = await fetch(`${origin}/api/console/v1/subscribers/acts/${name}`, {
    method: 'POST',
    headers: {
      ...{ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...{ cookie: `ekran-staff=${tokens[role]}`, 'accept-language': 'ru' },
    },
    body: JSON.stringify({ key: newKey(), reason: 'Перебой вечером', ...body }),
  })
  return (await response.json()) as Answer
}

async function subscriber(balanceSums = 0) {
  const account = await people.addAccount({ name: 'Шерзод' })
  const { accountId } = account
  if (balanceSums > 0)
    await billing.moveMoney({
      ...{ reference: `payme:${accountId}`, kind: 'top_up', accountId, against: 'payments' },
      amountTiyin: balanceSums * 100,
    })
  return { ...account, accountId }
}

const seenOf = async (accountId: number) => (await read(`?account_id=${accountId}`)).data.seen

async function money(accountId: number, more: object, role = 'support') {
  const seen = await seenOf(accountId)
  const body = { account_id: accountId, seen, kind: 'credit', purpose: 'goodwill', amount: 20_000 }
  return act('money', { ...body, ...more }, role)
}

async function balanceOf(accountId: number) {
  return (await billing.accountStanding(accountId)).balanceTiyin / 100
}

async function connected(accountId: number, state: 'active' | 'suspended', untilMs: number) {
  await billing.putSubscription({ accountId, tariffId: 57, state, paidUntilMs: untilMs })
}

async function isWhole() {
  expect(await checkLedger(db)).toMatchObject({ kind: 'whole' })
}

async function eventsOf(accountId: number) {
  const { rows } = await sql<{ event: string; before: unknown; after: unknown; facts: { reason?: string } }>`
    select event, before, after, facts from security_event
    where account_id = ${accountId} and staff_id is not null order by event_id`.execute(db)
  return rows
}

describe('[CARE-04] a credit', () => {
  it('says what it will do, lets a suspended tariff go on, and is in the audit with before and after', async () => {
    const { accountId } = await subscriber(12_000)
    await connected(accountId, 'suspended', clock.nowMs() - dayMs)
    const preview = await read(`/money-effect?account_id=${accountId}&kind=credit&amount=20000`)
    const nextAt = Math.floor((clock.nowMs() + 30 * dayMs) / 1000)
    const effect = {
      ...{ before: 12_000, after: 7000 },
      resumes: [{ tariff_id: 57, name: { ru: 'Тариф 57' }, price: 25_000, next_at: nextAt }],
    }
    expect(preview.data).toMatchObject(effect)
    expect((await money(accountId, {})).data).toMatchObject({ is_repeated: false, effect })
    expect(await balanceOf(accountId)).toBe(7000)
    expect((await billing.subscriptionsOf(accountId))[0]).toMatchObject({ state: 'active' })
    await expect
      .poll(() => eventsOf(accountId))
      .toMatchObject([
        {
          event: 'subscriber_credited',
          before: { balance: 12_000 },
          after: { balance: 7000, amount: 20_000, account: 'goodwill' },
          facts: { reason: 'Перебой вечером' },
        },
      ])
    await isWhole()
  })

  it('is done once under one key, however often and by whomever it is sent', async () => {
    const { accountId } = await subscriber()
    const key = newKey()
    const seen = await seenOf(accountId)
    const same = { account_id: accountId, key, seen, kind: 'credit', purpose: 'goodwill', amount: 5000 }
    const both = await Promise.all([act('money', same), act('money', same), act('money', same, 'support2')])
    expect(both.filter(({ data }) => data['is_repeated'] === false)).toHaveLength(1)
    expect(new Set(both.map(({ data }) => data.act_id)).size).toBe(1)
    expect(await balanceOf(accountId)).toBe(5000)
    expect((await act('money', { ...same, amount: 6000 })).failure).toBe('key_used')
    expect(await balanceOf(accountId)).toBe(5000)
    await isWhole()
  })

  it('by two members at once is done once, and the second is told who did it and when', async () => {
    const { accountId } = await subscriber()
    const seen = await seenOf(accountId)
    const body = { account_id: accountId, seen, kind: 'credit', purpose: 'goodwill', amount: 5000 }
    const both = await Promise.all([act('money', body), act('money', body, 'support2')])
    const late = both.find(({ failure }) => failure !== undefined)
    expect(late?.failure).toBe('act_done_since')
    expect(late?.message).toMatch(/member-\d+.*\d\d\.\d\d \d\d:\d\d/)
    expect(await balanceOf(accountId)).toBe(5000)
  })

  it('beyond the limit names the limit, what is left and who may do it; higher roles may', async () => {
    const { accountId } = await subscriber()
    const refused = await money(accountId, { amount: 60_000 })
    expect(refused.failure).toBe('act_beyond_sum')
    expect(refused.message).toMatch(/50\s000.*финансы/)
    expect((await money(accountId, { amount: 60_000 }, 'finance')).data['is_repeated']).toBe(false)
    expect((await money(accountId, { amount: 1_000_001 }, 'finance')).failure).toBe('act_beyond_sum')
    expect((await money(accountId, { amount: 5_000_000 }, 'administrator')).data['is_repeated']).toBe(false)
    expect((await money(accountId, { amount: 5_000_000 }, 'owner')).data['is_repeated']).toBe(false)
    expect(await balanceOf(accountId)).toBe(10_060_000)
  })
})

describe('[CARE-04] a debit', () => {
  it('never takes more than there is, and says how much there is', async () => {
    const { accountId } = await subscriber(12_000)
    const refused = await money(accountId, { kind: 'debit', purpose: 'correction', amount: 12_001 })
    expect(refused.failure).toBe('act_not_covered')
    expect(refused.message).toMatch(/12\s000/)
    expect((await read(`/money-effect?account_id=${accountId}&kind=debit&amount=12001`)).failure).toBe(
      'act_not_covered',
    )
    const two = [1, 2].map(() => money(accountId, { kind: 'debit', purpose: 'correction', amount: 12_000 }))
    const done = (await Promise.all(two)).filter(({ failure }) => failure === undefined)
    expect(done).toHaveLength(1)
    expect(await balanceOf(accountId)).toBe(0)
    await isWhole()
  })
})

describe('[CARE-04] an act that is taken back', () => {
  it('leaves two entries, once, also by two at once: the second is told who was faster', async () => {
    const { accountId } = await subscriber()
    const { data } = await money(accountId, {})
    const back = { account_id: accountId, act_id: data.act_id }
    const both = await Promise.all([act('take-back', back), act('take-back', back, 'support2')])
    expect(both.filter(({ failure }) => failure === undefined)).toHaveLength(1)
    const late = both.find(({ failure }) => failure !== undefined)
    expect([late?.failure, late?.message]).toEqual([
      'act_taken_back',
      expect.stringMatching(/member-\d+, \d\d\.\d\d \d\d:\d\d/),
    ])
    expect(await balanceOf(accountId)).toBe(0)
    const { rows } = await sql<{ kind: string; against: string }>`
      select kind, against from ledger_entry where account_id = ${accountId} order by ledger_entry_id`.execute(
      db,
    )
    expect(rows).toEqual([
      { kind: 'adjustment', against: 'goodwill' },
      { kind: 'reversal', against: 'goodwill' },
    ])
    expect((await eventsOf(accountId)).at(-1)).toMatchObject({
      event: 'subscriber_act_taken_back',
      before: { balance: 20_000 },
      after: { balance: 0 },
    })
    await isWhole()
  })

  it('and was done by another member counts towards the limits of whoever takes it back', async () => {
    const { accountId } = await subscriber(2_000_000)
    const debit = { kind: 'debit', purpose: 'correction', amount: 900_000 }
    const debited = await money(accountId, debit, 'finance')
    const back = { account_id: accountId, act_id: debited.data.act_id }
    const refused = await act('take-back', back)
    expect([refused.failure, await balanceOf(accountId)]).toEqual(['act_beyond_sum', 1_100_000])
    expect(refused.message).toContain('финансы')
    const undoable = async (role: string) => (await read(`?account_id=${accountId}`, role)).data['undoable']
    expect(await undoable('support')).toMatchObject([{ act_id: back.act_id, beyond: 'sum' }])
    expect(await undoable('finance')).toMatchObject([{ act_id: back.act_id, beyond: '' }])
    const credited = await money(accountId, { amount: 800_000 }, 'owner')
    expect((await act('take-back', { ...back, act_id: credited.data.act_id })).failure).toBe('act_beyond_sum')
    expect((await act('take-back', back, 'finance')).failure).toBeUndefined()
    await connected(accountId, 'active', clock.nowMs() + dayMs)
    const gift = { account_id: accountId, seen: await seenOf(accountId), tariff_id: 57, days: 20 }
    const gifted = await act('days', gift, 'owner')
    expect((await act('take-back', { ...back, act_id: gifted.data.act_id })).failure).toBe('act_beyond_days')
    // Small ones are taken back, and count as if they were given.
    tokens['quick'] = (await fixture.addMember('support')).token
    const small = await money(accountId, { ...debit, amount: 40_000 }, 'finance')
    expect((await act('take-back', { ...back, act_id: small.data.act_id }, 'quick')).failure).toBeUndefined()
    const { data } = await read(`?account_id=${accountId}`, 'quick')
    expect(data['sum']).toEqual({ each: 50_000, left: 260_000 })
    await isWhole()
  })

  it('is refused once the money is spent', async () => {
    const { accountId } = await subscriber(12_000)
    await connected(accountId, 'suspended', clock.nowMs() - dayMs)
    const { data } = await money(accountId, {})
    expect((await act('take-back', { account_id: accountId, act_id: data.act_id })).failure).toBe('act_spent')
    expect(await balanceOf(accountId)).toBe(7000)
  })

  it('is refused on an account that was erased or merged: nobody could reach the money', async () => {
    const [erased, double, other] = [await subscriber(5000), await subscriber(5000), await subscriber()]
    const debits: Answer[] = []
    for (const { accountId } of [erased, double])
      debits.push(await money(accountId, { kind: 'debit', purpose: 'correction', amount: 5000 }))
    await sql`update account set state = 'deactivated', name = '', phone = null, erased_at = now()
      where account_id = ${erased.accountId}`.execute(db)
    await sql`update account set state = 'deactivated', merged_into = ${other.accountId}
      where account_id = ${double.accountId}`.execute(db)
    const back = (nth: number, { accountId }: { readonly accountId: number }) =>
      act('take-back', { account_id: accountId, act_id: debits[nth]?.data.act_id })
    expect((await back(0, erased)).failure).toBe('subscriber_erased')
    const merged = await back(1, double)
    expect(merged.failure).toBe('subscriber_merged')
    expect(merged.message).toContain(other.abonement)
    expect([await balanceOf(erased.accountId), await balanceOf(double.accountId)]).toEqual([0, 0])
  })

  it('of another subscriber, or of another kind, is not there', async () => {
    const [one, two] = [await subscriber(), await subscriber()]
    const { data } = await money(one.accountId, {})
    expect((await act('take-back', { account_id: two.accountId, act_id: data.act_id })).failure).toBe(
      'not_found',
    )
    const named = await act('name', { account_id: one.accountId, name: 'Азиз' })
    expect((await act('take-back', { account_id: one.accountId, act_id: named.data.act_id })).failure).toBe(
      'not_found',
    )
  })
})

describe('[CARE-04] given days', () => {
  const give = async (accountId: number, days: number, role = 'support') =>
    act('days', { account_id: accountId, seen: await seenOf(accountId), tariff_id: 57, days }, role)

  it('move the next charge, cost nothing, and are taken back while they have not begun', async () => {
    const { accountId } = await subscriber()
    const untilMs = clock.nowMs() + 10 * dayMs
    await connected(accountId, 'active', untilMs)
    const shown = await read(`/days-effect?account_id=${accountId}&tariff_id=57&days=3`)
    const after = Math.floor((untilMs + 3 * dayMs) / 1000)
    expect(shown.data).toMatchObject({ before: Math.floor(untilMs / 1000), after, goes_on: false })
    const gift = await give(accountId, 3)
    expect(gift.data['effect']).toMatchObject({ after })
    expect((await billing.subscriptionsOf(accountId))[0]?.paidUntilMs).toBe(untilMs + 3 * dayMs)
    expect(await balanceOf(accountId)).toBe(0)
    const back = { account_id: accountId, act_id: gift.data.act_id }
    const both = await Promise.all([act('take-back', back), act('take-back', back, 'support2')])
    expect(both.map(({ failure }) => failure ?? '').toSorted()).toEqual(['', 'act_taken_back'])
    expect((await billing.subscriptionsOf(accountId))[0]?.paidUntilMs).toBe(untilMs)
    await isWhole()
  })

  it('let a suspended tariff go on, and are then not taken back; more than the limit are refused', async () => {
    const { accountId } = await subscriber()
    await connected(accountId, 'suspended', clock.nowMs() - dayMs)
    const gift = await give(accountId, 7)
    expect(gift.data['effect']).toMatchObject({ goes_on: true })
    expect((await billing.subscriptionsOf(accountId))[0]).toMatchObject({
      state: 'active',
      paidUntilMs: clock.nowMs() + 7 * dayMs,
    })
    expect((await act('take-back', { account_id: accountId, act_id: gift.data.act_id })).failure).toBe(
      'act_spent',
    )
    const refused = await give(accountId, 8)
    expect([refused.failure, refused.message]).toEqual([
      'act_beyond_days',
      expect.stringMatching(/до 7\s.*финансы/),
    ])
    expect((await give(accountId, 8, 'finance')).failure).toBeUndefined()
    await isWhole()
  })

  it('need a tariff that is connected', async () => {
    const { accountId } = await subscriber()
    expect((await give(accountId, 3)).failure).toBe('not_connected')
  })
})

describe('[CARE-04] a device', () => {
  const devicesOf = (accountId: number) => accounts.listDevices(accountId)

  it('that is banned is signed out and refused every login to this account, and let in again when unbanned', async () => {
    const account = await subscriber()
    const { accountId } = account
    await people.enter(account, 'tv-1', { model: 'Samsung UE43 Tizen' })
    const token = await people.enter(account, 'phone-1')
    const [television] = (await devicesOf(accountId)).filter(({ uid }) => uid === 'tv-1')
    const ban = { account_id: accountId, device_id: television?.deviceId, what: 'ban', name: '' }
    expect((await act('device', ban)).data['is_repeated']).toBe(false)
    expect((await people.logIn(account, 'tv-1')).kind).toBe('banned')
    const other = await subscriber()
    expect((await people.logIn(other, 'tv-1')).kind).toBe('logged_in')
    expect(await people.verdict(token, 'phone-1')).toBe('good')
    const { data } = await read(`?account_id=${accountId}`)
    expect(data['banned']).toMatchObject([
      { uid: 'tv-1', model: 'Samsung UE43 Tizen', reason: 'Перебой вечером' },
    ])
    await expect.poll(async () => (await eventsOf(accountId)).at(-1)?.event).toBe('device_banned')
    expect((await act('unban', { account_id: accountId, uid: 'tv-1' })).failure).toBeUndefined()
    expect((await people.logIn(account, 'tv-1')).kind).toBe('logged_in')
    expect((await act('unban', { account_id: accountId, uid: 'tv-1' })).failure).toBe('device_not_found')
  })

  it('that logs in while it is banned does not stay', async () => {
    const account = await subscriber()
    await people.enter(account, 'tv-2')
    const [device] = await devicesOf(account.accountId)
    const ban = { account_id: account.accountId, device_id: device?.deviceId, what: 'ban', name: '' }
    await Promise.all([act('device', ban), people.logIn(account, 'tv-2'), people.logIn(account, 'tv-2')])
    expect(await devicesOf(account.accountId)).toEqual([])
  })

  it('is renamed, removed, and all are signed out', async () => {
    const account = await subscriber()
    const { accountId } = account
    const first = await people.enter(account, 'a')
    await people.enter(account, 'b')
    const [device] = (await devicesOf(accountId)).filter(({ uid }) => uid === 'a')
    const body = { account_id: accountId, device_id: device?.deviceId }
    await act('device', { ...body, what: 'rename', name: 'Зал' })
    expect((await devicesOf(accountId)).map(({ name }) => name)).toContain('Зал')
    await act('device', { ...body, what: 'remove', name: '' })
    expect(await people.verdict(first, 'a')).not.toBe('good')
    expect((await act('device', { ...body, what: 'remove', name: '' })).failure).toBe('device_not_found')
    expect((await act('sign-out', { account_id: accountId })).failure).toBeUndefined()
    expect(await devicesOf(accountId)).toEqual([])
  })

  it('stops what it plays: the player gets the refusal of a stopped stream', async () => {
    const account = await subscriber()
    const { accountId } = account
    await people.enter(account, 'tv')
    const holder = (await devicesOf(accountId))[0]?.sessionId ?? ''
    const begun = await streams.begin({
      ...{ accountId, holder, item: 'live:1', formerId: undefined, beats: true, warm: false, maxStreams: 2 },
      ticketUntilMs: clock.nowMs() + 60_000,
    })
    const streamId = begun.kind === 'begun' ? begun.streamId : ''
    expect((await streams.beat(streamId, holder)).kind).toBe('going')
    expect((await act('stop', { account_id: accountId, stream_id: streamId })).failure).toBeUndefined()
    expect((await streams.beat(streamId, holder)).kind).toBe('stopped')
    expect((await act('stop', { account_id: accountId, stream_id: streamId })).failure).toBe(
      'stream_not_found',
    )
  })
})

describe('[CARE-04] a tariff', () => {
  const connect = async (accountId: number, tariffId: number, agreed: number) =>
    act('connect', { account_id: accountId, seen: await seenOf(accountId), tariff_id: tariffId, agreed })

  it('is connected at the price that was shown, changed, and ended, by the rules of the site', async () => {
    const { accountId } = await subscriber(45_000)
    const shown = await read(`/tariff-effect?account_id=${accountId}&tariff_id=57`)
    expect(shown.data).toMatchObject({ cost: 25_000, before: 45_000, after: 20_000, replaced: null })
    expect((await connect(accountId, 57, 24_000)).failure).toBe('price_changed')
    expect((await connect(accountId, 57, 25_000)).data).toMatchObject({ cost: 25_000, balance: 20_000 })
    expect((await connect(accountId, 57, 25_000)).failure).toBe('already_connected')
    const change = await read(`/tariff-effect?account_id=${accountId}&tariff_id=58`)
    // [FAIR-01] Nothing of it was used: its price is credited, and what the change costs is what is shown.
    expect(change.data).toMatchObject({
      ...{ cost: 15_000, after: 5000, credit: 25_000, planned_from: 0, replaced: { ru: 'Тариф 57' } },
    })
    await connect(accountId, 58, 15_000)
    expect((await billing.subscriptionsOf(accountId)).map(({ tariffId }) => tariffId)).toEqual([58])
    expect((await read(`/tariff-effect?account_id=${accountId}&tariff_id=60`)).failure).toBe(
      'insufficient_funds',
    )
    const end = async (mode: string) =>
      act('end-tariff', { account_id: accountId, seen: await seenOf(accountId), tariff_id: 58, mode })
    const down = await read(`/tariff-effect?account_id=${accountId}&tariff_id=57`)
    expect(down.data).toMatchObject({ cost: 0, next_cost: 25_000, replaced: { ru: 'Тариф 58' } })
    expect((await connect(accountId, 57, 0)).data).toMatchObject({ cost: 0, balance: 5000 })
    expect(await billing.plannedChange(accountId)).toMatchObject({
      ...{ fromTariffId: 58, tariffId: 57, fromMs: Number(down.data['planned_from']) * 1000 },
    })
    await end('renewal_off')
    expect(await billing.plannedChange(accountId)).toBeUndefined()
    expect((await billing.subscriptionsOf(accountId))[0]).toMatchObject({ autoRenew: false, state: 'active' })
    const again = await read(`/tariff-effect?account_id=${accountId}&tariff_id=58`)
    expect(again.data).toMatchObject({ cost: 0, is_renewal: true })
    await end('renewal_on')
    expect((await billing.subscriptionsOf(accountId))[0]?.autoRenew).toBe(true)
    await end('now')
    expect(await billing.subscriptionsOf(accountId)).toEqual([])
    expect((await end('now')).failure).toBe('not_connected')
    expect(await balanceOf(accountId)).toBe(5000)
    await isWhole()
  })
})

describe('[CARE-04] access', () => {
  it('gets a new password by SMS, which the staff never sees, and every session ends', async () => {
    const account = await people.addAccount({ phone: '+998901110009' })
    const token = await people.enter(account, 'a')
    const body = { account_id: account.accountId, key: newKey() }
    sent.length = 0
    const both = await Promise.all([act('password', body), act('password', body)])
    expect(both.map(({ data }) => data['phone'])).toEqual(['+998 90 ***-**-09', '+998 90 ***-**-09'])
    expect(sent.map(({ phone }) => phone)).toEqual(['+998901110009'])
    const password = /пароль (\S+)\./.exec(sent[0]?.text ?? '')?.[1] ?? ''
    expect(JSON.stringify(both)).not.toContain(password)
    expect(await people.verdict(token, 'a')).not.toBe('good')
    expect((await people.logIn(account, 'a')).kind).toBe('wrong')
    expect((await people.logIn(account, 'a', { password })).kind).toBe('logged_in')
    const { rows } = await sql<{ text: string }>`
      select (subscriber_act.result::text || coalesce(security_event.facts::text, '')) as text
      from subscriber_act left join security_event using (account_id)
      where account_id = ${account.accountId}`.execute(db)
    expect(JSON.stringify(rows)).not.toContain(password)
    for (let index = 0; index < 2; index += 1)
      expect((await act('password', { account_id: account.accountId })).failure).toBeUndefined()
    expect((await act('password', { account_id: account.accountId })).failure).toBe('reset_too_often')
    expect(sent).toHaveLength(3)
  })

  it('keeps its password where no SMS can be sent', async () => {
    const account = await people.addAccount({ phone: '+998901110010' })
    canSendSms = false
    expect((await act('password', { account_id: account.accountId })).failure).toBe('reset_no_sms')
    canSendSms = true
    expect((await people.logIn(account, 'a')).kind).toBe('logged_in')
    await db.updateTable('account').set({ phone: null }).where('account_id', '=', account.accountId).execute()
    expect((await act('password', { account_id: account.accountId })).failure).toBe('reset_no_phone')
  })

  it('keeps its password and its sessions when the SMS does not arrive, and tries count', async () => {
    const account = await people.addAccount({ phone: '+998901110019' })
    const { accountId } = account
    const token = await people.enter(account, 'a')
    const seen = await seenOf(accountId)
    const body = { account_id: accountId, key: newKey(), seen }
    isRefusing = true
    for (let index = 0; index < 2; index += 1)
      expect((await act('password', body)).failure).toBe('reset_not_sent')
    expect(await people.verdict(token, 'a')).toBe('good')
    expect((await people.logIn(account, 'a')).kind).toBe('logged_in')
    // What only was tried is nothing that somebody did meanwhile.
    expect((await money(accountId, { seen })).failure).toBeUndefined()
    mayHaveArrived = true
    expect((await act('password', { account_id: accountId })).failure).toBeUndefined()
    expect((await people.logIn(account, 'a')).kind).toBe('wrong')
    ;[isRefusing, mayHaveArrived] = [false, false]
    expect((await act('password', { account_id: accountId })).failure).toBe('reset_too_often')
  })

  it('gets another phone, whose former number is told; a number of another is refused', async () => {
    const account = await people.addAccount({ phone: '+998901110001' })
    await people.addAccount({ phone: '+998901110002' })
    const token = await people.enter(account, 'a')
    const body = { account_id: account.accountId }
    expect((await act('phone', { ...body, phone: '90 111-00-02' })).failure).toBe('phone_registered')
    expect((await act('phone', { ...body, phone: '12' })).failure).toBe('wrong_phone')
    expect((await act('phone', { ...body, phone: '90 111-00-03' })).failure).toBeUndefined()
    expect((await accounts.accountOf(account.accountId))?.phone).toBe('+998901110003')
    expect(await people.verdict(token, 'a')).toBe('good')
    expect(sent.at(-1)).toMatchObject({ phone: '+998901110001' })
    expect((await eventsOf(account.accountId)).at(-1)).toMatchObject({
      event: 'subscriber_phone_changed',
      before: { phone: '+998901110001' },
      after: { phone: '+998901110003' },
    })
  })

  it('is blocked with a reason, and open again', async () => {
    const account = await subscriber()
    const token = await people.enter(account, 'a')
    await act('state', { account_id: account.accountId, state: 'blocked' })
    expect(await people.verdict(token, 'a')).toBe('session_blocked')
    await act('state', { account_id: account.accountId, state: 'active' })
    expect(await people.verdict(token, 'a')).toBe('good')
    await expect
      .poll(async () => (await eventsOf(account.accountId)).map(({ event }) => event))
      .toEqual(['account_blocked', 'account_opened'])
  })
})

describe('[CARE-04] [BRAND-01] the brand of a subscriber', () => {
  it('is changed once with a reason, to one that exists, and is in the audit', async () => {
    const main = await db.selectFrom('service_settings').selectAll().executeTakeFirstOrThrow()
    await db
      .insertInto('service_settings')
      .values({ ...main, service_id: 1_000_001, hosts: ['zamin.uz'], name_uz: 'Zamin TV' })
      .execute()
    const { accountId } = await subscriber()
    const brandOf = async () =>
      (await db.selectFrom('account').select('service_id').where('account_id', '=', accountId).execute())[0]
        ?.service_id
    const to = (brand: number, more: object = {}) => act('brand', { account_id: accountId, brand, ...more })
    expect((await to(1)).failure).toBe('brand_same')
    const unknown = await to(77)
    expect([unknown.failure, unknown.message]).toEqual(['brand_unknown', expect.stringContaining('77')])
    expect((await to(1_000_001, { reason: ' ' })).failure).toBe('invalid_input')
    const key = newKey()
    const done = await Promise.all([to(1_000_001, { key }), to(1_000_001, { key })])
    expect(new Set(done.map(({ data }) => data.act_id)).size).toBe(1)
    expect(await brandOf()).toBe(1_000_001)
    const [entry, ...others] = (await eventsOf(accountId)).filter(({ event }) => event === 'subscriber_brand')
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      facts: { reason: 'Перебой вечером' },
      before: { brand: 1 },
      after: { brand: 1_000_001 },
    })
  })
})

describe('[CARE-04] who may', () => {
  const paths = [
    'money',
    'days',
    'take-back',
    'device',
    'sign-out',
    'password',
    'phone',
    'name',
    'brand',
    'state',
    'connect',
  ]
  const allowed: Readonly<Record<string, readonly string[]>> = {
    owner: paths,
    administrator: paths,
    support: paths,
    finance: ['money', 'days', 'take-back'],
    analyst: [],
    dealer: [],
  }

  it.each(Object.keys(allowed))('%s', async (role) => {
    const open: string[] = []
    for (const path of paths) {
      const { failure } = await act(path, { account_id: 999_999 }, role)
      if (failure !== 'staff_forbidden') open.push(path)
    }
    expect(open).toEqual(allowed[role])
    const template = {
      template_id: 0,
      name_ru: 'а',
      name_uz: 'a',
      name_en: 'a',
      amount: 1000,
      days: 0,
      is_active: 1,
    }
    const { failure } = await act('template', template, role)
    expect(failure === undefined).toBe(role === 'owner' || role === 'administrator')
  })

  it('gives a reason, and a template gives a sum or days, not both', async () => {
    const { accountId } = await subscriber()
    expect((await money(accountId, { reason: '  ' })).failure).toBe('invalid_input')
    const template = {
      template_id: 0,
      name_ru: 'а',
      name_uz: 'a',
      name_en: 'a',
      amount: 1000,
      days: 3,
      is_active: 1,
    }
    expect((await act('template', template, 'owner')).failure).toBe('invalid_input')
    const nobody = { account_id: 999_999, seen: 0, kind: 'credit', purpose: 'goodwill', amount: 1000 }
    expect((await act('money', nobody)).failure).toBe('not_found')
  })
})

// The last: a day later every session of the staff has ended.
describe('[CARE-04] the limit of a day', () => {
  it('counts a day of a member over all subscribers, also at once, and a new day begins anew', async () => {
    tokens['fresh'] = (await fixture.addMember('support')).token
    const several = await Promise.all(Array.from({ length: 8 }, () => subscriber()))
    const outcomes = await Promise.all(
      several.map(({ accountId }) => money(accountId, { amount: 50_000 }, 'fresh')),
    )
    expect(outcomes.filter(({ failure }) => failure === 'act_beyond_sum')).toHaveLength(2)
    const [first] = outcomes.flatMap((one, at) => (one.failure === undefined ? [{ one, at }] : []))
    const accountId = several[first?.at ?? 0]?.accountId ?? 0
    expect((await read(`?account_id=${accountId}`, 'fresh')).data['sum']).toEqual({ each: 50_000, left: 0 })
    const back = { account_id: accountId, act_id: first?.one.data.act_id }
    expect((await act('take-back', back, 'fresh')).failure).toBeUndefined()
    expect((await read(`?account_id=${accountId}`, 'fresh')).data['sum']).toEqual({
      each: 50_000,
      left: 50_000,
    })
    clock.advanceMs(dayMs)
    tokens['fresh'] = (await fixture.addMember('support')).token
    expect((await read(`?account_id=${accountId}`, 'fresh')).data['sum']).toEqual({
      each: 50_000,
      left: 300_000,
    })
  })
})
