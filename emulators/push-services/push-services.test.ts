/** The emulator by its protocols, with tokens signed by Node's own crypto instead of the server's library. */
import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runEmulator } from '#tests/kit/emulators/emulator-program.ts'
import { startPushServices, type PushServices } from '#tests/kit/emulators/push-services.ts'

let services: PushServices
let account: { private_key: string; client_email: string; token_uri: string; project_id: string }
beforeAll(async () => {
  services = await startPushServices()
  account = JSON.parse(readFileSync(services.settings.EKRAN_FCM?.key ?? '', 'utf8')) as typeof account
})
afterAll(() => services.stop())

function jwt(header: object, claims: object, key: KeyObject): string {
  const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  const signature = sign('sha256', Buffer.from(parts.join('.')), { key, dsaEncoding: 'ieee-p1363' })
  return [...parts, signature.toString('base64url')].join('.')
}

const nowSec = () => Math.floor(Date.now() / 1000)

function assertion(more: object = {}, key: KeyObject = createPrivateKey(account.private_key)): string {
  const claims = {
    iss: account.client_email,
    aud: account.token_uri,
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
    iat: nowSec(),
    exp: nowSec() + 3600,
    ...more,
  }
  return jwt({ alg: 'RS256', typ: 'JWT' }, claims, key)
}

async function logIn(signed: string) {
  const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
  const response = await fetch(account.token_uri, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: grant, assertion: signed }),
  })
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}

describe('the emulated token endpoint of Google', () => {
  it('gives an access token for an assertion signed with the account’s key', async () => {
    expect(await logIn(assertion())).toMatchObject({
      status: 200,
      json: { token_type: 'Bearer', expires_in: 3599, access_token: expect.stringMatching(/^ya29\./) },
    })
  })

  it('refuses another key, another audience, another scope and more than an hour', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const wrong = [
      assertion({}, other),
      assertion({ aud: 'https://elsewhere.example/token' }),
      assertion({ scope: 'https://www.googleapis.com/auth/drive' }),
      assertion({ exp: nowSec() + 7200 }),
      assertion({ iat: nowSec() - 7200, exp: nowSec() - 3600 }),
      'no.jwt.at-all',
    ]
    for (const one of wrong)
      expect(await logIn(one)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
  })
})

