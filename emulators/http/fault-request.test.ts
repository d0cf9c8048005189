import { afterAll, describe, expect, it } from 'vitest'
import { json } from './exchange.ts'
import { readFault } from './fault-request.ts'
import { createWebApp, refuseOtherHosts, send } from './web-app.ts'

const app = createWebApp({ bodyLimitBytes: 1000 })
app.addHook('onRequest', refuseOtherHosts)
app.post('/faults', (request, reply) => {
  const choices = {
    field: 'protocol',
    parts: ['smpp', 'ari'],
    faults: ['none', 'down'],
    more: ['pan'],
  } as const
  const read = readFault(request, choices)
  return send(reply, read.kind === 'refused' ? read.response : json(200, { ...read, body: undefined }))
})
afterAll(() => app.close())

async function post(payload: unknown, headers: Readonly<Record<string, string>> = {}) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const response = await app.inject({
    method: 'POST',
    url: '/faults',
    headers: { 'content-type': 'application/json', host: '127.0.0.1:9', ...headers },
    payload: body,
  })
  return { status: response.statusCode, body: response.json() as Readonly<Record<string, unknown>> }
}

describe('a request for a fault', () => {
  it('names a part or all parts, a fault, and optionally a count', async () => {
    expect((await post({ protocol: 'ari', fault: 'down', times: 3 })).body).toEqual({
      kind: 'read',
      parts: ['ari'],
      fault: 'down',
      times: 3,
    })
    expect((await post({ protocol: 'all', fault: 'none' })).body).toEqual({
      kind: 'read',
      parts: ['smpp', 'ari'],
      fault: 'none',
    })
  })

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['nothing', ''],
    ['an unknown part', { protocol: 'fax', fault: 'down' }],
    ['an unknown fault', { protocol: 'ari', fault: 'slow' }],
    ['half a time', { protocol: 'ari', fault: 'down', times: 1.5 }],
    ['no part', { fault: 'down' }],
  ])('is rejected with the valid values when it is %s', async (_, payload) => {
    expect(await post(payload)).toEqual({
      status: 400,
      body: {
        message: 'Give { "protocol", "fault", "times"?, "pan"? } as JSON',
        protocols: ['all', 'smpp', 'ari'],
        faults: ['none', 'down'],
      },
    })
  })

  it('is rejected from a form on another site, or with another host name', async () => {
    const order = { protocol: 'ari', fault: 'down' }
    expect((await post(order, { 'content-type': 'text/plain' })).status).toBe(400)
    expect((await post(order, { host: 'evil.example' })).status).toBe(403)
    expect((await post(order, { host: 'localhost' })).status).toBe(200)
  })

  it('is rejected when its body is endless', async () => {
    expect((await post(JSON.stringify({ pan: 'x'.repeat(2000) }))).status).toBe(400)
  })
})

describe('an emulator’s web server', () => {
  it('returns 404 as JSON that is not cached', async () => {
    const response = await app.inject({ url: '/nothing', headers: { host: 'localhost' } })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ message: 'Not found' })
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })
})
