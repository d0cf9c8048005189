/** An engine whose archive is also in a store, as its settings say. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { ChannelArchive } from '#media/archive/channel-archive.ts'
import { openFolderStore } from '#media/store/folder/folder-store.ts'
import {
  dayMs,
  hourMs,
  minuteMs,
  OffloadedChannels,
  offloadStartMs as startMs,
} from '#tests/kit/builders/offloaded-channels.ts'
import { madeUpSegment } from '#tests/kit/builders/segments.ts'
import { createArchiveKeeping } from './engine-archive.ts'
import { archiveScope, createEngine, findMediaBinaries, issueTicket, openArchives } from './media.ts'

const dir = mkdtempSync(join(tmpdir(), 'engine-archive-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const secret = 'a secret of this test alone'
const clock = { nowMs: startMs, steadyMs: 0 }
const [root, address] = [join(dir, 'disk'), join(dir, 'store')]
const archiveStore = { address, s3: undefined, owner: async () => 'this installation', localMs: 2 * hourMs }

function start(role: 'records' | 'reads') {
  const said: string[] = []
  const say = (event: string): void => void said.push(event)
  const engine = createEngine({
    ...{ storeDir: root, ...findMediaBinaries({}), role, archiveStore },
    ...{ clock: () => clock.nowMs, ticketSecrets: [secret], log: { info: say, warn: say, error: say } },
  })
  return { engine, said }
}

describe('[STORE-02] an engine with an archive store', () => {
  it('plays and counts what another process has moved there', async () => {
    const channels = new OffloadedChannels({
      ...{ root, clock, storeId: address, open: () => openFolderStore(address) },
    })
    await channels.record('7', startMs + 5 * hourMs)
    await channels.keep(6)
    await channels.close()
    const { engine } = start('reads')
    const source = { kind: 'udp', url: 'udp://239.0.0.1:1234' } as const
    await engine.setChannels([{ id: '7', kind: 'recorded', sources: [source], archiveMs: dayMs }])
    const server = createServer((request, response) => void engine.handle(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const [fromSec, toSec] = [startMs / 1000, (startMs + hourMs) / 1000]
    const scope = archiveScope('7', fromSec, toSec)
    const ticket = issueTicket(secret, { scope, sessionId: 's', expiresAtMs: clock.nowMs + hourMs })
    const { port } = server.address() as AddressInfo
    const path = `/p/${ticket}/archive/7/${fromSec}-${toSec}/v/${startMs + minuteMs}-1.m4s`
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(20_000) })
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(madeUpSegment(startMs + minuteMs, minuteMs))
    server.closeAllConnections()
    server.close()
    const [channel] = (await engine.archiveReport()).channels
    const size = madeUpSegment(startMs, minuteMs).length
    expect(channel).toMatchObject({ oldestMs: startMs, storedBytes: size * 290, depthExpectedMs: dayMs })
    expect(channel?.bytes).toBeLessThan(size * 150)
    expect(engine.archiveStoreStatus()).toBeUndefined()
    await engine.close()
    const options = { storeDir: root, channels: [{ id: '7', archiveMs: dayMs }], floorBytes: 0 }
    const now = () => clock.nowMs
    for (const [store, isThere] of [
      [archiveStore, true],
      [undefined, false],
    ] as const)
      expect(
        openArchives({ ...options, clock: now, archiveStore: store }).hasRecording(
          '7',
          startMs,
          startMs + hourMs,
        ),
      ).toBe(isThere)
  })

  it('moves what channels that are no longer recorded left', async () => {
    const channels = new OffloadedChannels({
      ...{ root, clock, storeId: address, open: () => openFolderStore(address) },
    })
    await channels.record('8', clock.nowMs + 30 * minuteMs)
    await channels.close()
    clock.nowMs += 10 * minuteMs
    const { engine, said } = start('records')
    await engine.setChannels([])
    const store = openFolderStore(address)
    await expect.poll(() => store.names('archive/8/v/'), { timeout: 40_000 }).toContain('20001.sha256')
    await expect
      .poll(() => engine.archiveStoreStatus(), { timeout: 40_000 })
      .toMatchObject({
        ...{ files: 0, bytes: 0, failsSinceMs: undefined },
      })
    await engine.close()
    expect(said).not.toContain('archive.offload_failed')
  })

  it('deletes nothing of folders while it does not know whose they are', async () => {
    const own = { root: join(dir, 'unset'), clock: { nowMs: startMs, steadyMs: 0 } }
    const before = new OffloadedChannels({ ...own, open: () => openFolderStore(join(dir, 'unset store')) })
    await before.record('7', startMs + hourMs)
    await before.close()
    const nothing = (): void => undefined
    const log = { info: nothing, warn: nothing, error: nothing }
    const archives = new Map<string, ChannelArchive>()
    const channels = { archives, writable: () => archives, areSet: false }
    const nowMs = startMs + 20 * dayMs
    const keeping = createArchiveKeeping(
      { storeDir: own.root, clock: () => nowMs, log },
      channels,
      join(own.root, 'live'),
      undefined,
    )
    await keeping.keeper.once()
    expect(before.files('7')).toHaveLength(6)
    await keeping.stop()
    channels.areSet = true
    const set = createArchiveKeeping(
      { storeDir: own.root, clock: () => nowMs, log },
      channels,
      join(own.root, 'live'),
      undefined,
    )
    await set.keeper.once()
    expect(before.files('7')).toEqual([])
    await set.stop()
  })
})
