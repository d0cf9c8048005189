import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { makeTransportStream } from '#tests/kit/media/broadcast.ts'
import { playlistState } from '#media/recorder/ingest/ended-playlist.ts'
import { startRecorder, type Recorder } from '#media/recorder/recorder.ts'
import type { LiveSource } from '#media/recorder/ingest/live-source.ts'
import { SourceChoice } from './source-choice.ts'
import { SourceWarnings } from '#media/recorder/health/source-warnings.ts'
import { SignalInspector } from '#media/recorder/health/signal-inspector.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'ended-'))
const inspector = new SignalInspector({ ffmpegPath, log: () => {} })
const seconds = 30
const segmentSec = 2

beforeAll(async () => {
  const whole = join(dir, 'whole.ts')
  await makeTransportStream(ffmpegPath, whole, { picture: 'testsrc=size=320x180:rate=25', seconds: seconds })
  const cut = runFfmpeg({
    ffmpegPath,
    args: [
      ...['-loglevel', 'error', '-i', whole, '-c', 'copy', '-f', 'segment'],
      ...['-segment_time', String(segmentSec), join(dir, 'part-%02d.ts')],
    ],
    timeoutMs: 30_000,
  })
  expect(await cut.exit).toMatchObject({ code: 0 })
}, 90_000)

const running: { recorder: Recorder; archive: ChannelArchive; server: Server }[] = []
afterAll(async () => {
  for (const { recorder, archive, server } of running) {
    await recorder.close()
    await archive.close()
    server.closeAllConnections()
    server.close()
  }
  inspector.close()
  rmSync(dir, { recursive: true, force: true })
})

const head = ['#EXTM3U', '#EXT-X-VERSION:3', `#EXT-X-TARGETDURATION:${segmentSec}`]

function partsOf(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, at) => [
    `#EXTINF:${segmentSec},`,
    `part-${String(from + at).padStart(2, '0')}.ts`,
  ]).flat()
}

