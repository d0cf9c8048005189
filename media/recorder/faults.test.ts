import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { makeTransportStream, startBroadcast, type Broadcast } from '#tests/kit/media/broadcast.ts'
import { startRecorder, type Recorder } from './recorder.ts'
import { exclusiveAddress, inputArguments, type LiveSource } from './ingest/live-source.ts'
import { SignalInspector } from './health/signal-inspector.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'faults-'))
const seconds = 40
/** Two segments of two seconds, and extra time for a busy machine. */
const allowedMs = 12_000
const far = Date.now() + 3_600_000
const inspector = new SignalInspector({ ffmpegPath, log: () => {} })

function file(name: string): string {
  return join(dir, `${name}.ts`)
}

beforeAll(async () => {
  const make = (name: string, video: string, encoder?: string) =>
    makeTransportStream(ffmpegPath, file(name), {
      picture: video,
      seconds: seconds,
      ...(encoder === undefined ? {} : { encoder }),
    })
  await make('plain', 'testsrc=size=320x180:rate=25')
  await make('large', 'testsrc=size=480x270:rate=25')
  await make(
    'mpeg2',
    'testsrc=size=352x288:rate=25',
    '-c:v mpeg2video -b:v 800k -g 12 -pix_fmt yuv420p -c:a mp2 -b:a 64k',
  )
}, 120_000)

