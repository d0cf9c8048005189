import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openFolderStore } from '#media/store/folder/folder-store.ts'
import type { MediaStore } from '#media/store/interface/store.ts'
import { UnreliableStore } from '#tests/kit/models/unreliable-store.ts'
import { ArchiveStore, ArchiveUnavailable } from './archive-store.ts'
import { formatSums, parseSums, StoredChunks } from './stored-chunks.ts'

const dir = mkdtempSync(join(tmpdir(), 'archive-store-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const content = randomBytes(100_000)

function over(store: MediaStore, readLimitMs = 60_000): ArchiveStore {
  return new ArchiveStore({ id: 'a store', open: async () => store, readLimitMs })
}

describe('[STORE-02] a read of the archive in the store', () => {
  it('is one request for all who want the same bytes at the same time', async () => {
    let reads = 0
    const folder = openFolderStore(join(dir, 'one'))
    await folder.put('a', content)
    const store = over(
      new UnreliableStore(folder, (call) => {
        if (call === 'read') reads += 1
        return 'pass'
      }),
    )
    const all = await Promise.all(Array.from({ length: 50 }, () => store.read('a', 10, 5000)))
    for (const one of all) expect(one?.equals(content.subarray(10, 5000))).toBe(true)
    expect(reads).toBe(1)
    expect(await store.read('b', 0, 1)).toBeUndefined()
    await expect(store.read('a', 99_000, 100_001)).rejects.toThrow(ArchiveUnavailable)
  })

  it('ends after its time limit, and at once while too many others wait', async () => {
    const folder = openFolderStore(join(dir, 'slow'))
    const ended: string[] = []
    const silent: MediaStore = {
      ...folder,
      read: async function* (key, _range, signal) {
        await new Promise((resolve) => signal?.addEventListener('abort', resolve))
        ended.push(key)
        yield new Uint8Array()
      },
    }
    const store = over(silent, 50)
    const waiting = Array.from({ length: 64 }, (_, at) =>
      store.read(`a${at}`, 0, 1).catch((error: unknown) => error),
    )
    await expect(store.read('one more', 0, 1)).rejects.toThrow(ArchiveUnavailable)
    for (const error of await Promise.all(waiting)) expect(error).toBeInstanceOf(ArchiveUnavailable)
    await expect.poll(() => ended.length).toBe(64)
    // Others have their turn then.
    await expect(store.read('later', 0, 1)).rejects.toThrow('Timeout')
  })

  it('opens the store again after it could not be opened', async () => {
    const folder = openFolderStore(join(dir, 'again'))
    await folder.put('a', content)
    let tries = 0
    const store = new ArchiveStore({
      id: 'a store',
      open: async () => {
        tries += 1
        if (tries === 1) throw new Error('no keys')
        return folder
      },
    })
    await expect(store.read('a', 0, 5)).rejects.toThrow(ArchiveUnavailable)
    expect(await store.read('a', 0, 5)).toEqual(content.subarray(0, 5))
  })
})

describe('[STORE-02] the list of stored files', () => {
  const sums = new Map([
    [3, 'a'.repeat(64)],
    [143, 'b'.repeat(64)],
  ])

  it('is read as it was written, and counts for its store only', async () => {
    const text = formatSums(20_000, sums, 's3://bucket/of tests at http://127.0.0.1:9000')
    expect(text.split('\n')[1]).toBe(`${'a'.repeat(64)}  20000-003.m4s`)
    expect(parseSums(text)?.sums).toEqual(sums)
    const [one, other] = ['one', 'other'].map((id) => new StoredChunks(dir, id))
    await one?.add(20_000, sums)
    for (const [list, isThere] of [
      [one, true],
      [other, false],
    ] as const) {
      list?.load(['20000.stored', 'x.stored'])
      expect([list?.has(20_000, 143), list?.isUnreadable]).toEqual([isThere, false])
    }
  })

  it('is unreadable when a part of it is missing, at any byte', () => {
    const text = formatSums(20_000, sums, 'one')
    for (let length = 0; length < text.length; length++) {
      const read = parseSums(text.slice(0, length))
      // A whole number of lines is a list, of fewer files.
      if (read !== undefined) expect(text[length - 1]).toBe('\n')
    }
  })

  it('is read again by another process when it changed', async () => {
    const [writer, reader] = [new StoredChunks(dir, 'three'), new StoredChunks(dir, 'three')]
    const read = () => {
      reader.load(['20003.stored', '20004.stored'])
      return [...reader.list()].map(({ day, file }) => `${day} ${file}`)
    }
    expect(read()).toEqual([])
    await writer.add(20_003, sums)
    await writer.add(20_004, sums)
    for (let times = 0; times < 2; times += 1)
      expect(read()).toEqual(['20003 3', '20003 143', '20004 3', '20004 143'])
    writer.drop(20_003, 3)
    await writer.flush()
    expect(read()).toEqual(['20003 143', '20004 3', '20004 143'])
    // What a reader does to its list is not what it read.
    reader.drop(20_004, 3)
    expect(read()).toEqual(['20003 143', '20004 3', '20004 143'])
  })

  it('returns what was dropped once the disk has it, and not what was added again meanwhile', async () => {
    const list = new StoredChunks(dir, 'two')
    await list.add(20_001, sums)
    list.drop(20_001, 3)
    expect([list.has(20_001, 3), list.has(20_001, 143)]).toEqual([false, true])
    await list.add(20_001, new Map([[3, 'c'.repeat(64)]]))
    expect(await list.takeDropped()).toEqual([])
    list.drop(20_001, 3)
    list.drop(20_001, 143)
    expect(await list.takeDropped()).toEqual([
      { day: 20_001, file: 3, isLast: true },
      { day: 20_001, file: 143, isLast: true },
    ])
    const read = new StoredChunks(dir, 'two')
    read.load(['20001.stored'])
    expect([read.hasDay(20_001), read.isUnreadable]).toEqual([false, false])
  })
})
