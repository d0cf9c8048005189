import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RecordList } from '#media/archive/index/record-list.ts'
import { fillHoles, gapStepMs, holeToleranceMs } from './holes.ts'

const startMs = 1_000_000

/** Segments of two seconds from `startMs` on, with the given hole before each. */
function recordings(holesMs: readonly number[], epochs: readonly number[] = []): RecordList {
  let atMs = startMs
  return RecordList.concat(
    holesMs.map((holeMs, at) => {
      const beginMs = atMs + holeMs
      atMs = beginMs + 2000
      const epoch = epochs[at] ?? 1
      return RecordList.of({
        beginMs,
        durationMs: 2000,
        extra: 0,
        offset: 0,
        size: 1,
        file: 0,
        epoch,
        flags: 0,
      })
    }),
  )
}

function epochOf(epoch: number) {
  return { initKey: `e${epoch}`, periodMs: epoch * 1000 }
}

function fill(records: RecordList, fromMs = 0, toMs = Number.MAX_SAFE_INTEGER) {
  return fillHoles(records, { fromMs, toMs, stepMs: gapStepMs }, epochOf)
}

describe('[GUIDE-06] a hole in a recording', () => {
  it('becomes gap segments from the end of one recording to the start of the next', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60_000), { minLength: 1, maxLength: 12 }), (holesMs) => {
        const segments = fill(recordings([0, ...holesMs]))
        segments.slice(1).forEach(({ beginMs }, index) => {
          const before = segments[index]
          const endMs = (before?.beginMs ?? 0) + (before?.durationMs ?? 0)
          expect(beginMs - endMs).toBeLessThanOrEqual(holeToleranceMs)
          expect(beginMs).toBeGreaterThanOrEqual(endMs)
        })
      }),
    )
  })

  it('is divided into segments as long as the others; a short rest joins the last one', () => {
    const gaps = fill(recordings([0, 10_300])).filter(({ gap }) => gap)
    expect(gaps.map(({ durationMs }) => durationMs)).toEqual([2000, 2000, 2000, 2000, 2300])
    const [one] = fill(recordings([0, 900])).filter(({ gap }) => gap)
    expect(one?.durationMs).toBe(900)
  })

  it('that is too short for players to notice gets no gap segments', () => {
    expect(fill(recordings([0, holeToleranceMs])).filter(({ gap }) => gap)).toEqual([])
  })

  it('has the same gap segments in every window', () => {
    const records = recordings([0, 61_700])
    const all = fill(records)
    fc.assert(
      fc.property(fc.nat(70_000), fc.nat(30_000), (afterMs, lengthMs) => {
        const [fromMs, toMs] = [startMs + afterMs, startMs + afterMs + lengthMs]
        const meant = all.filter((one) => one.beginMs < toMs && one.beginMs + one.durationMs > fromMs)
        expect(fill(records, fromMs, toMs)).toEqual(meant)
      }),
    )
  })

  it('belongs to the epoch before it', () => {
    const segments = fill(recordings([0, 6000], [1, 2]))
    expect(segments.map(({ initKey, gap }) => [initKey, gap])).toEqual([
      ['e1', false],
      ['e1', true],
      ['e1', true],
      ['e1', true],
      ['e2', false],
    ])
  })
})
