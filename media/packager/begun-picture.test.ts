import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/run.ts'
import type { VideoTrack } from '#media/playlists/asset-description.ts'
import { keepBegun, keyOf, readBegun } from './begun-picture.ts'
import { examineSource } from './examine-source.ts'
import { Refusal } from './job.ts'
import { makePictures, type PictureWork } from './make-picture.ts'

const binaries = findMediaBinaries({})
const LENGTH_SEC = 30
let dir = ''
let film: Omit<PictureWork, 'dir'>
let whole: VideoTrack[]

const run = async (...args: string[]): Promise<readonly string[]> => {
  const exit = await runFfmpeg({ ffmpegPath: binaries.ffmpegPath, args, timeoutMs: 120_000 }).exit
  expect(exit.code).toBe(0)
  return exit.lastLines
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'begun-'))
  const sourcePath = join(dir, 'film.mkv')
  const picture = `testsrc2=s=854x480:r=25:d=${LENGTH_SEC}`
  await run('-v', 'error', '-f', 'lavfi', '-i', picture, '-c:v', 'mpeg4', '-q:v', '3', sourcePath)
  const { plainPlan, transfer } = await examineSource({ ...binaries, path: sourcePath })
  const { rungs } = plainPlan.picture
  const own = {
    picture: plainPlan.picture,
    rungs,
    transfer,
    effort: 'fast',
    fingerprint: 'of this film',
  } as const
  film = { ...own, ffmpegPath: binaries.ffmpegPath, sourcePath }
  whole = await makePictures({ ...film, dir: await folder('whole') })
}, 180_000)
afterAll(async () => {
  await rm(dir, { recursive: true, force: true })
})

const folder = async (name: string): Promise<string> => {
  await mkdir(join(dir, name))
  return join(dir, name)
}

const partsIn = (target: string): string[] =>
  ['v360', 'v480'].map((rendition) => join(target, `${rendition}.mp4.part`))

/** Works until so much of the film is encoded, and is called off there. */
async function interruptAt(sec: number, target: string): Promise<void> {
  const enough = new AbortController()
  const onTime = (ms: number): void => {
    if (ms >= sec * 1000) enough.abort()
  }
  const ends = makePictures({ ...film, dir: target, signal: enough.signal, onTime })
  await expect(ends).rejects.toThrow(Refusal)
}

/** The same, and tells how many frames of each are kept. */
async function callOffAt(sec: number, target: string): Promise<number[]> {
  await interruptAt(sec, target)
  const parts = partsIn(target)
  return keepBegun(parts, await readFile(keyOf(parts[0] ?? ''), 'utf8'))
}

/** The least likeness of any picture of two renditions, dB; one picture off, this one falls below 25. */
async function leastLikeness(one: string, other: string): Promise<number> {
  const said = await run('-v', 'info', '-i', one, '-i', other, '-lavfi', 'psnr', '-f', 'null', '-')
  const [, least] = /PSNR .* min:(\S+)/.exec(said.join('\n')) ?? []
  return least === 'inf' ? Infinity : Number(least)
}

async function isLikeWhole(tracks: readonly VideoTrack[], target: string): Promise<void> {
  expect(tracks.map(({ rendition }) => rendition)).toEqual(['v360', 'v480'])
  for (const [position, track] of tracks.entries()) {
    const other = whole[position]
    expect(track.codec).toBe(other?.codec)
    expect(track.durationMs).toBe(LENGTH_SEC * 1000)
    const starts = (one: VideoTrack | undefined) => one?.segments.map(({ startTicks }) => startTicks)
    expect(starts(track)).toEqual(starts(other))
    const [made, wanted] = [join(target, track.file), join(dir, 'whole', other?.file ?? '')]
    expect(await leastLikeness(made, wanted)).toBeGreaterThan(30)
    const { pieces = [] } = (await readBegun(made)) ?? {}
    expect(pieces.reduce((sum, { frames }) => sum + frames, 0)).toBe(LENGTH_SEC * 25)
  }
  expect((await readdir(target)).toSorted()).toEqual(['v360.mp4', 'v480.mp4'])
}

describe('[OPS-02] pictures that were called off in the middle', { timeout: 180_000 }, () => {
  it('go on there, twice, and are the same film at the end', async () => {
    const target = await folder('twice')
    const [first = 0, ofOther] = await callOffAt(9, target)
    expect([first, first % 50]).toEqual([ofOther, 0])
    expect(first).toBeGreaterThan(0)
    const [second = 0] = await callOffAt(17, target)
    expect(second).toBeGreaterThan(first)
    let beganMs = 0
    const onTime = (ms: number): void => void (beganMs ||= ms)
    const tracks = await makePictures({ ...film, dir: target, onTime })
    // Looking takes the last segment away, which may be half.
    expect(beganMs).toBeGreaterThanOrEqual((second - 50) * 40)
    await isLikeWhole(tracks, target)
  })

  it('take nothing twice when they are interrupted while the rest is put behind what was there', async () => {
    const target = await folder('again')
    await interruptAt(9, target)
    await interruptAt(17, target)
    const isRest = (name: string): boolean => name.endsWith('.rest')
    const rests = (await readdir(target)).filter(isRest)
    expect(rests.length).toBe(2)
    const bytes = await Promise.all(rests.map((name) => readFile(join(target, name))))
    const parts = partsIn(target)
    const key = await readFile(keyOf(parts[0] ?? ''), 'utf8')
    const [frames = 0] = await keepBegun(parts, key)
    for (const [at, name] of rests.entries()) await writeFile(join(target, name), bytes[at] ?? '')
    const [again = 0] = await keepBegun(parts, key)
    expect(frames - again).toBe(50)
  })

  it('go on from whole segments alone, wherever a power cut ended the files', async () => {
    const target = await folder('torn')
    const [kept = 0] = await callOffAt(12, target)
    const parts = partsIn(target)
    for (const [path, part] of [
      [parts[0] ?? '', 0.95],
      [parts[1] ?? '', 0.7],
    ] as const) {
      await using file = await open(path, 'r+')
      await file.truncate(Math.floor((await stat(path)).size * part))
    }
    const key = await readFile(keyOf(parts[0] ?? ''), 'utf8')
    const [left = 0, ofOther] = await keepBegun(parts, key)
    expect(left).toBe(ofOther)
    expect(left).toBeLessThan(kept)
    await isLikeWhole(await makePictures({ ...film, dir: target }), target)
  })

  it('begin anew when they are of another film, or are no pictures', async () => {
    const target = await folder('other')
    await callOffAt(9, target)
    const parts = partsIn(target)
    expect(await keepBegun(parts, 'of another film')).toEqual([0, 0])
    expect(await readBegun(parts[0] ?? '')).toBeUndefined()
    for (const part of parts) await writeFile(part, 'half a rendition')
    expect(await keepBegun(parts, 'of another film')).toEqual([0, 0])
  })
})
