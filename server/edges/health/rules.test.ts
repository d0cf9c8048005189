import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HealthCount, nextHealth } from './rules.ts'

const after = (checks: readonly boolean[]) =>
  checks.reduce<HealthCount | undefined>((count, one) => nextHealth(count, one), undefined)?.isHealthy

describe('the health of an edge', () => {
  it('is lost after three failures in a row and back after two successes in a row', () => {
    expect(after([false, false])).toBe(true)
    expect(after([false, false, true, false, false])).toBe(true)
    expect(after([false, false, false])).toBe(false)
    expect(after([false, false, false, true])).toBe(false)
    expect(after([false, false, false, true, false, true])).toBe(false)
    expect(after([false, false, false, true, true])).toBe(true)
  })

  it('follows from the last checks alone, whatever came before', () => {
    const history = fc.array(fc.boolean(), { maxLength: 20 })
    fc.assert(
      fc.property(history, (checks) => {
        expect(after([...checks, false, false, false])).toBe(false)
        expect(after([...checks, true, true])).toBe(true)
      }),
    )
  })
})
