/** Every declared endpoint, called as every permitted client: the response is exactly what the contract declares. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { failures } from '#contract/form/failures.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import {
  allCalls,
  askBetween,
  askCall,
  askPath,
  dataOf,
  endSession,
  origin,
  type Answered,
  type NamedCall,
} from '#tests/kit/product/request.ts'
import { endsSessions, findContent, goodInputs } from '#tests/kit/product/demo-content.ts'
import { leavesOfJson, leavesOfXml } from '#tests/kit/product/leaves.ts'

const kinds = ['subscribed', 'unsubscribed', 'suspended'] as const
const people = ['guest', ...kinds] as const
const tokens = new Map<string, string>()
let inputs: ReturnType<typeof goodInputs>
beforeAll(async () => {
  for (const kind of kinds) tokens.set(kind, (await logIn(origin(), kind)).token)
  inputs = goodInputs(await findContent(tokens.get('subscribed') ?? ''))
})

afterAll(async () => {
  const fields = inputs['accounts.login'] ?? {}
  await endSession(await askPath('/middleware/login', { method: 'POST', fields }))
})

function keepsSession({ name }: NamedCall) {
  return !endsSessions.has(name)
}

/**
 * Accepted once in an account's life. An account with another base tariff is rejected; this account would be changed
 * for all tests.
 */
function changesForGood({ name }: NamedCall, person: (typeof people)[number]) {
  return name === 'promotions.take' && person === 'unsubscribed'
}

describe('the valid input of an endpoint', () => {
  it('exists for every endpoint', () => {
    expect(Object.keys(inputs).toSorted()).toEqual(allCalls.map(({ name }) => name).toSorted())
  })
})

describe.each(people)('as %s', (person) => {
  const requested = allCalls.filter((one) => person === 'guest' || keepsSession(one))
  it.each(requested.filter((one) => !changesForGood(one, person)))(
    '[API-02] [API-04] $name responds as the contract declares, or rejects as it declares',
    async (one) => {
      const answered = await askCall(one.endpoint, {
        fields: inputs[one.name] ?? {},
        token: tokens.get(person),
      })
      if (one.endpoint.access === 'viewer' && person === 'guest')
        expectRefusal(one, answered, 'not_authorized')
      else if (answered.json?.['failure'] === undefined) expectDeclaredAnswer(one, answered)
      else expectRefusal(one, answered)
    },
  )
})

/** Endpoints that only reject a guest, without a password or a code. */
const wantsProof = new Set([
  'supportView.open',
  'accounts.login',
  'registration.rereg',
  'registration.resetPassword',
  'registration.confirmLogin',
  'telegram.logIn',
  'changes.renewal',
  'changes.setRenewal',
])

describe('[CAT-12] a guest', () => {
  it.each(allCalls.filter(({ name, endpoint }) => endpoint.access === 'guest' && !wantsProof.has(name)))(
    'gets a response from $name',
    async ({ name, endpoint }) => {
      const answered = await askCall(endpoint, { fields: inputs[name] ?? {} })
      expect([answered.status, answered.json?.['failure']]).toEqual([200, undefined])
    },
  )
})

