/**
 * A cached catalogue response: CPU per request against a bare `node:http` server with a fixed response of that size.
 */
import type { Product } from '#tests/kit/product/product.ts'
import { startBareServer } from '#bench/kit/bare-server.ts'
import { cpuPerRequest, type BenchResult } from '#bench/kit/measure.ts'

export async function cachedAnswer(product: Product): Promise<BenchResult> {
  const url = `${product.url}/middleware/noauth/video/list?lang=ru&limit=24`
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const size = (await answer.arrayBuffer()).byteLength
  const bare = await startBareServer(size)
  const measured = await cpuPerRequest({ url, pid: product.process.pid ?? 0 }, bare)
  bare.stop()
  return {
    name: `cached film list (${(size / 1024).toFixed(1)} KiB), CPU per request`,
    ...measured,
    unit: 'µs',
    target: 1.5,
  }
}
