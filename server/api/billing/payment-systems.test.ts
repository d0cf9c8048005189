/** The entry point of payment systems, over HTTP and before any of their protocols. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Adapter, MerchantRequest, Provider } from '#server/merchants/merchants.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { limitsInMemory, type RateLimits } from '#server/platform/limits/rate-limits.ts'
import { paymentSystemMount } from './payment-systems.ts'

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  await (server && once(server, 'close'))
  server = undefined
})

interface Door {
  readonly adapter?: Partial<Adapter>
  readonly networks?: readonly string[]
  readonly rateLimits?: RateLimits
}

/**
 * A server with Payme connected; a header sets the client's address. Returns the requests that the system received.
 */
async function open({ adapter = {}, networks = [], rateLimits = limitsInMemory }: Door = {}) {
  const requests: MerchantRequest[] = []
  const payme: Adapter = {
    response: async (request) => {
      requests.push(request)
      return { status: 200, body: { result: 'well' } }
    },
    trouble: () => ({ status: 200, body: { error: 'ask again' } }),
    ...adapter,
  }
  const connections = new Map<Provider, { adapter: Adapter; networks: readonly string[] }>([
    ['payme', { adapter: payme, networks }],
  ])
  const mount = paymentSystemMount({
    merchants: { connections },
    ...{ log: silentLog, rateLimits },
    clientAddress: ({ headers }) => String(headers['x-from'] ?? '203.0.113.1'),
  })
  server = createServer((request, response) => {
    void mount.handle(request, response).then((answered) => answered || response.writeHead(404).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const post = (path: string, body = '{}', headers: Record<string, string> = {}) =>
    fetch(origin + path, { method: 'POST', body, headers, signal: AbortSignal.timeout(10_000) })
  return { requests, post }
}

describe('[PAY-07] the endpoint for payment systems', () => {
  it('passes the whole request to its system, with the action after its name', async () => {
    const { requests, post } = await open()
    const response = await post('/merchants/payme/check?x=1', '{"id":1}', { authorization: 'Basic a' })
    expect([response.status, await response.json()]).toEqual([200, { result: 'well' }])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(requests).toEqual([
      { method: 'POST', action: 'check', authorization: 'Basic a', body: '{"id":1}', isFromThere: true },
    ])
  })

  it.each([
    '/merchants/click/prepare',
    '/merchants/payme/check/more',
    '/merchants/',
    '/merchants/constructor',
  ])('has no address at %s', async (path) => {
    const { requests, post } = await open()
    expect((await post(path)).status).toBe(404)
    expect(requests).toEqual([])
  })

  it.each(['look', 'spend'] as const)(
    'answers in its own form while wrong keys cannot be counted (%s)',
    async (step) => {
      const away = () => Promise.reject(new Error('the database is away'))
      const limit = { ...limitsInMemory.byNetwork({ name: 'test', attempts: 1, perSec: 60 }), [step]: away }
      const { post } = await open({
        adapter: { response: async () => ({ status: 401, body: {}, wasRefused: true }) },
        rateLimits: { ...limitsInMemory, byNetwork: () => limit },
      })
      const response = await post('/merchants/payme')
      expect([response.status, await response.json()]).toEqual([200, { error: 'ask again' }])
    },
  )

  it('informs the system when a request comes from a network that is not its own', async () => {
    const { requests, post } = await open({ networks: ['198.51.100.0/24'] })
    for (const from of ['198.51.100.9', '203.0.113.9'])
      await post('/merchants/payme', '{}', { 'x-from': from })
    expect(requests.map(({ isFromThere }) => isFromThere)).toEqual([true, false])
  })

  it('tells a system to retry after an internal error', async () => {
    const { post } = await open({
      adapter: {
        response: async () => {
          throw new Error('the database is away')
        },
      },
    })
    const response = await post('/merchants/payme')
    expect([response.status, await response.json()]).toEqual([200, { error: 'ask again' }])
  })

  it('requires a key where the system’s response says so', async () => {
    const { post } = await open({ adapter: { response: async () => ({ status: 401, body: {} }) } })
    expect((await post('/merchants/payme')).headers.get('www-authenticate')).toContain('Basic')
  })

  it('accepts no request body larger than any of theirs', async () => {
    const { requests, post } = await open()
    expect((await post('/merchants/payme', 'x'.repeat(64 * 1024))).status).toBe(200)
    expect((await post('/merchants/payme', 'x'.repeat(64 * 1024 + 1))).status).toBe(413)
    expect(requests).toHaveLength(1)
  })
})
