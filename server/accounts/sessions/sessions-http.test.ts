import { accountEndpoints } from '#tests/kit/modules/account-endpoints.ts'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionIdleMs, tokenRenewMs } from '#server/accounts/account/rules.ts'
import { deviceHeader } from '#contract/form/constants.ts'
import { failures } from '#contract/form/failures.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer, type HttpServer } from '#server/platform/http/server.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { createLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import {
  accountsFixture,
  testPassword,
  type AccountsFixture,
  type TestAccount,
} from '#tests/kit/modules/accounts-module.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const lines: string[] = []
const servers: HttpServer[] = []

async function serve(fixture: AccountsFixture): Promise<number> {
  const server = createHttpServer({
    endpoints: accountEndpoints(fixture.accounts),
    mounts: [],
    identify: (token, bearer) => fixture.accounts.identify(token, bearer),
    audienceOf: () => 'inside',
    clientAddress: clientAddressReader(['127.0.0.1']),
    checkResponses: true,
    health: createHealth(),
    metrics: createMetrics(),
    random: systemRandom,
    clock: fixture.clock,
    log: createLog({ level: 'debug', form: 'json', write: (line) => lines.push(line) }),
  })
  servers.push(server)
  return server.listen('127.0.0.1', 0)
}

const fixture = accountsFixture(database.db)
let port = 0
let account: TestAccount
beforeAll(async () => {
  port = await serve(fixture)
  account = await fixture.addAccount()
})
afterAll(async () => {
  for (const server of servers) await server.close(500)
  await database.drop()
})

interface Said {
  readonly status: number
  readonly error: unknown
  readonly retryAfter: string | null
  readonly failure: string | undefined
  readonly message: string
  readonly data: Record<string, unknown>
}

async function said(response: Response): Promise<Said> {
  const body = (await response.json()) as Record<string, unknown>
  return {
    status: response.status,
    error: body['error'],
    retryAfter: response.headers.get('retry-after'),
    failure: body['failure'] as string | undefined,
    message: String(body['message']),
    data: (body['data'] ?? {}) as Record<string, unknown>,
  }
}

async function post(path: string, body: object, headers: Record<string, string> = {}, at = port) {
  return said(
    await fetch(`http://127.0.0.1:${at}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  )
}

async function status(token: string, device: Record<string, string> = {}) {
  return said(
    await fetch(`http://127.0.0.1:${port}/middleware/account/status`, {
      headers: { authorization: `Bearer ${token}`, ...device },
    }),
  )
}

async function devices(token: string, headers: Record<string, string> = {}) {
  return said(
    await fetch(`http://127.0.0.1:${port}/middleware/account/device/list?authkey=${token}`, { headers }),
  )
}

function from(uid: string) {
  return { [deviceHeader]: uid }
}

async function enter(uid: string) {
  const { abonement, password } = account
  const login = await post('/middleware/login', { abonement, password, device_uid: uid }, from(uid))
  expect(login.status).toBe(200)
  return String(login.data['authkey'])
}

