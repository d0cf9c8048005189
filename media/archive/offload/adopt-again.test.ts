/** The lists of this disk are empty, old, or lost: nothing of the store is deleted or written over on their word. */
import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { openFolderStore } from '#media/store/folder/folder-store.ts'
import type { MediaStore } from '#media/store/interface/store.ts'
import { expectPlayable, keysIn, unreliableStore } from '#tests/kit/builders/offload-fixture.ts'
import {
  hourMs,
  minuteMs,
  OffloadedChannels,
  type OffloadedOptions,
  offloadStartMs as startMs,
} from '#tests/kit/builders/offloaded-channels.ts'

const dir = mkdtempSync(join(tmpdir(), 'adopt-again-'))
const opened: OffloadedChannels[] = []
let folders = 0
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const fresh = (): string => join(dir, String(folders++))

function start(store: MediaStore, more: Partial<OffloadedOptions> = {}) {
  const clock = more.clock ?? { nowMs: startMs, steadyMs: 0 }
  const root = more.root ?? fresh()
  const channels = new OffloadedChannels({ open: () => store, archiveMs: 48 * hourMs, ...more, root, clock })
  opened.push(channels)
  return { channels, clock, root }
}

function archiveOf(channels: OffloadedChannels): ChannelArchive {
  const archive = channels.archives.get('7')
  if (archive === undefined) throw new Error('no archive')
  return archive
}

/** A machine that recorded five hours, of which all but the last ten minutes are in the store. */
async function recorded(store: MediaStore) {
  const first = start(store)
  await first.channels.record('7', startMs + 5 * hourMs)
  await first.channels.keep(6)
  return first
}
const storedTo = startMs + 5 * hourMs - 10 * minuteMs

