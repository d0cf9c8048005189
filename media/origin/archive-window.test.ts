import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { madeUpInit, madeUpSegment, ticksPerSecond } from '#tests/kit/builders/segments.ts'
import { faultsOf, readStrictly } from '#tests/kit/models/strict-hls.ts'
import { manifestFaults } from '#tests/kit/models/strict-mpd.ts'
import { LiveNumbering } from './playlists/live-numbering.ts'
import { createOrigin } from './origin.ts'
import { archiveScope, excerptScope, issueTicket, liveScope } from './tickets/ticket.ts'

const secret = 'a secret of this test alone'
const dayMs = 86_400_000
const programmeMs = 20_500 * dayMs
const hourMs = 3_600_000

/** A channel with two hours of archive and its origin, with a clock that tests can set. */
async function openChannel() {
  const dir = mkdtempSync(join(tmpdir(), 'around-'))
  const clock = { nowMs: programmeMs + 2 * hourMs }
  const archive = new ChannelArchive({ dir, archiveMs: dayMs, clock: () => clock.nowMs })
  const track = { rendition: 'v', kind: 'video', codec: 'avc1.64001F', timescale: ticksPerSecond } as const
  const { number } = archive.openEpoch({
    beginMs: programmeMs,
    tracks: [{ ...track, init: madeUpInit('video') }],
  })
  for (let beginMs = programmeMs; beginMs < clock.nowMs; beginMs += 2000) {
    const bytes = madeUpSegment(beginMs, 2000)
    await archive.rendition('v').append({ beginMs, durationMs: 2000, epoch: number, bytes })
  }
  const around = { leadMs: 30_000, lagMs: 120_000 }
  const channel = { timeline: archive, numbering: new LiveNumbering(), around }
  const handle = createOrigin({
    ticketSecrets: [secret],
    clock: () => clock.nowMs,
    describeAsset: () => undefined,
    assetDir: () => dir,
    channel: (id) => (id === '7' ? channel : undefined),
    onError: (_path, error) => expect(error).toBeUndefined(),
  })
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folderOf = (fromMs: number, toMs: number | 'now'): string => {
    const [fromSec, toSec] = [fromMs / 1000, toMs === 'now' ? toMs : toMs / 1000]
    const scope = archiveScope('7', fromSec, toSec)
    const ticket = issueTicket(secret, { scope, sessionId: 's', expiresAtMs: clock.nowMs + hourMs })
    return `${base}/p/${ticket}/archive/7/${fromSec}-${toSec}`
  }
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await archive.close()
    rmSync(dir, { recursive: true, force: true })
  }
  return { archive, base, clock, folderOf, close }
}

let opened: Awaited<ReturnType<typeof openChannel>>
beforeAll(async () => {
  opened = await openChannel()
})
afterAll(() => opened.close())

function get(address: string): Promise<Response> {
  return fetch(address, { signal: AbortSignal.timeout(20_000) })
}

describe('a live channel', () => {
  it('[TV-08] lists one minute, so that a player that stalled for half a minute continues at its position', async () => {
    const { base, clock } = opened
    const expiresAtMs = clock.nowMs + hourMs
    const ticket = issueTicket(secret, { scope: liveScope('7'), sessionId: 's', expiresAtMs })
    const folder = `${base}/p/${ticket}/live/7`
    const text = await (await get(`${folder}/v.m3u8`)).text()
    expect(faultsOf(text)).toEqual([])
    const { segments } = readStrictly(text).playlist
    expect(segments.reduce((sum, one) => sum + one.durationSec, 0)).toBe(60)
    expect((await get(`${folder}/${segments[0]?.uri}`)).status).toBe(200)
    const manifest = await (await get(`${folder}/manifest.mpd`)).text()
    expect(manifestFaults(manifest)).toEqual([])
    expect(manifest).toContain('timeShiftBufferDepth="PT60.500S"')
  })
})

