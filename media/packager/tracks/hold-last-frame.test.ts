import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { indexTrackFile } from '#media/containers/index-of-track.ts'
import { parseMoof } from '#media/containers/movie-fragment.ts'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { decodeWhole } from '#media/ffmpeg/probe/decode-check.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { videoTrackOutput } from '#media/ffmpeg/encode/track-file.ts'
import { holdLastFrame } from './hold-last-frame.ts'
import { createPackager } from '#media/packager/packager.ts'

const binaries = findMediaBinaries({})
let dir = ''

function path(name: string): string {
  return join(dir, name)
}

async function make(...args: string[]): Promise<void> {
  const all = ['-v', 'error', '-y', ...args]
  const exit = await runFfmpeg({ ffmpegPath: binaries.ffmpegPath, args: all, timeoutMs: 60_000 }).exit
  expect(exit.lastLines).toEqual([])
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hold-'))
  const video = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=3', '-c:v', 'libx264', '-g', '50']
  await make(...video, ...videoTrackOutput(path('steady.mp4')))
  // A single frame: its duration is stored elsewhere.
  await make(...video, '-frames:v', '1', ...videoTrackOutput(path('one.mp4')))
  await copyFile(path('steady.mp4'), path('other.mp4'))
}, 120_000)
afterAll(() => rm(dir, { recursive: true, force: true }))

it('extends the last frame, in the index and in the samples, any number of times', async () => {
  for (const [name, lengthMs, untilMs] of [
    ['steady.mp4', 3000, 4200],
    ['one.mp4', 40, 1000],
  ] as const) {
    const before = await indexTrackFile(path(name))
    expect(before.durationMs).toBeCloseTo(lengthMs, 0)
    for (const endMs of [untilMs - 500, untilMs, untilMs]) await holdLastFrame(path(name), endMs)
    const after = await indexTrackFile(path(name))
    expect(after.durationMs).toBeCloseTo(untilMs, 0)
    expect(after.segments.slice(0, -1)).toEqual(before.segments.slice(0, -1))
    const last = after.segments.at(-1)
    if (last === undefined) throw new Error('no segment')
    const bytes = await readFile(path(name))
    expect(bytes.length).toBe(last.offset + last.size)
    const segment = bytes.subarray(last.offset)
    expect(parseMoof(segment.subarray(0, segment.readUInt32BE(0))).durationTicks).toBe(last.durationTicks)
    const decoded = await decodeWhole({ ...binaries, path: path(name) })
    expect(decoded).toMatchObject({ kind: 'done', frames: lengthMs / 40 })
  }
})

it('never shortens a track, and extends it only up to the limit', async () => {
  const before = await readFile(path('other.mp4'))
  await holdLastFrame(path('other.mp4'), 1000)
  expect((await readFile(path('other.mp4'))).equals(before)).toBe(true)
  await holdLastFrame(path('other.mp4'), 3_600_000)
  expect((await indexTrackFile(path('other.mp4'))).durationMs).toBeCloseTo(13_000, 0)
})

it('makes the video as long as the audio, in every rendition', { timeout: 240_000 }, async () => {
  await make(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=854x480:r=25:d=2', '-f', 'lavfi', '-i', 'sine=d=3.3'],
    ...['-c:v', 'mpeg4', '-c:a', 'flac', path('longer-sound.mkv')],
  )
  const packager = createPackager({ filmsDir: path('films'), ...binaries })
  const made = await packager.packageAsset({
    assetId: 'longer',
    sourcePath: path('longer-sound.mkv'),
    encoderEffort: 'fast',
  })
  if (made.kind === 'refused') throw new Error(made.words)
  const { asset } = made
  expect(asset.warnings).toEqual([])
  expect(Math.abs(asset.durationMs - 3300)).toBeLessThan(30)
  expect(asset.video.length).toBeGreaterThan(1)
  for (const track of [...asset.video, ...asset.audio])
    expect(Math.abs(track.durationMs - asset.durationMs)).toBeLessThan(30)
})