describe('[STORE-02] what the store has stays', () => {
  it('after a first start without the disk of the store', async () => {
    const [store, unmounted] = [openFolderStore(fresh()), openFolderStore(fresh())]
    const before = await recorded(store)
    await before.channels.close()
    const keys = await keysIn(store)
    const { clock, channels, root } = start(unmounted, { clock: before.clock })
    clock.nowMs += 20 * minuteMs
    await channels.record('7', clock.nowMs + 4 * hourMs)
    await channels.keep(6)
    await channels.close()
    clock.nowMs += 20 * hourMs
    const mounted = start(store, { clock, root })
    mounted.channels.open('7')
    await mounted.channels.keep(8)
    expect(await keysIn(store)).toEqual(expect.arrayContaining([...keys]))
    await expectPlayable(archiveOf(mounted.channels), startMs, storedTo)
    // What was put into the empty folder is not in this store: what this disk still has of it is there now.
    expect(mounted.channels.said).toContainEqual({
      event: 'archive.objects_missing',
      fields: { channel: '7', files: 23, lost: 11 },
    })
    await expectPlayable(archiveOf(mounted.channels), clock.nowMs - 22 * hourMs, clock.nowMs - 20 * hourMs)
  })

  it.each(['at once', 'after a restart'])('when an old copy of the disk returns: %s', async (when) => {
    const store = openFolderStore(fresh())
    const { channels, clock, root } = await recorded(store)
    const copy = fresh()
    cpSync(root, copy, { recursive: true })
    let last = channels
    if (when === 'after a restart') {
      await channels.close()
      last = start(store, { clock, root }).channels
      last.open('7')
    }
    await last.record('7', startMs + 8 * hourMs)
    await last.keep(6)
    await last.close()
    const keys = await keysIn(store)
    clock.nowMs += 20 * minuteMs
    const old = start(store, { clock, root: copy })
    await old.channels.record('7', clock.nowMs + 30 * minuteMs)
    await old.channels.keep(6)
    clock.nowMs += 14 * hourMs
    await old.channels.keep(3)
    expect(await keysIn(store)).toEqual(expect.arrayContaining([...keys]))
    for (const one of [archiveOf(old.channels), old.channels.reader('7')])
      await expectPlayable(one, startMs, startMs + 8 * hourMs - 10 * minuteMs)
    // All of it is in the store, for the next machine too.
    const next = start(store, { clock })
    next.channels.open('7')
    await next.channels.keep(1)
    await expectPlayable(archiveOf(next.channels), startMs, startMs + 8 * hourMs - 10 * minuteMs)
  })

  it.each(['v', 'v/20000.stored'])('when a part of the folder is lost: %s', async (lost) => {
    const store = openFolderStore(fresh())
    const { channels, clock, root } = await recorded(store)
    await channels.close()
    const keys = await keysIn(store)
    rmSync(join(root, 'live/7', lost), { recursive: true })
    const again = start(store, { clock, root })
    await again.channels.record('7', clock.nowMs + 30 * minuteMs)
    await again.channels.keep(4)
    clock.nowMs += 13 * hourMs
    await again.channels.keep(4)
    expect(await keysIn(store)).toEqual(expect.arrayContaining([...keys]))
    await expectPlayable(archiveOf(again.channels), startMs, storedTo)
  })

  it('until it expires, also when the process ends before it is deleted there', async () => {
    const { store, fate, inner } = unreliableStore(openFolderStore(fresh()))
    const { channels, clock, root } = await recorded(store)
    clock.nowMs += 50 * hourMs
    clock.steadyMs += 50 * hourMs
    await channels.keeper.once()
    fate.of = (call) => (call === 'delete' ? 'fail' : 'pass')
    await channels.keep(1)
    await channels.close()
    fate.of = () => 'pass'
    expect((await keysIn(inner)).filter((key) => key.endsWith('.m4s')).length).toBeGreaterThan(20)
    const again = start(store, { clock, root })
    await again.channels.record('7', clock.nowMs + 30 * minuteMs)
    clock.steadyMs += hourMs
    await again.channels.keep(6)
    expect((await keysIn(inner)).filter((key) => /2000[01]-|2000[01]\./.test(key))).toEqual([])
  })

  it('with its protected fragments and recordings, beside those of this disk', async () => {
    const store = openFolderStore(fresh())
    const before = await recorded(store)
    const [goal, own] = [0, 1].map((hour) => ({
      ...{ beginMs: startMs + hour * hourMs, endMs: startMs + (hour + 1) * hourMs, name: `hour ${hour}` },
    }))
    if (goal === undefined || own === undefined) throw new Error('no fragment')
    archiveOf(before.channels).fragments.add(goal)
    archiveOf(before.channels).retained.replace([{ beginMs: startMs, endMs: startMs + hourMs }])
    await before.channels.keep(1)
    await before.channels.close()
    const { channels } = start(store, { clock: before.clock })
    const archive = channels.open('7')
    archive.fragments.add(own)
    archive.retained.replace([{ beginMs: startMs + 30 * minuteMs, endMs: startMs + 2 * hourMs }])
    await channels.keep(1)
    expect(archive.fragments.all).toEqual([goal, own])
    expect(archive.retained.all).toEqual([{ beginMs: startMs, endMs: startMs + 2 * hourMs }])
  })

  it.each(['v/20000.idx', 'v/20000.sha256', 'epochs.json'])(
    'and is not taken over without what it needs: %s',
    async (name) => {
      const path = fresh()
      const store = openFolderStore(path)
      const before = await recorded(store)
      await before.channels.close()
      const keys = await keysIn(store)
      const file = join(path, 'archive/7', name)
      renameSync(file, `${path}.away`)
      const { channels, clock } = start(store, { clock: before.clock })
      channels.open('7')
      clock.nowMs += 26 * hourMs
      await channels.keep(3)
      expect(channels.said[0]).toEqual({
        event: 'archive.offload_failed',
        fields: { channel: '7', error: expect.stringContaining(`archive/7/${name} in the archive store`) },
      })
      renameSync(`${path}.away`, file)
      await channels.keep(3)
      expect(await keysIn(store)).toEqual(keys)
      await expectPlayable(archiveOf(channels), startMs, storedTo)
    },
  )
})