describe('an archive programme', () => {
  it('[GUIDE-04] has padding at both ends, and starts at the time in the guide', async () => {
    const [from, to] = [programmeMs + 40 * 60_000, programmeMs + 50 * 60_000]
    const folder = opened.folderOf(from, to)
    const text = await (await get(`${folder}/v.m3u8`)).text()
    expect(faultsOf(text)).toEqual([])
    const { segments, ended } = readStrictly(text).playlist
    expect(ended).toBe(true)
    expect(segments[0]?.dateMs).toBe(from - 30_000)
    const last = segments.at(-1)
    expect((last?.dateMs ?? 0) + (last?.durationSec ?? 0) * 1000).toBe(to + 120_000)
    expect(text).toContain('#EXT-X-START:TIME-OFFSET=30,PRECISE=YES')
    for (const uri of [segments[0]?.uri, last?.uri]) expect((await get(`${folder}/${uri}`)).status).toBe(200)
    // And no other part of the channel.
    expect((await get(`${folder}/v/${from - 200_000}-1.m4s`)).status).toBe(403)
    expect((await get(`${folder}/v/${to + 200_000}-1.m4s`)).status).toBe(403)
  })

  it('[GUEST-02] plays an excerpt from its own beginning, with nothing around it', async () => {
    const fromMs = programmeMs + 41 * 60_000
    const [fromSec, toSec] = [fromMs / 1000, fromMs / 1000 + 60]
    const scope = excerptScope('7', fromSec, toSec)
    const expiresAtMs = opened.clock.nowMs + hourMs
    const ticket = issueTicket(secret, { scope, sessionId: 's', expiresAtMs })
    const text = await (await get(`${opened.base}/p/${ticket}/excerpt/7/${fromSec}-${toSec}/v.m3u8`)).text()
    expect(faultsOf(text)).toEqual([])
    const { segments } = readStrictly(text).playlist
    expect(segments[0]?.dateMs).toBe(fromMs)
    expect(segments.reduce((sum, one) => sum + one.durationSec, 0)).toBe(60)
    const start = /#EXT-X-START:TIME-OFFSET=([\d.]+)/.exec(text)?.[1] ?? '0'
    expect(Number(start)).toBe(0)
  })

  it('has a growing playlist from its start while it is on air (start-over)', async () => {
    const folder = opened.folderOf(opened.clock.nowMs - 600_000, 'now')
    const text = await (await get(`${folder}/v.m3u8`)).text()
    expect(faultsOf(text)).toEqual([])
    expect(text).toContain('#EXT-X-PLAYLIST-TYPE:EVENT')
    expect(text).toContain('#EXT-X-START:TIME-OFFSET=30,PRECISE=YES')
  })

  it('can be played beyond the depth while it is protected, and not after that', async () => {
    const { archive, clock, folderOf, close } = await openChannel()
    const [from, to] = [programmeMs + 20 * 60_000, programmeMs + 30 * 60_000]
    expect(archive.fragments.add({ beginMs: from, endMs: to, name: 'kept' }).kind).toBe('protected')
    clock.nowMs += 30 * dayMs
    archive.forget()
    const folder = folderOf(from, to)
    const answer = await get(`${folder}/v.m3u8`)
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(faultsOf(text)).toEqual([])
    const { segments } = readStrictly(text).playlist
    expect(segments[0]?.dateMs).toBe(from)
    expect((await get(`${folder}/${segments[0]?.uri}`)).status).toBe(200)
    expect((await get(`${folder}/master.m3u8`)).status).toBe(200)
    expect((await get(`${folderOf(to + 60_000, to + 600_000)}/v.m3u8`)).status).toBe(404)
    archive.fragments.remove(from, to)
    clock.nowMs += 120_000
    archive.forget()
    expect((await get(`${folder}/v.m3u8`)).status).toBe(404)
    expect((await get(`${folder}/${segments[0]?.uri}`)).status).not.toBe(200)
    await close()
  })
})
