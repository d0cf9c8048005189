/** Push messages from a notification to the services, with a real database, the job queue and the emulated services. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { pushDeviceEndpoints } from '#server/api/accounts/push-devices.ts'
import { writeNotification } from '#server/notifications/notifications.ts'
import { openPush, pushQueuedChannel, pushWorkers, type Push, type PushOptions } from './push.ts'
import { countQueued } from './delivery-queue.ts'
import { listenToDatabase } from '#server/platform/database/notifications.ts'
import { startJobs, type Jobs } from '#server/platform/jobs.ts'
import { createLog, silentLog } from '#server/platform/log/log.ts'
import { createMetrics, type Metrics } from '#server/platform/metrics.ts'
import { manualClock, type ManualClock } from '#server/platform/primitives/clock.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { startPushServices, type PushServices } from '#tests/kit/emulators/push-services.ts'
import { accountsFixture, type TestAccount } from '#tests/kit/modules/accounts-module.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { testWebPush } from '#tests/kit/modules/web-push-keys.ts'

const database = await createTestDatabase()
const { db } = database
// The emulated services check times against the machine's clock.
const clock = manualClock(Date.now())
const { accounts, addAccount, enter, viewer: viewerOf } = accountsFixture(db, { clock })
let services: PushServices
const opened: { readonly push: Push; readonly metrics: Metrics }[] = []
let lines: string[] = []

beforeAll(async () => {
  services = await startPushServices()
})
afterAll(async () => {
  await closeOpened()
  await services.stop()
  await database.drop()
})
beforeEach(async () => {
  await closeOpened()
  lines = []
  await db.deleteFrom('push_device').execute()
  await services.fault('all', 'none')
  clock.setMs(Date.now())
})

async function closeOpened() {
  for (const { push, metrics } of opened.splice(0)) {
    await push.close()
    metrics.close()
  }
}

async function open(
  more: {
    settings?: Pick<Settings, 'EKRAN_FCM' | 'EKRAN_APNS'>
    jobs?: Pick<Jobs, 'send'>
    at?: ManualClock
    isHidden?: PushOptions['isHidden']
  } = {},
) {
  const metrics = createMetrics()
  const settings = more.settings ?? services.settings
  const push = await openPush({
    db,
    jobDb: db,
    clock: more.at ?? clock,
    log: createLog({ level: 'debug', form: 'json', write: (line) => void lines.push(line) }),
    metrics,
    // Jobs run only in the tests that start workers.
    jobs: more.jobs ?? { send: async () => null },
    settings: { fcm: settings.EKRAN_FCM, apns: settings.EKRAN_APNS },
    webPush: testWebPush,
    isHidden: more.isHidden ?? (() => false),
    delivers: true,
  })
  opened.push({ push, metrics })
  const values = async (name: string) =>
    Object.fromEntries(
      ((await metrics.registry.getSingleMetric(name)?.get())?.values ?? []).map(({ labels, value }) => [
        Object.values(labels).join(' '),
        value,
      ]),
    )
  const deliver = async () => {
    for (const service of ['fcm', 'apns'] as const) await push.deliver(service, new AbortController().signal)
  }
  return { push, values, deliver, routes: pushDeviceEndpoints({ push }) }
}

/** The job queue for one test. */
async function startQueue(): Promise<Jobs> {
  const jobs = await startJobs({ location: database.location, log: silentLog, statementTimeoutMs: 10_000 })
  onTestFinished(() => jobs.close(2000))
  return jobs
}

let next = 0
/** Tokens of a new device. */
function newTokens() {
  next += 1
  return { fcm: `fcm-token:${next}`, apns: next.toString(16).padStart(64, '0') }
}

async function loggedIn(account: TestAccount, uid = 'phone'): Promise<Viewer> {
  const viewer = await viewerOf(await enter(account, uid), uid)
  if (viewer === undefined) throw new Error('the session is not live')
  return viewer
}

