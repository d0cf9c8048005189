import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowedOf, assignPlayers, isPassing, maxTiles, playingOf, tilesOf } from './mosaic-rules.ts'

const none: ReadonlySet<number> = new Set()

describe('[ALIVE-04] the channels of a mosaic', () => {
  it('are at most four, each once, whatever was stored', () => {
    expect(tilesOf([3, 3, 'x', -1, 1.5, 4, 5, 6, 7])).toEqual([3, 4, 5, 6])
    fc.assert(fc.property(fc.anything(), (stored) => void expect(tilesOf(stored).length).toBeLessThan(5)))
  })

  it('play as far as allowed: the focused one, those focused before, then the first ones', () => {
    const tiles = [1, 2, 3, 4]
    expect(playingOf({ tiles, recent: [], allowed: 2, blocked: none })).toEqual([1, 2])
    expect(playingOf({ tiles, recent: [4], allowed: 2, blocked: none })).toEqual([4, 1])
    expect(playingOf({ tiles, recent: [4, 3], allowed: 2, blocked: none })).toEqual([4, 3])
    expect(playingOf({ tiles, recent: [9, 2], allowed: 1, blocked: none })).toEqual([2])
  })

  it('leave their stream to others where they cannot play', () => {
    expect(playingOf({ tiles: [1, 2, 3], recent: [1], allowed: 2, blocked: new Set([1]) })).toEqual([2, 3])
  })
})

describe('[ALIVE-04] the players', () => {
  it('keep their channels, and a free one takes over the next', () => {
    const start = assignPlayers([null, null, null, null], [1, 2])
    expect(start).toEqual([1, 2, null, null])
    expect(assignPlayers(start, [4, 1])).toEqual([1, 4, null, null])
    expect(assignPlayers(start, [2])).toEqual([null, 2, null, null])
  })

  it('play every channel exactly once', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: maxTiles })
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const first = assignPlayers([null, null, null, null], before)
        const next = assignPlayers(first, after)
        expect(next.filter((cid) => cid !== null).toSorted()).toEqual([...after].toSorted())
        for (const [index, cid] of first.entries())
          if (cid !== null && after.includes(cid)) expect(next[index]).toBe(cid)
      }),
    )
  })
})

describe('[ALIVE-04] how many play', () => {
  it('is what the tariff allows beside other devices, never less than the one with the focus', () => {
    expect(allowedOf({ limit: null, elsewhere: 0, cap: null })).toBe(1)
    expect(allowedOf({ limit: 2, elsewhere: 0, cap: null })).toBe(2)
    expect(allowedOf({ limit: 3, elsewhere: 1, cap: null })).toBe(2)
    expect(allowedOf({ limit: 2, elsewhere: 2, cap: null })).toBe(1)
    expect(allowedOf({ limit: 9, elsewhere: 0, cap: null })).toBe(4)
    expect(allowedOf({ limit: 4, elsewhere: 0, cap: 2 })).toBe(2)
  })
})

describe('[ALIVE-04] a problem', () => {
  it('that may pass keeps its player, one that needs the viewer does not', () => {
    const refused = (failure: Parameters<typeof isPassing>[0] & object) => failure
    expect(isPassing(refused({ kind: 'refused', failure: 'not_available_now', message: '' }))).toBe(true)
    expect(isPassing(refused({ kind: 'refused', failure: 'not_subscribed', message: '' }))).toBe(false)
    expect(isPassing({ kind: 'stopped', by: '' })).toBe(false)
    expect(isPassing({ kind: 'playback', failure: 'stalled', code: 'P4' })).toBe(true)
    expect(isPassing({ kind: 'playback', failure: 'cannot_decode', code: 'P5' })).toBe(false)
  })
})
