import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import type { VideoTrack } from '#media/playlists/asset-description.ts'
import { makeAudio } from './make-audio.ts'
import { partsFor } from './parallel-audio.ts'

const binaries = findMediaBinaries({})
const sec = 12
/** Segments of two seconds; only the times of the video are used. */
const grid: VideoTrack = {
  rendition: 'v360',
  file: 'v360.mp4',
  codec: 'avc1.64001e',
  timescale: 1000,
  durationMs: sec * 1000,
  initEnd: 0,
  indexBegin: 0,
  indexEnd: 0,
  peakBitsPerSecond: 0,
  averageBitsPerSecond: 0,
  width: 640,
  height: 360,
  frameRate: 25,
  segments: Array.from({ length: sec / 2 }, (_, at) => ({
    offset: 0,
    size: 0,
    startTicks: at * 2000,
    durationTicks: 2000,
  })),
}

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sound-parts-'))
}, 30_000)
afterAll(() => rm(dir, { recursive: true, force: true }))

async function run(...args: string[]): Promise<readonly string[]> {
  const exit = await runFfmpeg({ ...binaries, args: ['-nostats', '-y', ...args], timeoutMs: 180_000 }).exit
  if (exit.code !== 0) throw new Error(exit.lastLines.join('\n'))
  return exit.lastLines
}

describe('[FILM-04] a long audio track', () => {
  it('is encoded by several encoders in parallel, whose parts join without errors', async () => {
    const source = join(dir, 'source.mka')
    // Never repeats: one frame too many or too few would be detected from there on.
    const chirp = `aevalsrc='0.3*sin(2*PI*t*(300+170*t))|0.3*sin(2*PI*t*(200+90*t))':s=48000:d=${sec}`
    await run('-f', 'lavfi', '-i', chirp, '-c:a', 'ac3', '-b:a', '448k', source)
    const track = {
      rendition: 'a0-und',
      streamIndex: 0,
      language: 'und',
      name: 'Audio',
      sourceChannels: 2,
    }
    const whole = await makeAudio({ ...binaries, sourcePath: source, planned: [track], grid, dir, parts: 1 })
    const other = { ...track, rendition: 'a1-und' }
    const joined = await makeAudio({ ...binaries, sourcePath: source, planned: [other], grid, dir, parts: 3 })
    const [one] = whole.tracks
    const [three] = joined.tracks
    expect(three?.durationMs).toBe(one?.durationMs)
    expect(three?.segments.map(({ startTicks }) => startTicks)).toEqual(
      one?.segments.map(({ startTicks }) => startTicks),
    )
    expect(await readdir(dir)).not.toContainEqual(expect.stringMatching(/\.part$/))
    const files = ['a1-und.mp4', 'a0-und.mp4'].flatMap((file) => ['-i', join(dir, file)])
    const compared = await run(
      '-loglevel',
      'info',
      ...files,
      '-filter_complex',
      '[0][1]asisdr',
      '-f',
      'null',
      '-',
    )
    const decibels = compared.flatMap((line) => /SI-SDR ch\d: (-?[\d.]+|inf) dB/.exec(line)?.[1] ?? [])
    expect(decibels.length).toBe(2)
    for (const figure of decibels) expect(figure === 'inf' ? Infinity : Number(figure)).toBeGreaterThan(15)
  }, 300_000)

  it('is left to one encoder when it is short, and to as many as there are cores when it is long', () => {
    expect(partsFor(600, 8)).toBe(1)
    expect(partsFor(7200, 1)).toBe(1)
    expect(partsFor(7200, 2)).toBe(2)
    expect(partsFor(7200, 32)).toBe(4)
  })
})
