import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStorage } from '#tests/kit/player/memory-storage.ts'
import { readDownloads, writeDownloads, type StoredDownload } from './stored-downloads.ts'

const storage = memoryStorage()
beforeEach(() => void vi.stubGlobal('localStorage', storage))
afterEach(() => {
  storage.clear()
  vi.unstubAllGlobals()
})

const download: StoredDownload = {
  ...{ owner: 'viewer-1', vid: 7, vfid: 70, title: 'Фильм', subtitle: '', height: 480 },
  ...{ audio: 'ru', texts: 'uz', state: 'saved', part: 1, bytes: 700_000_000, message: '' },
  ...{ uri: 'kept://device/a-film/70/', expiresAtSec: 2_000_000_000, startedAtSec: 0 },
}
const nothing = { seenSec: 0, offsetSec: 0, items: [], removals: [] }

describe('[PLAYER-08] the list of downloads on this device', () => {
  it('is read back with the latest time the device has seen', () => {
    const stored = {
      ...{ seenSec: 1_900_000_000, offsetSec: -3 },
      items: [download],
      removals: [{ owner: 'viewer-1', vfid: 71 }],
    }
    expect(writeDownloads(stored)).toBe(true)
    expect(readDownloads()).toEqual(stored)
  })

  it('leaves out damaged entries and keeps the rest', () => {
    const { uri: _uri, ...damaged } = download
    storage.setItem(
      'ekran.downloads',
      JSON.stringify({ items: [damaged, download, null], removals: [{ vfid: 1 }] }),
    )
    expect(readDownloads()).toEqual({ ...nothing, items: [download] })
  })

  it.each([null, 'no JSON', 'null', '[]', '{"seenSec":"later"}'])('is empty when %j is stored', (text) => {
    if (text !== null) storage.setItem('ekran.downloads', text)
    expect(readDownloads()).toEqual(nothing)
  })

  it('reports when the device cannot store anything', () => {
    storage.isFull = true
    expect(writeDownloads({ ...nothing, items: [download] })).toBe(false)
  })
})
