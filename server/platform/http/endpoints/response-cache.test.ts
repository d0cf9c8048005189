import { expect, it } from 'vitest'
import type { ResponseBody } from './response-body.ts'
import { ResponseCache } from './response-cache.ts'

function body(bytes: number): ResponseBody {
  return {
    identity: Buffer.alloc(bytes),
    gzip: undefined,
    br: undefined,
    etag: '"x"',
    contentType: 'application/json',
  }
}

it('stores no more than its byte limit, and drops the least recently refreshed', async () => {
  const cache = new ResponseCache(() => 0, 10_000)
  for (let index = 0; index < 50; index++)
    await cache.get(`list ${index}`, 1000, async () => ({ kind: 'shared', body: body(1500) }))
  expect(cache.size).toBe(5)
  expect(cache.fresh('list 49')).toBeDefined()
  expect(cache.fresh('list 0')).toBeUndefined()
})

it('subtracts the bytes of dropped entries', async () => {
  const cache = new ResponseCache(() => 0, 10_000)
  const fill = async (name: string) => {
    for (let index = 0; index < 4; index++)
      await cache.get(`${name} ${index}`, 1000, async () => ({ kind: 'shared', body: body(1500) }))
  }
  await fill('films')
  cache.forget('films')
  await fill('channels')
  expect(cache.size).toBe(4)
})