describe('the format of a middleware response', () => {
  const middleware = allCalls.filter((one) => one.endpoint.envelope === 'middleware' && keepsSession(one))
  // An address, a code, a challenge and a secret are new every time.
  const fresh = new Set(['tvLogin.begin', 'registration.captcha', 'otherPlayers.renew'])
  const steady = middleware.filter(({ name, endpoint }) => !endpoint.path.endsWith('url') && !fresh.has(name))

  it.each(steady)('[API-04] $name as XML under <rss> has the same content', async ({ name, endpoint }) => {
    const how = { fields: inputs[name] ?? {}, token: tokens.get('subscribed') }
    const compare = async () => {
      const [plain, inXml] = await askBetween(
        async () => (await askCall(endpoint, how)).json,
        async () => [
          await askCall(endpoint, { ...how, fields: { ...how.fields, format: 'xml' } }),
          await askCall(endpoint, { ...how, headers: { accept: 'application/xml' } }),
        ],
      )
      for (const xml of inXml) {
        expect(xml.headers.get('content-type')).toContain('application/xml')
        expect(xml.text).toMatch(/^<\?xml [^>]*\?>\s*<rss>/)
        expect(leavesOfXml(xml.text)).toEqual(leavesOfJson(plain))
      }
    }
    // Each format is cached separately: when a programme ends, one may be older than the other.
    await vi.waitFor(compare, { timeout: 45_000, interval: 1000 })
  })

  it('[API-04] a rejection is XML too, with its number and message', async () => {
    const refused = await askPath('/middleware/channel/detail', {
      fields: { cid: 2_000_000_000, format: 'xml' },
    })
    expect(refused.status).toBe(404)
    expect(leavesOfXml(refused.text)).toContain(`rss.error=${failures.channel_not_found.number}`)
    expect(leavesOfXml(refused.text)).toContain(`rss.message=${failures.channel_not_found.ru}`)
  })
})

describe('[API-07] the status of a rejection', () => {
  /** For these the request, its session or the server itself is at fault. */
  const notOfTheBusiness: Readonly<Partial<Record<keyof typeof failures, number>>> = {
    invalid_input: 400,
    not_authorized: 403,
    session_blocked: 403,
    session_deactivated: 403,
    staff_forbidden: 403,
    api_key_wrong: 403,
    api_key_scope: 403,
    api_key_network: 403,
    second_factor_needed: 403,
    enrolment_needed: 403,
    step_up_needed: 403,
    cross_site_request: 403,
    method_not_allowed: 405,
    too_large: 413,
    upload_too_large: 413,
    pin_needed: 403,
    not_in_this_profile: 403,
    pin_locked: 429,
    too_many_requests: 429,
    something_went_wrong: 500,
    busy: 503,
  }
  it.each(Object.entries(failures))(
    'of %s is 200 where the envelope contains the outcome',
    (name, report) => {
      const nothingThere = name.endsWith('not_found') && !ofMoney.has(name)
      const target = notOfTheBusiness[name as keyof typeof failures] ?? (nothingThere ? 404 : 200)
      expect(report.status).toBe(target)
      expect(report.number).toBeGreaterThan(0)
    },
  )
  /** What a payment uses or is for: the payment service always responds with a message. */
  const ofMoney = new Set(['promo_not_found', 'card_not_found', 'order_not_found', 'tariff_not_found'])
})

describe("the client's identity", () => {
  const forViewers = allCalls.filter((one) => one.endpoint.access === 'viewer' && keepsSession(one))

  it.each(forViewers)('[API-02] [ACC-05] $name takes the token as bearer and as authkey', async (one) => {
    const token = tokens.get('subscribed') ?? ''
    const fields = inputs[one.name] ?? {}
    const bearer = await askCall(one.endpoint, { fields, token })
    const authkey = await askCall(one.endpoint, {
      ...byAuthkey(one),
      fields: { ...fields, authkey: token },
    })
    // Some have nothing to do and report that; none fails to identify the viewer.
    expect(authkey.status).toBe(bearer.status)
    expect(bearer.status).not.toBe(failures.not_authorized.status)
    expect(authkey.json?.['failure']).toBe(bearer.json?.['failure'])
    expect(Object.keys(authkey.json ?? {})).toEqual(Object.keys(bearer.json ?? {}))
  })

  it.each(forViewers)('[API-02] $name rejects an invalid token with 403', async (one) => {
    const fields = { ...inputs[one.name], authkey: 'x'.repeat(43) }
    expectRefusal(one, await askCall(one.endpoint, { ...byAuthkey(one), fields }), 'not_authorized')
  })

  it('[API-02] the common parameters are accepted by every middleware endpoint and change nothing', async () => {
    const common = { client_id: '1', key: 'a key', device: 'browser' }
    for (const one of allCalls.filter(({ endpoint }) => endpoint.path.includes('noauth'))) {
      const fields = inputs[one.name] ?? {}
      const [without, withThem] = await askBetween(
        async () => (await askCall(one.endpoint, { fields })).json,
        async () => (await askCall(one.endpoint, { fields: { ...fields, ...common } })).json,
      )
      expect(withThem).toEqual(without)
    }
  })
})

