import { accountEndpoints } from '#tests/kit/modules/account-endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAccounts } from './accounts.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { createLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'

const password = 'never to be written down'
const lines: string[] = []
const database = await createTestDatabase()
const accounts = openAccounts({
  db: database.db,
  clock: systemClock,
  random: systemRandom,
  pepper: 'pepper',
  supportPhone: '71 200-00-00',
  perAccount: { attempts: 4, perSec: 60 },
})
const server = createHttpServer({
  endpoints: accountEndpoints(accounts),
  mounts: [],
  identify: (token, bearer) => accounts.identify(token, bearer),
  audienceOf: () => 'inside',
  clientAddress: clientAddressReader([]),
  checkResponses: true,
  health: createHealth(),
  metrics: createMetrics(),
  random: systemRandom,
  clock: systemClock,
  log: createLog({ level: 'debug', form: 'json', write: (line) => lines.push(line) }),
})
let base = ''
beforeAll(async () => {
  base = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}/middleware`
  for (const abonement of ['700001', '700002', '700003'])
    await accounts.upsertAccount(buildAccount(abonement, { password }))
})
afterAll(async () => {
  await server.close(500)
  await database.drop()
})

async function read(response: Response) {
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: (await response.json()) as {
      error: number
      message: string
      failure?: string
      data?: { authkey: string }
    },
  }
}

function get(path: string, headers: Record<string, string> = {}) {
  return fetch(base + path, { headers }).then(read)
}

function post(path: string, body: object) {
  return fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(read)
}

describe('accounts over HTTP', () => {
  it('[ACC-05] [API-02] a token is accepted as a bearer header or as authkey, in GET and in POST', async () => {
    const query = new URLSearchParams({
      abonement: '700001',
      password,
      device_uid: 'a',
      client_id: '1',
      device: 'browser',
    })
    const byGet = await get(`/login?${query.toString()}`)
    const byPost = await post('/login', { abonement: '700001', password, device_uid: 'b' })
    for (const { status, body } of [byGet, byPost]) {
      expect(status).toBe(200)
      expect(body.error).toBe(0)
      const token = body.data?.authkey ?? ''
      expect((await get('/account/status', { authorization: `Bearer ${token}` })).body.data).toMatchObject({
        status: 0,
      })
      expect((await get(`/account/status?authkey=${token}`)).body.data).toMatchObject({ status: 0 })
      expect((await post('/logout', { authkey: token })).body.error).toBe(0)
      expect((await get(`/account/status?authkey=${token}`)).body.data).toMatchObject({ status: 1 })
    }
    expect((await get('/account/status')).body.data).toMatchObject({ status: 1 })
  })

  it('[API-07] names the invalid field, and lets no secret reach a log', async () => {
    const missing = await post('/login', { abonement: '700001', device_uid: 'a' })
    expect(missing.status).toBe(400)
    expect(missing.body.message).toContain('password')
    const unusable = await post('/login', { phone_number: '12', password, device_uid: 'a' })
    expect(unusable.status).toBe(400)
    expect(unusable.body.message).toContain('phone_number')
    for (const odd of [[], 'text', { abonement: { $gt: '' }, password: ['a'], device_uid: 1 }])
      expect((await post('/login', odd as object)).status).toBe(400)
    // A character that PostgreSQL cannot store.
    const nul = await post('/login', { abonement: '700001', password, device_uid: 'a\u0000b' })
    expect(nul.status).toBe(400)
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.join('\n')).not.toContain(password)
    expect(lines.join('\n')).not.toContain(encodeURIComponent(password))
    expect(lines.join('\n')).not.toContain('never+to+be')
  })

  it('[ACC-11] a blocked subscriber gets the support phone, in both languages', async () => {
    const rows = await database.db
      .selectFrom('account')
      .selectAll()
      .where('abonement', '=', '700002')
      .execute()
    await accounts.setState(rows[0]?.account_id ?? 0, 'blocked')
    const login = { abonement: '700002', password, device_uid: 'a' }
    const russian = await post('/login', login)
    expect(russian).toMatchObject({ status: 200, body: { error: 21, failure: 'account_blocked' } })
    expect(russian.body.message).toContain('71 200-00-00')
    expect((await post('/login', { ...login, lang: 'uz' })).body.message).toContain('Hisob bloklangan')
  })

  it('[CARE-04] a banned device is told so in both languages, and logs in to other accounts', async () => {
    const login = { abonement: '700001', password, device_uid: 'banned' }
    expect((await post('/login', login)).body.error).toBe(0)
    const [account] = await accounts.findByName('700001')
    const { accountId = 0 } = account ?? {}
    const device = (await accounts.listDevices(accountId)).find(({ uid }) => uid === 'banned')
    const ban = { deviceId: device?.deviceId ?? 0, reason: 'not the owner', byName: '' }
    await accounts.banDevice(accountId, ban, { actor: 'operator' })
    const russian = await post('/login', login)
    expect(russian).toMatchObject({ status: 200, body: { error: 412, failure: 'device_banned' } })
    expect(russian.body.message).toMatch(/закрыт вход.*71 200-00-00/)
    expect((await post('/login', { ...login, lang: 'uz' })).body.message).toContain('kirish yopilgan')
    expect((await post('/login', { ...login, password: 'wrong' })).body.failure).toBe('wrong_credentials')
  })

  it('says when to retry after too many attempts', async () => {
    const wrong = { abonement: '700003', password: 'guess', device_uid: 'a' }
    for (let i = 0; i < 4; i += 1) expect((await post('/login', wrong)).body.error).toBe(20)
    const refused = await post('/login', { ...wrong, password })
    expect(refused).toMatchObject({ status: 429, body: { failure: 'too_many_requests' } })
    expect(Number(refused.retryAfter)).toBeGreaterThan(0)
    expect(refused.body.message).toContain(refused.retryAfter ?? 'a number')
  })
})
