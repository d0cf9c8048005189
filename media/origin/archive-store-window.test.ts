/** A programme whose beginning is only in the store, over HTTP. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openFolderStore } from '#media/store/folder/folder-store.ts'
import {
  hourMs,
  minuteMs,
  OffloadedChannels,
  offloadStartMs as startMs,
} from '#tests/kit/builders/offloaded-channels.ts'
import { madeUpSegment } from '#tests/kit/builders/segments.ts'
import { faultsOf, readStrictly } from '#tests/kit/models/strict-hls.ts'
import { UnreliableStore } from '#tests/kit/models/unreliable-store.ts'
import { LiveNumbering } from './playlists/live-numbering.ts'
import { createOrigin } from './origin.ts'
import { archiveScope, issueTicket } from './tickets/ticket.ts'

const secret = 'a secret of this test alone'
const dir = mkdtempSync(join(tmpdir(), 'seam-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('[STORE-02] a window over the seam', () => {
  it('has every segment, and asks to come again while the store is away', async () => {
    const fate = { isDown: false }
    const store = new UnreliableStore(openFolderStore(join(dir, 'store')), () =>
      fate.isDown ? 'fail' : 'pass',
    )
    const clock = { nowMs: startMs, steadyMs: 0 }
    const channels = new OffloadedChannels({ root: join(dir, 'disk'), clock, open: () => store })
    await channels.record('7', startMs + 5 * hourMs)
    await channels.keep(6)
    const archive = channels.archives.get('7')
    const seamMs = archive?.files.oldestLocalMs('all') ?? 0
    expect(seamMs).toBeGreaterThan(startMs + 2 * hourMs)
    // One origin of the process that records, and one of another process.
    for (const timeline of [archive, channels.reader('7')]) {
      if (timeline === undefined) throw new Error('no archive')
      const handle = createOrigin({
        ticketSecrets: [secret],
        clock: () => clock.nowMs,
        describeAsset: () => undefined,
        assetDir: () => dir,
        channel: () => ({ timeline, numbering: new LiveNumbering() }),
        onError: (_path, error) => expect(error).toBeUndefined(),
      })
      const server = createServer((request, response) => void handle(request, response))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const [fromSec, toSec] = [(seamMs - hourMs) / 1000, (seamMs + hourMs) / 1000]
      const scope = archiveScope('7', fromSec, toSec)
      const ticket = issueTicket(secret, { scope, sessionId: 's', expiresAtMs: clock.nowMs + hourMs })
      const folder = `http://127.0.0.1:${(server.address() as AddressInfo).port}/p/${ticket}/archive/7/${fromSec}-${toSec}`
      const get = (uri: string) => fetch(`${folder}/${uri}`, { signal: AbortSignal.timeout(20_000) })
      const text = await (await get('v.m3u8')).text()
      expect(faultsOf(text)).toEqual([])
      const { segments } = readStrictly(text).playlist
      expect(segments.filter(({ gap }) => gap)).toEqual([])
      expect(segments).toHaveLength(120)
      for (const [at, { uri, dateMs }] of segments.entries()) {
        const response = await get(uri)
        expect(response.status).toBe(200)
        expect(dateMs).toBe(seamMs - hourMs + at * minuteMs)
        expect(Buffer.from(await response.arrayBuffer())).toEqual(madeUpSegment(dateMs ?? 0, minuteMs))
      }
      fate.isDown = true
      const [inStore, onDisk] = [await get(segments[0]?.uri ?? ''), await get(segments.at(-1)?.uri ?? '')]
      expect([inStore.status, await inStore.json()]).toEqual([503, { error: 'archive_unavailable' }])
      expect(onDisk.status).toBe(200)
      expect((await get('v.m3u8')).status).toBe(200)
      fate.isDown = false
      server.closeAllConnections()
      server.close()
    }
    await channels.close()
  })
})
