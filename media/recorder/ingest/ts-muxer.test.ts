import { createSocket } from 'node:dgram'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { makeTransportStream, startBroadcast } from '#tests/kit/media/broadcast.ts'
import { ffmpeg } from '#tests/kit/media/transport-streams.ts'
import { freePort } from '#tests/kit/product/product.ts'
import { readUdpAddress, withoutRtp } from './udp-receiver.ts'
import { startRecorder, type Recorder } from '#media/recorder/recorder.ts'
import type { LiveSource } from './live-source.ts'
import { whyNotTsMuxer } from './ts-muxer.ts'
import { SignalInspector } from '#media/recorder/health/signal-inspector.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'ts-maker-'))
const seconds = 30
const far = Date.now() + 3_600_000

function clock(): number {
  return Date.now()
}

const inspector = new SignalInspector({ ffmpegPath, log: () => {} })

function file(name: string): string {
  return join(dir, `${name}.ts`)
}

const closing: (() => unknown)[] = []

beforeAll(async () => {
  const make = (name: string, encoder?: string, video = 'testsrc=size=320x180:rate=25') =>
    makeTransportStream(ffmpegPath, file(name), {
      ...{ picture: video, seconds: seconds },
      ...(encoder === undefined ? {} : { encoder }),
    })
  await make('plain')
  await make('mpeg2', '-c:v mpeg2video -b:v 800k -g 12 -pix_fmt yuv420p -c:a aac -b:a 64k')
  await make('ac3', '-c:v libx264 -preset ultrafast -g 25 -pix_fmt yuv420p -c:a ac3 -b:a 96k')
}, 120_000)
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  inspector.close()
  rmSync(dir, { recursive: true, force: true })
})

