import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import type { VideoTrack } from '#media/playlists/asset-description.ts'
import { partialNameOf, savePartial, keyOf, readPartial } from './partial-rendition.ts'
import { examineSource } from '#media/packager/plan/examine-source.ts'
import { Refusal } from '#media/packager/job/job.ts'
import { makeVideo, type VideoWork } from './make-video.ts'

const binaries = findMediaBinaries({})
const lengthSec = 30
let dir = ''
let film: Omit<VideoWork, 'dir'>
let whole: VideoTrack[]

async function run(...args: string[]): Promise<readonly string[]> {
  const exit = await runFfmpeg({ ffmpegPath: binaries.ffmpegPath, args, timeoutMs: 120_000 }).exit
  expect(exit.code).toBe(0)
  return exit.lastLines
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'begun-'))
  const sourcePath = join(dir, 'film.mkv')
  const video = `testsrc2=s=854x480:r=25:d=${lengthSec}`
  await run('-v', 'error', '-f', 'lavfi', '-i', video, '-c:v', 'mpeg4', '-q:v', '3', sourcePath)
  const { plainPlan, transfer } = await examineSource({ ...binaries, path: sourcePath })
  const { rungs } = plainPlan.picture
  const own = {
    video: plainPlan.picture,
    rungs,
    transfer,
    effort: 'fast',
    fingerprint: 'of this film',
  } as const
  film = { ...own, ffmpegPath: binaries.ffmpegPath, sourcePath }
  whole = await makeVideo({ ...film, dir: await folder('whole') })
}, 180_000)
afterAll(async () => {
  await rm(dir, { recursive: true, force: true })
})

async function folder(name: string): Promise<string> {
  await mkdir(join(dir, name))
  return join(dir, name)
}

function partsIn(target: string): string[] {
  return ['v360', 'v480'].map((rendition) => join(target, `${rendition}.mp4.part`))
}

/** Complete segments of a rendition in its unfinished file and in the file of its rest. */
async function segmentsOnDisk(part: string): Promise<number> {
  const names = (await readdir(dirname(part))).filter((name) => partialNameOf(name) === basename(part))
  const files = await Promise.all(names.map((name) => readPartial(join(dirname(part), name))))
  return files.reduce((sum, file) => sum + (file?.pieces.length ?? 0), 0)
}

/** Encodes until each rendition has this many segments on disk, then aborts. */
async function interruptAt(segments: number, target: string): Promise<void> {
  const enough = new AbortController()
  const parts = partsIn(target)
  const ends = makeVideo({ ...film, dir: target, signal: enough.signal })
  const isCalledOff = expect(ends).rejects.toThrow(Refusal)
  const until = Date.now() + 60_000
  while (Math.min(...(await Promise.all(parts.map(segmentsOnDisk)))) < segments && Date.now() < until)
    await setTimeout(10)
  enough.abort()
  await isCalledOff
}

/** The same, and returns how many frames of each are saved. */
async function callOffAt(segments: number, target: string): Promise<number[]> {
  await interruptAt(segments, target)
  const parts = partsIn(target)
  return savePartial(parts, await readFile(keyOf(parts[0] ?? ''), 'utf8'))
}

/**
 * The similarity of each frame of one rendition to the same frame of another, to the next one and to the previous
 * one, dB, in one decoding of both.
 */
async function likenesses(one: string, other: string): Promise<number[][]> {
  const names = ['same', 'next', 'former']
  const logs = names.map((name) => join(dir, `${name}.log`))
  const later = 'trim=start_frame=1,setpts=PTS-STARTPTS'
  const graph = [
    '[0]scale=w=iw/2:h=-2,split=3[a][b][c0];[1]scale=w=iw/2:h=-2,split=3[x][y0][z]',
    `[y0]${later}[y];[c0]${later}[c]`,
    `[a][x]psnr=shortest=1:stats_file=${logs[0]}`,
    `[b][y]psnr=shortest=1:stats_file=${logs[1]},nullsink`,
    `[c][z]psnr=shortest=1:stats_file=${logs[2]},nullsink`,
  ].join(';')
  await run('-v', 'error', '-i', one, '-i', other, '-lavfi', graph, '-f', 'null', '-')
  const texts = await Promise.all(logs.map((log) => readFile(log, 'utf8')))
  return texts.map((text) => text.trim().split('\n').map(decibels))
}

function decibels(line: string): number {
  const [, average] = /psnr_avg:(\S+)/.exec(line) ?? []
  return average === 'inf' ? Infinity : Number(average)
}

