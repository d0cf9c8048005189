import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SegmentRef, Timeline } from '#media/archive/timeline/timeline.ts'
import { boxesIn } from '#media/containers/boxes.ts'
import { readInit } from '#media/containers/init-segment.ts'
import { parseMoof, patchTfdt } from '#media/containers/movie-fragment.ts'
import { encodeStills } from '#media/ffmpeg/encode/encode-stills.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { findMediaBinaries } from '#media/media.ts'
import { LiveStills } from './live-stills.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'stills-'))
const opened: LiveStills[] = []
let folders = 0

interface Recorded {
  readonly init: Buffer
  readonly segment: Buffer
}

const h264 = '-c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p'
const hevc = '-c:v libx265 -preset ultrafast -x265-params log-level=error -tag:v hvc1 -pix_fmt yuv420p10le'
/** The second group of pictures begins with a recovery point instead of an IDR frame, as broadcasts often have it. */
const openGroups = `${h264} -preset fast -x264-params open-gop=1:bframes=3:keyint=50:scenecut=0`

/** Two seconds of one colour, with a grid unless it is black, as a recorder stores it. */
async function record(color: string, size: string, codec: string, seconds = 2): Promise<Recorded> {
  const path = join(dir, `${color}-${size}-${codec.length}.mp4`)
  const grid = color === 'black' ? '' : ',drawgrid=w=iw/12:h=ih/12:t=2:color=gray'
  const source = `color=${color}:size=${size}:rate=25:duration=${seconds}${grid}`
  const muxer = '-movflags frag_keyframe+empty_moov+default_base_moof -y'
  const { exit } = runFfmpeg({
    ffmpegPath,
    protocols: ['file', 'lavfi'],
    args: [...`-loglevel error -f lavfi -i ${source} ${codec} ${muxer}`.split(' '), path],
  })
  expect((await exit).code).toBe(0)
  const bytes = await readFile(path)
  const boxes = [...boxesIn(bytes)]
  const moov = boxes.find(({ type }) => type === 'moov')
  const moofs = boxes.filter(({ type }) => type === 'moof')
  const init = bytes.subarray(0, moov?.end)
  const segment = Buffer.from(bytes.subarray(moofs.at(-1)?.start))
  // Decode time in recordings is Unix time.
  patchTfdt(segment, { setTicks: 1_790_000_000 * readInit(init).timescale })
  return { init, segment }
}

let black: Recorded,
  red: Recorded,
  green: Recorded,
  blue: Recorded,
  open: Recorded,
  damaged: Recorded,
  cut: Recorded

beforeAll(async () => {
  black = await record('black', '1280x720', h264)
  red = await record('red', '1280x720', h264)
  green = await record('green', '640x360', hevc)
  blue = await record('blue', '720x576', `${h264} -aspect 4:3`)
  open = await record('white', '1024x576', openGroups, 4)
  // A length of a unit that reaches far beyond the frame, and a whole unit of zeros.
  const at = red.segment.indexOf('mdat') + 4
  cut = { init: red.init, segment: Buffer.from(red.segment) }
  cut.segment.fill(0xff, at, at + 8)
  damaged = { init: red.init, segment: Buffer.from(red.segment) }
  const [{ size = 0 } = {}] = parseMoof(red.segment.subarray(0, at - 8)).samples
  damaged.segment.writeUInt32BE(size - 4, at)
  damaged.segment.fill(0, at + 4, at + size)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
})
afterAll(() => rmSync(dir, { recursive: true }))

/** A channel whose newest segment ends at `edgeMs`. */
function channel(
  { init, segment }: Recorded,
  edgeMs: () => number,
  kind: 'video' | 'audio' = 'video',
): Timeline {
  const newest = (): SegmentRef => ({
    ...{ beginMs: edgeMs() - 2000, durationMs: 2000, initKey: 'e0', periodMs: 0, gap: false },
  })
  const rates = { peakBitsPerSecond: 1, averageBitsPerSecond: 1 }
  return {
    ...{ liveEdgeMs: edgeMs, oldestMs: () => 0, depthMs: 3_600_000, hasAnything: () => true },
    renditions: () => [{ id: 'v', kind, codec: 'avc1', height: 360, ...rates }],
    window: () => [newest()],
    segmentBytes: async () => segment,
    initBytes: async () => init,
  }
}

function openStills(
  channels: Readonly<Record<string, Timeline>>,
  more: Partial<ConstructorParameters<typeof LiveStills>[0]> = {},
) {
  const decoded: number[] = []
  const events: object[] = []
  const stills = new LiveStills({
    ...{ dir: join(dir, `store-${folders++}`), ffmpegPath, clock: Date.now, role: 'records' },
    timeline: (id) => channels[id],
    log: (event, fields) => events.push({ event, ...fields }),
    encode: (options) => {
      decoded.push(options.frames.length)
      return encodeStills(options)
    },
    ...more,
  })
  opened.push(stills)
  return { stills, decoded, events }
}

async function colorOf(webp: Buffer | undefined) {
  const image = sharp(webp)
  const { format, width, height } = await image.metadata()
  const { channels } = await image.stats()
  return { format, width, height, rgb: channels.slice(0, 3).map(({ mean }) => Math.round(mean / 128) * 128) }
}

function now(): number {
  return Math.floor(Date.now() / 100) * 100
}

