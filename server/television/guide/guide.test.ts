import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProgrammeRecord } from '#server/television/channels/channel.ts'
import { Guide } from './guide.ts'

function programme(pid: number, beginMs: number, endMs: number, cid = 1): ProgrammeRecord {
  const words = { ru: '', uz: '' }
  return {
    pid,
    cid,
    beginMs,
    endMs,
    title: words,
    description: words,
    genreCode: null,
    ageRating: '',
    assetId: null,
  }
}

/** A channel's programmes in order, with a gap after some of them. */
const guides = fc
  .array(fc.record({ length: fc.integer({ min: 1, max: 5 }), hole: fc.constantFrom(0, 0, 2) }), {
    maxLength: 30,
  })
  .map((list) => {
    let at = 0
    return list.map(({ length, hole }, index) => {
      const one = programme(index + 1, at, at + length)
      at += length + hole
      return one
    })
  })
const moments = fc.integer({ min: -5, max: 170 })

describe('the guide of a channel', () => {
  it('[TV-09] returns the current programme at any moment and the next one, also in a gap', () => {
    fc.assert(
      fc.property(guides, moments, (programmes, atMs) => {
        const { now, next } = Guide.of(programmes).nowAndNext(1, atMs)
        expect(now).toBe(programmes.find((one) => one.beginMs <= atMs && atMs < one.endMs) ?? null)
        expect(next).toBe(programmes.find((one) => one.beginMs > atMs) ?? null)
      }),
    )
  })

  it('[GUIDE-01] returns everything that overlaps a window, in order', () => {
    fc.assert(
      fc.property(guides, moments, fc.integer({ min: 1, max: 60 }), (programmes, fromMs, length) => {
        const toMs = fromMs + length
        expect(Guide.of(programmes).window(1, fromMs, toMs)).toEqual(
          programmes.filter((one) => one.beginMs < toMs && one.endMs > fromMs),
        )
      }),
    )
  })

  it('[GUIDE-04] finds a programme by its number, on any channel', () => {
    const guide = Guide.of([programme(1, 0, 5), programme(2, 0, 5, 2)])
    expect([guide.programme(2)?.cid, guide.programme(3)]).toEqual([2, undefined])
  })

  it('[GUIDE-07] replaces some channels and keeps every other one', () => {
    const guide = Guide.of([programme(1, 0, 5, 1), programme(2, 0, 5, 2), programme(3, 0, 5, 3)])
    const next = guide.with([1, 2], [programme(4, 10, 20, 1)])
    expect([1, 2, 3].map((cid) => next.all(cid).map(({ pid }) => pid))).toEqual([[4], [], [3]])
    expect([next.programme(1), next.programme(4)?.pid]).toEqual([undefined, 4])
    // A list that is in use meanwhile stays unchanged.
    expect(guide.all(1).map(({ pid }) => pid)).toEqual([1])
  })

  it('is empty for a channel without one', () => {
    expect(Guide.empty.nowAndNext(1, 0)).toEqual({ now: null, next: null })
    expect([Guide.empty.all(1), Guide.empty.window(1, 0, 10)]).toEqual([[], []])
  })
})