describe('endpoints that change data', () => {
  const changing = allCalls.filter(({ endpoint }) => endpoint.changes)

  it.each(['GET', 'POST'] as const)('[API-07] are called by %s', async (method) => {
    const [login, logout] = ['accounts.login', 'accounts.logout'].map((name) =>
      changing.find((one) => one.name === name),
    )
    if (login === undefined || logout === undefined) throw new Error('they are gone')
    const fields = { ...inputs['accounts.login'], device_uid: 'contract' }
    const started = await askCall(login.endpoint, { method, fields })
    const { authkey } = z.parse(login.endpoint.output, started.json?.['data']) as { authkey: string }
    expect((await statusOf(authkey)).json?.['data']).toMatchObject({ status: 0 })
    expect((await askCall(logout.endpoint, { method, token: authkey })).json).toMatchObject({ error: 0 })
    expect((await statusOf(authkey)).json?.['data']).toMatchObject({ status: 1 })
  })

  it('[API-07] a form is accepted as well as JSON', async () => {
    const body = new URLSearchParams(
      Object.entries(inputs['accounts.login'] ?? {}).map(([k, v]) => [k, String(v)]),
    )
    const response = await fetch(`${origin()}/middleware/login`, { method: 'POST', body })
    expect(await response.json()).toMatchObject({ error: 0 })
  })

  it.each(allCalls.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.changes))(
    '$name is rejected by POST with 405',
    async (one) => {
      const refused = await askCall(one.endpoint, { method: 'POST', fields: inputs[one.name] ?? {} })
      expect(refused.status).toBe(405)
      expect(refused.headers.get('allow')).toBe('GET')
      expect(refused.json?.['failure']).toBe('method_not_allowed')
    },
  )
})

/** A changing endpoint accepts the token in the address only where the specification's clients send it there. */
function byAuthkey({ endpoint }: NamedCall): { readonly method?: 'POST' } {
  return endpoint.changes && !endpoint.takesAuthkey && endpoint.method === 'GET' ? { method: 'POST' } : {}
}

function statusOf(token: string) {
  return askPath('/middleware/account/status', { token })
}

/** No field is missing, none has another type, and none is undeclared. */
function expectDeclaredAnswer({ endpoint }: NamedCall, answered: Answered): void {
  expect(answered.headers.get('content-type')).toContain('application/json')
  const data = dataOf(endpoint, answered)
  expect(z.parse(endpoint.output, data)).toEqual(data)
  if (endpoint.envelope === 'middleware') expect(answered.json).toMatchObject({ error: 0, message: '' })
  if (endpoint.envelope === 'payment') expect(answered.json).toMatchObject({ code: 0, message: '' })
  if (endpoint.envelope === 'data') expect(Object.keys(answered.json ?? {})).toEqual(['data'])
}

function expectRefusal({ endpoint }: NamedCall, answered: Answered, target?: keyof typeof failures): void {
  const code = answered.json?.['failure'] as keyof typeof failures
  if (target === undefined) expect(endpoint.failures).toContain(code)
  else expect(code).toBe(target)
  expect(answered.status).toBe(failures[code].status)
  expect(answered.json?.[endpoint.envelope === 'middleware' ? 'error' : 'code']).toBe(failures[code].number)
  expect(answered.json?.['message']).toBeTypeOf('string')
}
