import { Agent, get } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { respond, endpoint } from '#contract/form/endpoint.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { bindEndpoints } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer, type HttpServer } from '#server/platform/http/server.ts'

const input = z.object({})
const output = z.object({ done: z.literal(1) })
const shop = {
  look: endpoint({ path: '/api/look', envelope: 'data', summary: 'Can wait', input, output }),
  pay: endpoint({ path: '/payment/pay', envelope: 'payment', summary: 'Cannot wait', input, output }),
}
/**
 * Each request of `look` occupies the loop for this long: with forty visitors a turn of the loop takes over two seconds, which
 * is extreme also where other programs have most of the processor.
 */
const workMs = 60

let server: HttpServer
let base: string
const agent = new Agent({ keepAlive: true, maxSockets: 40 })

beforeAll(async () => {
  server = createHttpServer({
    // A search is refused before the rest.
    endpoints: bindEndpoints('search', shop, {
      look: () => {
        const untilMs = performance.now() + workMs
        while (performance.now() < untilMs);
        return respond({ done: 1 })
      },
      pay: () => respond({ done: 1 }),
    }),
    mounts: [],
    identify: async () => undefined,
    audienceOf: () => 'inside',
    clientAddress: clientAddressReader([]),
    checkResponses: true,
    health: createHealth(),
    metrics: createMetrics(),
    random: systemRandom,
    clock: systemClock,
    log: silentLog,
  })
  base = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
})
afterAll(async () => {
  agent.destroy()
  await server.close(500)
})

interface Seen {
  readonly status: number
  readonly retryAfterSec: number
}

function look(): Promise<Seen> {
  return new Promise((resolve, reject) => {
    get(`${base}/api/look`, { agent, headers: { connection: 'keep-alive' } }, (response) => {
      const seen = {
        status: response.statusCode ?? 0,
        retryAfterSec: Number(response.headers['retry-after'] ?? 0),
      }
      response.resume().on('end', () => resolve(seen))
    }).on('error', reject)
  })
}

async function level(): Promise<string | undefined> {
  return /^ekran_http_shedding (\S+)$/m.exec(await (await fetch(`${base}/metrics`)).text())?.[1]
}

it('[LOAD-01] refuses what can wait with a retry time, serves payments, and recovers', async () => {
  const seen: Seen[] = []
  const over = new AbortController()
  const visitor = async () => {
    while (!over.signal.aborted) seen.push(await look())
  }
  const visitors = Array.from({ length: 40 }, visitor)
  await expect.poll(() => seen.some(({ status }) => status === 503), { timeout: 100_000 }).toBe(true)
  const paid = await fetch(`${base}/payment/pay`)
  const alive = await fetch(`${base}/healthz`)
  // Between two waves of visitors nothing is refused for a moment.
  await expect.poll(async () => Number(await level()), { timeout: 100_000 }).toBeGreaterThan(0)
  over.abort()
  await Promise.all(visitors)
  expect([paid.status, alive.status]).toEqual([200, 200])
  const refused = seen.filter(({ status }) => status === 503)
  expect(Math.min(...refused.map(({ retryAfterSec }) => retryAfterSec))).toBeGreaterThan(0)
  expect(seen.filter(({ status }) => status !== 503 && status !== 200)).toEqual([])
  // Some are served all the time.
  expect(seen.some(({ status }) => status === 200)).toBe(true)
  await expect.poll(level, { timeout: 100_000 }).toBe('0')
  expect((await look()).status).toBe(200)
}, 320_000)
