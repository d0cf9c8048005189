import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { startBroadcast, type Broadcast } from '#tests/kit/media/broadcast.ts'
import { audioArgs, made, videoArgs } from '#tests/kit/media/transport-streams.ts'
import { SignalInspector } from '#media/recorder/health/signal-inspector.ts'
import { startRecorder } from '#media/recorder/recorder.ts'
import { ForwardProxy } from '#media/network/forward-proxy.ts'
import { examineRecording } from './examine-recording.ts'
import { examineSource } from './examine-source.ts'

const { ffmpegPath } = findMediaBinaries({})
const tools = { ffmpegPath, signal: new AbortController().signal }
const dir = mkdtempSync(join(tmpdir(), 'examine-'))
const seconds = 10
const path = join(dir, 'tv.ts')
const radioPath = join(dir, 'radio.ts')
let tv: Broadcast
let radio: Broadcast

beforeAll(async () => {
  // A tone of -18 LUFS (ffmpeg's sine has -21), in the second language.
  const quiet = `-af volume=3dB -metadata:s:a:0 language=uzb ${videoArgs} ${audioArgs}`
  writeFileSync(path, await made(quiet, seconds, 'size=640x360:rate=25'))
  writeFileSync(radioPath, await made(`-map 1:a ${audioArgs}`, seconds))
  tv = await startBroadcast(path, seconds)
  radio = await startBroadcast(radioPath, seconds)
}, 60_000)
afterAll(() => {
  tv.close()
  radio.close()
  rmSync(dir, { recursive: true, force: true })
})

describe('[CHAN-04] examining a source', { timeout: 60_000 }, () => {
  it('says what comes: codecs, size, language, bit rate, loudness, and a still', async () => {
    const outcome = await examineSource({ kind: 'http-ts', url: tv.url }, tools)
    if (outcome.kind !== 'received') throw new Error(outcome.words)
    expect(outcome.streams).toEqual([
      { kind: 'video', codec: 'h264', width: 640, height: 360, framesPerSecond: 25 },
      { kind: 'audio', codec: 'aac', language: 'uz', channels: 1 },
    ])
    const sentBitsPerSecond = (statSync(path).size * 8) / seconds
    expect((outcome.bitsPerSecond ?? 0) / sentBitsPerSecond).toBeCloseTo(1, 0)
    expect(outcome.loudnessLufs).toBeGreaterThan(-24)
    expect(outcome.loudnessLufs).toBeLessThan(-12)
    expect(outcome.still?.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    // The connection is not left open.
    await expect.poll(() => tv.connections(), { timeout: 20_000 }).toBe(0)
  })

  it('has neither a still nor a picture of a radio channel', async () => {
    const outcome = await examineSource({ kind: 'http-ts', url: radio.url }, tools)
    expect(outcome).toMatchObject({
      kind: 'received',
      still: null,
      streams: [{ kind: 'audio', codec: 'aac' }],
    })
  })

  it('says in words why nothing comes, without the address', async () => {
    tv.refuse(true)
    const refused = await examineSource({ kind: 'http-ts', url: `${tv.url}?token=secret` }, tools)
    tv.refuse(false)
    expect(refused).toMatchObject({ kind: 'failed', words: 'it answers 503' })
    expect(JSON.stringify(refused)).not.toMatch(/secret|127\.0\.0\.1/)
    const gone = await examineSource({ kind: 'hls', url: 'http://127.0.0.1:9/live.m3u8' }, tools)
    expect(gone).toMatchObject({ kind: 'failed', words: 'the connection is refused' })
  })

  it('takes no packets away from a program that receives the same port', async () => {
    const receiver = createSocket({ type: 'udp4', reuseAddr: true })
    receiver.bind(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address()
    const outcome = await examineSource({ kind: 'udp', url: `udp://127.0.0.1:${port}` }, tools)
    expect(outcome).toEqual({ kind: 'failed', words: 'another program receives from this address' })
    receiver.close()
  })

  it('ends at once when nobody waits for it any more', async () => {
    tv.hang(true)
    const stop = new AbortController()
    const examined = examineSource({ kind: 'http-ts', url: tv.url }, { ffmpegPath, signal: stop.signal })
    await expect.poll(() => tv.connections(), { timeout: 20_000 }).toBe(1)
    stop.abort()
    expect((await examined).kind).toBe('failed')
    tv.hang(false)
    await expect.poll(() => tv.connections(), { timeout: 20_000 }).toBe(0)
  })
})

describe('[CHAN-04] examining what is recorded', { timeout: 60_000 }, () => {
  it('says the same without opening the source a second time', async () => {
    const clock = () => Date.now()
    const archive = new ChannelArchive({
      dir: join(dir, 'live'),
      archiveMs: 3_600_000,
      clock,
      role: 'records',
    })
    const empty = await examineRecording(archive, Date.now(), tools)
    expect(empty).toEqual({ kind: 'failed', words: 'nothing was recorded within the last minute' })
    const proxy = new ForwardProxy()
    const recorder = startRecorder({
      ...{
        sources: [{ kind: 'http-ts', url: tv.url } as const],
        refused: [],
        ffmpegPath,
        clock,
        archive,
        proxy,
      },
      inspector: new SignalInspector({ ffmpegPath, log: () => undefined }),
      log: () => undefined,
    })
    try {
      const outcome = await untilReceived(() => examineRecording(archive, Date.now(), tools))
      expect(tv.connections()).toBe(1)
      expect(outcome.streams).toMatchObject([
        { kind: 'video', codec: 'h264', height: 360 },
        { kind: 'audio', codec: 'aac', language: 'uz' },
      ])
      expect(outcome.bitsPerSecond).toBeGreaterThan(50_000)
      expect(outcome.loudnessLufs).toBeLessThan(-12)
      expect(outcome.still).not.toBeNull()
    } finally {
      await recorder.close()
      await archive.close()
      proxy.close()
    }
  })
})

/** Waits until both tracks have been recorded. */
async function untilReceived(examine: () => ReturnType<typeof examineRecording>) {
  for (let tries = 0; tries < 60; tries += 1) {
    const outcome = await examine()
    if (outcome.kind === 'received' && outcome.streams.length === 2) return outcome
    await sleep(500)
  }
  throw new Error('nothing was recorded')
}