/** A server of one channel: `list` returns its media playlist. Counts the requests. */
async function serve(list: () => string) {
  const requests = { lists: 0, parts: 0 }
  const names = new Set(readdirSync(dir))
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1)
    if (name === 'master.m3u8')
      return response.end('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=300000\nlive.m3u8?token=s3cret\n')
    if (name.startsWith('live.m3u8')) {
      requests.lists++
      return response.end(list())
    }
    requests.parts++
    if (!names.has(name)) return response.writeHead(404).end()
    return response.end(readFileSync(join(dir, name)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, asked: requests, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function record(name: string, server: Server, sources: readonly LiveSource[]) {
  const warnings: { event: string; fields: object }[] = []
  const archive = new ChannelArchive({ dir: join(dir, name), archiveMs: 86_400_000, clock: Date.now })
  const log = (event: string, fields: object) => void warnings.push({ event, fields })
  const recorder = startRecorder({ sources, archive, inspector, ffmpegPath, clock: Date.now, log })
  running.push({ recorder, archive, server })
  return { recorder, archive, warnings }
}

async function until(what: string, holds: () => boolean, ms = 60_000): Promise<void> {
  const end = performance.now() + ms
  while (!holds()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`)
    await sleep(50)
  }
}

describe.concurrent('a source that is not live', () => {
  it('[OPS-03] is not recorded when its playlist has ended, and logs one warning', async () => {
    const list = [...head, '#EXT-X-MEDIA-SEQUENCE:0', ...partsOf(0, 12), '#EXT-X-ENDLIST'].join('\n')
    const { server, asked: requests, base } = await serve(() => list)
    const { recorder, archive, warnings } = record('closed', server, [
      { kind: 'hls', url: `${base}/master.m3u8` },
    ])
    // It is checked again after 5 s: three checks must not log a second warning.
    await until('the second look', () => requests.lists >= 2)
    expect(recorder.status()).toMatchObject({ state: 'ended', bytes: 0 })
    expect(recorder.status().words).toContain('its playlist is closed')
    expect(requests.parts).toBe(0)
    expect(archive.endMs() ?? 0).toBe(0)
    expect(warnings).toEqual([
      { event: 'channel.source_ended', fields: expect.objectContaining({ source: 0 }) },
    ])
    expect(recorder.status().events.map(({ kind }) => kind)).toEqual(['ended'])
  }, 90_000)

  it('[OPS-03] is stopped when it ends during recording, and recorded again when it restarts', async () => {
    const first = 3
    const bornMs = performance.now()
    let [isOver, seenAtEnd] = [false, 0]
    const list = () => {
      const to = isOver
        ? seenAtEnd
        : Math.min(15, first + Math.floor((performance.now() - bornMs) / (segmentSec * 1000)))
      seenAtEnd = to
      const from = Math.max(0, to - 5)
      const lines = [...head, `#EXT-X-MEDIA-SEQUENCE:${from}`, ...partsOf(from, to)]
      return [...lines, ...(isOver ? ['#EXT-X-ENDLIST'] : [])].join('\n')
    }
    const { server, asked: requests, base } = await serve(list)
    const { recorder, warnings } = record('ends', server, [{ kind: 'hls', url: `${base}/live.m3u8` }])
    await until('a recording', () => recorder.status().state === 'recording')
    isOver = true
    await until('its end', () => recorder.status().state === 'ended')
    const { bytes } = recorder.status()
    const { parts } = requests
    const inspector = requests.lists
    await until('another look', () => requests.lists > inspector)
    expect(recorder.status().bytes).toBe(bytes)
    expect(requests.parts).toBe(parts)
    expect(warnings.filter(({ event }) => event === 'channel.source_ended')).toHaveLength(1)
    isOver = false
    await until('a recording again', () => recorder.status().bytes > bytes)
  }, 150_000)

  it('[OPS-03] is not recorded when its address is a file', async () => {
    const file = readFileSync(join(dir, 'whole.ts'))
    let count = 0
    const server = createServer((_request, response) => {
      count++
      response.writeHead(200, { 'content-length': file.length, 'accept-ranges': 'bytes' }).end(file)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/film.ts`
    const { recorder, warnings } = record('file', server, [{ kind: 'http-ts', url }])
    await until('the second look', () => count >= 2)
    expect(recorder.status()).toMatchObject({
      state: 'ended',
      words: 'the address is that of a file, not of a live stream',
      bytes: 0,
    })
    expect(warnings).toHaveLength(1)
  }, 90_000)
})

describe('whether a playlist has ended', () => {
  it.each([
    ['a closed one', '#EXTM3U\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST', 'ended'],
    ['a recording without its end', '#EXTM3U\r\n#EXT-X-PLAYLIST-TYPE:VOD\r\n#EXTINF:2,\r\na.ts', 'ended'],
    ['an event that goes on', '#EXTM3U\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXTINF:2,\na.ts', 'live'],
    ['one that was just begun', '#EXTM3U\n#EXT-X-TARGETDURATION:2', 'live'],
    ['a list of lists', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\n# note\nv/1.m3u8\n', 'master'],
  ])('%s', (_, text, kind) => {
    expect(playlistState(text).kind).toBe(kind)
  })
})

describe('how often an ended source is checked', () => {
  it('backs off to one minute, to five after useless recordings, and resets once the source works', () => {
    const choice = new SourceChoice([2500])
    const waitsOf = (works: boolean, count: number): number[] => {
      const waits: number[] = []
      for (let turn = 0; turn < count; turn++) {
        choice.started(0, now)
        if (works) choice.heard(now, true)
        choice.ended(now, true)
        const decision = choice.decide(now)
        const untilMs = decision.do === 'rest' ? decision.untilMs : now
        waits.push(untilMs - now)
        now = untilMs
      }
      return waits
    }
    let now = 1000
    expect(waitsOf(false, 6)).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000])
    expect(waitsOf(true, 2)).toEqual([300_000, 300_000])
    choice.started(0, now)
    choice.heard(now, true)
    choice.ended(now + 600_000, true)
    expect(choice.decide(now + 600_000)).toEqual({ do: 'rest', untilMs: now + 605_000 })
  })

  it('logs a warning once an hour, for another reason once a minute, and at once after it worked', () => {
    const warnings = new SourceWarnings()
    const isNew = (sourceIndex: number, words: string, nowMs: number) =>
      warnings.isNew(sourceIndex, 'waiting', words, nowMs)
    expect(isNew(0, 'refused', 0)).toBe(true)
    expect(isNew(0, 'refused', 3_599_000)).toBe(false)
    expect(isNew(1, 'refused', 3_599_000)).toBe(true)
    expect(isNew(0, 'silent', 30_000)).toBe(false)
    expect(warnings.isNew(0, 'ended', 'its playlist is closed', 30_000)).toBe(true)
    expect(isNew(0, 'silent', 61_000)).toBe(true)
    warnings.worked(0)
    expect(isNew(0, 'silent', 62_000)).toBe(true)
  })
})
