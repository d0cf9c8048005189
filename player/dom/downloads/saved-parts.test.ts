import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MemoryCaches } from '#tests/kit/player/memory-caches.ts'
import {
  deleteFormerStorage,
  deleteParts,
  savedBytes,
  savedPart,
  savedPartNames,
  savedText,
  savePart,
} from './saved-parts.ts'

let caches = new MemoryCaches()
beforeEach(() => {
  caches = new MemoryCaches()
  vi.stubGlobal('caches', caches)
})
afterEach(() => void vi.unstubAllGlobals())

describe('[PLAYER-08] parts of a downloaded film', () => {
  it('are read back byte for byte, and a playlist as text', async () => {
    await savePart('film/70/1.m4s', new Uint8Array([1, 2, 3]).buffer)
    await savePart('film/70/main.m3u8', '#EXTM3U Ўзбек')
    expect(new Uint8Array((await savedPart('film/70/1.m4s')) ?? new ArrayBuffer())).toEqual(
      new Uint8Array([1, 2, 3]),
    )
    expect(await savedText('film/70/main.m3u8')).toBe('#EXTM3U Ўзбек')
  })

  it('that were never stored are null', async () => {
    expect([await savedPart('film/70/2.m4s'), await savedText('film/70/2.m3u8')]).toEqual([null, null])
  })

  it('are counted in bytes, also for a text, before and after they are stored', async () => {
    expect(await savePart('film/70/a', 'ў')).toBe(2)
    expect(await savePart('film/70/b', new ArrayBuffer(500))).toBe(500)
    expect(await savedBytes(['film/70/a', 'film/70/b', 'film/70/missing'])).toBe(502)
  })

  it('are listed and deleted by folder, and those of other films stay', async () => {
    for (const name of ['film/70/1', 'film/70/2', 'film/71/1']) await savePart(name, 'part')
    expect(await savedPartNames('film/70/')).toEqual(new Set(['film/70/1', 'film/70/2']))
    await deleteParts('film/70/')
    expect(await savedPartNames('film/')).toEqual(new Set(['film/71/1']))
  })

  it('of an earlier version of the site are deleted', async () => {
    const deleteDatabase = vi.fn()
    vi.stubGlobal('indexedDB', { deleteDatabase })
    await caches.open('ekran-parts')
    await savePart('film/70/1', 'part')
    await deleteFormerStorage()
    expect([...caches.byName.keys()]).toEqual(['ekran-films'])
    expect(deleteDatabase).toHaveBeenCalledWith('shaka_offline_db')
  })

  it('are empty, and cannot be added, where the browser refuses storage', async () => {
    caches.isBroken = true
    expect(await savedPart('film/70/1')).toBeNull()
    await expect(deleteParts('film/70/')).resolves.toBeUndefined()
    await expect(deleteFormerStorage()).resolves.toBeUndefined()
    // The caller has to report it to the viewer.
    await expect(savePart('film/70/1', 'part')).rejects.toThrow('no storage here')
  })
})
