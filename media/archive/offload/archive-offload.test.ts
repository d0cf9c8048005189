/** The archive beside a store, over real files: a folder of the disk, and an object store over HTTP. */
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ArchiveUnavailable } from '#media/archive/remote/archive-store.ts'
import { removeRecordings } from '#media/archive/retention/removed-channels.ts'
import type { MediaStore } from '#media/store/interface/store.ts'
import { openStore } from '#media/store/open-store.ts'
import {
  hourMs,
  minuteMs,
  OffloadedChannels,
  type OffloadedOptions,
  offloadStartMs as startMs,
} from '#tests/kit/builders/offloaded-channels.ts'
import { madeUpSegment } from '#tests/kit/builders/segments.ts'
import { type ObjectStore, startObjectStore } from '#tests/kit/emulators/object-store.ts'
import { expectPlayable, keysIn, unreliableStore } from '#tests/kit/builders/offload-fixture.ts'

const dir = mkdtempSync(join(tmpdir(), 'offload-'))
const opened: OffloadedChannels[] = []
let server: ObjectStore
let folders = 0
beforeAll(async () => {
  server = await startObjectStore(['archive'])
})
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())))
afterAll(async () => {
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

const fresh = (): string => join(dir, String(folders++))
const open = (address: string): Promise<MediaStore> =>
  openStore(address, { s3: server.access, patienceMs: 1000, signal: new AbortController().signal })

function startChannels(store: MediaStore, more: Partial<OffloadedOptions> = {}) {
  const clock = more.clock ?? { nowMs: startMs, steadyMs: 0 }
  const channels = new OffloadedChannels({ root: fresh(), open: () => store, ...more, clock })
  opened.push(channels)
  return { channels, clock }
}

const drivers = {
  folder: () => open(fresh()),
  's3 with a prefix': () => open(`s3://archive/of tests/${folders++}`),
}

describe.each(Object.entries(drivers))('[STORE-02] the archive in a store: %s', (_name, create) => {
  it('has closed files there, old ones only there, and plays over the seam', async () => {
    const store = await create()
    const { channels } = startChannels(store)
    await channels.record('7', startMs + 5 * hourMs + 5 * minuteMs)
    const reader = channels.reader('7')
    await expectPlayable(reader, startMs, startMs + 5 * hourMs)
    await channels.keep(6)
    expect(channels.offload.status).toMatchObject({ files: 0, failsSinceMs: undefined })
    const archive = channels.archives.get('7')
    if (archive === undefined) throw new Error('no archive')
    // The file that is being written is not there; two hours and a file are here.
    const keys = await keysIn(store)
    expect(keys.filter((key) => key.endsWith('.m4s'))).toHaveLength(30)
    expect(keys).toEqual(expect.arrayContaining(['archive/7/epochs.json', 'archive/7/v/20000.idx']))
    expect(channels.files('7').length).toBeLessThanOrEqual(14)
    const from = archive.window('v', startMs, startMs + minuteMs)[0]?.beginMs
    expect([from, archive.files.oldestLocalMs('all') > startMs + 2 * hourMs]).toEqual([startMs, true])
    for (const one of [archive, reader]) await expectPlayable(one, startMs, startMs + 5 * hourMs)
    expect(await archive.segmentBytes('v', startMs, 3)).toHaveLength(
      3 * madeUpSegment(startMs, minuteMs).length,
    )
    // What is in the list is what is in the store.
    const sums = (await buffer(store.read('archive/7/v/20000.sha256'))).toString()
    const [, line = ''] = sums.split('\n')
    const [sum, file] = line.split('  ')
    const bytes = await buffer(store.read(`archive/7/v/${file}`))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sum)
  })

  it('restores a new machine, and goes on there', async () => {
    const store = await create()
    const before = startChannels(store)
    await before.channels.record('7', startMs + 5 * hourMs)
    const goal = { beginMs: startMs + hourMs, endMs: startMs + 2 * hourMs, name: 'a goal' }
    before.channels.archives.get('7')?.fragments.add(goal)
    await before.channels.keep(6)
    await before.channels.close()
    const { channels, clock } = startChannels(store, { clock: before.clock })
    // It records before it has looked: what it has itself stays.
    clock.nowMs += 20 * minuteMs
    await channels.record('7', clock.nowMs + 30 * minuteMs)
    await channels.keep(4)
    expect(channels.events()).toContain('archive.restored_from_store')
    const archive = channels.archives.get('7')
    if (archive === undefined) throw new Error('no archive')
    const storedTo = startMs + 5 * hourMs - 10 * minuteMs
    for (const one of [archive, channels.reader('7')]) {
      await expectPlayable(one, startMs, storedTo)
      await expectPlayable(one, clock.nowMs - 30 * minuteMs, clock.nowMs)
      expect(one.window('v', startMs, clock.nowMs).some(({ gap }) => gap)).toBe(true)
    }
    const epochs = archive.epochs.all.map(({ number }) => number)
    expect(new Set(epochs).size).toBe(2)
    for (const { initKey } of archive.window('v', startMs, clock.nowMs))
      if (initKey !== '') expect(await archive.initBytes('v', initKey)).toBeDefined()
    clock.nowMs += 30 * hourMs
    clock.steadyMs += 30 * hourMs
    await channels.keep(2)
    expect(archive.fragments.all).toEqual([goal])
    await expectPlayable(archive, goal.beginMs, goal.endMs)
  })

  it('deletes there what expires, and nothing that is protected or retained', async () => {
    const store = await create()
    const { channels, clock } = startChannels(store)
    await channels.record('7', startMs + 8 * hourMs)
    const archive = channels.archives.get('7')
    if (archive === undefined) throw new Error('no archive')
    const fragment = { beginMs: startMs + hourMs, endMs: startMs + 80 * minuteMs, name: '' }
    const recording = { beginMs: startMs + 5 * hourMs, endMs: startMs + 5 * hourMs + 20 * minuteMs }
    archive.fragments.add(fragment)
    archive.retained.replace([recording])
    await channels.keep(10)
    clock.nowMs += 40 * hourMs
    clock.steadyMs += 40 * hourMs
    await channels.keep(2)
    await expectPlayable(archive, fragment.beginMs, fragment.endMs)
    await expectPlayable(channels.reader('7', { showsRetained: true }), recording.beginMs, recording.endMs)
    const media = async () => (await keysIn(store)).filter((key) => key.endsWith('.m4s'))
    expect((await media()).length).toBeLessThanOrEqual(8)
    expect(channels.files('7')).toEqual([])
    archive.fragments.remove(fragment.beginMs, fragment.endMs)
    archive.retained.replace([])
    clock.nowMs += hourMs
    await channels.keep(3)
    expect(await keysIn(store)).toEqual([
      'archive/7/epochs.json',
      'archive/7/holder',
      'archive/7/protected.json',
      'archive/7/retained.json',
      `archive/7/v/i${archive.epochs.all[0]?.number}.mp4`,
    ])
  })

  it('[OPS-01] is empty of a removed channel', async () => {
    const store = await create()
    const root = fresh()
    const { channels } = startChannels(store, { root })
    await channels.record('7', startMs + 2 * hourMs)
    await channels.record('8', startMs + 4 * hourMs)
    await channels.keep()
    // A new machine has no folder of a channel that was removed meanwhile.
    await store.put('archive/9/v/20000-120.m4s', Buffer.from('recorded by another machine'))
    expect((await store.names('archive/')).toSorted()).toEqual(['7/', '8/', '9/'])
    await removeRecordings(root, '8')
    expect(await removeRecordings(root, '9')).toBe(false)
    expect(await removeRecordings(root, '9', { hasStore: true })).toBe(true)
    await channels.archives.get('8')?.close()
    channels.archives.delete('8')
    await channels.keep(3)
    expect(await store.names('archive/')).toEqual(['7/'])
    for (const id of ['8', '9']) expect(existsSync(join(root, 'live', id))).toBe(false)
    expect(channels.events().filter((event) => event === 'archive.channels_deleted')).toHaveLength(1)
  })
})

const unreliable = async () => unreliableStore(await open(fresh()))

describe('[STORE-02] a store that fails', () => {
  it('is waited for: nothing is deleted here, one event begins it and one ends it', async () => {
    const { inner, fate, store } = await unreliable()
    const { channels, clock } = startChannels(store)
    await channels.record('7', startMs + 3 * hourMs)
    await channels.keep(3)
    const before = await keysIn(inner)
    fate.of = () => 'fail'
    await channels.record('7', startMs + 9 * hourMs)
    await channels.keep(8)
    const { files, bytes, oldestMs, failsSinceMs } = channels.offload.status
    expect({ files, oldestMs }).toEqual({ files: 36, oldestMs: startMs + 3 * hourMs - 10 * minuteMs })
    expect([bytes > 0, failsSinceMs !== undefined]).toEqual([true, true])
    expect(await keysIn(inner)).toEqual(before)
    const archive = channels.archives.get('7')
    if (archive === undefined) throw new Error('no archive')
    // What is here plays, and stays; what only the store has is no hole and no lost file.
    expect(archive.files.oldestLocalMs('all')).toBeLessThan(startMs + 2 * hourMs)
    await expectPlayable(archive, startMs + 3 * hourMs, clock.nowMs)
    await expect(archive.segmentBytes('v', startMs, 1)).rejects.toThrow(ArchiveUnavailable)
    fate.of = () => 'pass'
    await channels.keep(10)
    expect(channels.offload.status).toMatchObject({ files: 0, failsSinceMs: undefined })
    await expectPlayable(archive, startMs, clock.nowMs)
    const reported = channels.events().filter((event) => event.startsWith('archive.store_'))
    expect(reported).toEqual(['archive.store_failed', 'archive.store_restored'])
  })

  it('is asked again after growing pauses', async () => {
    const { fate, store } = await unreliable()
    const { channels, clock } = startChannels(store)
    await channels.record('7', startMs + hourMs)
    let calls = 0
    fate.of = () => {
      calls += 1
      return 'fail'
    }
    const triedAt: number[] = []
    for (let second = 0; second < 4000; second += 5) {
      const before = calls
      clock.steadyMs = second * 1000
      await channels.offload.once()
      if (calls > before) triedAt.push(second)
    }
    const pauses = triedAt.slice(1).map((at, position) => at - (triedAt[position] ?? 0))
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600, 600, 600])
  })

  it('loses acknowledged writes, of any object, and no minute is lost here', async () => {
    for (const end of ['.m4s', '.idx', '.sha256', '.mp4', 'epochs.json']) {
      const { fate, store, inner } = await unreliable()
      const { channels } = startChannels(store)
      await channels.record('7', startMs + 6 * hourMs)
      let lost = 0
      fate.of = (call, key) => {
        if (call !== 'put' || !key.endsWith(end) || lost >= 3) return 'pass'
        lost += 1
        return 'lose_write'
      }
      await channels.keep(12)
      expect([end, lost]).toEqual([end, 3])
      const archive = channels.archives.get('7')
      if (archive === undefined) throw new Error('no archive')
      await expectPlayable(archive, startMs, startMs + 6 * hourMs)
      expect((await keysIn(inner)).filter((key) => key.endsWith('.m4s'))).toHaveLength(35)
      await channels.close()
    }
  })

  it('has files that are uploaded again when they are gone, and says which are lost', async () => {
    const { inner, store } = await unreliable()
    const { channels, clock } = startChannels(store)
    await channels.record('7', startMs + 5 * hourMs)
    await channels.keep(6)
    const [first = '', ...others] = (await keysIn(inner)).filter((key) => key.endsWith('.m4s'))
    const last = others.at(-1) ?? ''
    await inner.delete(first)
    await inner.delete(last)
    // What an interrupted upload of a file that is gone left.
    await inner.put('archive/7/v/19998-010.m4s', Buffer.from('orphan'))
    await inner.put('archive/7/v/19998.idx', Buffer.from('orphan'))
    await channels.record('7', clock.nowMs + 13 * hourMs)
    await channels.keep(12)
    const reported = channels.said.filter(({ event }) => event === 'archive.objects_missing')
    expect(reported.map(({ fields }) => fields)).toEqual([{ channel: '7', files: 2, lost: 1 }])
    expect(await keysIn(inner)).toContain(last)
    expect((await keysIn(inner)).filter((key) => key.includes('19998'))).toEqual([])
    const archive = channels.archives.get('7')
    if (archive === undefined) throw new Error('no archive')
    await expectPlayable(archive, startMs + 10 * minuteMs, startMs + 5 * hourMs)
    expect(await archive.segmentBytes('v', startMs, 1)).toBeUndefined()
  })

  it('of another installation is not used, nor an empty folder in place of it', async () => {
    const { inner, store } = await unreliable()
    const root = fresh()
    const { channels, clock } = startChannels(store, { root })
    await channels.record('7', startMs + hourMs)
    await channels.keep(1)
    const other = startChannels(store, { owner: 'another installation', clock })
    await other.channels.record('9', clock.nowMs + hourMs)
    await other.channels.keep(2)
    expect(other.channels.said).toMatchObject([
      { event: 'archive.store_failed', fields: { reason: 'ForeignStore' } },
    ])
    expect(await inner.names('archive/')).toEqual(['7/'])
    await channels.close()
    const unmounted = await open(fresh())
    const again = startChannels(unmounted, { root, clock })
    await again.channels.record('7', clock.nowMs + 2 * hourMs)
    await again.channels.keep(2)
    expect(again.channels.said).toMatchObject([
      { event: 'archive.store_failed', fields: { reason: 'NoMark' } },
    ])
    expect(await unmounted.names('')).toEqual([])
  })
})

