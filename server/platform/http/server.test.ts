import { Agent, METHODS, get, request } from 'node:http'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod/mini'
import { pageHeader } from '#contract/form/constants.ts'
import { respond, endpoint, reject } from '#contract/form/endpoint.ts'
import { flag, id, items, limit, middlewareInput, page, text } from '#contract/form/fields.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { type Handler, bindEndpoints } from './endpoints/bind-endpoints.ts'
import { clientAddressReader } from './client/client-address.ts'
import { createHealth } from './health.ts'
import { type HttpServer, createHttpServer } from './server.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { createLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'

const Thing = z.object({ id: z.int(), name: z.string() })
const things = {
  list: endpoint({
    path: '/middleware/thing/list',
    summary: 'Things',
    input: middlewareInput({ page: page(), limit: limit(3) }),
    output: z.object({ things: items(Thing) }),
    cache: { sec: 60 },
  }),
  one: endpoint({
    path: '/api/v1.0.0/things/{id}',
    envelope: 'data',
    access: 'optional',
    summary: 'One thing',
    input: z.object({ id: id(), deep: z.optional(flag()) }),
    output: Thing,
    failures: ['title_not_found', 'not_available_now'],
    cache: { sec: 60 },
  }),
  rename: endpoint({
    path: '/middleware/thing/rename',
    access: 'viewer',
    changes: true,
    takesAuthkey: true,
    summary: 'Renames a thing',
    input: middlewareInput({ id: id(), name: text(50, 1), password: text(50, 1) }),
    output: Thing,
  }),
  lose: endpoint({
    path: '/middleware/thing/lose',
    access: 'viewer',
    changes: true,
    summary: 'A call of our own that changes something',
    input: middlewareInput({ id: id() }),
    output: z.object({}),
  }),
  picture: endpoint({
    path: '/api/picture',
    envelope: 'data',
    summary: 'What stands elsewhere',
    input: z.object({}),
    output: z.array(z.object({ url: z.string(), href: z.string() })),
    cache: { sec: 60 },
  }),
  where: endpoint({
    path: '/api/where',
    envelope: 'bare',
    summary: 'Who asks',
    input: z.object({}),
    output: z.object({ address: z.string() }),
    rateLimits: [{ name: 'where', per: 'network', attempts: 2, perSec: 60 }],
    failures: ['too_many_requests'],
  }),
  forget: endpoint({
    method: 'DELETE',
    path: '/api/v1/things',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Forgets a thing',
    input: z.object({ name: text(50, 1) }),
    output: z.object({ name: z.string() }),
  }),
  slow: endpoint({
    path: '/api/slow',
    envelope: 'bare',
    summary: 'Takes its time',
    input: z.object({}),
    output: z.object({ done: z.literal(1) }),
  }),
  broken: endpoint({
    path: '/api/broken',
    envelope: 'bare',
    summary: 'Throws',
    input: z.object({}),
    output: z.object({}),
  }),
}

const lines: string[] = []
let made = 0
/** Pending requests started so far. */
let current = 0
/** Thing 44 is not available. */
let isShut = true
let server: HttpServer
let base: string

