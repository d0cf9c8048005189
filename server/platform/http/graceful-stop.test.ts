/** A stop while requests arrive all the time, over real connections that are used again as proxies use them. */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, respond } from '#contract/form/endpoint.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { clientAddressReader } from './client/client-address.ts'
import { bindEndpoints } from './endpoints/bind-endpoints.ts'
import { createHealth, type Health } from './health.ts'
import { createHttpServer, type HttpServer } from './server.ts'

const input = z.object({})
const things = {
  quick: endpoint({
    path: '/api/quick',
    envelope: 'bare',
    summary: 'At once',
    input,
    output: z.object({ n: z.int() }),
  }),
  save: endpoint({
    ...{ method: 'POST', path: '/api/save', envelope: 'bare', summary: 'A change', input },
    ...{ changes: true, output: z.object({ n: z.int() }) },
  }),
  slow: endpoint({
    path: '/api/slow',
    envelope: 'bare',
    summary: 'In a second',
    input,
    output: z.object({ n: z.int() }),
  }),
  wait: endpoint({
    ...{ path: '/api/wait', envelope: 'bare', summary: 'Until something happens', input, waitsSec: 25 },
    output: z.object({ news: z.array(z.string()) }),
  }),
}

let health: Health
let server: HttpServer
let port: number
/** Changes that were made, and those whose answer arrived. */
let saved = 0
let slowBegan = 0

beforeEach(async () => {
  saved = 0
  slowBegan = 0
  health = createHealth()
  server = createHttpServer({
    endpoints: bindEndpoints('things', things, {
      quick: () => respond({ n: 1 }),
      save: async () => {
        await pause(5)
        saved += 1
        return respond({ n: saved })
      },
      slow: async () => {
        slowBegan += 1
        await pause(1000)
        return respond({ n: 1 })
      },
      wait: async (_input, { signal }) => {
        await pause(25_000, undefined, { signal }).catch(() => undefined)
        return respond({ news: [] })
      },
    }),
    mounts: [
      {
        prefix: '/p/',
        handle: async (_request, response) => {
          await pause(20)
          response.end('a segment')
          return true
        },
      },
    ],
    identify: async () => ({ kind: 'denied', failure: 'not_authorized' }),
    audienceOf: () => 'inside',
    clientAddress: clientAddressReader([]),
    publicUrl: undefined,
    checkResponses: true,
    ...{ health, metrics: createMetrics(), random: systemRandom, clock: systemClock, log: silentLog },
  })
  port = await server.listen('127.0.0.1', 0)
})
afterEach(() => server.close(0))

interface Answer {
  readonly status: number
  readonly text: string
  readonly connection: string | undefined
}

function ask(path: string, agent?: Agent, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, ...(agent === undefined ? {} : { agent }) }
    const asking = request({ ...options, timeout: 20_000 }, (response) => {
      let text = ''
      response.on('data', (piece) => (text += piece)).on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, connection: response.headers.connection }),
      )
    })
    asking.on('error', reject).end()
  })
}

describe('a stop behind a proxy', () => {
  it('[NODE-02] says no at once, goes on answering, and gives every connection up', async () => {
    const agent = new Agent({ keepAlive: true })
    expect((await ask('/readyz')).status).toBe(200)
    expect((await ask('/api/quick', agent)).connection).toBe('keep-alive')
    health.stopping()
    server.drain()
    expect((await ask('/readyz')).status).toBe(503)
    for (const path of ['/api/quick', '/p/segment', '/api/nothing', '/healthz']) {
      const { status, connection } = await ask(path, agent)
      expect([path, status, connection]).toEqual([path, path === '/api/nothing' ? 404 : 200, 'close'])
    }
    agent.destroy()
  })

  it('[NODE-02] cuts no request before the balancer has noticed, nor one that runs at the end', async () => {
    const failed: string[] = []
    const counts = { answered: 0, saved: 0 }
    const balancing = { isReady: true }
    const client = async (index: number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const paths = ['/api/quick', '/p/segment', '/api/save']
      for (let turn = index; balancing.isReady; turn += 1) {
        const path = paths[turn % paths.length] ?? ''
        const { status } = await ask(path, agent, path === '/api/save' ? 'POST' : 'GET').catch(
          (error: unknown) => ({ status: String(error) }),
        )
        if (status === 200) counts.answered += 1
        else failed.push(`${path} ${status}`)
        if (path === '/api/save') counts.saved += 1
      }
      const last = await ask('/api/slow', agent)
      agent.destroy()
      return last
    }
    const balancer = async () => {
      while ((await ask('/readyz')).status === 200) await pause(100)
      balancing.isReady = false
    }
    const clients = Array.from({ length: 20 }, (_, index) => client(index))
    const noticed = balancer()
    await expect.poll(() => counts.answered).toBeGreaterThan(60)
    health.stopping()
    server.drain()
    await noticed
    await expect.poll(() => slowBegan).toBe(20)
    await server.close(5000)
    expect(await Promise.all(clients)).toEqual(
      Array.from({ length: 20 }, () => ({ status: 200, text: '{"n":1}', connection: 'close' })),
    )
    expect(failed).toEqual([])
    expect(counts.saved).toBe(saved)
    const after = await ask('/api/quick').catch((error: unknown) => (error as NodeJS.ErrnoException).code)
    expect(after).toBe('ECONNREFUSED')
  })

  it('[NODE-02] answers those who wait in their usual form, at once', async () => {
    const waiting = ask('/api/wait')
    await pause(200)
    health.stopping()
    server.drain()
    const late = ask('/api/wait')
    await pause(200)
    const beganMs = performance.now()
    await server.close(5000)
    expect(performance.now() - beganMs).toBeLessThan(2000)
    for (const answer of await Promise.all([waiting, late]))
      expect(answer).toEqual({ status: 200, text: '{"news":[]}', connection: 'close' })
  })
})
