import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SegmentRef, Timeline } from '#media/archive/timeline/timeline.ts'
import { boxesIn } from '#media/containers/boxes.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { LiveStills } from './live-stills.ts'
import { findMediaBinaries } from './media.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'live-stills-'))
let [init, segment] = [Buffer.alloc(0), Buffer.alloc(0)]

beforeAll(async () => {
  const path = join(dir, 'one.mp4')
  const { exit } = runFfmpeg({
    ffmpegPath,
    protocols: ['file', 'lavfi'],
    args: [
      ...'-loglevel error -f lavfi -i testsrc=size=640x360:rate=25:duration=2 -c:v libx264'.split(' '),
      ...'-preset ultrafast -pix_fmt yuv420p -movflags frag_keyframe+empty_moov+default_base_moof'.split(' '),
      path,
    ],
  })
  expect((await exit).code).toBe(0)
  const bytes = readFileSync(path)
  const moov = [...boxesIn(bytes)].find(({ type }) => type === 'moov')
  ;[init, segment] = [bytes.subarray(0, moov?.end), bytes.subarray(moov?.end ?? 0)]
})
afterAll(() => rmSync(dir, { recursive: true }))

const startMs = 1_790_000_000_000

/** A channel whose newest segment ends at `edgeMs`; `reads` counts the segments that were read. */
function channel(edgeMs: () => number, bytes: () => Buffer = () => segment) {
  let reads = 0
  const newest = (): SegmentRef => ({
    ...{ beginMs: edgeMs() - 2000, durationMs: 2000, initKey: 'e0', periodMs: startMs, gap: false },
  })
  const timeline: Timeline = {
    ...{ liveEdgeMs: edgeMs, oldestMs: () => startMs, depthMs: 3_600_000, hasAnything: () => true },
    renditions: () => [
      { id: 'v', kind: 'video', codec: 'avc1', height: 360, peakBitsPerSecond: 1, averageBitsPerSecond: 1 },
    ],
    window: () => [newest()],
    segmentBytes: async () => {
      reads += 1
      return bytes()
    },
    initBytes: async () => init,
  }
  return { timeline, reads: () => reads }
}

describe('a still of what a channel shows', () => {
  it('is small, the same for all who look within some seconds, and another one later', async () => {
    let nowMs = startMs
    const { timeline, reads } = channel(() => nowMs)
    const stills = new LiveStills({ ffmpegPath, clock: () => nowMs, timeline: () => timeline })
    const [one, other] = await Promise.all([stills.take('1'), stills.take('1')])
    expect(one).toBe(other)
    expect(one?.atMs).toBe(startMs - 2000)
    expect(one?.jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(one?.jpeg.length).toBeLessThan(40_000)
    nowMs += 10_000
    expect((await stills.take('1'))?.atMs).toBe(startMs + 8000)
    expect(reads()).toBe(2)
    await stills.close()
    nowMs += 10_000
    expect(await stills.take('1')).toBeUndefined()
  })

  it('costs nothing where nothing new came, and is none where nothing came for long', async () => {
    let nowMs = startMs
    const { timeline, reads } = channel(() => startMs)
    const stills = new LiveStills({ ffmpegPath, clock: () => nowMs, timeline: () => timeline })
    const first = await stills.take('1')
    nowMs += 20_000
    expect(await stills.take('1')).toBe(first)
    expect(reads()).toBe(1)
    nowMs += 60_000
    expect(await stills.take('1')).toBeUndefined()
    await stills.close()
  })

  it('is none of a channel that does not exist or whose bytes are none', async () => {
    const { timeline } = channel(
      () => startMs,
      () => Buffer.from('not a segment at all, but some text'),
    )
    const stills = new LiveStills({
      ffmpegPath,
      clock: () => startMs,
      timeline: (id) => (id === '1' ? timeline : undefined),
    })
    expect(await stills.take('1')).toBeUndefined()
    expect(await stills.take('2')).toBeUndefined()
    await stills.close()
  })

  it('is refused while too many wait', async () => {
    const { timeline, reads } = channel(() => startMs)
    const stills = new LiveStills({ ffmpegPath, clock: () => startMs, timeline: () => timeline })
    const all = Array.from({ length: 100 }, (_, at) => stills.take(String(at)))
    await stills.close()
    expect((await Promise.all(all)).length).toBe(100)
    expect(reads()).toBeLessThanOrEqual(1)
  })
})
