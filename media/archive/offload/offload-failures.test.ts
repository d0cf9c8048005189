/** What fails for one channel, one request or one start stops nothing else. */
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { dayOf, encodeRecord } from '#media/archive/index/index-record.ts'
import { ArchiveUnavailable } from '#media/archive/remote/archive-store.ts'
import { openFolderStore } from '#media/store/folder/folder-store.ts'
import type { MediaStore } from '#media/store/interface/store.ts'
import { expectPlayable, keysIn, unreliableStore } from '#tests/kit/builders/offload-fixture.ts'
import {
  dayMs,
  hourMs,
  minuteMs,
  OffloadedChannels,
  type OffloadedOptions,
  offloadStartMs as startMs,
} from '#tests/kit/builders/offloaded-channels.ts'

const dir = mkdtempSync(join(tmpdir(), 'offload-failures-'))
const opened: OffloadedChannels[] = []
let folders = 0
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const fresh = (): string => join(dir, String(folders++))

function start(store: MediaStore, more: Partial<OffloadedOptions> = {}) {
  const clock = more.clock ?? { nowMs: startMs, steadyMs: 0 }
  const root = more.root ?? fresh()
  const channels = new OffloadedChannels({ open: () => store, archiveMs: 60 * dayMs, ...more, root, clock })
  opened.push(channels)
  return { channels, clock, root }
}

const mediaIn = async (store: MediaStore, channel: string): Promise<number> =>
  (await keysIn(store)).filter((key) => key.startsWith(`archive/${channel}/`) && key.endsWith('.m4s')).length

async function bothRecorded(channels: OffloadedChannels, clock: { nowMs: number }): Promise<void> {
  const nowMs = clock.nowMs
  await channels.record('7', nowMs + 2 * hourMs)
  clock.nowMs = nowMs
  await channels.record('8', nowMs + 2 * hourMs)
}

describe('[STORE-02] one refused request', () => {
  it('of one channel stops no other', async () => {
    const { store, fate, inner } = unreliableStore(openFolderStore(fresh()))
    const { channels, clock } = start(store)
    await bothRecorded(channels, clock)
    fate.of = (call, key) => (call === 'put' && key.startsWith('archive/7/v/') ? 'refuse' : 'pass')
    await channels.keep(4)
    expect([await mediaIn(inner, '7'), await mediaIn(inner, '8')]).toEqual([0, 11])
    expect(channels.offload.status.isUp).toBe(true)
    expect(channels.said).toContainEqual({
      event: 'archive.offload_failed',
      fields: { channel: '7', error: expect.stringContaining('Refused') },
    })
    fate.of = () => 'pass'
    await channels.keep(2)
    expect(await mediaIn(inner, '7')).toBe(11)
  })

  it('to delete stops no upload', async () => {
    const { store, fate, inner } = unreliableStore(openFolderStore(fresh()))
    const { channels, clock } = start(store, { archiveMs: hourMs })
    await bothRecorded(channels, clock)
    await channels.keep(3)
    fate.of = (call) => (call === 'delete' || call === 'deleteUnfinished' ? 'deny' : 'pass')
    await bothRecorded(channels, clock)
    await channels.keep(4)
    const uploaded = (await keysIn(inner)).filter((key) => key.endsWith('20000-142.m4s'))
    expect(uploaded).toEqual(['archive/7/v/20000-142.m4s', 'archive/8/v/20000-142.m4s'])
  })

  it('of a store that is full lets expired files go there, and is no success', async () => {
    const { store, fate, inner } = unreliableStore(openFolderStore(fresh()))
    const { channels, clock } = start(store, { archiveMs: hourMs })
    await bothRecorded(channels, clock)
    await channels.keep(3)
    const before = await mediaIn(inner, '7')
    fate.of = (call) => (call === 'put' ? 'full' : 'pass')
    await bothRecorded(channels, clock)
    clock.steadyMs += 5 * hourMs
    await channels.keep(3)
    expect(before).toBeGreaterThan(0)
    expect(await mediaIn(inner, '7')).toBe(0)
    expect(channels.offload.status.isUp).toBe(false)
  })
})

