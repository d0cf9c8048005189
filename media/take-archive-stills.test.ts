import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Timeline } from '#media/archive/timeline/timeline.ts'
import { boxesIn } from '#media/containers/boxes.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { findMediaBinaries } from './media.ts'
import { takeArchiveStills } from './take-archive-stills.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'archive-stills-'))
const signal = new AbortController().signal

interface Encoded {
  readonly init: Buffer
  readonly segment: Buffer
}

async function encode(name: string, graph: string): Promise<Encoded> {
  const path = join(dir, `${name}.mp4`)
  const { exit } = runFfmpeg({
    ffmpegPath,
    protocols: ['file', 'lavfi'],
    args: [
      ...'-loglevel error -f lavfi -i'.split(' '),
      graph,
      ...'-c:v libx264 -preset ultrafast -pix_fmt yuv420p'.split(' '),
      ...'-movflags frag_keyframe+empty_moov+default_base_moof'.split(' '),
      path,
    ],
  })
  expect((await exit).code).toBe(0)
  const bytes = readFileSync(path)
  const moov = [...boxesIn(bytes)].find(({ type }) => type === 'moov')
  return { init: bytes.subarray(0, moov?.end), segment: bytes.subarray(moov?.end ?? 0) }
}

let [scene, black, card]: Encoded[] = []
beforeAll(async () => {
  const of = ':size=640x360:rate=25:duration=1'
  scene = await encode('scene', `testsrc2=${of.slice(1)}`)
  black = await encode('black', `color=black${of}`)
  card = await encode('card', `color=0x2040c0${of}`)
})
afterAll(() => rmSync(dir, { recursive: true }))

const beginMs = 1_790_000_000_000
const window = { beginMs, endMs: beginMs + 6_000_000 }

/** A channel that shows something else from moment to moment; undefined is a hole. */
function channel(at: (part: number) => Encoded | undefined): Timeline & { readonly reads: number[] } {
  const reads: number[] = []
  const partOf = (ms: number) => (ms - beginMs) / 6_000_000
  const rendition = { kind: 'video', codec: 'avc1', peakBitsPerSecond: 1, averageBitsPerSecond: 1 } as const
  return {
    ...{ liveEdgeMs: () => window.endMs, oldestMs: () => beginMs, depthMs: 3_600_000, reads },
    hasAnything: () => true,
    renditions: () => [{ ...rendition, id: 'v', height: 360, width: 640 }],
    window: (_id, fromMs) =>
      at(partOf(fromMs)) === undefined
        ? []
        : [{ beginMs: fromMs, durationMs: 2000, initKey: 'e0', periodMs: beginMs, gap: false }],
    segmentBytes: async (_id, ms) => {
      reads.push(partOf(ms))
      return at(partOf(ms))?.segment
    },
    initBytes: async (_id, _key, within) => at(partOf(within?.fromMs ?? 0))?.init,
  }
}

describe('[FOLLOW-04] stills of a recorded programme', () => {
  it('are of a third of it: one as wide as the video, one upright', async () => {
    const timeline = channel(() => scene)
    const stills = await takeArchiveStills({ ffmpegPath, timeline, window, signal })
    expect(await sharp(stills?.wide).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 })
    expect(await sharp(stills?.upright).metadata()).toMatchObject({ format: 'jpeg', width: 240, height: 360 })
    expect(timeline.reads[0]).toBeCloseTo(1 / 3)
  })

  it('are of another moment where that is black, a card of one colour or a hole', async () => {
    const timeline = channel((part) =>
      part < 0.35 ? black : part < 0.45 ? card : part < 0.5 ? undefined : scene,
    )
    const stills = await takeArchiveStills({ ffmpegPath, timeline, window, signal })
    expect((await sharp(stills?.wide).stats()).entropy).toBeGreaterThan(1.5)
  })

  it('are none where all of it is black, or nothing is recorded', async () => {
    const of = (at: () => Encoded | undefined) =>
      takeArchiveStills({ ffmpegPath, timeline: channel(at), window, signal })
    expect(await of(() => black)).toBeUndefined()
    expect(await of(() => undefined)).toBeUndefined()
  })
})
