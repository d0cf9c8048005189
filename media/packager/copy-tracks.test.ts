import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { readAsset } from './asset/asset.ts'
import type { PackagedAsset, PackageJob } from './job/job.ts'
import { createPackager } from './packager.ts'

const binaries = findMediaBinaries({})

let dir = ''

function path(name: string): string {
  return join(dir, name)
}

async function make(name: string, size: string, seconds: number, ...how: string[]): Promise<string> {
  const video = `testsrc2=s=${size}:r=25:d=${seconds}`
  // -23 LUFS in stereo, near enough to be passed through.
  const audio = `sine=frequency=1000:duration=${seconds}:sample_rate=48000,volume=-2.0dB,aformat=channel_layouts=stereo`
  const inputs = ['-f', 'lavfi', '-i', video, '-f', 'lavfi', '-i', audio]
  const defaultValue = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']
  const exit = await runFfmpeg({
    ffmpegPath: binaries.ffmpegPath,
    args: ['-v', 'error', '-y', ...inputs, ...defaultValue, ...how, path(name)],
    timeoutMs: 60_000,
  }).exit
  if (exit.code !== 0) throw new Error(exit.lastLines.join('\n'))
  return path(name)
}

async function packageIt(assetId: string, sourcePath: string, more: Partial<PackageJob> = {}) {
  const packager = createPackager({ filmsDir: path('films'), ...binaries })
  const response = await packager.packageAsset({ assetId, sourcePath, encoderEffort: 'fast', ...more })
  if (response.kind === 'refused') throw new Error(`${response.reason}: ${response.words}`)
  return response
}

function decisionOn({ asset }: PackagedAsset, what: string): string {
  const decision = asset.plan?.decisions.find((one) => one.what === what)
  return `${decision?.becomes}: ${decision?.why}`
}

function startsOf(asset: PackagedAsset['asset'], rendition: string): number[] {
  const track = [...asset.video, ...asset.audio].find((one) => one.rendition === rendition)
  return track?.segments.map(({ startTicks }) => Number((startTicks / track.timescale).toFixed(2))) ?? []
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'copy-tracks-'))
}, 30_000)
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('[FILM-04] a film that can be copied', () => {
  let source = ''
  let made: PackagedAsset

  beforeAll(async () => {
    // Key frames at 0, 1, 2.6, 3.6, 6 s: they are joined to segments of more than two seconds.
    const keys = ['-g', '250', '-sc_threshold', '0', '-force_key_frames', '1,2.6,3.6,6']
    source = await make('ready.mp4', '854x480', 8, ...keys, '-b:v', '600k', '-bf', '2')
    made = await packageIt('ready', source)
  }, 90_000)

  it('keeps its video bit for bit, and its audio', async () => {
    expect(decisionOn(made, 'picture')).toMatch(/^copied/)
    expect(decisionOn(made, 'sound')).toMatch(/^copied: AAC-LC stereo at -2[234]\.\d LUFS/)
    const checksums = await Promise.all(
      [source, path('films/ready/v480.mp4')].map(async (file) => {
        const target = `${file}.md5`
        const args = ['-v', 'error', '-i', file, '-map', '0:v', '-f', 'md5', '-y', target]
        await runFfmpeg({ ffmpegPath: binaries.ffmpegPath, args, timeoutMs: 60_000 }).exit
        return readFile(target, 'utf8')
      }),
    )
    expect(checksums[0]).toMatch(/^MD5=/)
    expect(checksums[0]).toBe(checksums[1])
  }, 60_000)

  it('has the same segment starts in its other renditions and its audio', () => {
    const { asset } = made
    expect(asset.video.map(({ rendition }) => rendition)).toEqual(['v360', 'v480'])
    expect(startsOf(asset, 'v480')).toEqual([0, 2.6, 6])
    expect(startsOf(asset, 'v360')).toEqual([0, 2.6, 6])
    const audio = startsOf(asset, 'a0-und')
    expect(audio.length).toBe(3)
    for (const [position, start] of [0, 2.6, 6].entries())
      expect(Math.abs((audio[position] ?? -1) - start)).toBeLessThan(0.04)
    expect(Math.abs((asset.audio[0]?.durationMs ?? 0) - asset.durationMs)).toBeLessThan(25)
  })

  it('has a thumbnail for every two seconds', () => {
    expect(made.asset.thumbnails).toMatchObject({ intervalMs: 2000, count: 4, files: ['sprite-0.jpg'] })
  })

  it('stores its plan with the reasons', async () => {
    expect((await readAsset(path('films/ready')))?.plan).toEqual(made.asset.plan)
  })
})

describe('[OPS-01] a copy that slow lines cannot hold', () => {
  it('is followed by a rendition that they can, before any other job may run', async () => {
    const source = await make(
      'rich.mp4',
      '1280x720',
      5,
      '-g',
      '50',
      ...['-b:v', '5M', '-maxrate', '6M', '-bufsize', '6M'],
    )
    const requests: string[] = []
    const { asset } = await packageIt('rich', source, {
      mayGoOn: async () => {
        const published = await readAsset(path('films/rich'))
        requests.push(published?.video.map(({ rendition }) => rendition).join() ?? '')
        return false
      },
    })
    expect(requests).toEqual(['v480,v720-source'])
    expect(asset.complete).toBe(false)
    expect(asset.video[0]?.peakBitsPerSecond).toBeLessThan(2_660_000)
    // The next run continues with the stored plan.
    const whole = await packageIt('rich', source)
    expect(whole.made).toBe('rest')
    expect(whole.asset.video.map(({ rendition }) => rendition)).toEqual([
      'v360',
      'v480',
      'v720',
      'v720-source',
    ])
  }, 90_000)
})

describe('a film that should be re-encoded', () => {
  it('is re-encoded, and its plan says why', async () => {
    const far = await make('far.mp4', '320x180', 9, '-g', '250')
    const made = await packageIt('far', far)
    expect(decisionOn(made, 'picture')).toMatch(/^re-encoded: its key frames are up to 9\.0 s apart/)
    expect(startsOf(made.asset, 'v360')).toEqual([0, 2, 4, 6, 8])
    const loud = await make(
      'loud.mp4',
      '320x180',
      4,
      '-g',
      '50',
      '-af',
      'volume=12dB',
      '-pix_fmt',
      'yuvj420p',
    )
    const encoded = await packageIt('loud', loud)
    expect(decisionOn(encoded, 'picture')).toContain('yuvj420p')
    expect(decisionOn(encoded, 'sound')).toMatch(/^re-encoded: -1\d\.\d LUFS, changed by -1\d/)
    const requests = await packageIt('asked', await make('good.mp4', '320x180', 4, '-g', '50'), {
      copyVideo: false,
    })
    expect(decisionOn(requests, 'picture')).toBe('re-encoded: no copy was requested')
  }, 120_000)
})