/** A new account with a device that is registered with both services. */
async function subscriber(routes: Awaited<ReturnType<typeof open>>['routes'], language: 'ru' | 'uz' = 'ru') {
  const account = await addAccount()
  const viewer = await loggedIn(account)
  const tokens = newTokens()
  for (const service of ['fcm', 'apns'] as const) {
    const registered = await ask(
      routes,
      'pushDevices.register',
      { service, token: tokens[service] },
      { viewer, language },
    )
    expect(registered).toEqual({ is_available: 1 })
  }
  return { account, viewer, tokens }
}

function notify(accountId: number | null, text = 'Hello', href = '/movie/7') {
  return writeNotification(db, {
    accountId,
    title: { ru: `${text} ru`, uz: `${text} uz` },
    body: { ru: 'body ru', uz: 'body uz' },
    href,
    createdAtMs: clock.nowMs(),
  })
}

const queued = async () => Object.fromEntries(await countQueued(db))
const tokensStored = async () =>
  (await db.selectFrom('push_device').select('token').orderBy('push_device_id').execute()).map(
    ({ token }) => token,
  )

describe('a device', () => {
  it('is registered once, however often, and its language and token can change', async () => {
    const { routes } = await open()
    const { viewer, tokens } = await subscriber(routes)
    const register = (token: string, language: 'ru' | 'uz' = 'ru') =>
      ask(routes, 'pushDevices.register', { service: 'fcm', token }, { viewer, language })
    for (const _ of [1, 2]) await register(tokens.fcm)
    expect(await tokensStored()).toEqual([tokens.fcm, tokens.apns])
    const other = newTokens().fcm
    await register(other, 'uz')
    const rows = await db.selectFrom('push_device').select(['token', 'language']).orderBy('service').execute()
    expect(rows).toEqual([
      { token: tokens.apns, language: 'ru' },
      { token: other, language: 'uz' },
    ])
  })

  it('belongs to the account that registered it last, also when many register it at once', async () => {
    const { routes } = await open()
    const { tokens, viewer } = await subscriber(routes)
    await notify(viewer.accountId)
    const viewers = await Promise.all([1, 2, 3, 4].map(async () => loggedIn(await addAccount())))
    const outcomes = await Promise.all(
      viewers.map((one) =>
        ask(routes, 'pushDevices.register', { service: 'fcm', token: tokens.fcm }, { viewer: one }),
      ),
    )
    expect(outcomes).toEqual(viewers.map(() => ({ is_available: 1 })))
    expect((await tokensStored()).filter((token) => token === tokens.fcm)).toHaveLength(1)
    expect(await queued(), 'what waited for the former account is not sent there').toEqual({ apns: 1 })
  })

  it('is forgotten with its session: at logout, when it is removed, and with its account', async () => {
    const { routes } = await open()
    const ends = [
      async (viewer: Viewer) => accounts.logOut(viewer),
      async ({ accountId, sessionId }: Viewer) => {
        const [device] = await accounts.listDevices(accountId, sessionId)
        await accounts.removeDevice(accountId, device?.deviceId ?? 0)
      },
      async ({ accountId }: Viewer) =>
        void (await db.deleteFrom('account').where('account_id', '=', accountId).execute()),
    ]
    for (const end of ends) {
      const { viewer, tokens } = await subscriber(routes)
      await notify(viewer.accountId)
      await end(viewer)
      expect(await tokensStored()).toEqual([])
      expect(await queued()).toEqual({})
      const late = await ask(
        routes,
        'pushDevices.register',
        { service: 'fcm', token: tokens.fcm },
        { viewer },
      )
      expect(late).toEqual({ refused: 'not_authorized' })
    }
  })

  it('stays registered when its owner logs in on it again', async () => {
    const { routes } = await open()
    const { account, tokens } = await subscriber(routes)
    const viewer = await loggedIn(account)
    expect(await tokensStored()).toEqual([tokens.fcm, tokens.apns])
    await ask(routes, 'pushDevices.remove', { token: tokens.fcm }, { viewer })
    expect(await tokensStored()).toEqual([tokens.apns])
  })

  it('is removed by its account only, and removing it again is no error', async () => {
    const { routes } = await open()
    const { viewer, tokens } = await subscriber(routes)
    const stranger = await loggedIn(await addAccount())
    const remove = (token: string, by: Viewer) => ask(routes, 'pushDevices.remove', { token }, { viewer: by })
    expect(await remove(tokens.fcm, stranger)).toEqual({})
    expect(await tokensStored()).toHaveLength(2)
    for (const _ of [1, 2]) expect(await remove(tokens.fcm, viewer)).toEqual({})
    expect(await remove(tokens.apns.toUpperCase(), viewer)).toEqual({})
    expect(await tokensStored()).toEqual([])
  })

  it('is refused with an invalid token, and told when its service is not set up', async () => {
    const { routes } = await open({ settings: { ...services.settings, EKRAN_APNS: undefined } })
    const viewer = await loggedIn(await addAccount())
    const register = (service: string, token: string) =>
      ask(routes, 'pushDevices.register', { service, token }, { viewer })
    for (const [service, token] of [
      ['apns', 'not hexadecimal'],
      ['apns', 'nothexadecimal00'],
      ['apns', 'ab'],
      ['fcm', ''],
      ['fcm', 'with blank'],
      ['fcm', 'x'.repeat(1025)],
    ] as const)
      expect(new Set((await register(service, token))['invalid'] as string[])).toEqual(new Set(['token']))
    expect(await register('web', 'abc')).toEqual({ invalid: ['service'] })
    expect(await register('apns', 'AB'.repeat(32))).toEqual({ is_available: 0 })
    expect(await tokensStored()).toEqual(['ab'.repeat(32)])
  })
})

