/** Commands to devices, over real HTTP on a real database: from the console to the device that waits, and back. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CommandBatchRow } from '#contract/console/commands.ts'
import type { ClientCommand } from '#contract/site/commands.ts'
import { commandEndpoints as clientEndpoints } from '#server/api/commands/commands.ts'
import { notificationEndpoints } from '#server/api/notifications/notifications.ts'
import { openAudit } from '#server/audit/audit.ts'
import { openBilling } from '#server/billing/billing.ts'
import { messagesPerDay, sendCommandBatches } from '#server/campaigns/campaigns.ts'
import { lastCommandsOf } from '#server/commands/commands.ts'
import { staffAdmission } from '#server/console/console.ts'
import {
  accountOfChange,
  notificationsChangedChannel,
  openNotifications,
} from '#server/notifications/notifications.ts'
import { listenToDatabase } from '#server/platform/database/notifications.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openStreams } from '#server/streams/streams.ts'
import { readTimeline } from '#server/subscribers/subscribers.ts'
import { openTelevision, publishChannels } from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { noTelevision } from '#tests/kit/modules/no-television.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { commandEndpoints } from './command-endpoints.ts'
import { emptyCatalogue } from '#tests/kit/modules/empty-catalogue.ts'

const noContent = { catalogue: emptyCatalogue, television: noTelevision }

const database = await createTestDatabase()
const { db } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const people = accountsFixture(db, { clock, audit })
const { accounts } = people
const billing = openBilling({ db, clock })
const streams = openStreams({ db, clock, random: systemRandom, log: silentLog, billing, accounts })
const [channel] = await publishChannels(db, [buildChannel('seven')], clock.nowMs())
const channelId = channel?.cid ?? 0
const television = await openTelevision(db, clock)
const notifications = openNotifications({
  ...{ db, clock, log: silentLog, accounts },
  lastCommands: (ids) => lastCommandsOf(db, ids, clock.nowMs()),
})
const listening = await listenToDatabase({
  ...{ location: database.location, log: silentLog, onMissed: () => notifications.changed(null) },
  on: { [notificationsChangedChannel]: (payload) => notifications.changed(accountOfChange(payload)) },
})
const queued: string[] = []
const jobs = {
  send: async ({ name }: { readonly name: string }) => {
    queued.push(name)
    return null
  },
}
const server = createHttpServer({
  endpoints: [
    ...commandEndpoints({ db, clock, audit, accounts, streams, television, jobs: jobs as never }),
    ...clientEndpoints({ db, clock }),
    ...notificationEndpoints({ notifications, clock, ...noContent }),
  ],
  mounts: [],
  identify: (token, bearer) => accounts.identify(token, bearer),
  admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }),
  ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
  ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
  ...{ clock, log: silentLog },
})
const members: Record<string, number> = {}
const tokens: Record<string, string> = {}
let origin = ''

beforeAll(async () => {
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  for (const role of ['administrator', 'support', 'channel_engineer', 'content_editor', 'finance'] as const)
    members[role] = (await fixture.addMember(role, role.replaceAll('_', '-'))).staffId
})
beforeEach(async () => {
  // The clock goes on, longer than a session of the staff lasts unused.
  for (const [role, staffId] of Object.entries(members)) tokens[role] = await fixture.openSession(staffId)
  queued.length = 0
  await sql`update account set state = 'deactivated'`.execute(db)
  await sql`truncate client_command, command_batch, segment_snapshot, segment_member, message_opt_out`.execute(
    db,
  )
  clock.advanceMs(120_000)
})
afterAll(async () => {
  await server.close(500)
  await listening.close()
  await streams.close()
  await audit.close()
  await database.drop()
})

interface Answer<Data> {
  readonly data: Data
  readonly failure?: string
  readonly message?: string
}

async function call<Data = object>(
  path: string,
  body?: object,
  role = 'support',
): Promise<Answer<Data> & { readonly status: number }> {
  const response = await fetch(`${origin}/api/console/v1/commands${path}`, {
    headers: {
      ...{ 'sec-fetch-site': 'same-origin', cookie: `ekran-staff=${tokens[role]}`, 'x-ekran-console': '1' },
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      'accept-language': 'ru',
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return { ...((await response.json()) as Answer<Data>), status: response.status }
}

/** A device that is logged in. */
async function client(account?: Awaited<ReturnType<typeof people.addAccount>>) {
  const own = account ?? (await people.addAccount())
  const uid = `device-${clock.nowMs()}-${Math.random()}`
  const token = await people.enter(own, uid, { isBound: false })
  const devices = await accounts.listDevices(own.accountId)
  const { deviceId = 0 } = devices.find((one) => one.uid === uid) ?? {}
  const send = async <Data>(method: string, path: string, body?: object, language = 'ru') => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${token}`, 'accept-language': language },
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, ...((await response.json()) as { readonly data: Data }) }
  }
  const take = async (page = 'page-one', language = 'ru') =>
    send<{ readonly commands: readonly ClientCommand[] }>(
      'POST',
      `/api/v1/commands/take?lang=${language}`,
      { page },
      language,
    )
  const done = (id: number) => send('POST', '/api/v1/commands/done', { id })
  const wait = (query: string) =>
    send<{ readonly last_command: number; readonly last_id: number; readonly unread_count: number }>(
      'GET',
      `/api/v1.2.0/notifications/wait${query}`,
    )
  return { ...own, deviceId, token, take, done, wait }
}
type Client = Awaited<ReturnType<typeof client>>

let keys = 0
const message = { kind: 'message', text_ru: 'Добрый <b>вечер</b>', text_uz: 'Xayrli kech', stays_sec: 20 }
function give(to: Pick<Client, 'accountId' | 'deviceId'>, command: object = message, role = 'support') {
  keys += 1
  return call<{ readonly act_id: number; readonly client_command_id: number; readonly is_repeated: boolean }>(
    '/device',
    {
      ...{ key: `key-of-tests-${keys}`, reason: 'Звонил', account_id: to.accountId, device_id: to.deviceId },
      ...command,
    },
    role,
  )
}
const runBatches = () => sendCommandBatches({ db, clock, accounts }, new AbortController().signal)
const listed = async () =>
  (await call<{ readonly commands: readonly CommandBatchRow[] }>('', undefined)).data.commands

async function statesOf(accountId: number) {
  const catalogue = { now: () => ({}) as never }
  const { entries } = await readTimeline(
    { db, clock, billing, television, catalogue },
    { accountId, kind: 'message', after: undefined, limit: 50 },
  )
  return entries.map(({ what }) => what)
}

describe('[MSG-02] a command to one device', () => {
  it('reaches the device that waits, in its language and as plain text, once, and is on the timeline', async () => {
    const device = await client()
    const first = await device.wait('')
    expect(first.data.last_command).toBe(0)
    const { last_id: lastId, unread_count: unread } = first.data
    const waiting = device.wait(`?last_id=${lastId}&unread_count=${unread}&last_command=0`)
    const sent = await give(device)
    expect(sent.failure).toBeUndefined()
    const id = sent.data.client_command_id
    expect((await waiting).data.last_command).toBe(id)
    expect(await statesOf(device.accountId)).toEqual(['command_message_sent'])
    const command = { id, kind: 'message', stays_sec: 20, channel_id: 0 }
    expect((await device.take('page-one')).data.commands).toEqual([{ ...command, text: message.text_ru }])
    expect((await device.take('page-two')).data.commands, 'another tab').toEqual([])
    expect((await device.take('page-one', 'uz')).data.commands[0]?.text).toBe(message.text_uz)
    expect(await statesOf(device.accountId)).toEqual(['command_message_delivered'])
    expect((await device.done(id)).status).toBe(200)
    expect((await device.done(id)).status, 'confirmed again').toBe(200)
    expect(await statesOf(device.accountId)).toEqual(['command_message_done'])
    expect((await device.take('page-one')).data.commands).toEqual([])
    expect((await device.take('page-two')).data.commands).toEqual([])
  })

  it('goes to another page when the first one was closed, and to none when it has expired', async () => {
    const device = await client()
    const { data } = await give(device, { ...message, expires_min: 2 })
    expect((await device.take('page-one')).data.commands).toHaveLength(1)
    clock.advanceMs(31_000)
    expect((await device.take('page-two')).data.commands).toHaveLength(1)
    clock.advanceMs(120_000)
    expect((await device.take('page-two')).data.commands).toEqual([])
    expect(await statesOf(device.accountId)).toEqual(['command_message_expired'])
    expect((await device.wait('')).data.last_command).toBe(0)
    expect((await device.done(data.client_command_id)).status, 'it was on the screen').toBe(200)
  })

  it('reaches no other device of the account, no other account, and no session that begins later', async () => {
    const device = await client()
    const second = await client(device)
    const stranger = await client()
    const { data } = await give(device)
    expect((await second.take()).data.commands).toEqual([])
    expect((await stranger.take()).data.commands).toEqual([])
    for (const other of [second, stranger])
      expect((await other.done(data.client_command_id)).status).toBe(404)
    expect(await give({ accountId: stranger.accountId, deviceId: device.deviceId })).toMatchObject({
      failure: 'device_not_found',
    })
    expect((await device.done(data.client_command_id)).status, 'not before it was taken').toBe(404)
  })

  it('is done once per form, and is in the audit with its reason', async () => {
    const device = await client()
    const form = { key: 'the-same-key-again' }
    const first = await give(device, { ...message, ...form })
    const again = await give(device, { ...message, ...form })
    expect(again.data).toMatchObject({ act_id: first.data.act_id, is_repeated: true })
    expect((await device.take()).data.commands).toHaveLength(1)
    expect(await give(device, { ...message, ...form, text_ru: 'Другой' })).toMatchObject({
      failure: 'key_used',
    })
    const { rows } = await sql<{ event: string; facts: object; after: object }>`
      select event, facts, after from security_event where account_id = ${device.accountId} and staff_id is not null`.execute(
      db,
    )
    expect(rows).toMatchObject([
      { event: 'subscriber_command_message', facts: { reason: 'Звонил' }, after: { text_uz: 'Xayrli kech' } },
    ])
  })

  it('says in words what is missing', async () => {
    const device = await client()
    for (const [command, failure] of [
      [{ ...message, text_uz: ' \u202e ' }, 'command_needs_text'],
      [{ kind: 'channel' }, 'command_needs_channel'],
      [{ kind: 'channel', channel_id: 999_999 }, 'command_needs_channel'],
    ] as const)
      expect(await give(device, command)).toMatchObject({ failure, message: expect.stringMatching(/[а-я]/) })
    expect((await give(device, { ...message, stays_sec: 301 })).failure).toBe('invalid_input')
    expect((await device.take()).data.commands).toEqual([])
  })

  it('changes the channel and loads again', async () => {
    const device = await client()
    await give(device, { kind: 'channel', channel_id: channelId })
    await give(device, { kind: 'reload' })
    expect((await device.take()).data.commands).toMatchObject([
      { kind: 'channel', channel_id: channelId, text: '' },
      { kind: 'reload', channel_id: 0 },
    ])
  })

  it('signs a device out on the server, although its client never answers, and wakes the one that waits', async () => {
    const device = await client()
    const second = await client(device)
    const { last_id: lastId, unread_count: unread } = (await device.wait('')).data
    const waiting = device.wait(`?last_id=${lastId}&unread_count=${unread}&last_command=0`)
    const { data } = await give(device, { kind: 'sign_out' })
    expect(await people.verdict(device.token)).toBe('not_authorized')
    expect((await waiting).data.last_command).toBe(data.client_command_id)
    expect((await device.take()).status).toBe(403)
    expect((await second.take()).status, 'the other device stays').toBe(200)
    expect(await statesOf(device.accountId)).toEqual(['command_sign_out_done'])
  })
})

describe('[MSG-02] a command to a segment', () => {
  const segment = { ...message, segment_id: null, reason: 'Работы ночью' }
  const start = (more: object = {}, role = 'administrator') =>
    call<{ readonly recipients: number }>('/start', { ...segment, ...more }, role)

  it('goes to all devices of everybody in it at that moment, when their number was typed', async () => {
    const [one, two] = [await client(), await client()]
    const tv = await client(one)
    expect(await start()).toMatchObject({ failure: 'segment_is_everybody' })
    expect((await start({ everybody: 2 })).data.recipients).toBe(2)
    expect(queued).toEqual(['campaigns.send-commands'])
    const late = await client()
    await runBatches()
    await runBatches()
    for (const device of [one, two, tv]) expect((await device.take()).data.commands).toHaveLength(1)
    expect((await late.take()).data.commands).toEqual([])
    expect(await listed()).toMatchObject([
      {
        state: 'done',
        recipients: 2,
        reached: 2,
        left_out: 0,
        sent: 0,
        delivered: 3,
        done: 0,
        by: 'Name of administrator',
      },
    ])
  })

  it('leaves out who is blocked, wants no advertising, has no device or had enough messages today', async () => {
    const [one, blocked, optedOut] = [await client(), await client(), await client()]
    await people.addAccount()
    await accounts.setState(blocked.accountId, 'blocked')
    await db
      .insertInto('message_opt_out')
      .values({ account_id: optedOut.accountId, created_at: new Date(clock.nowMs()) })
      .execute()
    for (let round = 0; round <= messagesPerDay; round += 1) {
      await start({ everybody: 4 })
      await runBatches()
    }
    const all = await listed()
    expect(all[all.length - 1]).toMatchObject({ recipients: 4, reached: 1, left_out: 3 })
    expect(all[0], 'above the cap').toMatchObject({ reached: 0, left_out: 4 })
    expect((await one.take()).data.commands).toHaveLength(messagesPerDay)
    await start({ kind: 'reload', everybody: 4 })
    await runBatches()
    expect((await listed())[0], 'loading again is no message').toMatchObject({ reached: 2, left_out: 2 })
  })

  it('goes on where it stopped after a process died, gives each device one, and stops', async () => {
    const devices = [await client(), await client(), await client()]
    await start({ everybody: 3 })
    const stopped = new AbortController()
    stopped.abort()
    await sendCommandBatches({ db, clock, accounts }, stopped.signal)
    expect((await listed())[0]).toMatchObject({ state: 'running', reached: 0 })
    await Promise.all([runBatches(), runBatches(), runBatches()])
    expect((await listed())[0]).toMatchObject({ state: 'done', reached: 3, sent: 3 })
    await start({ everybody: 3 })
    const { command_batch_id: id } = (await listed())[0] ?? { command_batch_id: 0 }
    expect((await call('/stop', { command_batch_id: id }, 'administrator')).failure).toBeUndefined()
    await runBatches()
    expect((await listed())[0]).toMatchObject({ state: 'stopped', reached: 0 })
    expect(await call('/stop', { command_batch_id: id }, 'administrator')).toMatchObject({
      failure: 'command_ended',
    })
    for (const device of devices) expect((await device.take()).data.commands).toHaveLength(1)
  })

  it('gives so many accounts a minute, over all commands', async () => {
    const devices = [await client(), await client(), await client()]
    await start({ everybody: 3 })
    await start({ kind: 'reload', everybody: 3 })
    const run = () => sendCommandBatches({ db, clock, accounts, perMinute: 2 }, new AbortController().signal)
    const reached = async () => (await listed()).map((one) => one.reached)
    await run()
    await run()
    expect(await reached(), 'the minute is full').toEqual([0, 2])
    clock.advanceMs(61_000)
    await run()
    expect(await reached()).toEqual([1, 3])
    clock.advanceMs(61_000)
    await run()
    expect(await reached()).toEqual([3, 3])
    for (const device of devices) expect((await device.take()).data.commands).toHaveLength(2)
  })

  it('signs everybody out on the server, also what a dead process has left', async () => {
    const [one, two] = [await client(), await client()]
    await start({ kind: 'sign_out', everybody: 2 })
    const dead = { removeDevice: () => Promise.reject(new Error('killed')) }
    await expect(
      sendCommandBatches({ db, clock, accounts: dead }, new AbortController().signal),
    ).rejects.toThrow('killed')
    expect(await people.verdict(one.token)).toBe('good')
    await runBatches()
    for (const { token } of [one, two]) expect(await people.verdict(token)).toBe('not_authorized')
    expect((await listed())[0]).toMatchObject({ state: 'done', reached: 2, done: 2 })
  })

  it('is for those who may: support one device, who makes segments a segment, an engineer loading again', async () => {
    const device = await client()
    expect((await start({ everybody: 1 }, 'support')).failure).toBe('staff_forbidden')
    expect((await give(device, message, 'channel_engineer')).failure).toBe('staff_forbidden')
    expect((await give(device, message, 'finance')).failure).toBe('staff_forbidden')
    const reload = { devices: 'all', reason: 'Новая версия', everybody: 1 }
    for (const role of ['support', 'content_editor', 'finance'])
      expect((await call('/reload', reload, role)).failure, role).toBe('staff_forbidden')
    expect((await call('/reload', reload, 'channel_engineer')).failure).toBeUndefined()
    const tv = await call<{ readonly recipients: number }>(
      '/reload',
      { ...reload, devices: 'tv', everybody: 0 },
      'channel_engineer',
    )
    expect(tv.data.recipients, 'nobody has a television').toBe(0)
    await runBatches()
    expect((await device.take()).data.commands).toMatchObject([{ kind: 'reload' }])
  })

  it('of an engineer is seen and stopped by an engineer, and no other kind is', async () => {
    await client()
    const reload = { devices: 'all', reason: 'Новая версия', everybody: 1 }
    const started = await call<{ readonly command_batch_id: number }>('/reload', reload, 'channel_engineer')
    const { command_batch_id: id } = started.data
    const reloads = async (role: string) =>
      call<{ readonly reloads: readonly { readonly command_batch_id: number }[] }>(
        '/reloads',
        undefined,
        role,
      )
    expect((await reloads('channel_engineer')).data.reloads).toMatchObject([
      { command_batch_id: id, segment: '', reason: 'Новая версия', recipients: 1, reached: 0 },
    ])
    const stop = (batch: number, role: string) => call('/reload/stop', { command_batch_id: batch }, role)
    expect((await stop(id, 'support')).failure).toBe('staff_forbidden')
    expect((await stop(id, 'channel_engineer')).failure).toBeUndefined()
    expect((await stop(id, 'channel_engineer')).failure).toBe('command_ended')
    expect((await reloads('channel_engineer')).data.reloads).toEqual([])
    await start({ everybody: 1 })
    const newest = (await listed())[0]
    expect((await stop(newest?.command_batch_id ?? 0, 'channel_engineer')).failure).toBe('command_ended')
    expect((await listed())[0]).toMatchObject({ state: 'running', kind: 'message' })
  })
})
