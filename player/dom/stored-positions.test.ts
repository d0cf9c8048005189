import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStorage } from '#tests/kit/player/memory-storage.ts'
import {
  deletePositions,
  markSent,
  storedPositions,
  storePosition,
  unsentPositions,
  type StoredPosition,
} from './stored-positions.ts'

const storage = memoryStorage()
beforeEach(() => void vi.stubGlobal('localStorage', storage))
afterEach(() => {
  storage.clear()
  vi.unstubAllGlobals()
})

function position(vfid: number, more: Partial<StoredPosition> = {}): StoredPosition {
  return { owner: 'viewer-1', vid: 7, vfid, sec: 60, atSec: 1000, isFinished: false, isSent: false, ...more }
}

describe('[PLAYER-03] positions on this device', () => {
  it('are one per file: the last one stored', () => {
    storePosition(position(1, { sec: 60 }))
    storePosition(position(1, { sec: 90 }))
    storePosition(position(2))
    expect(storedPositions('viewer-1', 7).map(({ vfid, sec }) => [vfid, sec])).toEqual([
      [2, 60],
      [1, 90],
    ])
  })

  it('are stored separately for each viewer', () => {
    storePosition(position(1))
    storePosition(position(1, { owner: 'viewer-2', sec: 5 }))
    expect(storedPositions('viewer-1', 7).map(({ sec }) => sec)).toEqual([60])
    expect(storedPositions('', 7)).toEqual([])
  })

  it('stay pending until the server has exactly this one', () => {
    const sent = position(1)
    storePosition(sent)
    const later = position(1, { sec: 75, atSec: 1010 })
    storePosition(later)
    markSent(sent)
    expect(unsentPositions('viewer-1')).toEqual([later])
    markSent(later)
    expect(unsentPositions('viewer-1')).toEqual([])
  })

  it('are deleted with a title removed from the history, or all at once', () => {
    storePosition(position(1))
    storePosition(position(2, { vid: 8 }))
    storePosition(position(3, { owner: 'viewer-2' }))
    deletePositions('viewer-1', [7])
    expect(unsentPositions('viewer-1').map(({ vid }) => vid)).toEqual([8])
    deletePositions('viewer-1', null)
    expect(unsentPositions('viewer-1')).toEqual([])
    expect(unsentPositions('viewer-2').length).toBe(1)
  })

  it('are limited to the newest two hundred', () => {
    for (let vfid = 0; vfid < 230; vfid += 1) storePosition(position(vfid))
    const all = unsentPositions('viewer-1')
    expect([all.length, all[0]?.vfid, all.at(-1)?.vfid]).toEqual([200, 229, 30])
  })

  it.each(['no JSON', '7', '{"0":1}', '[null, 7, {"owner":"viewer-1","vid":"7"}]'])(
    'that cannot be read (%s) are empty',
    (text) => {
      storage.setItem('ekran.places', text)
      expect(unsentPositions('viewer-1')).toEqual([])
    },
  )

  it('are not stored where the browser refuses, without an error', () => {
    storage.isFull = true
    storePosition(position(1))
    storage.isFull = false
    expect(unsentPositions('viewer-1')).toEqual([])
  })
})
