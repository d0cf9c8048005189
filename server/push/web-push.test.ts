/** Push messages to browsers: from a notification to an emulated push service that decrypts them. */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pushDeviceEndpoints } from '#server/api/accounts/push-devices.ts'
import { writeNotification } from '#server/notifications/notifications.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { startPushServices, type PushServices } from '#tests/kit/emulators/push-services.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { loadVapidKeys, openPush, type Push } from './push.ts'

const clock = manualClock(Date.now())
const secrets = { passwordPepper: 'p'.repeat(43) }
let database: TestDatabase
let services: PushServices
let push: Push
let people: ReturnType<typeof accountsFixture>

const keys = (pepper = secrets.passwordPepper) =>
  loadVapidKeys({ db: database.db, clock, secrets: { passwordPepper: pepper }, random: systemRandom })

async function open(allowLocal = true): Promise<Push> {
  return openPush({
    ...{ db: database.db, jobDb: database.db, clock, log: silentLog },
    metrics: createMetrics(),
    jobs: { send: async () => null },
    settings: { fcm: undefined, apns: undefined },
    webPush: { keys: await keys(), subject: 'mailto:push@tv.example', allowLocal },
    isHidden: () => false,
    delivers: true,
  })
}

beforeAll(async () => {
  database = await createTestDatabase()
  people = accountsFixture(database.db, { clock })
  services = await startPushServices()
  push = await open()
})
afterAll(async () => {
  await push.close()
  await services.stop()
  await database.drop()
})
beforeEach(async () => {
  await services.fault('all', 'none')
  clock.setMs(Date.now())
})

const deliver = (by = push) => by.deliver('webpush', new AbortController().signal)
const endpointOf = (token: string) => (JSON.parse(token) as { endpoint: string }).endpoint

/** A subscriber with a browser that subscribed. */
async function subscriber(language: 'ru' | 'uz' = 'ru', by = push) {
  const account = await people.addAccount()
  const viewer = await people.viewer(await people.enter(account, 'browser'), 'browser')
  if (viewer === undefined) throw new Error('the session is not live')
  const token = await services.subscribe()
  const register = (sent: string) =>
    ask(
      pushDeviceEndpoints({ push: by }),
      'pushDevices.register',
      { service: 'webpush', token: sent },
      { viewer, language },
    )
  expect(await register(token)).toEqual({ is_available: 1 })
  return { accountId: account.accountId, viewer, token, register, endpoint: endpointOf(token) }
}

