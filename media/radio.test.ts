import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { ForwardProxy } from '#media/network/forward-proxy.ts'
import { startEmulator } from '#tests/kit/emulators/emulator-program.ts'
import { startBroadcast, type Broadcast } from '#tests/kit/media/broadcast.ts'
import { readMultivariant } from '#tests/kit/media/independent-hls.ts'
import { audioArgs, made, videoArgs } from '#tests/kit/media/transport-streams.ts'
import { faultsOf } from '#tests/kit/models/strict-hls.ts'
import { manifestFaults } from '#tests/kit/models/strict-mpd.ts'
import { probeLiveSource } from '#media/recorder/failover/probe-source.ts'
import {
  archiveScope,
  createEngine,
  findMediaBinaries,
  issueTicket,
  liveScope,
  type ChannelConfig,
  type Engine,
  type LiveSource,
} from './media.ts'

const binaries = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'radio-'))
const secret = 'the secret of this test engine'
const seconds = 10
const log = { info: () => {}, warn: () => {}, error: () => {} }
let engine: Engine
let server: Server
let station: Awaited<ReturnType<typeof startEmulator>>
let sound: Broadcast
let television: Broadcast
let base = ''

/** Silence is checked every second; a fault counts at once. */
const watch = { everyMs: 1000, blackMs: 1000, frozenMs: 1000, silentMs: 4000, slateMs: 1000 }

function radio(id: string, source: LiveSource): ChannelConfig {
  const encoding = { soundOnly: true }
  return { id, kind: 'recorded', sources: [source], archiveMs: 7 * 86_400_000, encoding, watch }
}

function http(url: string): LiveSource {
  return { kind: 'http-ts', url }
}

// A busy machine needs some time to record.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

