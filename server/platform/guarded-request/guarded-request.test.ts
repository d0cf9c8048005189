import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardedRequest, whyUnreachable } from './guarded-request.ts'

const server = createServer((request, response) => {
  if (request.url === '/silent') return
  if (request.url === '/away') return void response.writeHead(302, { location: '/long' }).end('away')
  if (request.url === '/agent') return void response.end(request.headers['user-agent'])
  if (request.url === '/long') return void response.end('x'.repeat(200_000))
  request.pipe(response.writeHead(201))
})
let origin = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const get = (url: string, allowLocal = true, timeoutMs = 5000) =>
  guardedRequest({ url, method: 'GET', allowLocal, timeoutMs })

describe('[STAFF-02] a request to an address that a person typed', () => {
  it('sends a body and returns the answer, cut off after 64 kB and without redirects', async () => {
    const post = { method: 'POST', body: 'oʻzbek', allowLocal: true, timeoutMs: 5000 } as const
    expect(await guardedRequest({ url: origin, ...post })).toEqual({
      ...{ kind: 'responded', status: 201, text: 'oʻzbek' },
    })
    const agent = await get(`${origin}/agent`)
    expect(agent.kind === 'responded' && agent.text, 'not the name of the product').toMatch(
      /^(?!.*ekran).+$/i,
    )
    const long = await get(`${origin}/long`)
    expect(long.kind === 'responded' && long.text.length).toBe(65_536)
    expect(await get(`${origin}/away`)).toMatchObject({ status: 302, text: 'away' })
  })

  it('leads into the local network only where that is allowed, whatever the address looks like', async () => {
    const { port } = new URL(origin)
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'])
      expect(await get(`http://${host}:${port}/`, false), host).toEqual({
        ...{ kind: 'failed', reason: 'local_address' },
      })
  })

  it('ends in its time, and is no connection for what is no address or answers nobody', async () => {
    expect(await get(`${origin}/silent`, true, 200)).toEqual({ kind: 'failed', reason: 'timeout' })
    for (const url of ['ftp://127.0.0.1/', 'nothing', 'http://127.0.0.1:9/'])
      expect(await get(url), url).toEqual({ kind: 'failed', reason: 'no_connection' })
  })
})

describe('an address that is to be called', () => {
  it.each([
    ['https://192.168.1.1/token', 'local_address'],
    ['https://[::1]:8443', 'local_address'],
    ['https://localhost/token', 'local_address'],
    ['https://[1', 'no_connection'],
    ['https://8.8.8.8', undefined],
  ])('%s: %s', async (address, why) => {
    expect(await whyUnreachable(address, false)).toBe(why)
  })

  it('may be in the local network where that is allowed', async () => {
    expect(await whyUnreachable('https://192.168.1.1/token', true)).toBeUndefined()
  })
})