const running: { recorder: Recorder; archive: ChannelArchive; tv: Broadcast }[] = []
afterAll(async () => {
  for (const { recorder, archive, tv } of running) {
    tv.close()
    await recorder.close()
    await archive.close()
  }
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

async function start(name: string, more: { readonly clock?: () => number } = {}) {
  const tv = await startBroadcast(file('plain'), seconds)
  const clock = more.clock ?? Date.now
  const archive = new ChannelArchive({ dir: join(dir, name), archiveMs: 86_400_000, clock })
  const recorder = startRecorder({
    sources: [{ kind: 'http-ts', url: tv.url }],
    ...{ archive, inspector, ffmpegPath, clock, watch: { isOff: true } },
    log: () => {},
  })
  running.push({ recorder, archive, tv })
  const media = (fromMs = 0) => archive.window('v', fromMs, far).filter((one) => !one.gap)
  await until('two segments', () => media().length >= 2)
  const past = media().slice(0, 2)
  const bytes = await Promise.all(past.map((one) => archive.segmentBytes('v', one.beginMs, 1)))
  /** Waits for the channel to recover, checks that its recordings are complete, and returns the missing time, in ms. */
  const gapAfter = async (brokenMs: number): Promise<number> => {
    const isBack = (): boolean => media(brokenMs).filter((one) => one.beginMs > brokenMs).length >= 2
    await until('the channel to be back', isBack)
    for (const [at, one] of past.entries())
      expect(await archive.segmentBytes('v', one.beginMs, 1)).toEqual(bytes[at])
    const list = archive.window('v', 0, far)
    for (const [at, one] of list.entries()) {
      const next = list[at + 1]
      if (next !== undefined) expect(Math.abs(next.beginMs - one.beginMs - one.durationMs)).toBeLessThan(60)
    }
    return list.filter((one) => one.gap).reduce((sum, one) => sum + one.durationMs, 0)
  }
  return { tv, archive, recorder, media, gapAfter }
}

describe('the address of a source', () => {
  it('determines how it is read, and RTP and UDP share their ports', () => {
    const read = (kind: LiveSource['kind'], url: string) => inputArguments({ kind, url }).args.join(' ')
    expect(read('udp', 'rtp://239.1.1.1:5000')).toMatch(
      /-f rtp -i rtp:\/\/239\.1\.1\.1:5000\?.*timeout=3000000/,
    )
    expect(read('udp', 'udp://239.1.1.1:5000?fifo_size=9')).toMatch(/-f mpegts -i udp:.*fifo_size=9&overrun/)
    expect(read('srt', 'srt://0.0.0.0:9000?mode=listener')).toContain('mode=listener&latency=200000')
    expect(read('rtmp', 'rtmp://0.0.0.0:1935/live/key')).toContain('-listen 1')
    expect(read('rtmp', 'rtmp://tv.example/live/key')).toContain('-rw_timeout')
    const address = (kind: LiveSource['kind'], url: string) => exclusiveAddress({ kind, url })
    expect(address('udp', 'rtp://@239.1.1.1:5000')).toBe(address('udp', 'udp://239.1.1.1:5000'))
    expect(address('srt', 'srt://tv.example:9000')).toBeUndefined()
    expect(address('hls', 'http://tv.example/a.m3u8')).toBeUndefined()
  })
})

describe.concurrent('a channel recovers by itself when its source', () => {
  it('hangs', async () => {
    const { tv, gapAfter } = await start('hang')
    const brokenMs = Date.now()
    tv.hang(true)
    await sleep(8000)
    tv.hang(false)
    const outageMs = Date.now() - brokenMs
    expect(await gapAfter(brokenMs + outageMs)).toBeLessThan(outageMs + allowedMs)
  }, 120_000)

  it('resets the connection and refuses the next ones', async () => {
    const { tv, gapAfter } = await start('reset')
    const brokenMs = Date.now()
    tv.refuse(true)
    tv.reset()
    await sleep(3000)
    tv.refuse(false)
    const outageMs = Date.now() - brokenMs
    expect(await gapAfter(brokenMs + outageMs)).toBeLessThan(outageMs + allowedMs)
  }, 120_000)

  it('sends garbage', async () => {
    const { tv, gapAfter } = await start('garbage')
    const brokenMs = Date.now()
    tv.garbage(400_000)
    expect(await gapAfter(brokenMs)).toBeLessThan(allowedMs)
  }, 120_000)

  it('changes its resolution in mid-stream', async () => {
    const { tv, archive, gapAfter } = await start('resolution')
    const brokenMs = Date.now()
    tv.play(file('large'))
    expect(await gapAfter(brokenMs + 1000)).toBeLessThan(allowedMs)
    await until('the new size', () =>
      archive.renditions(Date.now() - 3000, far).some((one) => one.height === 270),
    )
    expect(new Set(archive.window('v', 0, far).map((one) => one.initKey)).size).toBe(2)
  }, 120_000)

  it('changes its codecs in mid-stream', async () => {
    const { tv, archive, recorder, gapAfter } = await start('codec')
    const brokenMs = Date.now()
    tv.play(file('mpeg2'))
    await until('the new picture', () =>
      archive
        .renditions(Date.now() - 5000, far)
        .some((one) => one.height === 288 && one.codec.startsWith('avc1')),
    )
    expect(await gapAfter(brokenMs + 1000)).toBeLessThan(2 * allowedMs)
    expect(recorder.status().events.map(({ kind }) => kind)).toContain('up')
  }, 120_000)

  it('jumps in time, forward and back', async () => {
    const { tv, gapAfter } = await start('jump')
    tv.jump(30)
    const brokenMs = Date.now()
    expect(await gapAfter(brokenMs)).toBeLessThan(allowedMs)
    tv.jump(1)
    expect(await gapAfter(Date.now())).toBeLessThan(2 * allowedMs)
  }, 120_000)

  it('delivers while the wall clock steps forward and back', async () => {
    let aheadMs = 0
    const clock = (): number => Date.now() + aheadMs
    const { archive, recorder, media } = await start('clock', { clock })
    aheadMs = 120_000
    const steppedMs = clock()
    await until('the time of the new clock', () => media(steppedMs).length >= 1)
    aheadMs = 0
    // What was recorded with the wrong time is deleted, so that the channel is at the present time again.
    const backMs = clock()
    // One more segment may get the wrong time before the step is detected.
    const isInPresent = (): boolean => (archive.endMs() ?? Infinity) < clock() + 10_000
    await until('what was recorded ahead of time to be given up', isInPresent)
    await until('more after the clock went back', () => media(backMs).length >= 2)
    expect(isInPresent()).toBe(true)
    await until('the state of recording', () => recorder.status().state === 'recording')
  }, 120_000)
})
