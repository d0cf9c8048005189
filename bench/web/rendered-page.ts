/**
 * Pages rendered on the server: CPU per request of the cached home page, against a bare `node:http` server with a fixed
 * response of that size, and of pages that have to be rendered for each request.
 */
import type { Product } from '#tests/kit/product/product.ts'
import { startBareServer } from '#bench/kit/bare-server.ts'
import { cpuSecondsOf, load, type BenchResult } from '#bench/kit/measure.ts'

const requests = 8000
const warmUp = 20_000
const rounds = 5
const drawnRequests = 400
const headers = { 'accept-encoding': 'br', 'accept-language': 'ru' }

export async function drawnPage(product: Product): Promise<readonly BenchResult[]> {
  const url = `${product.url}/`
  const { length } = Buffer.from(await (await fetch(url, { headers })).arrayBuffer())
  const bare = await startBareServer(length)
  const pid = product.process.pid ?? 0
  const remaining: number[] = []
  const baseline: number[] = []
  await load(url, warmUp, { headers })
  await load(bare.url, warmUp)
  for (let round = 0; round < rounds; round++) {
    baseline.push(await microsecondsOf(bare.pid, requests, () => load(bare.url, requests)))
    remaining.push(await microsecondsOf(pid, requests, () => load(url, requests, { headers })))
  }
  bare.stop()
  let page = 0
  const drawn: number[] = []
  for (let round = 0; round < rounds; round++)
    drawn.push(await microsecondsOf(pid, drawnRequests, () => drawMany(product.url, () => (page += 1))))
  const min = Math.min(...baseline)
  return [
    // 10,000 per second of one CPU.
    {
      name: 'home page as kept, CPU per request',
      ours: Math.min(...remaining),
      baseline: min,
      unit: 'µs',
      max: 100,
    },
    // 250 per second of one CPU.
    {
      name: 'list rendered again, CPU per request',
      ours: Math.min(...drawn),
      baseline: min,
      unit: 'µs',
      max: 4000,
    },
  ]
}

async function microsecondsOf(pid: number, times: number, run: () => Promise<void>): Promise<number> {
  const before = cpuSecondsOf(pid)
  await run()
  return ((cpuSecondsOf(pid) - before) * 1e6) / times
}

/** Each address is another page, so none is cached yet. */
async function drawMany(origin: string, next: () => number): Promise<void> {
  const worker = async () => {
    for (let count = 0; count < drawnRequests / 8; count++)
      await load(`${origin}/movies?bench=${next()}`, 1, { connections: 1, headers })
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}
