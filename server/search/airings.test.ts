import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Guide } from '#server/television/guide/guide.ts'
import type { ProgrammeRecord } from '#server/television/television.ts'
import { buildChannelRecord } from '#tests/kit/builders/channel.ts'
import { type AiringView, chooseAirings, mayBeShown } from './airings.ts'

const nowMs = Date.UTC(2026, 0, 15, 12)
const hourMs = 3_600_000
const channels = [buildChannelRecord(1), buildChannelRecord(2), buildChannelRecord(3, { archiveDays: 1 })]

function view(more: Partial<AiringView> = {}): AiringView {
  return {
    nowMs,
    hasRecording: () => true,
    visible: new Set([1, 2, 3]),
    television: {
      channels,
      categories: [],
      guide: Guide.of([]),
      channel: (cid) => channels.find((one) => one.cid === cid),
    },
    ...more,
  }
}

/** A one-hour airing that starts so many hours from now. */
function airing(hours: number, cid = 1): ProgrammeRecord {
  const beginMs = nowMs + hours * hourMs
  return {
    pid: cid * 1000 + hours + 500,
    cid,
    beginMs,
    endMs: beginMs + hourMs,
    title: { ru: 'Азбука', uz: '' },
    description: { ru: '', uz: '' },
    genreCode: null,
    ageRating: '6+',
    assetId: null,
  }
}

function chosen(airings: readonly ProgrammeRecord[], more: Partial<AiringView> = {}) {
  const offered = chooseAirings(airings, view(more))
  return offered && [offered.best, ...offered.more].map(({ state, programme }) => [state, programme.pid])
}

describe('[SEARCH-01] of the airings of a programme', () => {
  it('the one on the air is the best, then the newest recording, then the next', () => {
    expect(chosen([airing(-9), airing(-5), airing(0), airing(4)])?.[0]).toEqual(['now', 1500])
    expect(chosen([airing(-9), airing(-5), airing(4)])?.[0]).toEqual(['past', 1495])
    expect(chosen([airing(4), airing(9)])?.[0]).toEqual(['next', 1504])
  })

  it('others follow in the order of their start times, three at most', () => {
    expect(chosen([airing(-9), airing(-5), airing(0), airing(4), airing(9)])).toEqual([
      ['now', 1500],
      ['past', 1491],
      ['past', 1495],
      ['next', 1504],
    ])
  })

  it('those that are not recorded cannot be watched', () => {
    const hasRecording = (_cid: number, beginMs: number) => beginMs < nowMs - 8 * hourMs
    expect(chosen([airing(-9), airing(-5)], { hasRecording })).toEqual([['past', 1491]])
    expect(chosen([airing(-9), airing(-5)], { hasRecording: () => false })).toBeUndefined()
  })

  it('those on channels hidden from the client are left out', () => {
    expect(chosen([airing(0, 2), airing(4, 1)], { visible: new Set([1]) })).toEqual([['next', 1504]])
    expect(chosen([airing(0)], { visible: new Set() })).toBeUndefined()
  })

  it('at most four are offered, none twice, and none that may not be shown', () => {
    const one = fc.tuple(fc.integer({ min: -400, max: 300 }), fc.integer({ min: 1, max: 4 }))
    fc.assert(
      fc.property(fc.uniqueArray(one, { maxLength: 30, selector: String }), (airings) => {
        const sorted = airings.map(([hours, cid]) => airing(hours, cid)).sort((a, b) => a.beginMs - b.beginMs)
        const offered = chooseAirings(sorted, view())
        const all = offered === undefined ? [] : [offered.best, ...offered.more]
        expect(all.length).toBeLessThanOrEqual(4)
        expect(new Set(all.map(({ programme }) => programme)).size).toBe(all.length)
        for (const { programme, channel } of all) expect(channel.cid).toBe(programme.cid)
      }),
    )
  })
})

it('an airing may be shown within its channel’s archive depth, if the client sees the channel', () => {
  const days = (count: number) => airing(-24 * count)
  expect(mayBeShown(days(2), channels[0], view())).toBe(true)
  expect(mayBeShown(days(2), channels[2], view())).toBe(false)
  expect(mayBeShown(days(8), channels[0], view())).toBe(false)
  expect(mayBeShown(days(-1), channels[0], { nowMs, visible: new Set([2]) })).toBe(false)
  expect(mayBeShown(days(-1), undefined, view())).toBe(false)
})