async function until(what: string, holds: () => boolean, ms = 60_000): Promise<void> {
  const end = performance.now() + ms
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`)
    await sleep(50)
  }
}

function record(name: string, source: LiveSource): { archive: ChannelArchive; recorder: Recorder } {
  const archive = new ChannelArchive({ dir: join(dir, name), archiveMs: 3_600_000, clock })
  const settings = { sources: [source], watch: { isOff: true } }
  const recorder = startRecorder({ ...settings, archive, inspector, ffmpegPath, clock, log: () => {} })
  closing.push(async () => {
    await recorder.close()
    await archive.close()
  })
  return { archive, recorder }
}

/** Sends the file in a loop, at its own pace, as RTP or plain UDP; sends nothing while paused. */
async function sendDatagrams(port: number, isRtp: boolean): Promise<{ quiet: (on: boolean) => void }> {
  const bytes = readFileSync(file('plain'))
  const socket = createSocket('udp4')
  let [sent, isQuiet, sequence] = [0, false, 0]
  const began = performance.now()
  const timer = setInterval(() => {
    const due = Math.min(bytes.length, (bytes.length * (performance.now() - began)) / (seconds * 1000))
    for (; sent + 1316 <= due; sent += 1316) {
      const head = Buffer.from([0x80, 33, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
      head.writeUInt16BE(sequence++ & 0xffff, 2)
      const piece = bytes.subarray(sent, sent + 1316)
      if (!isQuiet) socket.send(isRtp ? [head, piece] : piece, port, '127.0.0.1')
    }
  }, 20)
  closing.push(() => {
    clearInterval(timer)
    socket.close()
  })
  return { quiet: (on) => (isQuiet = on) }
}

/** Decodes everything recorded so far; ffmpeg must not report an error. */
async function expectPlayable(archive: ChannelArchive): Promise<void> {
  for (const rendition of ['v', 'a0']) {
    const list = [...archive.window(rendition, 0, far)].filter(({ gap }) => gap !== true)
    const pieces = await Promise.all(list.map(({ beginMs }) => archive.segmentBytes(rendition, beginMs, 1)))
    const init = readFileSync(join(archive.dir, rendition, 'i1.mp4'))
    const path = join(dir, 'check.mp4')
    writeFileSync(path, Buffer.concat([init, ...pieces.map((piece) => piece ?? Buffer.alloc(0))]))
    await ffmpeg(['-xerror', '-i', path, '-f', 'null', '-'])
  }
}

describe('recording without ffmpeg', () => {
  it.each([
    ['plain datagrams', false],
    ['RTP', true],
  ])(
    'records %s, and continues within 3 s of their return',
    async (name, isRtp) => {
      const port = await freePort()
      const tv = await sendDatagrams(port, isRtp)
      const { archive, recorder } = record(`udp-${isRtp}`, { kind: 'udp', url: `udp://127.0.0.1:${port}` })
      await until(`segments of ${name}`, () => archive.window('v', 0, far).length >= 2)
      await until('recording', () => recorder.status().state === 'recording')
      expect(recorder.status()).toMatchObject({ muxer: 'remux' })
      tv.quiet(true)
      await until('the silence to be noticed', () => recorder.status().state === 'waiting')
      const backMs = clock()
      tv.quiet(false)
      await until('the next segment', () => (recorder.status().lastSegmentAtMs ?? 0) > backMs + 1000)
      const list = [...archive.window('v', 0, far)]
      expect(list.some(({ gap }) => gap === true)).toBe(true)
      const first = list.find(({ gap, beginMs, durationMs }) => gap !== true && beginMs + durationMs > backMs)
      // A second for the next key frame, and a segment's position is that of its first frame.
      expect((first?.beginMs ?? far) - backMs).toBeLessThan(3000)
      await expectPlayable(archive)
    },
    90_000,
  )

  it('reads HTTP after a redirect', async () => {
    const tv = await startBroadcast(file('plain'), seconds)
    const door = createServer(
      (_request, response) => void response.writeHead(302, { location: tv.url }).end(),
    )
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
    closing.push(
      () => tv.close(),
      () => void door.close(),
    )
    const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/tv`
    const { archive, recorder } = record('http', { kind: 'http-ts', url })
    await until('segments', () => archive.window('v', 0, far).length >= 3)
    expect(recorder.status()).toMatchObject({ muxer: 'remux' })
    await expectPlayable(archive)
  }, 90_000)

  it.each([
    ['mpeg2', 'its picture is mpeg2video'],
    ['ac3', 'its sound is ac3'],
  ])(
    'uses ffmpeg for %s automatically, and reports it',
    async (name, makerReason) => {
      const tv = await startBroadcast(file(name), seconds)
      closing.push(() => tv.close())
      const { archive, recorder } = record(name, { kind: 'http-ts', url: tv.url })
      await until('segments', () => archive.window('v', 0, far).length >= 1, 80_000)
      // The first segment may exist a moment before the status says that it records.
      await until('recording', () => recorder.status().state === 'recording')
      expect(recorder.status()).toMatchObject({ muxer: 'ffmpeg', muxerReason: makerReason })
    },
    100_000,
  )
})

describe('addresses', () => {
  it('are read as ffmpeg reads them', () => {
    expect(readUdpAddress('udp://@239.1.2.3:5000?localaddr=10.0.0.1&sources=10.0.0.9')).toMatchObject({
      ...{
        host: '239.1.2.3',
        port: 5000,
        isGroup: true,
        local: '10.0.0.1',
        senders: ['10.0.0.9'],
        shared: true,
      },
    })
    expect(readUdpAddress('udp://:1234')).toMatchObject({ host: '0.0.0.0', isGroup: false, shared: false })
    expect(readUdpAddress('rtp://[ff15::1]:5004')).toMatchObject({ host: 'ff15::1', isGroup: true })
    for (const other of [
      'udp://tv.example:1',
      'udp://1.2.3.4:0',
      'udp://1.2.3.4:5?fec=prompeg',
      'srt://1.2.3.4:5',
    ])
      expect(readUdpAddress(other)).toBeUndefined()
  })

  it('of other kinds, and where the operator chose it, use ffmpeg', () => {
    expect(whyNotTsMuxer({ kind: 'udp', url: 'udp://1.2.3.4:5' })).toBeUndefined()
    expect(whyNotTsMuxer({ kind: 'http-ts', url: 'https://tv.example/1' })).toBeUndefined()
    expect(whyNotTsMuxer({ kind: 'http-ts', url: 'https://tv.example/1', muxer: 'ffmpeg' })).toBe(
      'the operator chose ffmpeg',
    )
    expect(whyNotTsMuxer({ kind: 'hls', url: 'https://tv.example/1.m3u8' })).toBeDefined()
  })

  it('of RTP lose their header with all its options', () => {
    const packet = Buffer.alloc(188, 0x47)
    const plain = Buffer.concat([Buffer.from([0x80, 33, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]), packet])
    expect(withoutRtp(plain)).toEqual(packet)
    const full = [0xb1, 33, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 9, 9, 9, 9, 0, 0, 0, 1, 7, 7, 7, 7]
    expect(withoutRtp(Buffer.concat([Buffer.from(full), packet, Buffer.from([0, 0, 3])]))).toEqual(packet)
    expect(withoutRtp(packet)).toBe(packet)
  })
})
