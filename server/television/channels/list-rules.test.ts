import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChannelRecord, SourceAddress } from './channel.ts'
import { guideWindow, listedChannels, longestDays } from './list-rules.ts'
import { maxSources, mergeSources, sourceRows } from './merge-sources.ts'

const nowMs = Date.UTC(2026, 10, 22, 7)
const nowSec = nowMs / 1000
const dayMs = 86_400_000
const daySec = dayMs / 1000

function channel(cid: number, worldPlace: number | null = null): ChannelRecord {
  return { cid, worldPlace } as ChannelRecord
}

describe('the channels of a list', () => {
  const all = [channel(3, 2), channel(1), channel(2, 1), channel(4)]

  it('are those the viewer may see, in their order, inside the network', () => {
    expect(listedChannels(all, 'inside', undefined)).toEqual(all)
    expect(listedChannels(all, 'inside', new Set([4, 3])).map(({ cid }) => cid)).toEqual([3, 4])
    expect(listedChannels(all, 'inside', new Set())).toEqual([])
  })

  it('[TV-07] are those of the world list outside it, in its own order and whatever the tariff', () => {
    expect(listedChannels(all, 'outside', new Set([1])).map(({ cid }) => cid)).toEqual([2, 3])
    expect(listedChannels(all, 'outside', undefined).map(({ cid }) => cid)).toEqual([2, 3])
  })
})

describe('the window of a guide', () => {
  it('[GUIDE-01] reaches from one second to another', () => {
    expect(guideWindow(nowSec - 6 * daySec, nowSec + 6 * daySec, nowMs)).toEqual({
      fromMs: nowMs - 6 * dayMs,
      toMs: nowMs + 6 * dayMs,
    })
  })

  it('[GUIDE-03] is days back and ahead for the archive’s arguments 14 and 0', () => {
    expect(guideWindow(14, 0, nowMs)).toEqual({ fromMs: nowMs - 14 * dayMs, toMs: nowMs })
    expect(guideWindow(0, 0, nowMs)).toEqual({ fromMs: nowMs, toMs: nowMs })
  })

  it('is undefined when it ends before it starts, or is too far from now', () => {
    expect(guideWindow(nowSec, nowSec - 1, nowMs)).toBeUndefined()
    expect(guideWindow(nowSec + 15 * daySec, nowSec + 16 * daySec, nowMs)).toBeUndefined()
    expect(guideWindow(nowSec - 16 * daySec, nowSec - 15 * daySec, nowMs)).toBeUndefined()
  })

  it('is never longer than fourteen days, never reversed, and near now', () => {
    const seconds = fc.integer({ min: 0, max: 4_102_444_800 })
    fc.assert(
      fc.property(seconds, seconds, (fromSec, toSec) => {
        const window = guideWindow(fromSec, toSec, nowMs)
        if (window === undefined) return
        const { fromMs, toMs } = window
        expect(toMs - fromMs).toBeGreaterThanOrEqual(0)
        expect(toMs - fromMs).toBeLessThanOrEqual(2 * longestDays * dayMs)
        expect(fromMs).toBeLessThan(nowMs + longestDays * dayMs)
        expect(toMs).toBeGreaterThan(nowMs - longestDays * dayMs)
      }),
    )
  })
})

describe('the sources of a channel after an import', () => {
  function source(name: number): SourceAddress {
    return { url: `http://source.example/${name}`, protocol: 'http-ts' } as SourceAddress
  }

  function urls(list: readonly { readonly url: string }[]) {
    return list.map(({ url }) => url.split('/').at(-1))
  }

  it('are the imported ones with the operator’s own at their positions', () => {
    const merged = mergeSources([source(1), source(2), source(3)], [{ ...source(9), place: 1 }])
    expect(urls(merged)).toEqual(['1', '9', '2', '3'])
    expect(merged.map(({ isOwn }) => isOwn)).toEqual([false, true, false, false])
  })

  it('have the operator’s own last where the import has become shorter', () => {
    const own = [
      { ...source(8), place: 5 },
      { ...source(9), place: 2 },
    ]
    expect(urls(mergeSources([source(1)], own))).toEqual(['1', '9', '8'])
  })

  it('contain an address once: the operator’s own counts', () => {
    expect(urls(mergeSources([source(1), source(2)], [{ ...source(2), place: 0 }]))).toEqual(['2', '1'])
  })

  it('are at most sixteen, and include all of the operator’s own', () => {
    const lists = fc.uniqueArray(fc.integer({ min: 100, max: 140 }), { maxLength: 40 })
    const owned = fc.uniqueArray(fc.integer({ min: 1, max: 16 }), { maxLength: 16 })
    fc.assert(
      fc.property(lists, owned, (imported, own) => {
        const places = own.map((place) => ({ ...source(place), place: place - 1 }))
        const merged = mergeSources(imported.map(source), places)
        expect(merged.length).toBe(Math.min(maxSources, imported.length + own.length))
        expect(merged.filter(({ isOwn }) => isOwn)).toHaveLength(own.length)
        expect(new Set(urls(merged)).size).toBe(merged.length)
        const rest = urls(merged.filter(({ isOwn }) => !isOwn))
        expect(rest).toEqual(imported.slice(0, rest.length).map(String))
      }),
    )
  })

  it('are rows in their order, with null where nothing is set', () => {
    const [row] = sourceRows(7, mergeSources([source(1)], []))
    expect(row).toEqual({
      channel_id: 7,
      place: 0,
      url: 'http://source.example/1',
      protocol: 'http-ts',
      user_agent: null,
      referer: null,
      is_own: false,
    })
  })
})