describe('[STORE-02] a process that ends after the clock was set back', () => {
  it('uploads again what it had appended to', async () => {
    const store = openFolderStore(fresh())
    const { channels, clock, root } = start(store)
    await channels.record('7', startMs + 35 * minuteMs)
    clock.nowMs += hourMs
    await channels.record('7', clock.nowMs + 10 * minuteMs)
    await channels.keep(1)
    clock.nowMs = startMs + 35 * minuteMs
    expect(await archiveOf(channels).forgetFuture()).toBe(10)
    await channels.record('7', startMs + hourMs)
    const copy = fresh()
    cpSync(root, copy, { recursive: true })
    const again = start(store, { clock, root: copy })
    again.channels.open('7')
    await again.channels.keep(3)
    clock.nowMs += 4 * hourMs
    clock.steadyMs += 4 * hourMs
    await again.channels.keep(2)
    expect(again.channels.files('7')).not.toContain('20000-123.m4s')
    await expectPlayable(archiveOf(again.channels), startMs, startMs + hourMs)
  })

  it('does not take back what the wrong clock had recorded', async () => {
    const store = openFolderStore(fresh())
    const { channels, clock, root } = start(store)
    await channels.record('7', startMs + 35 * minuteMs)
    clock.nowMs += hourMs
    await channels.record('7', clock.nowMs + 10 * minuteMs)
    await channels.keep(1)
    expect(await keysIn(store)).toContain('archive/7/v/20000-129.m4s')
    clock.nowMs = startMs + 35 * minuteMs
    await archiveOf(channels).forgetFuture()
    const copy = fresh()
    cpSync(root, copy, { recursive: true })
    for (const name of ['20000.stored', '20000-129.m4s', '20000-130.m4s'])
      rmSync(join(copy, 'live/7/v', name), { force: true })
    const again = start(store, { clock, root: copy })
    again.channels.open('7')
    await again.channels.keep(2)
    expect(archiveOf(again.channels).endMs()).toBe(startMs + 35 * minuteMs)
    await again.channels.record('7', startMs + 2 * hourMs)
    await again.channels.keep(3)
    await expectPlayable(archiveOf(again.channels), startMs, startMs + 2 * hourMs)
  })
})

describe('[STORE-02] a folder that is unmounted while a process uses it', () => {
  it.each([
    ['put', '.idx'],
    ['list', 'archive/7/'],
  ] as const)('loses no file that this disk calls stored: at %s of %s', async (at, end) => {
    const path = fresh()
    const { store, fate } = unreliableStore(openFolderStore(path))
    const { channels, clock } = await recorded(store)
    await channels.record('7', startMs + 9 * hourMs)
    if (at === 'list') {
      await channels.keep(8)
      clock.nowMs += 13 * hourMs
    }
    let isAway = false
    fate.of = (call, key) => {
      if (call !== at || !key.endsWith(end) || isAway) return 'pass'
      renameSync(path, `${path}.away`)
      isAway = true
      return 'pass'
    }
    await channels.offload.once()
    expect([isAway, channels.offload.status.isUp]).toEqual([true, false])
    expect(channels.said).toContainEqual({
      event: 'archive.store_failed',
      fields: expect.objectContaining({ reason: 'NoMark' }),
    })
    fate.of = () => 'pass'
    if (existsSync(path)) expect(readdirSync(path)).not.toContain('ekran-installation.json')
    rmSync(path, { recursive: true, force: true })
    renameSync(`${path}.away`, path)
    await channels.keep(8)
    expect(channels.events()).not.toContain('archive.objects_missing')
    await expectPlayable(archiveOf(channels), startMs, startMs + 9 * hourMs)
  })
})