describe('a session over HTTP', () => {
  it('[ACC-05] that was started with the device header works only with it', async () => {
    const token = await enter('uid-a')
    expect((await status(token, from('uid-a'))).data).toMatchObject({ status: 0, reason: 'good' })
    for (const other of [{}, from('uid-b'), from('uid-a, uid-a'), from('x'.repeat(101))]) {
      expect((await status(token, other)).data).toMatchObject({ status: 1, reason: 'ended' })
      expect(await devices(token, other)).toMatchObject({ status: 403, failure: 'not_authorized' })
    }
    expect((await devices(token, from('uid-a'))).status).toBe(200)
    await post('/middleware/logout', { authkey: token }, from('uid-a'))
  })

  it('[ACC-06] [ACC-11] says why it is refused, and whom to call', async () => {
    const token = await enter('uid-a')
    const device = from('uid-a')
    expect((await status('x'.repeat(43))).data).toMatchObject({ status: 1, reason: 'ended' })
    await fixture.accounts.setState(account.accountId, 'blocked')
    expect((await status(token, device)).data).toEqual({
      status: 1,
      reason: 'blocked',
      renew: 0,
      support_phone: '1000',
    })
    const refused = await devices(token, device)
    expect(refused).toMatchObject({ status: 403, failure: 'session_blocked' })
    expect(refused.message).toContain('1000')
    await fixture.accounts.setState(account.accountId, 'deactivated')
    expect((await status(token, device)).data).toMatchObject({ reason: 'deactivated' })
    expect(await devices(token, { ...device, 'accept-language': 'uz' })).toMatchObject({
      status: 403,
      failure: 'session_deactivated',
      message: failures.session_deactivated.uz,
    })
    // A refused client may log out: the device may now belong to another person.
    expect(await post('/api/v1.0.0/customer/logout', { authkey: token }, device)).toMatchObject({ error: 0 })
    expect((await status(token, device)).data).toMatchObject({ reason: 'ended' })
    await fixture.accounts.setState(account.accountId, 'active')
  })

  it('is accepted by customer/login, which renews its token after a day', async () => {
    const token = await enter('uid-a')
    const device = from('uid-a')
    const takeOver = (authkey: string) => post('/api/v1.0.0/customer/login', { authkey }, device)
    expect((await takeOver(token)).data).toMatchObject({ abonement: account.abonement, authkey: null })
    fixture.clock.advanceMs(tokenRenewMs)
    expect((await status(token, device)).data).toMatchObject({ status: 0, renew: 1 })
    const renewed = (await takeOver(token)).data
    expect(renewed['expires_at']).toBe(Math.floor((fixture.clock.nowMs() + sessionIdleMs) / 1000))
    expect((await status(String(renewed['authkey']), device)).data).toMatchObject({ status: 0, renew: 0 })
    expect(await takeOver('x'.repeat(43))).toMatchObject({ status: 403, failure: 'not_authorized' })
    await post('/api/v1.0.0/customer/logout', { authkey: renewed['authkey'] }, device)
    expect((await status(String(renewed['authkey']), device)).data).toMatchObject({ status: 1 })
  })

  it('[ACC-14] leaves no token in a log, wherever it was sent', async () => {
    const token = await enter('uid-a')
    await devices(token)
    await status(token)
    await post('/api/v1.0.0/customer/login', { authkey: token }, from('uid-a'))
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.join('\n')).not.toContain(token)
    expect(lines.join('\n')).not.toContain(testPassword)
    await post('/middleware/logout', { authkey: token }, from('uid-a'))
  })
})

describe('malformed input', () => {
  const { abonement, password } = { abonement: '10000000', password: testPassword }
  const good = { abonement, password, device_uid: 'a' }
  it.each([
    ['a number of a hundred thousand digits', { ...good, abonement: '1'.repeat(100_000) }, 400],
    ['a phone of a thousand letters', { ...good, abonement: undefined, phone_number: '+'.repeat(1000) }, 400],
    ['a password of ten thousand letters', { ...good, password: 'x'.repeat(10_000) }, 400],
    ['a device with too long a number', { ...good, device_uid: 'x'.repeat(101) }, 400],
    ['an invalid number of the device to release', { ...good, release_device_id: '1 or 1=1' }, 400],
    ['half a letter', { ...good, password: '\ud800', device_uid: '\udc00' }, 400],
    ['a body too large', { ...good, password: 'x'.repeat(300_000) }, 413],
  ])('[API-07] %s gets a clear response', async (_what, fields, expected) => {
    const answered = await post('/middleware/login', fields)
    expect(answered.status).toBe(expected)
    expect(answered.failure).toBeDefined()
    expect(answered.message).not.toBe('')
  })

  it('[API-07] is refused in the place of a token', async () => {
    const tokens = ['x'.repeat(5000), "' or 1=1 --", '../../etc/passwd', '%00', '\u00e9'.repeat(43), '🙂']
    for (const authkey of tokens) {
      expect(await post('/middleware/account/device/remove_others', { authkey })).toMatchObject({
        status: 403,
      })
      // No session is ended, and that is not an error; a text that is too long is no token at all.
      const ended = await post('/middleware/logout', { authkey })
      expect(ended.status).toBe(authkey.length > 200 ? 400 : 200)
    }
  })

  it('[API-07] in a header never reaches the response’s headers', async () => {
    const raw = (head: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.end(
            `GET /middleware/account/status HTTP/1.1\r\nHost: ekran\r\nConnection: close\r\n${head}\r\n\r\n`,
          )
        })
        let answer = ''
        socket.setTimeout(5000, () => reject(new Error('no answer')))
        socket
          .on('data', (part) => (answer += part))
          .on('end', () => resolve(answer))
          .on('error', reject)
      })
    const heads = [
      `${deviceHeader}: a\r\nX-Injected: yes`,
      `${deviceHeader}: a\nX-Injected: yes`,
      `${deviceHeader}: a%0d%0aX-Injected: yes`,
      `Authorization: Bearer ${'x'.repeat(43)}\r\n X-Injected: yes`,
      `X-Request-Id: abcdefgh%0d%0aX-Injected: yes`,
      `${deviceHeader}: \u0000\u0007`,
      `User-Agent: ${'x'.repeat(7000)}`,
      `${deviceHeader}: ${'x'.repeat(20_000)}`,
    ]
    for (const head of heads) {
      const answer = await raw(head)
      expect(answer, head.slice(0, 60)).toMatch(/^HTTP\/1\.1 (?:200|400|431) /)
      expect(answer.split('\r\n\r\n')[0]?.toLowerCase()).not.toContain('x-injected')
    }
  })
})