function build(trusted: readonly string[] = [], publicUrl?: string, authkeyChanges?: boolean): HttpServer {
  return createHttpServer({
    ...(authkeyChanges === undefined ? {} : { authkeyChanges }),
    endpoints: bindEndpoints('things', things, {
      list: (input) => {
        made += 1
        const item = Array.from({ length: input.limit }, (_, index) => ({
          id: input.page * 100 + index,
          name: `<Вещь & ${index}>`.repeat(20),
        }))
        return respond({ things: { item } })
      },
      lose: () => respond({}),
      forget: ({ name }) => respond({ name }),
      one: (input, call) =>
        input.id === 404 || (input.id === 44 && isShut)
          ? reject(input.id === 404 ? 'title_not_found' : 'not_available_now')
          : respond({
              id: input.id,
              name: call.viewer === undefined ? 'guest' : `viewer ${call.viewer.accountId}`,
            }),
      rename: (input, call) => respond({ id: input.id, name: `${input.name} by ${call.viewer.accountId}` }),
      picture: () => respond([{ url: '/images/poster/1/none/320.webp', href: '/movie/1' }]),
      where: (_input, call) => respond({ address: call.clientAddress }),
      slow: async () => {
        current += 1
        await new Promise((resolve) => setTimeout(resolve, 300))
        return respond({ done: 1 })
      },
      broken: () => {
        throw new Error('password=hunter2 and nothing else')
      },
    }),
    mounts: [
      {
        prefix: '/stream/',
        handle: async (_request, response) => {
          current += 1
          response.setHeader('content-type', 'text/event-stream')
          response.write('data: hello\n\n')
          return true
        },
      },
    ],
    identify: async (token) =>
      token === 'good-token'
        ? { kind: 'viewer', viewer: { accountId: 7, sessionId: 's' } }
        : { kind: 'denied', failure: 'not_authorized' },
    audienceOf: () => 'inside',
    clientAddress: clientAddressReader(trusted),
    publicUrl,
    checkResponses: true,
    health: createHealth(),
    metrics: createMetrics(),
    random: systemRandom,
    clock: systemClock,
    log: createLog({ level: 'debug', form: 'json', write: (line) => lines.push(line) }),
  })
}

beforeAll(async () => {
  server = build()
  base = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
})
afterAll(() => server.close(500))

async function json(response: Response): Promise<unknown> {
  return response.json()
}

