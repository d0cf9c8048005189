import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import {
  archiveScope,
  createEngine,
  filmScope,
  findMediaBinaries,
  issueTicket,
  liveScope,
  type ChannelConfig,
  type Engine,
} from './media.ts'

const binaries = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'engine-'))
const source = join(dir, 'source.mp4')
const secret = 'the secret of this test engine'
const startSec = Math.floor(Date.now() / 1000)
const troubles: unknown[] = []
const log = {
  info: () => {},
  warn: (...what: unknown[]) => void troubles.push(what),
  error: (...what: unknown[]) => void troubles.push(what),
}
let engine: Engine
let server: Server
let base = ''

const recorded: ChannelConfig = {
  id: 'r1',
  kind: 'recorded',
  sources: [{ kind: 'file-loop', url: source }],
  archiveMs: 86_400_000,
}
const linear: ChannelConfig = {
  id: 'l1',
  kind: 'linear',
  archiveMs: 86_400_000,
  schedule: (fromMs, toMs) => {
    const out = []
    for (let at = Math.floor(fromMs / 7000) * 7000; at < toMs; at += 7000)
      out.push({ beginMs: at, endMs: at + 7000, assetId: 'clip' })
    return out
  },
}

beforeAll(async () => {
  const made = runFfmpeg({
    ffmpegPath: binaries.ffmpegPath,
    protocols: ['file', 'lavfi', 'pipe'],
    args: [
      '-loglevel error -f lavfi -i testsrc=size=320x180:rate=25:duration=5'.split(' '),
      '-f lavfi -i sine=sample_rate=48000:duration=5 -c:v libx264 -preset ultrafast -g 50'.split(' '),
      ['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-metadata:s:a:0', 'language=rus', '-y', source],
    ].flat(),
    timeoutMs: 15_000,
  })
  expect((await made.exit).lastLines).toEqual([])
  engine = createEngine({
    storeDir: join(dir, 'store'),
    ...binaries,
    clock: Date.now,
    ticketSecrets: [secret],
    log,
  })
  server = createServer((request, response) => {
    void engine.handle(request, response).then((own) => {
      if (!own) response.writeHead(418).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answer = await engine.packageAsset({ assetId: 'clip', sourcePath: source, encoderEffort: 'fast' })
  expect(answer.kind).toBe('packaged')
  await engine.setChannels([recorded, linear])
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await engine.close()
  rmSync(dir, { recursive: true, force: true })
})

function ticket(scope: string): string {
  return issueTicket(secret, { scope, sessionId: 's1', expiresAtMs: Date.now() + 60_000 })
}

function get(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(base + path, { ...init, signal: AbortSignal.timeout(20_000) })
}

// A busy machine needs some time to record.
vi.setConfig({ testTimeout: 90_000 })
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 600 && !isSo(); turn++) await sleep(100)
  expect(isSo()).toBe(true)
}

/** Decodes the stream at a URL; returns the number of decoded frames and ffmpeg's errors. */
async function decode(path: string): Promise<{ frames: number; complaints: string[] }> {
  const run = runFfmpeg({
    ffmpegPath: binaries.ffmpegPath,
    protocols: ['http', 'tcp'],
    args: ['-loglevel', 'error', '-stats', '-t', '6', '-i', base + path, '-f', 'null', '-'],
    timeoutMs: 15_000,
  })
  const { lastLines } = await run.exit
  const frames = Number(
    /frame=\s*(\d+)/.exec(lastLines.findLast((line) => line.startsWith('frame=')) ?? '')?.[1] ?? 0,
  )
  return { frames, complaints: lastLines.filter((line) => !line.startsWith('frame=')) }
}

describe('engine', () => {
  it('plays a linear channel without encoding, now and an hour ago', async () => {
    const live = await decode(`/p/${ticket(liveScope('l1'))}/live/l1/master.m3u8`)
    expect(live.frames).toBeGreaterThan(100)
    const window = `${startSec - 3600}-${startSec - 3560}`
    const past = await decode(
      `/p/${ticket(archiveScope('l1', startSec - 3600, startSec - 3560))}/archive/l1/${window}/master.m3u8`,
    )
    expect(past.frames).toBe(150)
  })

  it('records, fills the past from an asset, and serves both', async () => {
    const seeded = await engine.seedRecording('r1', 'clip', (startSec - 7200) * 1000, (startSec - 60) * 1000)
    expect(seeded).toBeGreaterThan(5000)
    expect(engine.hasRecording('r1', (startSec - 7000) * 1000, (startSec - 6000) * 1000)).toBe(true)
    expect(engine.hasRecording('r1', (startSec - 50_000) * 1000, (startSec - 40_000) * 1000)).toBe(false)
    const window = `${startSec - 5000}-${startSec - 4960}`
    const past = await decode(
      `/p/${ticket(archiveScope('r1', startSec - 5000, startSec - 4960))}/archive/r1/${window}/master.m3u8`,
    )
    expect(past).toEqual({ frames: 150, complaints: [] })
    for (let turn = 0; turn < 600 && engine.channelStatus('r1').state !== 'recording'; turn++)
      await sleep(100)
    expect(engine.channelStatus('r1')).toMatchObject({ state: 'recording', restarts: 0 })
    const master = `/p/${ticket(liveScope('r1'))}/live/r1/master.m3u8`
    // The first segment of a track is written before the first of the other: it can be watched when both are there.
    let text = ''
    for (let turn = 0; turn < 600 && !text.startsWith('#EXTM3U'); turn++) {
      text = await (await get(master)).text()
      if (turn > 0) await sleep(100)
    }
    expect(text).toContain('TYPE=AUDIO')
    expect(text).toContain('LANGUAGE="ru"')
    const { restarts } = engine.channelStatus('r1')
    await engine.setChannels([linear, { ...recorded, archiveMs: 3_600_000 }])
    expect(engine.channelStatus('r1')).toMatchObject({ state: 'recording', restarts })
  })

  it('reads the store of a recording engine without starting a recorder', async () => {
    const beside = createEngine({
      storeDir: join(dir, 'store'),
      ...binaries,
      clock: Date.now,
      ticketSecrets: [secret],
      log,
      role: 'reads',
    })
    await until(() => engine.channelStatus('r1').lastSegmentAtMs !== undefined)
    try {
      await beside.setChannels([linear, { ...recorded, archiveMs: 3_600_000 }])
      expect(beside.channelStatus('r1')).toMatchObject({ state: 'waiting', restarts: 0 })
      for (const [fromSec, toSec] of [
        [startSec - 3000, startSec - 2000],
        [startSec - 50_000, startSec - 40_000],
      ] as const)
        expect(beside.hasRecording('r1', fromSec * 1000, toSec * 1000)).toBe(
          engine.hasRecording('r1', fromSec * 1000, toSec * 1000),
        )
      const reached = Date.now()
      await until(() => beside.hasRecording('r1', reached, Date.now()))
      expect(await beside.seedRecording('r1', 'clip', reached - 9_000_000, reached)).toBe(0)
    } finally {
      await beside.close()
    }
    await expect.poll(() => engine.channelStatus('r1').state, { timeout: 20_000 }).toBe('recording')
    expect(engine.channelStatus('r1')).toMatchObject({ restarts: 0 })
  })

  it('[PLAYER-07] serves only the resource that the ticket names', async () => {
    const film = ticket(filmScope('clip'))
    expect((await get(`/p/${film}/film/clip/master.m3u8`)).status).toBe(200)
    const reasons = [
      [`/p/${film}/live/l1/master.m3u8`, 403, 'wrong_scope'],
      [`/p/${film.slice(0, -1)}!/film/clip/master.m3u8`, 403, 'malformed'],
      [`/p/${film.slice(0, -3)}AAA/film/clip/master.m3u8`, 403, 'bad_signature'],
      [`/p/${film}/film/clip/asset.json`, 404, 'not_found'],
      [`/p/${film}/film/clip/..%2f..%2fasset.json`, 404, 'not_found'],
      [`/p/${ticket(liveScope('l1'))}/live/l1/v180/${(startSec - 7000) * 1000}-1.m4s`, 403, 'outside_window'],
      [`/p/${ticket(liveScope('none'))}/live/none/master.m3u8`, 404, 'no_channel'],
    ] as const
    for (const [path, status, error] of reasons) {
      const answer = await get(path)
      expect([answer.status, await answer.json()], path).toEqual([status, { error }])
    }
    expect((await get('/elsewhere')).status).toBe(418)
  })

  it('serves a film by byte ranges that can be cached for ever', async () => {
    const track = engine.describeAsset('clip')?.video[0]
    const path = `/p/${ticket(filmScope('clip'))}/film/clip/${track?.file}`
    const whole = Buffer.from(await (await get(path)).arrayBuffer())
    const part = await get(path, { headers: { range: 'bytes=100-199' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${whole.length}`])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(100, 200))
    const tail = await get(path, { headers: { range: 'bytes=-50' } })
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(whole.subarray(-50))
    expect((await get(path, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416)
    const head = await get(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)])
    expect(head.headers.get('cache-control')).toContain('immutable')
    const same = await get(path, { headers: { 'if-none-match': head.headers.get('etag') ?? '' } })
    expect(same.status).toBe(304)
    const manifest = await get(`/p/${ticket(filmScope('clip'))}/film/clip/manifest.mpd`)
    expect(manifest.headers.get('content-type')).toBe('application/dash+xml')
    expect(await decode(`/p/${ticket(filmScope('clip'))}/film/clip/master.m3u8`)).toEqual({
      frames: 125,
      complaints: [],
    })
  })

  it('never starts two recordings on one port', async () => {
    const udp = (id: string): ChannelConfig => ({
      id,
      kind: 'recorded',
      archiveMs: 60_000,
      sources: [{ kind: 'udp', url: 'udp://127.0.0.1:1' }],
    })
    await engine.setChannels([linear, udp('u1'), udp('u2')])
    expect(engine.channelStatus('u2')).toMatchObject({
      state: 'waiting',
      words: 'another channel receives from this address',
    })
    expect(engine.channelStatus('r1').state).toBe('stopped')
    await engine.setChannels([linear])
  })
})