describe('[STORE-02] what can never be uploaded', () => {
  it('takes no turn from other days', async () => {
    const store = openFolderStore(fresh())
    const root = fresh()
    const folder = join(root, 'live/7/v')
    mkdirSync(folder, { recursive: true })
    for (let day = dayOf(startMs) - 30; day < dayOf(startMs) - 20; day += 1) {
      closeSync(openSync(join(folder, `${day}-010.m4s`), 'w'))
      const beginMs = day * dayMs + 100 * minuteMs
      const numbers = { durationMs: minuteMs, offset: 0, size: 10, file: 10, epoch: 1, flags: 0, extra: 0 }
      writeFileSync(join(folder, `${day}.idx`), encodeRecord({ beginMs, ...numbers }))
      writeFileSync(join(folder, `${day - 12}-010.m4s`), 'a file of a day without an index')
    }
    const { channels } = start(store, { root })
    await channels.record('7', startMs + 2 * hourMs)
    await channels.offload.once()
    expect((await keysIn(store)).filter((key) => key.endsWith('.m4s')).length).toBeGreaterThan(5)
    await channels.keep(2)
    expect(channels.offload.status).toMatchObject({ files: 0, isUp: true })
  })

  it('is an epoch whose init segment the disk does not give, until it does', async () => {
    const store = openFolderStore(fresh())
    const { channels, root } = start(store)
    await channels.record('7', startMs + hourMs)
    const init = join(root, `live/7/v/i${channels.archives.get('7')?.epochs.all[0]?.number}.mp4`)
    rmSync(init)
    mkdirSync(init)
    await channels.keep(1)
    expect(channels.said[0]).toEqual({
      event: 'archive.offload_failed',
      fields: { channel: '7', error: expect.stringContaining('EISDIR') },
    })
    expect(await keysIn(store)).not.toContain('archive/7/epochs.json')
    rmSync(init, { recursive: true })
    await channels.record('7', startMs + 2 * hourMs)
    await channels.keep(2)
    expect(await keysIn(store)).toContain('archive/7/epochs.json')
  })
})

describe('[STORE-02] whether the store works', () => {
  it('is not known at a start: what it has stays here until a pass has succeeded', async () => {
    const { store, fate } = unreliableStore(openFolderStore(fresh()))
    const { channels, clock, root } = start(store, { localMs: 4 * hourMs })
    await channels.record('7', startMs + 3 * hourMs)
    await channels.keep(4)
    await channels.close()
    clock.nowMs += 10 * hourMs
    fate.of = () => 'fail'
    const again = start(store, { clock, root, localMs: 4 * hourMs })
    again.channels.open('7')
    await again.channels.keeper.once()
    expect(again.channels.files('7')).toHaveLength(18)
    await again.channels.keep(1)
    expect(again.channels.files('7')).toHaveLength(18)
    fate.of = () => 'pass'
    await again.channels.keep(2)
    expect(again.channels.files('7')).toHaveLength(0)
  })

  it('is no while the name of the installation cannot be read, which is read once', async () => {
    const store = openFolderStore(fresh())
    let reads = 0
    const { channels, clock } = start(store, {
      owner: async () => {
        reads += 1
        if (reads === 1) throw new Error('no database')
        return 'this installation'
      },
    })
    await channels.record('7', startMs + hourMs)
    await channels.keep(1)
    expect(channels.offload.status).toMatchObject({ failsSinceMs: clock.steadyMs, isUp: false })
    expect(channels.said).toEqual([
      { event: 'archive.offload_failed', fields: { error: 'Error: no database' } },
    ])
    await channels.keep(10)
    expect([channels.offload.status.isUp, reads]).toEqual([true, 2])
  })

  it('is no for a segment that it should have: viewers ask again', async () => {
    const store = openFolderStore(fresh())
    const { channels, clock } = start(store, { archiveMs: dayMs })
    await channels.record('7', startMs + 5 * hourMs)
    await channels.keep(6)
    await store.delete('archive/7/v/20000-120.m4s')
    const archive = channels.archives.get('7')
    if (archive === undefined) throw new Error('no archive')
    const reader = channels.reader('7')
    await expectPlayable(reader, startMs + 10 * minuteMs, startMs + 20 * minuteMs)
    for (const one of [archive, reader])
      await expect(one.segmentBytes('v', startMs, 1)).rejects.toThrow(ArchiveUnavailable)
    // Expired since the reader has looked: gone.
    clock.nowMs += 500
    archive.rendition('v').unmarkStored(20_000, 120)
    await archive.rendition('v').stored?.flush()
    for (const one of [archive, reader]) expect(await one.segmentBytes('v', startMs, 1)).toBeUndefined()
  })
})
