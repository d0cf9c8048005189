import { describe, expect, it } from 'vitest'
import type { ProgrammeRecord } from '#server/television/television.ts'
import { hasEnded } from './rules.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 10, 27, 8)
/** Broadcasts of an hour, by hours from now. */
const at = (...hours: readonly number[]) =>
  hours.map((hour) => {
    const beginMs = nowMs + hour * hourMs
    const programme = { beginMs, endMs: beginMs + hourMs } as ProgrammeRecord
    return { programme, season: undefined, episode: undefined }
  })

describe('[FOLLOW-02] whether a show has ended', () => {
  it('is so without any broadcast, and never while one is on the air or comes', () => {
    expect(hasEnded([], nowMs)).toBe(true)
    expect(hasEnded(at(-400, -0.5), nowMs)).toBe(false)
    expect(hasEnded(at(-400, 5), nowMs)).toBe(false)
  })

  it('depends on how often it comes: daily, weekly, or too seldom to say', () => {
    expect(hasEnded(at(-120, -96, -72), nowMs)).toBe(true)
    expect(hasEnded(at(-96, -72, -48), nowMs)).toBe(false)
    expect(hasEnded(at(-500, -332, -164), nowMs)).toBe(false)
    expect(hasEnded(at(-532, -364, -196), nowMs)).toBe(true)
    expect([hasEnded(at(-100), nowMs), hasEnded(at(-200), nowMs)]).toEqual([false, true])
  })
})