describe('[STORE-02] files on this disk', () => {
  it('go first where the store has them when the disk is full', async () => {
    const { fate, store } = await unreliable()
    const disk = { freeBytes: 1e12, floorBytes: 1e6 }
    const { channels, clock } = startChannels(store, { disk, localMs: 1000 * hourMs })
    await channels.record('7', startMs + 3 * hourMs)
    await channels.keep(4)
    fate.of = () => 'fail'
    await channels.record('7', startMs + 6 * hourMs)
    clock.steadyMs += 3 * hourMs
    const archive = channels.archives.get('7')
    if (archive === undefined) throw new Error('no archive')
    expect(archive.files.oldestLocalMs('all')).toBe(startMs)
    const size = channels.files('7').length
    disk.freeBytes = 1e6 - 4096
    await channels.keeper.once()
    // One block is enough, and ten minutes at a time go.
    expect(channels.files('7').length).toBe(size - 1)
    expect(channels.events()).not.toContain('archive.shortened_for_space')
    disk.freeBytes = 0
    await channels.keeper.once()
    expect(channels.events()).toContain('archive.shortened_for_space')
    fate.of = () => 'pass'
    // Nothing that the store has is lost with it, and the last hour stays.
    await expectPlayable(archive, startMs, startMs + 3 * hourMs - 10 * minuteMs)
    await expectPlayable(archive, clock.nowMs - hourMs, clock.nowMs)
    expect(archive.hasAnything(startMs + 3 * hourMs, startMs + 4 * hourMs)).toBe(false)
  })

  it('are uploaded again when they are appended to after the clock was set back', async () => {
    const { inner, store } = await unreliable()
    const { channels, clock } = startChannels(store)
    await channels.record('7', startMs + 35 * minuteMs)
    // The clock is two hours ahead for a pass: the file that is being written counts as closed.
    clock.nowMs += 2 * hourMs
    await channels.keep(1)
    const key = 'archive/7/v/20000-123.m4s'
    const before = (await inner.head(key)).bytes
    clock.nowMs = startMs + 35 * minuteMs
    await channels.record('7', startMs + hourMs)
    await channels.keep(2)
    expect((await inner.head(key)).bytes).toBe(2 * before)
    clock.nowMs += 4 * hourMs
    clock.steadyMs += 4 * hourMs
    await channels.keep(2)
    const archive = channels.archives.get('7')
    if (archive === undefined) throw new Error('no archive')
    expect(channels.files('7')).toEqual([])
    await expectPlayable(archive, startMs, startMs + hourMs)
  })

  it('whose list cannot be read are looked up in the store, and none is deleted there', async () => {
    const { inner, store } = await unreliable()
    const root = fresh()
    const { channels, clock } = startChannels(store, { root })
    await channels.record('7', startMs + 3 * hourMs + 50 * minuteMs)
    await channels.keep(4)
    await channels.close()
    const before = await keysIn(inner)
    const path = join(root, 'live/7/v/20000.stored')
    const whole = readFileSync(path)
    writeFileSync(path, whole.subarray(0, whole.length - 50))
    clock.nowMs += 13 * hourMs
    const again = startChannels(store, { root, clock })
    const archive = again.channels.open('7')
    await again.channels.keep(3)
    expect(await keysIn(inner)).toEqual(expect.arrayContaining([...before]))
    await expectPlayable(archive, startMs, startMs + 3 * hourMs + 50 * minuteMs)
  })
})