describe('the emulated FCM', () => {
  const message = (token: string, more: object = {}) => ({
    message: {
      token,
      notification: { title: 'Title', body: 'Text' },
      data: { href: '/movie/1' },
      android: { priority: 'HIGH', ttl: '60s', notification: { tag: 'a' } },
      ...more,
    },
  })
  async function send(body: object, bearer: unknown, project = account.project_id) {
    const response = await fetch(`${services.url}/v1/projects/${project}/messages:send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${String(bearer)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, json: await response.json() }
  }

  it('shows the last of several messages with one tag, and refuses what the real one refuses', async () => {
    const bearer = (await logIn(assertion())).json['access_token']
    for (const _ of [1, 2]) expect(await send(message('device-1'), bearer)).toMatchObject({ status: 200 })
    expect(await services.received('device-1')).toHaveLength(2)
    expect(await services.shown('device-1')).toMatchObject([{ title: 'Title', data: { href: '/movie/1' } }])

    expect(await send(message('device-1'), 'ya29.made-up')).toMatchObject({ status: 401 })
    expect(await send(message('device-1'), bearer, 'another-project')).toMatchObject({ status: 403 })
    expect(await send(message('device-1', { data: { number: 1 } }), bearer)).toMatchObject({
      status: 400,
      json: { error: { details: [{ fieldViolations: [{ field: 'message.data.number' }] }] } },
    })
    const long = { notification: { title: '', body: 'x'.repeat(4100) } }
    expect(await send(message('device-1', long), bearer)).toMatchObject({ status: 400 })
    await services.setDevice('device-2', 'gone')
    expect(await send(message('device-2'), bearer)).toMatchObject({
      status: 404,
      json: { error: { details: [{ errorCode: 'UNREGISTERED' }] } },
    })
  })
})

describe('the emulated APNs', () => {
  const apns = () => {
    const { EKRAN_APNS: settings } = services.settings
    if (settings === undefined) throw new Error('it has no settings')
    return { ...settings, privateKey: createPrivateKey(readFileSync(settings.key)) }
  }
  const provider = (more: { claims?: object; key?: KeyObject; kid?: string } = {}) => {
    const { keyId, team, privateKey } = apns()
    const claims = { iss: team, iat: nowSec(), ...more.claims }
    return jwt({ alg: 'ES256', kid: more.kid ?? keyId }, claims, more.key ?? privateKey)
  }
  const device = 'ab'.repeat(32)
  const payload = JSON.stringify({ aps: { alert: { title: 'Title', body: 'Text' } }, href: '/tv' })

  interface Request {
    readonly headers?: object
    readonly token: string
    readonly body?: string
  }

  /** Several requests on one connection. */
  async function ask(...requests: readonly Request[]) {
    const session = connect(apns().origin)
    const responses: { status: number; json: unknown }[] = []
    for (const { headers, token, body = payload } of requests) {
      const stream = session.request({
        ':method': 'POST',
        ':path': `/3/device/${device}`,
        'apns-topic': apns().topic,
        'apns-push-type': 'alert',
        authorization: `bearer ${token}`,
        ...headers,
      })
      stream.end(body)
      const status = await new Promise<number>((resolve, reject) => {
        stream.on('response', (answered) => resolve(answered[':status'] ?? 0)).on('error', reject)
      })
      let text = ''
      for await (const piece of stream) text += String(piece)
      responses.push({ status, json: text === '' ? undefined : JSON.parse(text) })
    }
    session.close()
    return responses
  }

  it('accepts a message of a provider with the right key, and one of its token is enough', async () => {
    const token = provider()
    const id = { 'apns-collapse-id': 'a', 'apns-expiration': '2000000000' }
    expect(await ask({ token, headers: id }, { token, headers: id })).toMatchObject([
      { status: 200 },
      { status: 200 },
    ])
    expect(await services.shown(device)).toMatchObject([{ title: 'Title', tag: 'a', data: { href: '/tv' } }])
  })

  it('refuses other keys, old tokens, quick renewals, and what is wrong in a message, by Apple’s names', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const token = provider()
    const reasons = async (...requests: readonly Request[]) =>
      (await ask(...requests)).map(({ json }) => (json as { reason?: string } | undefined)?.reason)
    expect(
      await reasons(
        { token: provider({ key: other }) },
        { token: provider({ kid: 'ANOTHERKEY' }) },
        { token: provider({ claims: { iss: 'ANOTHERTEAM' } }) },
        { token: provider({ claims: { iat: nowSec() - 4000 } }) },
        { token, headers: { 'apns-topic': 'com.example.other' } },
        { token, headers: { 'apns-push-type': 'loud' } },
        { token, headers: { 'apns-collapse-id': 'x'.repeat(65) } },
        { token, headers: { ':path': '/3/device/xyz' } },
        { token, body: 'x'.repeat(4097) },
        { token: provider({ claims: { iat: nowSec() - 60 } }) },
      ),
    ).toEqual([
      'InvalidProviderToken',
      'InvalidProviderToken',
      'InvalidProviderToken',
      'ExpiredProviderToken',
      'TopicDisallowed',
      'InvalidPushType',
      'BadCollapseId',
      'BadDeviceToken',
      'PayloadTooLarge',
      'TooManyProviderTokenUpdates',
    ])
    await services.setDevice(device, 'gone')
    expect(await ask({ token: provider() })).toMatchObject([
      { status: 410, json: { reason: 'Unregistered', timestamp: expect.any(Number) } },
    ])
  })
})

it('the emulator names an argument that is wrong or missing', async () => {
  expect(await runEmulator('push-services', [])).toMatchObject({
    exitCode: 2,
    output: expect.stringContaining('--keys is missing'),
  })
  expect(await runEmulator('push-services', ['--keys', '/tmp/keys', '--http-port', 'x'])).toMatchObject({
    exitCode: 2,
    output: expect.stringContaining('--http-port is not a port'),
  })
})
