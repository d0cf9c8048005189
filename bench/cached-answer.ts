/** A cached catalogue answer: CPU per request against a bare `node:http` server with a fixed answer of that size. */
import type { Product } from '#tests/kit/product.ts'
import { startBareServer } from './bare-server.ts'
import { cpuSecondsOf, load, type BenchResult } from './measure.ts'

const requests = 8000
/** Until the compiler has seen enough of both to have made them fast. */
const warmUp = 30_000
const rounds = 7

export async function cachedAnswer(product: Product): Promise<BenchResult> {
  const path = '/middleware/noauth/video/list?lang=ru&limit=24'
  const answer = await fetch(product.url + path, { headers: { 'accept-encoding': 'identity' } })
  const size = (await answer.arrayBuffer()).byteLength
  const bare = await startBareServer(size)
  const ours: number[] = []
  const baseline: number[] = []
  await load(product.url + path, warmUp)
  await load(bare.url, warmUp)
  for (let round = 0; round < rounds; round++) {
    baseline.push(await microsecondsPerRequest(bare.url, bare.pid))
    ours.push(await microsecondsPerRequest(product.url + path, product.process.pid ?? 0))
  }
  bare.stop()
  return {
    name: `cached film list (${(size / 1024).toFixed(1)} KiB), CPU per request`,
    // Whatever else runs on the machine only ever adds.
    ours: Math.min(...ours),
    baseline: Math.min(...baseline),
    unit: 'µs',
    target: 1.5,
  }
}

async function microsecondsPerRequest(url: string, pid: number): Promise<number> {
  const before = cpuSecondsOf(pid)
  await load(url, requests)
  return ((cpuSecondsOf(pid) - before) * 1e6) / requests
}
