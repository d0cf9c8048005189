import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wallClock } from './wall-clock.ts'

describe('times in playlists', () => {
  it('are written as Date writes them, for any time', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 3e14 }), (ms) => {
        expect(wallClock(ms)).toBe(new Date(ms).toISOString())
      }),
      { numRuns: 2000 },
    )
    expect(wallClock(1_700_000_000_000.75)).toBe('2023-11-14T22:13:20.000Z')
  })
})
