import { describe, expect, it } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

describe('a rate limit', () => {
  it('[ACC-14] refuses a key past its attempts, with when to come back, also when they arrive together', async () => {
    const limit = createRateLimit({ name: 'test', attempts: 5, perSec: 60 })
    const decisions = await Promise.all(Array.from({ length: 50 }, () => limit.spend('one')))
    expect(decisions.filter(({ kind }) => kind === 'allowed')).toHaveLength(5)
    const refused = await limit.spend('one')
    if (refused.kind !== 'refused') throw new Error('was allowed')
    expect(refused.retryAfterSec).toBeGreaterThan(0)
    expect(refused.retryAfterSec).toBeLessThanOrEqual(60)
    expect(await limit.spend('another')).toEqual({ kind: 'allowed', left: 4 })
    await limit.forget('one')
    expect(await limit.spend('one')).toEqual({ kind: 'allowed', left: 4 })
  })

  it('[ACC-14] remembers so many keys and no more, and forgets the one that asked longest ago', async () => {
    const limit = createRateLimit({ name: 'test', attempts: 1, perSec: 60 }, 3)
    for (const key of ['a', 'b', 'c']) await limit.spend(key)
    expect(await limit.spend('a')).toMatchObject({ kind: 'refused' })
    await limit.spend('d')
    expect(await limit.look('b')).toMatchObject({ kind: 'allowed' })
    for (const key of ['a', 'c', 'd']) expect(await limit.look(key)).toMatchObject({ kind: 'refused' })
  })
})
