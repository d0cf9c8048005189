import { describe, expect, it } from 'vitest'
import type { Address, AddressOutcome, Refusal, Unreachable } from '#player/core/state/source.ts'
import { settle, simulatedAddress, SimulatedTime } from '#tests/kit/player/simulated-player.ts'
import { AddressRenewal } from './address-renewal.ts'

const hourMs = 3_600_000

function startRenewal(responses: readonly (AddressOutcome['kind'] | 'never' | Unreachable)[] = []) {
  const time = new SimulatedTime()
  const calls = {
    requestedAtMs: [] as number[],
    failedUrls: [] as (string | null | undefined)[],
    addresses: [] as Address[],
    refusals: [] as Refusal[],
  }
  const startedAtMs = time.now()
  const renewal = new AddressRenewal({
    timers: time,
    renew: (failedUrl) => {
      const response = responses[calls.requestedAtMs.length] ?? 'address'
      calls.failedUrls.push(failedUrl)
      calls.requestedAtMs.push(time.now() - startedAtMs)
      if (typeof response === 'object') return Promise.resolve(response)
      if (response === 'never') return new Promise(() => undefined)
      if (response === 'unreachable') return Promise.resolve({ kind: 'unreachable' })
      if (response === 'refused')
        return Promise.resolve({ kind: 'refused', failure: 'not_subscribed', message: '' })
      return Promise.resolve(simulatedAddress('https://tv/p/next/x', time.now() + hourMs))
    },
    onAddress: (address) => calls.addresses.push(address),
    onRefused: (refusal) => calls.refusals.push(refusal),
  })
  renewal.start(time.now() + hourMs)
  return { time, calls, renewal }
}

describe('the renewal of a playback address', () => {
  it('[PLAYER-07] happens at 60 % of its lifetime, and again at 60 % of the next one', async () => {
    const { time, calls } = startRenewal()
    await time.pass(0.6 * hourMs - 1)
    expect(calls.requestedAtMs).toEqual([])
    await time.pass(0.6 * hourMs + 1)
    expect(calls.requestedAtMs).toEqual([0.6 * hourMs, 1.2 * hourMs])
    expect(calls.addresses.length).toBe(2)
  })

  it('[PLAYER-07] is retried with growing pauses while the server cannot be reached', async () => {
    const { time, calls } = startRenewal(Array.from({ length: 6 }, () => 'unreachable' as const))
    await time.pass(0.6 * hourMs + 120_000)
    const [first = 0, ...later] = calls.requestedAtMs
    expect(later.slice(0, 5).map((ms, at) => ms - (calls.requestedAtMs[at] ?? first))).toEqual([
      3000, 6000, 12_000, 24_000, 30_000,
    ])
    expect(calls.addresses.length).toBe(1)
  })

  it('[LOAD-01] waits as long as an overloaded server asks', async () => {
    const { time, calls } = startRenewal([{ kind: 'unreachable', httpStatus: 503, retryAfterMs: 11_000 }])
    await time.pass(0.6 * hourMs + 30_000)
    const [first = 0, second] = calls.requestedAtMs
    expect(second).toBe(first + 11_000)
  })

  it('[PLAYER-07] is reported once and not requested again when it is rejected', async () => {
    const { time, calls } = startRenewal(['refused'])
    await time.pass(5 * hourMs)
    expect(calls.refusals.map(({ failure }) => failure)).toEqual(['not_subscribed'])
    expect(calls.requestedAtMs.length).toBe(1)
  })

  it('[PLAYER-07] is one request for any number of concurrent calls', async () => {
    const { calls, renewal } = startRenewal()
    expect(await Promise.all([renewal.now(), renewal.now()])).toEqual(['renewed', 'renewed'])
    expect(calls.requestedAtMs).toEqual([0])
  })

  it('[PLAYER-07] names an address from which nothing came, also after a request under way that does not', async () => {
    const { calls, renewal } = startRenewal()
    const first = renewal.now()
    expect(await Promise.all([first, renewal.now('https://edge/p/1/x')])).toEqual(['renewed', 'renewed'])
    expect(calls.failedUrls).toEqual([null, 'https://edge/p/1/x'])
    await renewal.now()
    expect(calls.failedUrls.at(-1)).toBeNull()
  })

  it('[LOAD-01] is not requested again at once when the request under way reached no server', async () => {
    const { calls, renewal } = startRenewal(['unreachable'])
    const first = renewal.now()
    expect(await Promise.all([first, renewal.now('https://edge/p/1/x')])).toEqual([
      'not_renewed',
      'not_renewed',
    ])
    expect(calls.requestedAtMs).toEqual([0])
  })

  it('[PLAYER-07] has no effect when another source is already open', async () => {
    const { calls, renewal } = startRenewal()
    const late = renewal.now()
    renewal.stop()
    await settle()
    expect(await late).toBe('not_renewed')
    expect(calls.addresses).toEqual([])
  })

  it('[PLAYER-07] never runs without a pause, not even with a clock that is far ahead', async () => {
    const { time, calls, renewal } = startRenewal(['never'])
    renewal.start(time.now() - 10 * hourMs)
    await time.pass(999)
    expect(calls.requestedAtMs).toEqual([])
    await time.pass(1)
    expect(calls.requestedAtMs).toEqual([1000])
  })
})