/**
 * Wrong frames: those that are more similar to the previous or the next frame, which differ by the moving pattern, or
 * to none. Two encodings of one frame have about 30 dB, a damaged one below 15.
 */
async function strangeFrames(made: string, expected: string): Promise<number[]> {
  const [same = [], next = [], former = []] = await likenesses(made, expected)
  expect(same).toHaveLength(lengthSec * 25)
  const isStrange = (like: number, at: number): boolean =>
    like < 20 || like <= (next[at] ?? 0) || like <= (former[at - 1] ?? 0)
  return same.flatMap((like, at) => (isStrange(like, at) ? [at] : []))
}

async function isLikeWhole(tracks: readonly VideoTrack[], target: string): Promise<void> {
  expect(tracks.map(({ rendition }) => rendition)).toEqual(['v360', 'v480'])
  for (const [position, track] of tracks.entries()) {
    const other = whole[position]
    expect(track.codec).toBe(other?.codec)
    expect(track.durationMs).toBe(lengthSec * 1000)
    const starts = (one: VideoTrack | undefined) => one?.segments.map(({ startTicks }) => startTicks)
    expect(starts(track)).toEqual(starts(other))
    const [made, expected] = [join(target, track.file), join(dir, 'whole', other?.file ?? '')]
    expect(await strangeFrames(made, expected)).toEqual([])
    const { pieces = [] } = (await readPartial(made)) ?? {}
    expect(pieces.reduce((sum, { frames }) => sum + frames, 0)).toBe(lengthSec * 25)
  }
  expect((await readdir(target)).toSorted()).toEqual(['v360.mp4', 'v480.mp4'])
}

describe('[OPS-02] an interrupted video encoding', { timeout: 180_000 }, () => {
  it('continues where it stopped, twice, and the result is the same film', async () => {
    const target = await folder('twice')
    const [first = 0, ofOther] = await callOffAt(3, target)
    expect([first, first % 50]).toEqual([ofOther, 0])
    expect(first).toBeGreaterThan(0)
    const [second = 0] = await callOffAt(6, target)
    expect(second).toBeGreaterThan(first)
    let beganMs = 0
    const onTime = (ms: number): void => void (beganMs ||= ms)
    const tracks = await makeVideo({ ...film, dir: target, onTime })
    // The check removes the last segment, which may be incomplete.
    expect(beganMs).toBeGreaterThanOrEqual((second - 50) * 40)
    await isLikeWhole(tracks, target)
  })

  it('duplicates no frames when it is interrupted while the rest is appended', async () => {
    const target = await folder('again')
    await interruptAt(3, target)
    await interruptAt(6, target)
    const isRest = (name: string): boolean => name.endsWith('.rest')
    const rests = (await readdir(target)).filter(isRest)
    expect(rests.length).toBe(2)
    const bytes = await Promise.all(rests.map((name) => readFile(join(target, name))))
    const parts = partsIn(target)
    const key = await readFile(keyOf(parts[0] ?? ''), 'utf8')
    const [frames = 0] = await savePartial(parts, key)
    for (const [at, name] of rests.entries()) await writeFile(join(target, name), bytes[at] ?? '')
    const [again = 0] = await savePartial(parts, key)
    expect(frames - again).toBe(50)
  })

  it('continues from complete segments only, wherever a power cut ended the files', async () => {
    const target = await folder('torn')
    const [saved = 0] = await callOffAt(5, target)
    const parts = partsIn(target)
    for (const [path, part] of [
      [parts[0] ?? '', 0.95],
      [parts[1] ?? '', 0.7],
    ] as const) {
      await using file = await open(path, 'r+')
      await file.truncate(Math.floor((await stat(path)).size * part))
    }
    const key = await readFile(keyOf(parts[0] ?? ''), 'utf8')
    const [left = 0, ofOther] = await savePartial(parts, key)
    expect(left).toBe(ofOther)
    expect(left).toBeLessThan(saved)
    await isLikeWhole(await makeVideo({ ...film, dir: target }), target)
  })

  it('starts from scratch when the partial file is of another film, or is not video', async () => {
    const target = await folder('other')
    await callOffAt(3, target)
    const parts = partsIn(target)
    expect(await savePartial(parts, 'of another film')).toEqual([0, 0])
    expect(await readPartial(parts[0] ?? '')).toBeUndefined()
    for (const part of parts) await writeFile(part, 'half a rendition')
    expect(await savePartial(parts, 'of another film')).toEqual([0, 0])
  })
})
