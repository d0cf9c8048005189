import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createReadStream } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { boxesIn } from '#media/containers/boxes.ts'
import { parseMoof } from '#media/containers/movie-fragment.ts'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { startRecorder, type Recorder } from './recorder.ts'
import type { LiveSource } from './ingest/live-source.ts'
import { SignalInspector } from './health/signal-inspector.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'recorder-'))
const source = join(dir, 'source.ts')

function clock(): number {
  return Date.now()
}

function log(): void {}

const inspector = new SignalInspector({ ffmpegPath, log })
const far = Date.now() + 3_600_000

beforeAll(async () => {
  const made = await runFfmpeg({
    ffmpegPath,
    args: [
      '-loglevel error -f lavfi -i testsrc=size=320x180:rate=25:duration=12'.split(' '),
      '-f lavfi -i sine=frequency=440:sample_rate=48000:duration=12'.split(' '),
      '-c:v libx264 -preset ultrafast -bf 2 -g 25 -pix_fmt yuv420p -c:a aac -b:a 64k'.split(' '),
      ['-f', 'mpegts', '-y', source],
    ].flat(),
    protocols: ['file', 'lavfi', 'pipe'],
    timeoutMs: 20_000,
  }).exit
  expect(made.lastLines).toEqual([])
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function until(holds: () => boolean, ms: number): Promise<void> {
  const end = Date.now() + ms
  while (!holds()) {
    if (Date.now() > end) throw new Error('waited in vain')
    await sleep(50)
  }
}

/** Sends the file in real time, as a broadcaster does, from its start for every connection. */
function serveTransportStream(): {
  url: () => string
  cut: () => void
  refuse: (on: boolean) => void
  close: () => void
  ready: Promise<void>
} {
  const sockets = new Set<Socket>()
  let refusing = false
  const server = createServer((_request, response) => {
    if (refusing) {
      response.writeHead(503).end()
      return
    }
    response.writeHead(200, { 'content-type': 'video/mp2t' })
    const stream = createReadStream(source, { highWaterMark: 188 * 40 })
    const bytesPerMs = statSync(source).size / 12_000
    void (async () => {
      const began = Date.now()
      let sent = 0
      for await (const piece of stream) {
        if (response.destroyed) return
        response.write(piece)
        sent += (piece as Buffer).length
        const ahead = sent / bytesPerMs - (Date.now() - began)
        if (ahead > 0) await sleep(Math.min(ahead, 200))
      }
    })().catch(() => undefined)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const ready = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ready,
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/live.ts`,
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    refuse: (on) => {
      refusing = on
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function fragmentsOf(bytes: Buffer): { decodeTicks: number; durationTicks: number }[] {
  return [...boxesIn(bytes)]
    .filter((box) => box.type === 'moof')
    .map((box) => parseMoof(bytes.subarray(box.start, box.end)))
}

describe('recorder', () => {
  const running: { recorder: Recorder; archive: ChannelArchive }[] = []
  afterAll(async () => {
    for (const { recorder, archive } of running) {
      await recorder.close()
      await archive.close()
    }
  })
  const start = (name: string, live: LiveSource) => {
    const archive = new ChannelArchive({ dir: join(dir, name), archiveMs: 3_600_000, clock })
    const recorder = startRecorder({ sources: [live], archive, inspector, ffmpegPath, clock, log })
    running.push({ recorder, archive })
    return { archive, recorder }
  }

  it('records over HTTP, survives the loss of its source and covers the hole', async () => {
    const tv = serveTransportStream()
    await tv.ready
    const { archive, recorder } = start('http', { kind: 'http-ts', url: tv.url() })
    await until(() => archive.window('v', 0, far).length >= 2, 40_000)
    tv.refuse(true)
    tv.cut()
    await until(() => recorder.status().state === 'waiting', 40_000)
    await sleep(1500)
    tv.refuse(false)
    const before = archive.endMs() ?? 0
    await until(() => archive.window('v', before + 100, far).filter((one) => !one.gap).length >= 2, 60_000)
    tv.close()
    const list = archive.window('v', 0, far)
    expect(list.some((one) => one.gap)).toBe(true)
    for (const [position, one] of list.entries()) {
      const next = list[position + 1]
      if (next !== undefined) expect(Math.abs(next.beginMs - one.beginMs - one.durationMs)).toBeLessThan(60)
    }
    // The same configuration came back: no new epoch, no discontinuity.
    expect(new Set(list.map((one) => one.periodMs)).size).toBe(1)
    let end: number | undefined
    for (const one of list) {
      if (one.gap) {
        end = undefined
        continue
      }
      const bytes = await archive.segmentBytes('v', one.beginMs, 1)
      expect(bytes).toBeDefined()
      for (const fragment of fragmentsOf(bytes ?? Buffer.alloc(0))) {
        if (end !== undefined) expect(fragment.decodeTicks).toBe(end)
        else expect(Math.abs(fragment.decodeTicks / 90 - one.beginMs)).toBeLessThan(1)
        end = fragment.decodeTicks + fragment.durationTicks
      }
    }
    expect(archive.renditions(0, far).map((one) => [one.id, one.codec.slice(0, 4)])).toEqual([
      ['a0', 'mp4a'],
      ['v', 'avc1'],
    ])
  }, 180_000)

  it('reports when another program receives from its port', async () => {
    const other = createSocket('udp4').bind(0, '127.0.0.1')
    await once(other, 'listening')
    const { recorder } = start('taken', { kind: 'udp', url: `udp://127.0.0.1:${other.address().port}` })
    const words = 'another program receives from this address'
    await until(() => recorder.status().words === words, 40_000)
    other.close()
  }, 60_000)

  it('returns to the present time after the clock was an hour ahead for a while', async () => {
    let aheadMs = 0
    const shifted = (): number => clock() + aheadMs
    const archive = new ChannelArchive({ dir: join(dir, 'ahead'), archiveMs: 86_400_000, clock: shifted })
    const live = { kind: 'file-loop', url: source } as const
    const recordAt = async (ms: number) => {
      aheadMs = ms
      const from = shifted()
      const recorder = startRecorder({ sources: [live], archive, inspector, ffmpegPath, clock: shifted, log })
      running.push({ recorder, archive })
      await until(() => archive.hasAnything(from, shifted()), 40_000)
      await recorder.close()
    }
    await recordAt(0)
    await recordAt(3_600_000)
    // A clock that is far behind is the wrong one itself: no recording may be deleted because of it.
    aheadMs = -3_600_000
    expect(await archive.forgetFuture()).toBe(0)
    await recordAt(0)
    expect(archive.endMs()).toBeLessThan(clock() + 60_000)
    expect(archive.window('v', clock() + 60_000, far + 7_200_000)).toEqual([])
  }, 120_000)
})
