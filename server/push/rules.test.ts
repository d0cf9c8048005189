import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pauseMs, retryAfterMs } from './rules.ts'
import type { ServiceFailure } from './services/push-service.ts'

const down: ServiceFailure = { kind: 'down', reason: 'timeout' }
const failure = fc.record<ServiceFailure>({
  kind: fc.constantFrom('down', 'throttled', 'wrong_key'),
  reason: fc.constant('x'),
  retryAfterMs: fc.nat(10_000_000),
})

describe('a failed push message', () => {
  it('is tried again after five seconds, then twice as long each time, up to a quarter of an hour', () => {
    expect([0, 1, 2, 7, 8, 500].map((attempts) => retryAfterMs(attempts, down))).toEqual([
      5000, 10_000, 20_000, 640_000, 900_000, 900_000,
    ])
  })

  it('waits as long as the service requests, but never longer than an hour', () => {
    fc.assert(
      fc.property(fc.nat(100), failure, (attempts, one) => {
        const ms = retryAfterMs(attempts, one)
        expect(ms).toBeGreaterThanOrEqual(Math.min(one.retryAfterMs ?? 0, 3_600_000))
        expect(ms).toBeLessThanOrEqual(3_600_000)
      }),
    )
  })
})

describe('a failing push service', () => {
  it('is left alone for a second, then twice as long each time, up to a minute', () => {
    expect([0, 1, 5, 6, 500].map((failures) => pauseMs(failures, down))).toEqual([
      1000, 2000, 32_000, 60_000, 60_000,
    ])
  })

  it('is asked once a minute when it refuses the key', () => {
    expect(pauseMs(0, { kind: 'wrong_key', reason: 'http_403' })).toBe(60_000)
  })
})