describe('an endpoint over HTTP', () => {
  it('[API-04] responds in the envelope of its host', async () => {
    expect(await json(await fetch(`${base}/middleware/thing/list?limit=1`))).toMatchObject({
      error: 0,
      message: '',
      data: { things: { item: [{ id: 100 }] } },
    })
    expect(await json(await fetch(`${base}/api/v1.0.0/things/5`))).toEqual({ data: { id: 5, name: 'guest' } })
  })

  it('[API-04] responds with the same content as XML under rss, by parameter or by header', async () => {
    const byParameter = await fetch(`${base}/middleware/thing/list?limit=2&format=xml`)
    const xml = await byParameter.text()
    expect(byParameter.headers.get('content-type')).toContain('application/xml')
    expect(xml).toContain('<rss><error>0</error><message></message><data><things><item><id>100</id>')
    expect(xml.match(/<item>/g)).toHaveLength(2)
    expect(xml).toContain('&#60;Вещь &#38; 0&#62;')
    const byHeader = await fetch(`${base}/middleware/thing/list?limit=2`, {
      headers: { accept: 'application/xml' },
    })
    expect(await byHeader.text()).toBe(xml)
  })

  it('[API-02] returns absolute addresses to clients on other hosts, and paths to the site’s own pages', async () => {
    const there = build([], 'https://tv.example.uz/')
    const origin = `http://127.0.0.1:${await there.listen('127.0.0.1', 0)}`
    const ask = async (from: string, query = '', headers: Record<string, string> = {}) =>
      (await json(await fetch(`${from}/api/picture${query}`, { headers }))) as object
    const path = '/images/poster/1/none/320.webp'
    try {
      // In turns, so that a response cached for one would be sent to the other.
      for (let round = 0; round < 2; round += 1) {
        expect(await ask(origin)).toEqual({
          data: [{ url: `https://tv.example.uz${path}`, href: '/movie/1' }],
        })
        expect(await ask(origin, '', { [pageHeader]: '1' })).toEqual({
          data: [{ url: path, href: '/movie/1' }],
        })
        expect(await ask(origin, '?device=android')).toMatchObject({
          data: [{ url: 'https://tv.example.uz/images/poster/1/none/640.webp' }],
        })
      }
      expect(await ask(base)).toMatchObject({ data: [{ url: path }] })
    } finally {
      await there.close(500)
    }
  })

  it('caches a public response: created once for many, 304 for the same, compressed, no guest sees a viewer’s', async () => {
    made = 0
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        fetch(`${base}/middleware/thing/list?page=9&limit=30`, {
          headers: { 'accept-encoding': 'gzip, br' },
        }),
      ),
    )
    const [first] = responses
    expect(made).toBe(1)
    expect(first?.headers.get('content-encoding')).toBe('br')
    const etag = first?.headers.get('etag') ?? ''
    const again = await fetch(`${base}/middleware/thing/list?limit=30&page=9&key=abc`, {
      headers: { 'if-none-match': etag },
    })
    expect([again.status, await again.text(), made]).toEqual([304, '', 1])
    const asViewer = await fetch(`${base}/api/v1.0.0/things/6`, {
      headers: { authorization: 'Bearer good-token' },
    })
    expect(await json(asViewer)).toEqual({ data: { id: 6, name: 'viewer 7' } })
    expect(asViewer.headers.get('cache-control')).toBe('private, no-store')
    expect(await json(await fetch(`${base}/api/v1.0.0/things/6`))).toEqual({ data: { id: 6, name: 'guest' } })
    // A repeated address gets the same in any format: its input is cached, the rest is checked each time.
    const address = `${base}/middleware/thing/list?page=9&limit=30`
    const xml = await fetch(address, { headers: { accept: 'application/xml' } })
    expect(await xml.text()).toMatch(/^<\?xml/)
    expect(await json(await fetch(address))).toMatchObject({ error: 0 })
    expect((await fetch(address, { method: 'POST' })).status).toBe(405)
    const madeBefore = made
    server.dropCachedResponses('things.')
    await fetch(address)
    expect(made).toBe(madeBefore + 1)
  })

  it('does not share a response that depends on the client, and ignores a forged address', async () => {
    const response = await fetch(`${base}/api/where`, { headers: { 'x-forwarded-for': '8.8.8.8' } })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await json(response)).toEqual({ address: '127.0.0.1' })
    expectTypeOf<Parameters<Handler<typeof things.where>>[1]>().toHaveProperty('clientAddress')
    expectTypeOf<Parameters<Handler<typeof things.list>>[1]>().not.toHaveProperty('clientAddress')
  })

  it('counts a declared limit, and returns the retry time', async () => {
    const strict = build()
    const at = `http://127.0.0.1:${await strict.listen('127.0.0.1', 0)}`
    const statuses: number[] = []
    for (let index = 0; index < 3; index += 1) statuses.push((await fetch(`${at}/api/where`)).status)
    const refused = await fetch(`${at}/api/where`)
    expect([...statuses, refused.status]).toEqual([200, 200, 429, 429])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await strict.close(0)
  })

  it('[API-07] accepts POST with JSON or a form for an endpoint that changes data, and the token as authkey', async () => {
    const body = { id: 3, name: ' New ', password: 'x', authkey: 'good-token' }
    const posted = await fetch(`${base}/middleware/thing/rename`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(await json(posted)).toMatchObject({ data: { id: 3, name: 'New by 7' } })
    const form = await fetch(`${base}/middleware/thing/rename`, {
      method: 'POST',
      body: new URLSearchParams({ ...body, id: '3' }),
    })
    expect(await json(form)).toMatchObject({ data: { id: 3, name: 'New by 7' } })
    const got = await fetch(`${base}/middleware/thing/rename?${new URLSearchParams({ ...body, id: '3' })}`)
    expect(got.status).toBe(200)
  })

  it('[API-02] [API-07] accepts a token in the address for a change only where the specification does', async () => {
    const refused = {
      error: 1,
      failure: 'invalid_input',
      fields: [{ field: 'authkey', message: expect.stringContaining('Authorization') }],
    }
    for (const method of ['GET', 'POST']) {
      const lost = await fetch(`${base}/middleware/thing/lose?id=3&authkey=good-token`, { method })
      expect([lost.status, await json(lost)]).toEqual([400, expect.objectContaining(refused)])
    }
    const authorization = 'Bearer good-token'
    const request = `${base}/middleware/thing/lose?id=3`
    expect((await fetch(request, { headers: { authorization } })).status).toBe(200)
    const body = new URLSearchParams({ id: '3', authkey: 'good-token' })
    expect((await fetch(`${base}/middleware/thing/lose`, { method: 'POST', body })).status).toBe(200)
    // An installation whose clients do not need it accepts none.
    const strict = build([], undefined, false)
    const at = `http://127.0.0.1:${await strict.listen('127.0.0.1', 0)}`
    const rename = `${at}/middleware/thing/rename?id=3&name=n&password=x`
    const denied = await fetch(`${rename}&authkey=good-token`)
    expect([denied.status, await json(denied)]).toEqual([400, expect.objectContaining(refused)])
    expect((await fetch(rename, { headers: { authorization } })).status).toBe(200)
    expect((await fetch(`${at}/middleware/thing/list?authkey=good-token`)).status).toBe(200)
    await strict.close(0)
  })

  it('[API-07] names the invalid field in the viewer’s language', async () => {
    const response = await fetch(`${base}/middleware/thing/rename?lang=uz&authkey=good-token&id=0&name=a`)
    expect(response.status).toBe(400)
    expect(await json(response)).toEqual({
      error: 1,
      message: 'Maʼlumotlarni tekshiring: id — kamida 1; password — toʻldirilishi shart',
      failure: 'invalid_input',
      fields: [
        { field: 'id', message: 'kamida 1' },
        { field: 'password', message: 'toʻldirilishi shart' },
      ],
    })
  })

  it('refuses a client without a valid token with 403', async () => {
    for (const query of ['', '?authkey=bad']) {
      const response = await fetch(`${base}/middleware/thing/rename${query}`, {
        headers: { 'accept-language': 'uz-UZ,uz;q=0.9,ru;q=0.8' },
      })
      expect(response.status).toBe(403)
      expect(await json(response)).toMatchObject({ error: 2, message: 'Seans tugadi, qaytadan kiring' })
    }
  })

  it('returns refusals, unknown paths and wrong methods by their names', async () => {
    expect((await fetch(`${base}/api/v1.0.0/things/404`)).status).toBe(404)
    const unknown = await fetch(`${base}/api/nothing/here`)
    expect([unknown.status, await json(unknown)]).toEqual([
      404,
      { code: 3, message: 'Страница не найдена', failure: 'not_found' },
    ])
    const wrong = await fetch(`${base}/api/v1.0.0/things/4`, { method: 'DELETE' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET'])
  })

  it('reads the body of DELETE, also for pages of other origins, and logs it as a change', async () => {
    const forget = (method: string) =>
      fetch(`${base}/api/v1/things`, {
        method,
        headers: { authorization: 'Bearer good-token', 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Вещь' }),
      })
    lines.length = 0
    expect(await json(await forget('DELETE'))).toEqual({ data: { name: 'Вещь' } })
    await expect
      .poll(() => lines.find((line) => line.includes('http.change_answered')))
      .toContain('things.forget')
    const wrong = await forget('POST')
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'DELETE'])
    const preflight = await fetch(`${base}/api/v1/things`, { method: 'OPTIONS' })
    expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE')
  })

  it('[API-07] returns a business outcome with 200, its number and text, and does not cache it', async () => {
    isShut = true
    const closed = await fetch(`${base}/api/v1.0.0/things/44`)
    expect([closed.status, closed.headers.get('cache-control'), closed.headers.get('etag')]).toEqual([
      200,
      'private, no-store',
      null,
    ])
    expect(await json(closed)).toEqual({
      code: 44,
      message: 'Видео сейчас недоступно, попробуйте позже',
      failure: 'not_available_now',
    })
    isShut = false
    // A successful response is cached for a minute.
    const open = await fetch(`${base}/api/v1.0.0/things/44`)
    expect(open.headers.get('cache-control')).toBe('private, max-age=60')
    expect(await json(open)).toEqual({ data: { id: 44, name: 'guest' } })
    const counted = await (await fetch(`${base}/metrics`)).text()
    expect(counted).toContain(
      'ekran_http_refusals_total{endpoint="things.one",failure="not_available_now"} 1',
    )
  })

  it('[TVSET-03] tells an app of another origin the time of the server', async () => {
    const response = await fetch(`${base}/api/v1.0.0/things/44`, { headers: { origin: 'null' } })
    const exposed = response.headers.get('access-control-expose-headers')?.split(', ')
    expect(exposed).toContain('date')
    expect(Math.abs(Date.parse(response.headers.get('date') ?? '') - Date.now())).toBeLessThan(60_000)
  })

  it('survives malformed requests', async () => {
    const post = (body: string, type: string) =>
      fetch(`${base}/middleware/thing/rename?authkey=good-token`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
    const statuses = await Promise.all([
      post('{"id":', 'application/json').then((response) => response.status),
      post('[1]', 'application/json').then((response) => response.status),
      post('"x"', 'application/json').then((response) => response.status),
      post('id=%zz', 'application/x-www-form-urlencoded').then((response) => response.status),
      post('<a/>', 'application/xml').then((response) => response.status),
      post('[', 'application/json').then((response) => response.status),
      post('['.repeat(100_000), 'application/json').then((response) => response.status),
      post(`{"name":"${'x'.repeat(300_000)}"}`, 'application/json').then((response) => response.status),
      fetch(`${base}/api/v1.0.0/things/%E0%A4%A`).then((response) => response.status),
      fetch(`${base}/api/v1.0.0/things/5?x=%zz`).then((response) => response.status),
      fetch(`${base}/api/v1.0.0/things/5?deep=%00`).then((response) => response.status),
      fetch(`${base}/middleware/thing/list?page=1&page=2`).then((response) => response.status),
      fetch(`${base}/api/v1.0.0/things/${'5'.repeat(501)}`).then((response) => response.status),
      fetch(`${base}/api/v1.0.0/things/${'%D1%8F'.repeat(2000)}`).then((response) => response.status),
    ])
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 400, 413, 400, 400, 400, 400, 400, 400])
  })

  it.each([['{"id":1,"name":"a\\ud800"}'], ['{"id":1,"name":"\\udc00b"}'], ['{"id":1,"name":"\\u0000"}']])(
    '[API-07] names the field of a character that cannot be stored: %s',
    async (body) => {
      const response = await fetch(`${base}/middleware/thing/rename?authkey=good-token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(response.status).toBe(400)
      expect(await json(response)).toMatchObject({
        failure: 'invalid_input',
        message: expect.stringContaining('name — текст содержит повреждённый символ'),
      })
    },
  )

  it('[API-07] no input causes a 500, and every response is our JSON or XML', async () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        '',
        ' ',
        '0',
        '-1',
        '1e309',
        'NaN',
        '\u0000',
        '../../x',
        "' or 1=1--",
        '9'.repeat(40),
        'x'.repeat(501),
        '__proto__',
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.integer().map(String),
    )
    const names = [
      'page',
      'limit',
      'lang',
      'format',
      'authkey',
      'key',
      'id',
      'name',
      'password',
      '__proto__',
      'constructor',
    ]
    const fields = fc.dictionary(fc.constantFrom(...names), hostile)
    const paths = fc.oneof(
      fc.constantFrom('/middleware/thing/list', '/middleware/thing/rename', '/api/where'),
      hostile.map((value) => `/api/v1.0.0/things/${encodeURIComponent(value.toWellFormed())}`),
    )
    await fc.assert(
      fc.asyncProperty(
        paths,
        fields,
        fc.constantFrom('GET' as const, 'POST' as const),
        async (url, input, method) => {
          const query = Object.fromEntries(
            Object.entries(input).map(([name, value]) => [name, value.toWellFormed()]),
          )
          const response = await server.app.inject({
            method,
            url,
            headers: { authorization: 'Bearer good-token' },
            ...(method === 'GET' ? { query } : { payload: input }),
          })
          expect(response.statusCode).toBeLessThan(500)
          if (!String(response.headers['content-type']).includes('xml'))
            expect(() => response.json()).not.toThrow()
        },
      ),
      { numRuns: 400 },
    )
  }, 120_000)

  it('[ACC-14] writes no secret into the log, from an address, a header, a body or an error', async () => {
    lines.length = 0
    await fetch(
      `${base}/middleware/thing/rename?authkey=good-token&id=1&name=n&password=hunter2&key=k3y&%61uthkey=tok2`,
    )
    await fetch(`${base}/middleware/nothing?code=123456&token=abcdef&phone=1`)
    expect((await fetch(`${base}/api/broken`)).status).toBe(500)
    // A line is written once its response is being sent.
    await expect.poll(() => lines.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(4)
    const written = lines.join('\n')
    expect(written).not.toMatch(/good-token|hunter2|k3y|tok2|123456|abcdef/)
    expect(written).toContain('phone=1')
    // The line of an earlier request's response may also come late.
    const own = lines.find((line) => line.includes('rename?authkey') && line.includes('name=n&'))
    expect(JSON.parse(own ?? '')).toMatchObject({
      level: 'debug',
      requestId: expect.any(String),
      status: 403,
    })
  })

  it('sends headers that prevent a response from running, being framed or leaking its address', async () => {
    const { headers } = await fetch(`${base}/api/v1.0.0/things/5`)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-request-id')).toMatch(/^[\w-]+$/)
    expect(headers.get('keep-alive')).toBe('timeout=65')
  })

  it.each(METHODS.filter((method) => method !== 'CONNECT'))(
    '[API-07] has an answer for %s, whatever is asked by it',
    async (method) => {
      for (const path of ['/api/v1.0.0/things/5', '/nothing', '/healthz']) {
        const status = await new Promise<number>((resolve, reject) => {
          request(base + path, { method }, (response) => {
            response.resume().on('end', () => resolve(response.statusCode ?? 0))
          })
            .on('error', reject)
            .end()
        })
        expect(status, path).toBeLessThan(500)
      }
    },
  )

  it('[OPS-03] counts requests by the name of the endpoint', async () => {
    await fetch(`${base}/api/v1.0.0/things/5`)
    const page = await (await fetch(`${base}/metrics`)).text()
    expect(page).toMatch(
      /ekran_http_request_duration_seconds_count\{endpoint="things.one",status="2xx"\} \d+/,
    )
    expect((await fetch(`${base}/readyz`)).status).toBe(200)
    // A local proxy that is not configured does not count as this machine, even when it claims to be.
    for (const name of ['forwarded', 'via', 'x-real-ip', 'x-forwarded-host'])
      for (const path of ['/metrics', '/readyz'])
        expect((await fetch(base + path, { headers: { [name]: '203.0.113.5' } })).status, name).toBe(404)
  })
})

describe('a graceful stop', () => {
  it('[OPS-03] finishes the request in flight, ends event streams, and closes idle connections', async () => {
    const other = build(['127.0.0.1'])
    const url = `http://127.0.0.1:${await other.listen('127.0.0.1', 0)}`
    const agent = new Agent({ keepAlive: true })
    const fetched = (path: string) =>
      new Promise<string>((resolve, reject) => {
        get(`${url}${path}`, { agent }, (response) => {
          let text = ''
          response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text))
        }).on('error', reject)
      })
    await fetched('/api/where')
    const before = current
    const stream = fetched('/stream/')
    const slow = fetched('/api/slow')
    await expect.poll(() => current, { timeout: 10_000 }).toBe(before + 2)
    const closed = other.close(15_000).then(() => 'closed')
    expect(await slow).toBe('{"done":1}')
    expect(await stream).toBe('data: hello\n\n')
    expect(
      await Promise.race([closed, new Promise((resolve) => setTimeout(() => resolve('stuck'), 12_000))]),
    ).toBe('closed')
    agent.destroy()
  })
})
