/** The client's address over real connections: a proxy's headers are trusted, a client's own are not. */
import { regionEndpoints } from '#server/api/site/region.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPlace, openRegion, type Region } from './region.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer, type HttpServer } from '#server/platform/http/server.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

let dir = ''
let database: TestDatabase
let region: Region
const servers: HttpServer[] = []
const ports = { direct: 0, proxied: 0, chained: 0 }
type Way = keyof typeof ports

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-forged-'))
  // Even this machine is outside, so that "inside" can only come from a trusted header.
  await writeFile(join(dir, 'list.txt'), '84.54.64.0/19\n2a05:45c0::/32\n!127.0.0.0/8\n!10.0.0.0/8\n!::1\n')
  database = await createTestDatabase()
  region = await openRegion({
    db: database.db,
    place: listPlace(join(dir, 'list.txt'), dir),
    clock: systemClock,
    log: silentLog,
    maxDays: 180,
  })
  const proxies: Record<Way, string[]> = {
    direct: [],
    proxied: ['127.0.0.1'],
    chained: ['127.0.0.0/8', '10.0.0.0/8', 'fd00::/8'],
  }
  for (const way of Object.keys(ports) as Way[]) {
    const server = createHttpServer({
      endpoints: regionEndpoints({ region }),
      mounts: [],
      identify: async () => undefined,
      audienceOf: (address) => region.audienceOf(address),
      clientAddress: clientAddressReader(proxies[way]),
      checkResponses: true,
      health: createHealth(),
      metrics: createMetrics(),
      random: systemRandom,
      clock: systemClock,
      log: silentLog,
    })
    servers.push(server)
    ports[way] = await server.listen('127.0.0.1', 0)
  }
})
afterAll(async () => {
  for (const server of servers) await server.close(100)
  region.close()
  await database.drop()
  await rm(dir, { recursive: true })
})

/** The `is_tasix` value in the response. Headers may be repeated. */
function isTasix(way: Way, headers: Record<string, string | string[]>): Promise<number> {
  return new Promise((resolve, reject) => {
    const path = '/api/v1.2.0/ip/check'
    const params = request(
      { host: '127.0.0.1', port: ports[way], path, headers, timeout: 5000 },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => {
          const result = /"is_tasix":([01])/.exec(text)?.[1]
          if (response.statusCode === 200 && result !== undefined) resolve(Number(result))
          else reject(new Error(`${response.statusCode}: ${text}`))
        })
      },
    )
    params.on('error', reject).end()
  })
}

function forwarded(way: Way, ...values: string[]) {
  return isTasix(way, { 'X-Forwarded-For': values })
}

const inside = '84.54.70.1'
const abroad = '203.0.113.9'

describe('without a trusted proxy', () => {
  it('[REGION-02] no header changes a client’s network', async () => {
    for (const name of [
      'X-Forwarded-For',
      'X-Real-IP',
      'X-Client-IP',
      'True-Client-IP',
      'CF-Connecting-IP',
      'X-Cluster-Client-IP',
      'X-Original-Forwarded-For',
    ])
      expect(await isTasix('direct', { [name]: inside }), name).toBe(0)
    expect(await isTasix('direct', { Forwarded: `for=${inside};proto=https` })).toBe(0)
    expect(await forwarded('direct', `${inside}, 127.0.0.1`)).toBe(0)
  })
})

describe('behind a trusted proxy', () => {
  it('[REGION-01] [REGION-02] trusts what the proxy itself added', async () => {
    expect(await forwarded('proxied', inside)).toBe(1)
    expect(await forwarded('proxied', abroad)).toBe(0)
    expect(await forwarded('proxied', '2a05:45c0:17::1')).toBe(1)
    expect(await forwarded('proxied', '2a06:45c0:17::1')).toBe(0)
  })

  it('[REGION-02] parses addresses in every notation of proxies', async () => {
    for (const written of [
      `${inside}:51234`,
      `::ffff:${inside}`,
      '::FFFF:5436:4601',
      `[::ffff:${inside}]:443`,
      '[2a05:45c0::7]',
      '[2a05:45c0::7]:443',
      '2A05:45C0:0:0:0:0:0:7',
      `  ${inside}  `,
    ])
      expect(await forwarded('proxied', written), written).toBe(1)
  })

  it('[REGION-02] does not trust what the client wrote further left', async () => {
    expect(await forwarded('proxied', `${inside}, ${abroad}`)).toBe(0)
    expect(await forwarded('proxied', `${inside}, ${inside}, ${inside}, ${abroad}`)).toBe(0)
    expect(await forwarded('proxied', `${abroad}, ${inside}`)).toBe(1)
    // The same header twice is one list.
    expect(await forwarded('proxied', inside, abroad)).toBe(0)
    expect(await forwarded('proxied', Array.from({ length: 300 }, () => inside).join(', '), abroad)).toBe(0)
    // A client that claims to be the proxy's neighbour.
    expect(await forwarded('proxied', `${inside}, 10.0.0.1`)).toBe(0)
  })

  it('[REGION-02] ignores headers that only clients set', async () => {
    const own = { 'X-Forwarded-For': abroad }
    expect(await isTasix('proxied', { ...own, 'X-Real-IP': inside })).toBe(0)
    expect(await isTasix('proxied', { ...own, Forwarded: `for=${inside}` })).toBe(0)
    expect(await isTasix('proxied', { 'X-Real-IP': inside })).toBe(0)
  })

  it('[REGION-02] is not confused by invalid values', async () => {
    for (const written of [
      '',
      ' ',
      ',',
      'unknown',
      '84.54.70.1.',
      '84.54.70.300',
      '0x5436',
      '84.54',
      `${inside};`,
    ])
      expect(await forwarded('proxied', written), written).toBe(0)
    expect(await forwarded('proxied', `${inside}, unknown`)).toBe(0)
    expect(await forwarded('proxied', 'x'.repeat(8000))).toBe(0)
    expect(await forwarded('proxied', `<script>, ${inside}`)).toBe(1)
  })

  it('[REGION-02] follows a chain of trusted proxies up to the first untrusted address', async () => {
    expect(await forwarded('chained', `${inside}, 10.1.1.1, 10.2.2.2`)).toBe(1)
    expect(await forwarded('chained', `${inside}, ${abroad}, 10.2.2.2`)).toBe(0)
    expect(await forwarded('chained', `${inside}, fd00::1, [fd00::2]:443`)).toBe(1)
    expect(await forwarded('chained', `${inside}, ::ffff:10.1.1.1`)).toBe(1)
    // Only proxies: the client is the leftmost, which is a trusted proxy and outside here.
    expect(await forwarded('chained', '10.1.1.1, 10.2.2.2')).toBe(0)
  })
})