/** Services that take a connection and never answer. */
async function startSilentServices(count: number) {
  const sockets = new Set<Socket>()
  const servers = Array.from({ length: count }, () =>
    createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }),
  )
  const urls: string[] = []
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  }
  return {
    urls,
    connections: () => sockets.size,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

const notify = (accountId: number, text = 'Через 5 минут: Футбол') =>
  writeNotification(database.db, {
    accountId,
    title: { ru: text, uz: '5 daqiqadan keyin: Futbol' },
    body: { ru: 'На канале «Спорт» в 15:00.', uz: '«Sport» kanalida, soat 15:00 da.' },
    href: '/channel/5?programme=7',
    createdAtMs: clock.nowMs(),
  })

async function devices() {
  return database.db.selectFrom('push_device').select('token').execute()
}

describe('[FOLLOW-01] a push message to a browser', () => {
  it('arrives encrypted for it, in its language, with a time to live and the page it opens', async () => {
    const { accountId, endpoint } = await subscriber()
    const uz = await subscriber('uz')
    const id = await notify(accountId)
    await notify(uz.accountId)
    await deliver()
    const [message, ...more] = await services.received(endpoint)
    expect(more).toEqual([])
    expect(message).toMatchObject({
      title: 'Через 5 минут: Футбол',
      body: 'На канале «Спорт» в 15:00.',
      tag: `ekran-${id}`,
      data: { href: '/channel/5?programme=7', notification_id: String(id) },
    })
    expect(Math.abs((message?.expiresSec ?? 0) - clock.nowMs() / 1000 - 86_400)).toBeLessThan(60)
    expect(await services.received(uz.endpoint)).toMatchObject([{ title: '5 daqiqadan keyin: Futbol' }])
  })

  it('ends with a subscription that died, and only with that one', async () => {
    const [gone, unknown, good] = [await subscriber(), await subscriber(), await subscriber()]
    await services.setDevice(gone.endpoint, 'gone')
    await services.setDevice(unknown.endpoint, 'invalid')
    for (const { accountId } of [gone, unknown, good]) await notify(accountId)
    await deliver()
    const left = (await devices()).map(({ token }) => token)
    expect(left).not.toContain(gone.token)
    expect(left).not.toContain(unknown.token)
    expect(left).toContain(good.token)
    expect(await services.received(good.endpoint)).toHaveLength(1)
    // It subscribes again and nothing is lost.
    const again = await services.subscribe()
    expect(await gone.register(again)).toEqual({ is_available: 1 })
    await notify(gone.accountId)
    await deliver()
    expect(await services.received(endpointOf(again))).toHaveLength(1)
  })

  it('of a service that fails is tried again, and does not hold up those of others', async () => {
    const [first, second] = [await subscriber(), await subscriber()]
    await notify(first.accountId)
    await services.fault('webpush', 'unavailable', 1)
    await deliver()
    await notify(second.accountId)
    await deliver()
    expect(await services.received(second.endpoint)).toHaveLength(1)
    expect(await services.received(first.endpoint)).toEqual([])
    clock.advanceMs(6000)
    await deliver()
    expect(await services.received(first.endpoint)).toHaveLength(1)
  })

  it('of a reminder ends some minutes after its programme began, also while it waits for its service', async () => {
    const { accountId, endpoint } = await subscriber()
    const notice = { title: { ru: 'a', uz: 'a' }, body: { ru: 'a', uz: 'a' }, createdAtMs: clock.nowMs() }
    const remind = () =>
      writeNotification(database.db, { ...notice, accountId, pushUntilMs: clock.nowMs() + 10 * 60_000 })
    await remind()
    await deliver()
    const [message] = await services.received(endpoint)
    expect(Math.abs((message?.expiresSec ?? 0) - clock.nowMs() / 1000 - 600)).toBeLessThan(60)
    await remind()
    clock.advanceMs(10 * 60_000)
    await deliver()
    expect(await services.received(endpoint)).toHaveLength(1)
    expect(await database.db.selectFrom('push_delivery').selectAll().execute()).toEqual([])
  })

  it('does not wait for services that never answer, however many of them there are', async () => {
    const good = await subscriber()
    const silent = await startSilentServices(30)
    try {
      const waiting = await people.addAccount()
      for (const url of silent.urls) {
        const viewer = await people.viewer(await people.enter(waiting, 'browser'), 'browser')
        if (viewer === undefined) throw new Error('the session is not live')
        const token = JSON.stringify({ ...(JSON.parse(good.token) as object), endpoint: `${url}/push` })
        await ask(
          pushDeviceEndpoints({ push }),
          'pushDevices.register',
          { service: 'webpush', token },
          { viewer, language: 'ru' },
        )
      }
      await notify(waiting.accountId)
      await notify(good.accountId)
      const stop = new AbortController()
      const delivering = push.deliver('webpush', stop.signal)
      // The silent ones are asked, and keep their connections open.
      await expect.poll(() => silent.connections(), { timeout: 20_000 }).toBeGreaterThan(0)
      await expect
        .poll(async () => (await services.received(good.endpoint)).length, { timeout: 5000 })
        .toBe(1)
      expect(silent.connections()).toBeLessThanOrEqual(5)
      stop.abort()
      await delivering
    } finally {
      await silent.stop()
    }
  })

  it('is not sent into the local network, whatever a browser says', async () => {
    const outside = await open(false)
    const { accountId, token } = await subscriber('ru', outside)
    await notify(accountId)
    await deliver(outside)
    expect((await devices()).map((one) => one.token)).not.toContain(token)
    await outside.close()
  })

  it('is refused for what is no subscription', async () => {
    const { register } = await subscriber()
    const good = JSON.parse(await services.subscribe()) as { endpoint: string; keys: object }
    for (const wrong of [
      'x',
      '{}',
      JSON.stringify({ ...good, endpoint: 'ftp://x' }),
      JSON.stringify({ ...good, keys: { p256dh: 'B1', auth: 'x' } }),
    ])
      expect(await register(wrong), wrong).toEqual({ invalid: ['token'] })
  })
})

describe('the key of Web Push', () => {
  it('is made once for all processes, is sealed, and is made anew when the secrets were lost', async () => {
    const all = await Promise.all([keys(), keys(), keys()])
    expect(new Set(all.map(({ publicKey }) => publicKey)).size).toBe(1)
    expect(
      await ask(
        pushDeviceEndpoints({ push }),
        'pushDevices.webKey',
        {},
        { viewer: { accountId: 1, sessionId: 's' } },
      ),
    ).toEqual({
      public_key: all[0]?.publicKey,
    })
    const [row] = await database.db.selectFrom('web_push_key').selectAll().execute()
    expect(row?.private_sealed).not.toContain(all[0]?.privateKey)
    const others = await keys('q'.repeat(43))
    expect(others.publicKey).not.toBe(all[0]?.publicKey)
    expect(await keys('q'.repeat(43))).toEqual(others)
  })
})