describe('a notification', () => {
  it('reaches the devices of its account through both services, in their language, through the job queue', async () => {
    const jobs = await startQueue()
    const { push, routes } = await open({ jobs })
    const listening = await listenToDatabase({
      location: database.location,
      log: silentLog,
      on: { [pushQueuedChannel]: () => void push.queued() },
      onMissed: () => undefined,
    })
    onTestFinished(() => listening.close())
    await jobs.work(pushWorkers(push))
    const { viewer, tokens } = await subscriber(routes, 'uz')
    const other = await subscriber(routes)
    const id = await notify(viewer.accountId)
    await notify(null, 'To everybody')
    for (const token of [tokens.fcm, tokens.apns]) {
      await expect.poll(() => services.received(token), { timeout: 20_000 }).toHaveLength(1)
      expect(await services.received(token)).toMatchObject([
        {
          title: 'Hello uz',
          body: 'body uz',
          data: { href: '/movie/7', notification_id: String(id) },
          tag: `ekran-${id}`,
        },
      ])
    }
    await expect.poll(queued).toEqual({})
    expect(await services.received(other.tokens.fcm)).toEqual([])
  })

  it('is written and queued together or not at all', async () => {
    const { routes } = await open()
    const { viewer } = await subscriber(routes)
    const failing = db.transaction().execute(async (trx) => {
      await writeNotification(trx, {
        accountId: viewer.accountId,
        title: { ru: 'a', uz: 'a' },
        body: { ru: 'b', uz: 'b' },
        createdAtMs: clock.nowMs(),
      })
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    expect(await queued()).toEqual({})
  })

  it('is not sent to a blocked account, nor when it is older than a day', async () => {
    const { deliver, routes, values } = await open()
    const blocked = await subscriber(routes)
    const { viewer, tokens } = await subscriber(routes)
    await notify(blocked.viewer.accountId)
    await accounts.setState(blocked.viewer.accountId, 'blocked')
    await deliver()
    expect(await services.received(blocked.tokens.fcm)).toEqual([])
    clock.advanceMs(-86_400_000)
    await notify(viewer.accountId)
    clock.advanceMs(86_400_000)
    await deliver()
    expect(await services.received(tokens.apns)).toEqual([])
    expect(await values('ekran_push_attempts_total')).toEqual({ 'fcm dropped': 2, 'apns dropped': 2 })
    expect(await queued()).toEqual({})
  })
})

describe('[PROF-02] a device whose profile changes before a message is sent', () => {
  it('gets none that was for the former one, and none of the account in a child’s', async () => {
    const { deliver, routes } = await open()
    const { viewer, tokens } = await subscriber(routes)
    const { accountId } = viewer
    const child = {
      name: 'T',
      name_key: 't',
      picture: 'owl',
      colour: 'lapis',
      language: 'uz',
      is_child: true,
    } as const
    const since = new Date(clock.nowMs())
    await db
      .insertInto('profile')
      .values({ account_id: accountId, profile_no: 1, ...child, created_at: since, updated_at: since })
      .execute()
    await notify(accountId)
    await writeNotification(db, {
      ...{ accountId, profileNo: 0, createdAtMs: clock.nowMs() },
      ...{ title: { ru: 'Own', uz: 'Own' }, body: { ru: 'b', uz: 'b' } },
    })
    expect(await queued()).toEqual({ fcm: 2, apns: 2 })
    await db.updateTable('device').set({ profile_no: 1 }).where('account_id', '=', accountId).execute()
    await deliver()
    expect(await services.received(tokens.fcm)).toEqual([])
    expect(await queued()).toEqual({})
  })
})

describe('[PROF-02] a notification of the account that leads to what a profile must not see', () => {
  const isHidden: PushOptions['isHidden'] = ({ ageLimit }, href) => ageLimit < 18 && href === '/movie/18'

  /** A subscriber whose devices have a profile for 12 years. */
  async function youth(aboveLimit: 'hide' | 'ask') {
    const { deliver, routes } = await open({ isHidden })
    const { viewer, tokens } = await subscriber(routes)
    const at = new Date(clock.nowMs())
    const profile = {
      ...{ account_id: viewer.accountId, profile_no: 1, name: 'T', name_key: 't', picture: 'owl' },
      ...{ colour: 'lapis', age_limit: 12, created_at: at, updated_at: at },
      language: 'ru' as const,
      above_limit: aboveLimit,
    }
    await db.insertInto('profile').values(profile).execute()
    await db.updateTable('device').set({ profile_no: 1 }).where('account_id', '=', viewer.accountId).execute()
    await notify(viewer.accountId, 'Above', '/movie/18')
    await notify(viewer.accountId, 'Within', '/movie/7')
    await deliver()
    expect(await queued()).toEqual({})
    return (await services.received(tokens.fcm)).length
  }

  it('is not sent to its devices, and others are', async () => {
    expect(await youth('hide')).toBe(1)
  })

  it('is sent where it is shown, locked', async () => {
    expect(await youth('ask')).toBe(2)
  })
})

describe('a device that is gone', () => {
  it('is deleted, and one that is only of another app stays', async () => {
    const { deliver, routes } = await open()
    const { viewer, tokens } = await subscriber(routes)
    const other = await subscriber(routes)
    for (const token of Object.values(tokens)) await services.setDevice(token, 'gone')
    for (const token of Object.values(other.tokens)) await services.setDevice(token, 'other_app')
    for (const { accountId } of [viewer, other.viewer]) await notify(accountId)
    await deliver()
    expect(await tokensStored()).toEqual([other.tokens.fcm, other.tokens.apns])
    expect(await queued()).toEqual({})
    expect(lines.filter((line) => line.includes('push.device_gone'))).toHaveLength(2)
    expect(lines.filter((line) => line.includes('push.message_refused'))).toHaveLength(2)
  })

  it('is deleted for an invalid token', async () => {
    const { deliver, routes } = await open()
    const { viewer, tokens } = await subscriber(routes)
    const other = await subscriber(routes)
    await notify(other.viewer.accountId)
    await deliver()
    for (const token of Object.values(tokens)) await services.setDevice(token, 'invalid')
    await notify(viewer.accountId)
    await deliver()
    expect(await tokensStored()).toEqual(Object.values(other.tokens))
  })

  it('stays while Apple has not taken any message: the server may be set up for the other host', async () => {
    const { deliver, routes } = await open()
    const { viewer, tokens } = await subscriber(routes)
    await services.setDevice(tokens.apns, 'invalid')
    await notify(viewer.accountId)
    await deliver()
    expect(await tokensStored()).toEqual(Object.values(tokens))
    const refused = lines.filter((line) => line.includes('push.message_refused'))
    expect(refused).toHaveLength(1)
    expect(refused[0]).toContain('baddevicetoken')
  })

  it('stays when it was registered again after Apple noticed', async () => {
    const { deliver, routes } = await open()
    const { viewer, tokens } = await subscriber(routes)
    await services.setDevice(tokens.apns, 'gone')
    clock.advanceMs(60_000)
    await ask(routes, 'pushDevices.register', { service: 'apns', token: tokens.apns }, { viewer })
    await notify(viewer.accountId)
    await deliver()
    expect(await tokensStored()).toEqual([tokens.fcm, tokens.apns])
  })
})

describe('a service that fails', () => {
  it.each(['down', 'unavailable', 'throttle', 'broken', 'huge'] as const)(
    'with %s loses nothing: it is paused, and gets each message once after it recovered',
    async (fault) => {
      const { deliver, routes, values } = await open()
      const { viewer, tokens } = await subscriber(routes)
      await services.fault('fcm', fault)
      await services.fault('apns', fault)
      for (const text of ['first', 'second', 'third']) await notify(viewer.accountId, text)
      await deliver()
      expect(await queued()).toEqual({ fcm: 3, apns: 3 })
      expect(await values('ekran_push_service_up')).toEqual({ fcm: 0, apns: 0 })
      expect(await values('ekran_push_queued')).toEqual({ fcm: 3, apns: 3, webpush: 0 })
      expect(lines.filter((line) => line.includes('push.service_paused'))).toHaveLength(2)

      await services.fault('all', 'none')
      await deliver()
      expect(await services.received(tokens.fcm), 'it is still paused').toEqual([])
      clock.advanceMs(60_000)
      await deliver()
      for (const token of [tokens.fcm, tokens.apns])
        expect((await services.received(token)).map(({ title }) => title).toSorted()).toEqual([
          'first ru',
          'second ru',
          'third ru',
        ])
      expect(await queued()).toEqual({})
      expect(await values('ekran_push_service_up')).toEqual({ fcm: 1, apns: 1 })
    },
  )

  it('does not hold up the other one', async () => {
    const { deliver, routes } = await open()
    const { viewer, tokens } = await subscriber(routes)
    await services.fault('fcm', 'unavailable')
    await notify(viewer.accountId)
    await deliver()
    expect(await services.received(tokens.apns)).toHaveLength(1)
    expect(await queued()).toEqual({ fcm: 1 })
  })

  it('after a lost response gets the message again, and the device shows it once', async () => {
    const { deliver, routes } = await open()
    const { viewer, tokens } = await subscriber(routes)
    await services.fault('fcm', 'lose_answer', 1)
    await services.fault('apns', 'lose_answer', 1)
    await notify(viewer.accountId)
    await deliver()
    clock.advanceMs(60_000)
    await deliver()
    for (const token of [tokens.fcm, tokens.apns]) {
      expect(await services.received(token)).toHaveLength(2)
      expect(await services.shown(token)).toHaveLength(1)
    }
    expect(await queued()).toEqual({})
  })

  it('gets the message by itself once it recovered, through the job queue', async () => {
    const at = manualClock(Date.now())
    const jobs = await startQueue()
    const { push, routes, values } = await open({ jobs, at })
    await jobs.work(pushWorkers(push))
    const { viewer, tokens } = await subscriber(routes)
    for (const service of ['fcm', 'apns'] as const) await services.fault(service, 'unavailable', 1)
    await notify(viewer.accountId)
    // The job is queued for the next attempt of the message in five seconds, and finds it due then.
    const moving = setInterval(() => at.setMs(Date.now()), 100)
    onTestFinished(() => clearInterval(moving))
    await push.queued()
    await expect.poll(() => services.received(tokens.apns), { timeout: 40_000 }).toHaveLength(1)
    await expect.poll(() => services.received(tokens.fcm), { timeout: 40_000 }).toHaveLength(1)
    await expect.poll(queued).toEqual({})
    expect(await values('ekran_push_attempts_total')).toEqual({
      'fcm down': 1,
      'apns down': 1,
      'fcm sent': 1,
      'apns sent': 1,
    })
  })

  it('by ending its connection in the orderly way loses nothing', async () => {
    const { deliver, routes } = await open()
    const { viewer, tokens } = await subscriber(routes)
    await services.fault('apns', 'goaway', 1)
    await notify(viewer.accountId, 'first')
    await deliver()
    await notify(viewer.accountId, 'second')
    await deliver()
    expect((await services.received(tokens.apns)).map(({ title }) => title)).toEqual([
      'first ru',
      'second ru',
    ])
  })

  it('by no longer accepting the access token gets a new login at once', async () => {
    const { deliver, routes } = await open()
    const { viewer, tokens } = await subscriber(routes)
    await notify(viewer.accountId, 'first')
    await deliver()
    await services.fault('fcm', 'expire_tokens', 1)
    await notify(viewer.accountId, 'second')
    await deliver()
    expect(await services.received(tokens.fcm)).toHaveLength(2)
  })

  it('delivers hundreds of messages, each once', async () => {
    const { deliver, routes } = await open()
    const { viewer, tokens } = await subscriber(routes)
    for (let count = 0; count < 250; count += 1) await notify(viewer.accountId, String(count))
    await deliver()
    for (const token of [tokens.fcm, tokens.apns]) {
      const received = await services.received(token)
      expect(received).toHaveLength(250)
      expect(new Set(received.map(({ tag }) => tag)).size).toBe(250)
    }
  })
})

describe('a wrong key', () => {
  it('is in the log and in the metrics, loses nothing and stops nothing', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'other-keys-'))
    const { EKRAN_FCM: fcm, EKRAN_APNS: apns } = services.settings
    if (fcm === undefined || apns === undefined) throw new Error('the services have no settings')
    const pem = { type: 'pkcs8', format: 'pem' } as const
    const other = { fcm: join(dir, 'account.json'), apns: join(dir, 'key.p8') }
    writeFileSync(
      other.fcm,
      JSON.stringify({
        type: 'service_account',
        project_id: 'ekran-emulated',
        private_key_id: 'another',
        private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem),
        client_email: 'ekran@ekran-emulated.iam.gserviceaccount.com',
        token_uri: `${services.url}/token`,
      }),
    )
    writeFileSync(other.apns, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem))
    const { deliver, routes, values } = await open({
      settings: { EKRAN_FCM: { ...fcm, key: other.fcm }, EKRAN_APNS: { ...apns, key: other.apns } },
    })
    const { viewer, tokens } = await subscriber(routes)
    await notify(viewer.accountId)
    await deliver()
    expect(await queued()).toEqual({ fcm: 1, apns: 1 })
    expect(await values('ekran_push_attempts_total')).toEqual({ 'fcm wrong_key': 1, 'apns wrong_key': 1 })
    expect(await values('ekran_push_service_up')).toEqual({ fcm: 0, apns: 0 })
    const errors = lines.filter((line) => line.includes('push.service_rejected_key'))
    expect(errors.map((line) => (JSON.parse(line) as { reason: string }).reason)).toEqual([
      'login_invalid_grant',
      'invalidprovidertoken',
    ])
    const log = lines.join('\n')
    for (const secret of [tokens.fcm, tokens.apns, 'PRIVATE KEY', 'eyJ']) expect(log).not.toContain(secret)
    rmSync(dir, { recursive: true, force: true })

    // With the right keys, another start delivers what has waited.
    const right = await open()
    clock.advanceMs(60_000)
    await right.deliver()
    expect(await services.received(tokens.fcm)).toHaveLength(1)
    expect(await services.received(tokens.apns)).toHaveLength(1)
  })

  it('is named at the start when its file is missing', async () => {
    const { EKRAN_FCM: fcm } = services.settings
    if (fcm === undefined) throw new Error('FCM has no settings')
    await expect(
      open({ settings: { EKRAN_FCM: { ...fcm, key: '/nowhere/fcm.json' }, EKRAN_APNS: undefined } }),
    ).rejects.toThrow(
      'EKRAN_FCM: the key file /nowhere/fcm.json cannot be used: there is no such file. Correct its path, or leave the setting out.',
    )
  })
})