describe('stills of what channels show [ALIVE-01]', () => {
  it('shows the key frame of the newest segment, whatever codec and shape, all in one run of ffmpeg', async () => {
    const edgeMs = now()
    const shown = { red, green, blue, open }
    const channels = Object.entries(shown).map(([id, one]) => [id, channel(one, () => edgeMs)] as const)
    const { stills, decoded } = openStills(Object.fromEntries(channels))
    const ids = Object.keys(shown)
    stills.want(ids, 640)
    await expect.poll(async () => (await stills.newest(ids)).size).toBe(4)
    expect(decoded).toEqual([4])
    const newest = await stills.newest(ids)
    expect(newest.get('red')).toEqual({ atMs: edgeMs - 2000, widths: [320, 640] })
    const of = async (id: string, width: 320 | 640) => colorOf(await stills.read(id, edgeMs - 2000, width))
    const small = { format: 'webp', width: 320, height: 180 }
    expect(await of('red', 320)).toEqual({ ...small, rgb: [256, 0, 0] })
    expect(await of('red', 640)).toMatchObject({ width: 640, height: 360, rgb: [256, 0, 0] })
    expect(await of('green', 320)).toEqual({ ...small, rgb: [0, 128, 0] })
    expect(await of('blue', 320)).toEqual({ ...small, rgb: [0, 0, 256] })
    expect(await of('open', 320)).toEqual({ ...small, rgb: [256, 256, 256] })
  })

  it('is made once for all who look, in the small size unless somebody needs more', async () => {
    const edgeMs = now()
    const { stills, decoded } = openStills({ one: channel(red, () => edgeMs) })
    const taken = await Promise.all([stills.take('one'), stills.take('one'), stills.take('one')])
    expect(taken.map((one) => one?.atMs)).toEqual([edgeMs - 2000, edgeMs - 2000, edgeMs - 2000])
    expect(decoded).toEqual([1])
    expect((await stills.newest(['one'])).get('one')?.widths).toEqual([320])
  })

  it('is none where nobody looks, of a radio, and of a channel that does not exist', async () => {
    const edgeMs = now()
    const { stills, decoded } = openStills({
      ...{ watched: channel(red, () => edgeMs), other: channel(red, () => edgeMs) },
      radio: channel(red, () => edgeMs, 'audio'),
    })
    stills.want(['watched', 'radio', 'missing'], 320)
    await expect.poll(async () => (await stills.newest(['watched'])).size).toBe(1)
    expect([...(await stills.newest(['watched', 'other', 'radio', 'missing'])).keys()]).toEqual(['watched'])
    expect(decoded).toEqual([1])
    expect(await stills.read('watched', edgeMs - 2000, 640)).toBeUndefined()
    expect(await stills.read('../watched', edgeMs - 2000, 320)).toBeUndefined()
  })

  it('is the one before while a channel shows one colour only, as between two scenes', async () => {
    const edgeMs = now()
    let isBlack = false
    const one = channel(red, () => (isBlack ? edgeMs + 18_000 : edgeMs))
    const timeline: Timeline = { ...one, segmentBytes: async () => (isBlack ? black : red).segment }
    let nowMs = Date.now()
    const { stills, decoded } = openStills({ one: timeline }, { clock: () => nowMs })
    await stills.take('one')
    isBlack = true
    nowMs += 20_000
    await expect.poll(() => decoded).toEqual([1, 1])
    await stills.close()
    expect((await stills.newest(['one'])).get('one')?.atMs).toBe(edgeMs - 2000)
  })

  it('costs the others nothing when a frame cannot be decoded', async () => {
    const edgeMs = now()
    const channels = { cut: channel(cut, () => edgeMs), damaged: channel(damaged, () => edgeMs) }
    const { stills, decoded } = openStills({ ...channels, good: channel(green, () => edgeMs) })
    stills.want(['cut', 'damaged', 'good'], 320)
    await expect.poll(async () => (await stills.newest(['good'])).size).toBe(1)
    expect(decoded).toEqual([2])
    expect((await stills.newest(['cut', 'damaged'])).size).toBe(0)
  })

  it('is no longer shown a minute after the channel stopped, and deleted later', async () => {
    let nowMs = now()
    const edgeMs = nowMs
    const folder = join(dir, 'stopped')
    const clock = () => nowMs
    const { stills } = openStills({ one: channel(red, () => edgeMs) }, { clock, dir: folder })
    await stills.take('one')
    nowMs += 50_000
    expect((await stills.newest(['one'])).size).toBe(1)
    nowMs += 10_000
    expect((await stills.newest(['one'])).size).toBe(0)
    nowMs += 10 * 60_000
    await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.webp'))).toEqual([])
  })

  it('is made for another process of the store, which asks through the folder', async () => {
    const edgeMs = now()
    const folder = join(dir, 'shared')
    const channels = { one: channel(red, () => edgeMs) }
    const recorder = openStills(channels, { dir: folder })
    const reader = openStills(channels, { dir: folder, role: 'reads' })
    const still = await reader.stills.take('one')
    expect(await colorOf(still?.webp)).toMatchObject({ rgb: [256, 0, 0] })
    expect([recorder.decoded, reader.decoded]).toEqual([[1], []])
    await reader.stills.close()
    expect(readdirSync(join(folder, 'requested'))).toEqual([])
  })
})