describe('[ACC-14] a flood of login requests', () => {
  const guess = { password: 'a guess', device_uid: 'a' }

  it('gets 503 and a retry time while the password queue is full, and every request gets a response', async () => {
    const narrow = accountsFixture(database.db, { passwordQueue: { atOnce: 1, mayWait: 2 } })
    const at = await serve(narrow)
    const responses = await Promise.all(
      Array.from({ length: 40 }, () =>
        post('/middleware/login', { ...guess, abonement: account.abonement }, {}, at),
      ),
    )
    const busy = responses.filter((one) => one.status === 503)
    expect(busy.length).toBeGreaterThan(10)
    for (const one of busy) {
      expect(one.failure).toBe('busy')
      expect(Number(one.retryAfter)).toBeGreaterThan(0)
    }
    const rest = responses.filter((one) => one.status !== 503)
    expect(rest.length).toBeGreaterThanOrEqual(3)
    expect(new Set(rest.map((one) => `${one.status} ${one.failure}`))).toEqual(
      new Set(['200 wrong_credentials']),
    )
    const { abonement, password } = account
    const after = await post('/middleware/login', { abonement, password, device_uid: 'after' }, {}, at)
    expect(after.status).toBe(200)
  })

  it('[LOAD-01] of one viewer, sent away in a login storm, does not lock the viewer out', async () => {
    const narrow = accountsFixture(database.db, {
      passwordQueue: { atOnce: 1, mayWait: 0 },
      perAccount: { attempts: 3, perSec: 600 },
    })
    const at = await serve(narrow)
    const { abonement, password } = await narrow.addAccount()
    const logIn = () => post('/middleware/login', { abonement, password, device_uid: 'a' }, {}, at)
    const responses = await Promise.all(Array.from({ length: 30 }, logIn))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(10)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect((await logIn()).status).toBe(200)
  })

  it('a thousand times gets only clear responses, alike for a registered number and an unknown one', async () => {
    const defaultValue = accountsFixture(database.db, {
      perAccount: { attempts: 10, perSec: 600 },
      perAddress: { attempts: 100, perSec: 300 },
    })
    const at = await serve(defaultValue)
    const victim = await defaultValue.addAccount()
    const counted = async (abonement: string, address: string) => {
      const counts = new Map<string, number>()
      for (let round = 0; round < 10; round += 1) {
        const responses = await Promise.all(
          Array.from({ length: 50 }, () =>
            post('/middleware/login', { ...guess, abonement }, { 'x-forwarded-for': address }, at),
          ),
        )
        for (const one of responses) {
          const name = `${one.status} ${one.failure}`
          counts.set(name, (counts.get(name) ?? 0) + 1)
          if (one.status === 429) expect(Number(one.retryAfter)).toBeGreaterThan(0)
        }
      }
      return counts
    }
    const existing = await counted(victim.abonement, '203.0.113.1')
    const unknown = await counted('99999999', '203.0.113.2')
    expect(existing).toEqual(
      new Map([
        ['200 wrong_credentials', 10],
        ['429 too_many_requests', 490],
      ]),
    )
    expect(unknown).toEqual(existing)
    expect(defaultValue.reported().filter((name) => name === 'login_failed')).toHaveLength(10)
    // The owner at home can log in all the while.
    const login = { abonement: victim.abonement, password: victim.password, device_uid: 'home' }
    const home = await post('/middleware/login', login, { 'x-forwarded-for': '203.0.113.3' }, at)
    expect(home.status).toBe(200)
  })
})
