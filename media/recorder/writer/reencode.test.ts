import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { boxesIn } from '#media/containers/boxes.ts'
import { parseMoof } from '#media/containers/movie-fragment.ts'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { makeTransportStream, startBroadcast } from '#tests/kit/media/broadcast.ts'
import { startRecorder } from '#media/recorder/recorder.ts'
import { planStreams, readStreamLine, type EncodingSettings } from '#media/recorder/ingest/stream-plan.ts'
import { SignalInspector } from '#media/recorder/health/signal-inspector.ts'

const { ffmpegPath } = findMediaBinaries({})
const dir = mkdtempSync(join(tmpdir(), 'reencode-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function line(text: string) {
  return readStreamLine(`  Stream #0:0[0x100]: ${text}`)
}

const mpeg2 =
  'Video: mpeg2video (Main), yuv420p(tv, bt470bg, top first), 720x576 [SAR 16:15 DAR 4:3], 25 fps, 90k tbn'
const interlaced =
  'Video: h264 (High), yuv420p(tv, bt709, top coded first (swapped)), 1920x1080, 25 fps, 90k tbn'
const plain =
  'Video: h264 (High), yuv420p(tv, bt709, progressive), 1920x1080 [SAR 1:1 DAR 16:9], 25 fps, 90k tbn'
const hevc = 'Video: hevc (Main), yuv420p(tv), 1280x720, 25 fps, 90k tbn'
const ac3 = 'Audio: ac3 (AC-3 / 0x332D4341), 48000 Hz, 5.1(side), fltp, 448 kb/s'

describe('which video is re-encoded', () => {
  const heights = (text: string, settings: EncodingSettings = {}) => {
    const stream = line(text)
    const plan = stream === undefined ? [] : planStreams([stream], settings)
    return plan.map(({ rendition, transcode, height }) => (transcode ? `${rendition}:${height}` : rendition))
  }
  it('passes through progressive H.264, and re-encodes what browsers do not play', () => {
    expect(heights(plain)).toEqual(['v'])
    expect(heights(mpeg2)).toEqual(['v:576'])
    expect(heights(interlaced)).toEqual(['v:720'])
    expect(heights(hevc)).toEqual(['v:720'])
    expect(heights('Video: h264 (High 4:2:2), yuv422p10le(tv, progressive), 1280x720, 25 fps')).toEqual([
      'v:720',
    ])
  })
  it('makes the requested heights, tallest first, none above the source', () => {
    expect(heights(interlaced, { heights: [360, 720, 480] })).toEqual(['v:720', 'v1:480', 'v2:360'])
    expect(heights(mpeg2, { heights: [720, 360] })).toEqual(['v:576', 'v1:360'])
    expect(heights(mpeg2, { heights: [1080, 720] })).toEqual(['v:576'])
    expect(heights(plain, { heights: [720, 480] })).toEqual(['v'])
    expect(heights(plain, { heights: [720, 480], reencode: true })).toEqual(['v:720', 'v1:480'])
  })
  it('passes through HEVC and interlaced H.264 only when configured', () => {
    expect(heights(hevc, { hevc: 'copy' })).toEqual(['v'])
    expect(heights(interlaced, { reencode: false })).toEqual(['v'])
    expect(heights(mpeg2, { reencode: false })).toEqual(['v:576'])
  })
  it('reads the number of audio channels', () => {
    expect(line(ac3)).toMatchObject({ kind: 'audio', codec: 'ac3', channels: 6 })
    expect(line('Audio: mp2, 48000 Hz, stereo, fltp, 192 kb/s')).toMatchObject({ channels: 2 })
    expect(line('Audio: aac (LC), 48000 Hz, 7.1, fltp')).toMatchObject({ channels: 8 })
  })
})

describe('a channel of interlaced MPEG-2 with AC-3', () => {
  it('becomes H.264 in two heights with the same segment boundaries, and AAC', async () => {
    const path = join(dir, 'source.ts')
    await makeTransportStream(ffmpegPath, path, {
      picture: 'testsrc=size=720x576:rate=50,setsar=16/15,interlace=scan=tff',
      sound: 'aevalsrc=0.1*sin(2*PI*t*300)|0.1*sin(2*PI*t*400)|0.2*sin(2*PI*t*500)|0|0|0:c=5.1:s=48000',
      seconds: 20,
      encoder:
        '-c:v mpeg2video -flags +ildct+ilme -alternate_scan 1 -top 1 -b:v 2000k -g 12 -pix_fmt yuv420p -c:a ac3 -b:a 384k',
    })
    const tv = await startBroadcast(path, 20)
    const inspector = new SignalInspector({ ffmpegPath, log: () => {} })
    const archive = new ChannelArchive({ dir: join(dir, 'live'), archiveMs: 3_600_000, clock: Date.now })
    const recorder = startRecorder({
      sources: [{ kind: 'http-ts', url: tv.url }],
      encoding: { heights: [480, 240] },
      ...{ archive, inspector, ffmpegPath, clock: Date.now, log: () => {}, watch: { isOff: true } },
    })
    try {
      const end = performance.now() + 90_000
      const segments = (id: string) => archive.window(id, 0, Date.now() + 60_000)
      while (Math.min(...['v', 'v1', 'a0'].map((id) => segments(id).length)) < 4 && performance.now() < end)
        await sleep(100)
      const now = Date.now() + 60_000
      expect(
        archive.renditions(0, now).map(({ id, codec, width, height, channels }) => ({
          ...{ id, codec: codec.slice(0, 4), width, height, channels },
        })),
      ).toMatchObject([
        { id: 'a0', codec: 'mp4a', channels: 2 },
        // 4:3 with square pixels.
        { id: 'v', codec: 'avc1', width: 640, height: 480 },
        { id: 'v1', codec: 'avc1', width: 320, height: 240 },
      ])
      const [tall, low] = [segments('v').slice(0, 4), segments('v1').slice(0, 4)]
      expect(low.map((one) => [one.beginMs, one.durationMs])).toEqual(
        tall.map((one) => [one.beginMs, one.durationMs]),
      )
      for (const id of ['v', 'v1'])
        for (const { beginMs } of segments(id).slice(0, 4)) {
          const bytes = (await archive.segmentBytes(id, beginMs, 1)) ?? Buffer.alloc(0)
          const [moof] = boxesIn(bytes)
          expect(moof && parseMoof(bytes.subarray(moof.start, moof.end)).startsWithSync).toBe(true)
        }
      expect(await decode(archive, 'v1')).toEqual([])
      expect(await decode(archive, 'a0')).toEqual([])
    } finally {
      tv.close()
      await recorder.close()
      await archive.close()
      inspector.close()
    }
  }, 180_000)
})

/** All ffmpeg errors in the first segments of a rendition. */
async function decode(archive: ChannelArchive, rendition: string): Promise<readonly string[]> {
  const list = archive.window(rendition, 0, Date.now() + 60_000).slice(0, 3)
  const init = await archive.initBytes(rendition, list[0]?.initKey ?? '')
  const media = await Promise.all(list.map((one) => archive.segmentBytes(rendition, one.beginMs, 1)))
  const bytes = Buffer.concat([init ?? Buffer.alloc(0), ...media.map((one) => one ?? Buffer.alloc(0))])
  const run = runFfmpeg({
    ffmpegPath,
    args: ['-loglevel', 'error', '-xerror', '-i', 'pipe:3', '-f', 'null', '-'],
    inputs: [bytes],
    protocols: ['pipe'],
    timeoutMs: 60_000,
  })
  const { lastLines, code } = await run.exit
  expect(code).toBe(0)
  return lastLines
}
