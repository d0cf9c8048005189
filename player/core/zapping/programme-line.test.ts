import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hasPassedEnd,
  isPlayable,
  momentOf,
  linePositionOf,
  playableNeighbours,
  programmeAfter,
  programmeAt,
  programmeWatched,
} from './programme-line.ts'

const hourSec = 3600
const firstSec = 1_800_000_000
const now = (firstSec + 5.5 * hourSec) * 1000
/** Eight hours; the third has no recording and the last two have not started. */
const programmes = Array.from({ length: 8 }, (_, index) => ({
  pid: index + 1,
  begin_time: firstSec + index * hourSec,
  end_time: firstSec + (index + 1) * hourSec,
  url: index === 2 ? null : `/${index}`,
}))
const live = { kind: 'live' as const, originMs: now - 600_000, seekStartSec: 480, seekEndSec: 592 }

describe('the timeline of a channel', () => {
  it('[GUIDE-05] seeks to a time in the live window, and opens the recording for an earlier time', () => {
    expect(linePositionOf(now - 60_000, { nowMs: now, loaded: live, programmes })).toEqual({
      kind: 'seek',
      positionSec: 540,
    })
    expect(linePositionOf((firstSec + 5 * hourSec) * 1000, { nowMs: now, loaded: live, programmes })).toEqual(
      {
        kind: 'programme',
        pid: 6,
        offsetSec: 0,
      },
    )
    expect(linePositionOf(now, { nowMs: now, loaded: live, programmes })).toEqual({ kind: 'live' })
  })

  it('[GUIDE-03] [GUIDE-05] never opens a programme that has not started or is not recorded', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2 * hourSec, max: 10 * hourSec }), (offset) => {
        const place = linePositionOf((firstSec + offset) * 1000, { nowMs: now, loaded: live, programmes })
        if (place.kind !== 'programme') return
        const programme = programmes.find(({ pid }) => pid === place.pid)
        expect(programme !== undefined && isPlayable(programme, now)).toBe(true)
        expect(firstSec + offset).toBe((programme?.begin_time ?? 0) + place.offsetSec)
      }),
    )
    expect(
      linePositionOf((firstSec + 2.5 * hourSec) * 1000, { nowMs: now, loaded: live, programmes }).kind,
    ).toBe('nowhere')
  })

  it('[GUIDE-04] continues with the programme that starts next', () => {
    expect(programmeAfter(programmes, 1)?.pid).toBe(2)
    expect(programmeAfter(programmes, 8)).toBeNull()
    expect(programmeAfter(programmes, 99)).toBeNull()
    expect(programmeAfter(programmes.toReversed(), 4)?.pid).toBe(5)
    expect(programmeAt(programmes, (firstSec + hourSec) * 1000)?.pid).toBe(2)
  })

  it('[GUIDE-05] [FOLLOW-03] counts the first seconds of a stream as the programme that was asked for', () => {
    const at = (offsetSec: number, requested: number | null) =>
      programmeWatched(programmes, (firstSec + hourSec + offsetSec) * 1000, requested)?.pid ?? null
    expect([at(-15, 2), at(-1, 2), at(0, 2), at(3599, 2)]).toEqual([2, 2, 2, 2])
    // Further back, past its end, and where nothing was asked for, it is what was on the air.
    expect([at(-16, 2), at(3600, 2), at(-1, null), at(-1, 99)]).toEqual([1, 3, 1, 1])
    expect(programmeWatched(programmes, (firstSec - 10) * 1000, 1)?.pid).toBe(1)
    expect(programmeWatched(programmes, (firstSec - 20) * 1000, 1)).toBeNull()
  })

  it('[GUIDE-03] [GUIDE-04] offers the nearest recordings for a programme without one', () => {
    const nearest = (index: number) => {
      const about = programmes[index]
      if (about === undefined) throw new Error('no such programme')
      const { before, after } = playableNeighbours(programmes.toReversed(), about, now)
      return [before?.pid ?? null, after?.pid ?? null]
    }
    expect(nearest(2)).toEqual([2, 4])
    expect(nearest(0)).toEqual([null, 2])
    expect(nearest(7)).toEqual([6, null])
  })

  it('[GUIDE-04] continues after a programme played to its end, but not after a seek', () => {
    const [first] = programmes
    if (first === undefined) throw new Error('no programme')
    const endMs = first.end_time * 1000
    expect(hasPassedEnd(first, endMs - 250, endMs + 1)).toBe(true)
    expect(hasPassedEnd(first, endMs - 60_000, endMs + 1)).toBe(false)
    expect(hasPassedEnd(first, endMs + 1, endMs + 250)).toBe(false)
    expect(hasPassedEnd(first, null, endMs + 1)).toBe(false)
  })

  it('[GUIDE-04] accepts a link with a wall-clock time or a position in the programme, and nothing else', () => {
    expect(momentOf('90')).toEqual({ offsetSec: 90 })
    expect(momentOf(String(firstSec))).toEqual({ atSec: firstSec })
    for (const other of [null, '', '-5', '1e3', '12.5', '86400', 'now', '99999999999'])
      expect(momentOf(other)).toBeNull()
  })
})
