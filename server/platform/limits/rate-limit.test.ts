import { describe, expect, it } from 'vitest'
import { createNetworkLimit, networkOf, widerNetworks } from './networks.ts'
import { createRateLimit } from './rate-limit.ts'

describe('a rate limit', () => {
  it('[ACC-14] refuses a key over its attempts, with the retry time, also for concurrent requests', async () => {
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

  it('[ACC-14] stores a limited number of keys, and drops the least recently used', async () => {
    const limit = createRateLimit({ name: 'test', attempts: 1, perSec: 60 }, 3)
    for (const key of ['a', 'b', 'c']) await limit.spend(key)
    expect(await limit.spend('a')).toMatchObject({ kind: 'refused' })
    await limit.spend('d')
    expect(await limit.look('b')).toMatchObject({ kind: 'allowed' })
    for (const key of ['a', 'c', 'd']) expect(await limit.look(key)).toMatchObject({ kind: 'refused' })
  })
})

describe('a limit by the client’s network', () => {
  const rule = { name: 'test', attempts: 5, perSec: 60 }

  it('[ACC-12] [ACC-14] limits a client with a whole /56 or /48 of IPv6, without affecting its neighbours', async () => {
    const limit = createNetworkLimit(rule)
    const allowed = async (address: (index: number) => string) => {
      let count = 0
      for (let index = 0; index < 256; index += 1)
        if ((await limit.spend(address(index))).kind === 'allowed') count += 1
      return count
    }
    expect(await allowed(() => '2a02:db8:1:0::1')).toBe(5)
    // A refused network uses up nothing of what the others share.
    expect(await allowed((index) => `2a02:db8:1:${index.toString(16)}::1`)).toBe(15)
    expect(await allowed((index) => `2a02:db8:1:${(index * 256).toString(16)}::1`)).toBe(60)
    expect(await limit.look('2a02:db8:1:ffff::1')).toMatchObject({ kind: 'refused' })
    expect(await limit.spend('2a02:db8:2::1')).toMatchObject({ kind: 'allowed' })
  })

  it('counts an IPv4 address alone, in any notation', async () => {
    const limit = createNetworkLimit(rule)
    for (let index = 0; index < 5; index += 1) await limit.spend('84.54.70.1')
    expect(await limit.spend('::ffff:84.54.70.1')).toMatchObject({ kind: 'refused' })
    expect(await limit.spend('84.54.70.2')).toMatchObject({ kind: 'allowed' })
  })

  it('[ACC-14] counts one network in any notation of its address', () => {
    for (const address of [
      '2a02:db8:0:1::9',
      '2A02:0DB8:0000:0001::',
      '2a02:db8::1:0:0:1.2.3.4',
      '2a02:db8:0:1::9%eth0-1',
    ])
      expect(networkOf(address), address).toBe('2a02:db8:0:1')
    expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(networkOf('')).toBe('')
  })

  it('names the networks around one so that the database finds those in them', () => {
    const [large, largest] = widerNetworks(networkOf('2a02:db8:1:1234::9'))
    const isIn = (address: string) =>
      [large, largest].map((wider) => new RegExp(wider?.members ?? '$.').test(networkOf(address)))
    expect(isIn('2a02:db8:1:12ff::1')).toEqual([true, true])
    expect(isIn('2a02:db8:1:12::1')).toEqual([false, true])
    expect(isIn('2a02:db8:1:1334::1')).toEqual([false, true])
    expect(isIn('2a02:db8:12:1234::1')).toEqual([false, false])
    const low = new RegExp(widerNetworks(networkOf('2a02:db8::9'))[0]?.members ?? '$.')
    expect(
      ['2a02:db8::1', '2a02:db8:0:ff::', '2a02:db8:0:100::'].map((one) => low.test(networkOf(one))),
    ).toEqual([true, true, false])
  })
})