beforeAll(async () => {
  writeFileSync(join(dir, 'sound.ts'), await made(`-map 1:a ${audioArgs}`, seconds))
  writeFileSync(join(dir, 'television.ts'), await made(`${videoArgs} ${audioArgs}`, seconds))
  sound = await startBroadcast(join(dir, 'sound.ts'), seconds)
  television = await startBroadcast(join(dir, 'television.ts'), seconds)
  station = await startEmulator('radio-station', ['--ffmpeg', binaries.ffmpegPath])
  engine = createEngine({
    ...{ storeDir: join(dir, 'store'), ...binaries, clock: Date.now, ticketSecrets: [secret], log },
  })
  server = createServer((request, response) => void engine.handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const address = station.addresses['station'] ?? ''
  const channels = [
    radio('mp3', http(`${address}/live.mp3`)),
    radio('aac', http(`${address}/live.aac`)),
    radio('opus', http(`${address}/live.opus`)),
    radio('shoutcast', http(`${address}/stream`)),
    radio('transport', http(sound.url)),
    // With a picture, which is left out.
    radio('card', http(television.url)),
    radio('playlist', { kind: 'hls', url: `${base}${live('mp3')}master.m3u8` }),
  ]
  await engine.setChannels(channels)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await engine.close()
  await station.stop()
  sound.close()
  television.close()
  rmSync(dir, { recursive: true, force: true })
})

function ticket(scope: string): string {
  return issueTicket(secret, { scope, sessionId: 's1', expiresAtMs: Date.now() + 600_000 })
}

function live(id: string): string {
  return `/p/${ticket(liveScope(id))}/live/${id}/`
}

async function text(path: string): Promise<string> {
  const response = await fetch(base + path, { signal: AbortSignal.timeout(20_000) })
  return response.status === 200 ? response.text() : ''
}

/** What ffmpeg decodes of an address: mean and peak volume in dB, and its complaints. */
async function listen(
  path: string,
): Promise<{ mean: number; complaints: readonly string[]; seconds: number }> {
  const lines: string[] = []
  const run = runFfmpeg({
    ffmpegPath: binaries.ffmpegPath,
    protocols: ['http', 'tcp'],
    onStderrLine: (line) => lines.push(line),
    args: [
      ...['-loglevel', 'info', '-t', '4', '-i', base + path],
      ...['-map', '0', '-af', 'volumedetect', '-f', 'null', '-'],
    ],
    timeoutMs: 30_000,
  })
  await run.exit
  const all = lines.join('\n')
  return {
    mean: Number(/mean_volume: (-?[\d.]+) dB/.exec(all)?.[1] ?? '-999'),
    seconds: Number([...all.matchAll(/time=00:00:([\d.]+)/g)].at(-1)?.[1] ?? 0),
    complaints: lines.filter((line) => /error|invalid|corrupt/i.test(line)),
  }
}

const ids = ['mp3', 'aac', 'opus', 'shoutcast', 'transport', 'card', 'playlist']

describe.each(ids)('[CHAN-04] radio from the source "%s"', (id) => {
  it('is recorded, and live HLS and DASH have sound and no picture', async () => {
    await expect
      .poll(() => text(`${live(id)}a0.m3u8`), { timeout: 90_000, interval: 500 })
      .toMatch(/(?:#EXTINF[\s\S]*){4}/)
    const master = readMultivariant(await text(`${live(id)}master.m3u8`))
    expect(master.variants).toHaveLength(1)
    expect(master.variants[0]).toMatchObject({ uri: 'a0.m3u8', codecs: 'mp4a.40.2' })
    expect(master.variants[0]?.resolution).toBeUndefined()
    expect(faultsOf(await text(`${live(id)}a0.m3u8`))).toEqual([])
    const manifest = await text(`${live(id)}manifest.mpd`)
    expect(manifestFaults(manifest)).toEqual([])
    expect(manifest).toContain('contentType="audio"')
    expect(manifest).not.toContain('video')
    const heard = await listen(`${live(id)}master.m3u8`)
    expect(heard.complaints).toEqual([])
    expect(heard.mean).toBeGreaterThan(-40)
    expect(heard.seconds).toBeGreaterThan(3)
  })
})

describe('radio', () => {
  it('plays from its archive', async () => {
    const [fromSec, toSec] = [Math.floor(Date.now() / 1000) - 3600, Math.floor(Date.now() / 1000) + 3600]
    const scope = archiveScope('mp3', fromSec, toSec)
    const path = `/p/${ticket(scope)}/archive/mp3/${fromSec}-${toSec}/`
    await expect.poll(() => text(`${path}a0.m3u8`), { timeout: 60_000 }).toMatch(/(?:#EXTINF[\s\S]*){2}/)
    expect(faultsOf(await text(`${path}a0.m3u8`))).toEqual([])
    expect(manifestFaults(await text(`${path}manifest.mpd`))).toEqual([])
    expect((await listen(`${path}master.m3u8`)).mean).toBeGreaterThan(-40)
  })

  it('has no fault of the picture while it sounds, but one while it is silent', async () => {
    await expect.poll(() => engine.channelStatus('mp3')?.signal, { timeout: 60_000 }).toBe('ok')
    await expect.poll(() => engine.channelStatus('card')?.signal, { timeout: 60_000 }).toBe('ok')
    writeFileSync(join(dir, 'silence.ts'), await made(`-map 1:a -af volume=0 ${audioArgs}`, seconds))
    sound.play(join(dir, 'silence.ts'))
    await expect.poll(() => engine.channelStatus('transport')?.signal, { timeout: 60_000 }).toBe('silent')
  })

  it('of a SHOUTcast 1 server is also read through the proxy of public sources, and counts as reachable', async () => {
    const url = `${station.addresses['station']}/stream`
    expect(await probeLiveSource(http(url), new AbortController().signal)).toBeUndefined()
    const proxy = new ForwardProxy()
    const session = await proxy.open(new URL(url))
    try {
      const run = runFfmpeg({
        ffmpegPath: binaries.ffmpegPath,
        protocols: ['http', 'tcp', 'httpproxy'],
        environment: { http_proxy: session.proxyUrl, no_proxy: '' },
        args: ['-loglevel', 'error', '-t', '3', '-i', session.url, '-f', 'null', '-'],
        timeoutMs: 30_000,
      })
      expect(await run.exit).toMatchObject({ code: 0, lastLines: [] })
    } finally {
      session.close()
      proxy.close()
    }
  })
})
