import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { guideTileChannels, guideTileSec } from '#contract/channels/guide.ts'
import { guideDaysAhead, guideDaysBack } from '#contract/form/constants.ts'
import {
  guideSpan,
  openingSec,
  scales,
  scrollLeftFor,
  scrollToShow,
  secAtLeft,
  windowOf,
} from './geometry.ts'
import { groupsOf, isProvided, tileBegin, requestedTiles } from './tiles.ts'

const nowSec = Date.UTC(2026, 10, 22, 9, 20) / 1000
const span = guideSpan(nowSec)
const scale = scales.desktop
const cids = Array.from({ length: 250 }, (_, index) => 1000 - index * 3)
const groups = groupsOf(cids)
const seen = fc.record({
  scrollLeft: fc.integer({ min: 0, max: 13 * 1440 * scale.pxPerMin - 1000 }),
  scrollTop: fc.integer({ min: 0, max: 250 * scale.rowPx - 600 }),
  width: fc.integer({ min: 320, max: 2400 }),
  height: fc.integer({ min: 200, max: 1400 }),
})

describe('[GUIDE-01] the days of the grid', () => {
  it('are six past ones and six future ones, from midnight to midnight in Tashkent', () => {
    expect((span.endSec - span.beginSec) / 86_400).toBe(guideDaysBack + 1 + guideDaysAhead)
    expect(new Date(span.beginSec * 1000).toISOString()).toBe('2026-11-15T19:00:00.000Z')
  })

  it('open with the current time near the left edge', () => {
    const opening = openingSec(nowSec)
    expect(opening).toBeLessThanOrEqual(nowSec - 900)
    expect(opening).toBeGreaterThan(nowSec - 3600)
    expect(secAtLeft(scale, span, scrollLeftFor(scale, span, opening))).toBe(opening)
    expect(scrollLeftFor(scale, span, 0)).toBe(0)
  })
})

describe('[GUIDE-02] the part that is drawn and requested', () => {
  it('covers the visible part, and little more', () => {
    fc.assert(
      fc.property(seen, (one) => {
        const window = windowOf(one, scale, span, 250)
        const left = secAtLeft(scale, span, one.scrollLeft)
        const right = left + (Math.max(0, one.width - scale.columnPx) / scale.pxPerMin) * 60
        expect(window.fromSec).toBeLessThanOrEqual(left)
        expect(window.toSec).toBeGreaterThanOrEqual(Math.min(right, span.endSec))
        expect(window.toSec - window.fromSec).toBeLessThanOrEqual(right - left + 4 * 1800)
        expect(window.first * scale.rowPx).toBeLessThanOrEqual(one.scrollTop)
        const rows = (one.height - scale.headPx) / scale.rowPx
        expect(window.last - window.first).toBeLessThanOrEqual(rows + 6)
        expect(window.last).toBeGreaterThanOrEqual(
          Math.min(250, Math.floor(one.scrollTop / scale.rowPx + rows)),
        )
      }),
    )
  })

  it('requests the tiles of every drawn cell before their neighbours, and nothing twice', () => {
    fc.assert(
      fc.property(seen, (one) => {
        const window = windowOf(one, scale, span, 250)
        const tiles = requestedTiles(groups, window, nowSec)
        const keys = tiles.map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        let needed = 0
        for (let row = window.first; row < window.last; row++)
          for (let sec = tileBegin(window.fromSec); sec < window.toSec; sec += guideTileSec) {
            const place = tiles.findIndex(
              ({ fromSec, cids: own }) => fromSec === sec && own.includes(cids[row] ?? 0),
            )
            expect(place).toBeGreaterThanOrEqual(0)
            needed = Math.max(needed, place + 1)
          }
        expect(tiles.length - needed).toBeLessThanOrEqual(needed * 4)
        for (const { fromSec, cids: own } of tiles) {
          expect(isProvided(fromSec, nowSec)).toBe(true)
          expect(own.length).toBeLessThanOrEqual(guideTileChannels)
          expect(own.toSorted((a, b) => a - b)).toEqual(own)
        }
      }),
    )
  })

  it('requests nothing where there is no channel', () => {
    const window = windowOf({ scrollLeft: 0, scrollTop: 0, width: 1000, height: 600 }, scale, span, 0)
    expect(requestedTiles([], window, nowSec)).toEqual([])
  })

  it('scrolls as little as is needed to make something visible', () => {
    expect(scrollToShow(100, 50, 110, 140)).toBe(100)
    expect(scrollToShow(100, 50, 80, 90)).toBe(80)
    expect(scrollToShow(100, 50, 140, 170)).toBe(120)
    expect(scrollToShow(100, 50, 200, 400)).toBe(200)
  })
})
