/**
 * Stills of 200 channels that somebody looks at: the CPU of all of them as a share of one core, ours and ffmpeg's, against
 * one ffmpeg for each still of the same segments. `EKRAN_BENCH_CHANNELS` (200) and `EKRAN_BENCH_MINUTES` (1) set the
 * size of the run; `node bench/live/stills.ts` runs this bench alone.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SegmentRef, Timeline } from '#media/archive/timeline/timeline.ts'
import { boxesIn, firstFragment } from '#media/containers/boxes.ts'
import { stillOfSegment } from '#media/ffmpeg/encode/still-of-segment.ts'
import { findMediaBinaries, type StillWidth } from '#media/media.ts'
import { LiveStills } from '#media/stills/live-stills.ts'
import type { BenchResult } from '#bench/kit/measure.ts'

const channels = Number(process.env['EKRAN_BENCH_CHANNELS'] ?? 200)
const measureMs = Number(process.env['EKRAN_BENCH_MINUTES'] ?? 1) * 60_000
const everySec = 20
const segmentMs = 2000
const samples = 24
const { ffmpegPath } = findMediaBinaries({})

interface Recorded {
  readonly init: Buffer
  readonly segment: Buffer
}

/** Of four channels one is 1080p, two are 720p, one is 576p. A key frame every two seconds, grain as cameras have it. */
const kinds = [
  ['1920x1080', '3000k'],
  ['1280x720', '2000k'],
  ['1280x720', '2000k'],
  ['1024x576', '1300k'],
] as const

export async function stills(): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-bench-'))
  try {
    const recorded = await Promise.all(kinds.map(([size, rate]) => record(dir, size, rate)))
    const baseline = await oneByOne(recorded)
    const small = await together(recorded, join(dir, 'small'), 320)
    const large = await together(recorded, join(dir, 'large'), 640)
    const what = `stills of ${channels} channels every ${everySec} s`
    return [
      { name: `CPU: ${what}`, ours: small, baseline, unit: '% of one core', target: 0.25, max: 10 },
      { name: `CPU: ${what}, in both sizes`, ours: large, baseline, unit: '% of one core', target: 0.35 },
    ]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The last segment of a recording of eight seconds. */
async function record(dir: string, size: string, rate: string): Promise<Recorded> {
  const path = join(dir, `${size}.mp4`)
  const how = [
    `-v error -nostdin -f lavfi -i testsrc2=size=${size}:rate=25:duration=8,noise=alls=4:allf=t`,
    `-c:v libx264 -preset veryfast -threads 1 -pix_fmt yuv420p -g 50 -keyint_min 50 -sc_threshold 0`,
    `-b:v ${rate} -maxrate ${rate} -bufsize ${rate} -movflags frag_keyframe+empty_moov+default_base_moof -y`,
  ]
  const made = spawn(ffmpegPath, [...how.join(' ').split(' '), path], { stdio: 'inherit' })
  const [code] = (await once(made, 'exit')) as [number]
  if (code !== 0) throw new Error('ffmpeg could not make the recording')
  const bytes = await readFile(path)
  const boxes = [...boxesIn(bytes)]
  const moov = boxes.find(({ type }) => type === 'moov')
  const last = boxes.findLast(({ type }) => type === 'moof')
  const end = boxes.findLast(({ type }) => type === 'mdat')
  return { init: bytes.subarray(0, moov?.end), segment: bytes.subarray(last?.start, end?.end) }
}

/** Seconds of CPU of this process and of its children that have ended. */
function cpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}

/** What one ffmpeg for each still would take, from a sample of them. */
async function oneByOne(recorded: readonly Recorded[]): Promise<number> {
  const before = cpuSeconds()
  for (let at = 0; at < samples; at++) {
    const { init, segment } = recorded[at % recorded.length] ?? {
      init: Buffer.alloc(0),
      segment: Buffer.alloc(0),
    }
    const bytes = Buffer.concat([init, firstFragment(segment)])
    const still = await stillOfSegment({
      ffmpegPath,
      bytes,
      width: 320,
      signal: new AbortController().signal,
    })
    if (still === undefined) throw new Error('a still could not be made')
  }
  return (((cpuSeconds() - before) / samples) * channels * 100) / everySec
}

async function together(recorded: readonly Recorded[], dir: string, width: StillWidth): Promise<number> {
  const timelines = recorded.map((one) => timelineOf(one))
  const ids = Array.from({ length: channels }, (_, at) => String(at))
  const engine = new LiveStills({
    ...{ dir, ffmpegPath, clock: Date.now, role: 'records', log: () => undefined },
    timeline: (id) => timelines[Number(id) % timelines.length],
  })
  engine.want(ids, width)
  // The first round comes at once; then it is as always. From the middle between two rounds on: whole rounds are measured.
  await sleep(everySec * 1500)
  const [before, startedMs] = [cpuSeconds(), performance.now()]
  await sleep(measureMs)
  const share = ((cpuSeconds() - before) * 100_000) / (performance.now() - startedMs)
  const { size } = await engine.newest(ids)
  await engine.close()
  if (size < channels) throw new Error(`only ${size} of ${channels} channels have a still`)
  return share
}

/** A channel that always has a new segment. */
function timelineOf({ init, segment }: Recorded): Timeline {
  const edgeMs = () => Math.floor(Date.now() / segmentMs) * segmentMs
  const newest = (): SegmentRef => ({
    ...{ beginMs: edgeMs() - segmentMs, durationMs: segmentMs, initKey: 'e0', periodMs: 0, gap: false },
  })
  const rates = { peakBitsPerSecond: 1, averageBitsPerSecond: 1 }
  return {
    ...{ liveEdgeMs: edgeMs, oldestMs: () => 0, depthMs: 3_600_000, hasAnything: () => true },
    renditions: () => [{ id: 'v', kind: 'video', codec: 'avc1', ...rates }],
    window: () => [newest()],
    segmentBytes: async () => segment,
    initBytes: async () => init,
  }
}

if (import.meta.main) console.table(await stills())
