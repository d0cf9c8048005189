import { describe, expect, it } from 'vitest'
import { rankOf, type Rank, sampleEveryMs, Shedding } from './shedding.ts'

function sampled(delays: readonly number[]): Shedding {
  const shedding = new Shedding()
  for (const delay of delays) shedding.sample(delay, sampleEveryMs, 0.9)
  return shedding
}

function refusedOf(shedding: Shedding, rank: Rank, count = 1000): number {
  let refused = 0
  for (let index = 0; index < count; index += 1) if (shedding.refuses(rank, 10) !== undefined) refused += 1
  return refused
}

const times = (count: number, delay: number) => Array.from({ length: count }, () => delay)

describe('[LOAD-01] an overloaded process', () => {
  it('refuses nothing after one long pause, nor while the loop is only busy', () => {
    for (const delays of [[5000], times(100, 250), [5000, 20, 5000, 20]])
      expect(refusedOf(sampled(delays), 'early')).toBe(0)
  })

  it('refuses what can wait first, then a share of the rest, and never money and heartbeats', () => {
    const slight = sampled(times(6, 310))
    expect(refusedOf(slight, 'early')).toBeGreaterThan(300)
    expect(refusedOf(slight, 'early')).toBeLessThan(700)
    expect(refusedOf(slight, 'ordinary')).toBe(0)
    const deep = sampled(times(7, 900))
    expect(refusedOf(deep, 'early')).toBe(1000)
    expect(refusedOf(deep, 'ordinary')).toBeGreaterThan(500)
    expect(refusedOf(deep, 'ordinary')).toBeLessThan(1000)
    const full = sampled(times(100, 5000))
    expect(refusedOf(full, 'ordinary')).toBe(1000)
    expect(refusedOf(full, 'never')).toBe(0)
  })

  it('refuses nothing because other programs have the processor, unless the delay is extreme', () => {
    const starved = new Shedding()
    for (const delay of times(50, 700)) starved.sample(delay, sampleEveryMs, 0.2)
    expect(refusedOf(starved, 'early')).toBe(0)
    for (const delay of times(10, 1500)) starved.sample(delay, sampleEveryMs, 0.2)
    expect(refusedOf(starved, 'early')).toBe(1000)
  })

  it('refuses while many wait for the database, however idle the loop is', () => {
    const waiting = new Shedding()
    for (const delay of times(20, 21)) waiting.sample(delay, sampleEveryMs, 0.1, 40)
    expect(refusedOf(waiting, 'early')).toBe(0)
    for (const delay of times(20, 21)) waiting.sample(delay, sampleEveryMs, 0.1, 200)
    expect(refusedOf(waiting, 'ordinary')).toBe(1000)
    expect(refusedOf(waiting, 'never')).toBe(0)
  })

  it('handles everything again within ten seconds after the load has fallen', () => {
    const shedding = sampled(times(100, 5000))
    const samples = 10_000 / sampleEveryMs
    for (let index = 0; index < samples; index += 1) shedding.sample(20, sampleEveryMs, 0.1)
    expect(shedding.level).toBe(0)
    expect(refusedOf(shedding, 'early')).toBe(0)
  })

  it('spreads the clients that come back', () => {
    const shedding = sampled(times(100, 5000))
    const retries = Array.from({ length: 100 }, () => shedding.refuses('early', 10) ?? 0)
    expect(Math.min(...retries)).toBeGreaterThan(0)
    expect(new Set(retries).size).toBeGreaterThan(5)
    expect(Math.max(...retries)).toBeLessThanOrEqual(20)
  })

  it('refuses what can wait while too many requests are handled, however fast the loop is', () => {
    const shedding = new Shedding()
    expect(shedding.refuses('ordinary', 1499)).toBeUndefined()
    expect(shedding.refuses('ordinary', 1500)).toBeGreaterThan(0)
    expect(shedding.refuses('never', 100_000)).toBeUndefined()
  })
})

it('[LOAD-01] the rank of an endpoint comes of its name and declaration', () => {
  const plain = { envelope: 'middleware' } as const
  expect(rankOf('accounts.login', plain)).toBe('early')
  expect(rankOf('search.all', plain)).toBe('early')
  expect(rankOf('channels.url', plain)).toBe('ordinary')
  expect(rankOf('streams.heartbeat', plain)).toBe('never')
  expect(rankOf('cards.list', { envelope: 'payment' })).toBe('never')
  expect(rankOf('subscriptions.subscribe', { ...plain, spends: true })).toBe('never')
})
