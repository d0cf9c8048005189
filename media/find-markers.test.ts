import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMediaBinaries } from '#media/ffmpeg/process/binaries.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { createPackager } from '#media/packager/packager.ts'
import { findMarkers, type SearchedAsset } from './find-markers.ts'

const binaries = findMediaBinaries({})
const rate = 22_050
const durationSec = 160

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'find-markers-'))
})
afterAll(async () => {
  await rm(dir, { recursive: true, force: true })
})

/** A number generator that repeats for the same seed. */
function dice(seed: number) {
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
}

/** A new tune: two voices of notes of 0.2 to 0.7 s. */
function tune(seed: number, seconds: number): Float32Array {
  const random = dice(seed)
  const samples = new Float32Array(Math.round(seconds * rate))
  for (let voice = 0; voice < 2; voice += 1) {
    let [left, hertz, phase] = [0, 0, 0]
    for (let at = 0; at < samples.length; at += 1) {
      if (left <= 0) [left, hertz] = [(0.2 + random() / 2) * rate, 110 * 2 ** (random() * 4)]
      left -= 1
      phase += (2 * Math.PI * hertz) / rate
      samples[at] = (samples[at] ?? 0) + (Math.sin(phase) + Math.sin(2 * phase) / 3) * 0.3
    }
  }
  return samples
}

interface Made {
  readonly name: string
  readonly seed: number
  readonly introAtSec?: number
  readonly volume: number
  readonly bitrate: string
  readonly darkFromSec?: number
  readonly chapters?: string
  /** Default: `durationSec`. */
  readonly seconds?: number
}

const introSec = 20

/** An episode with its own tune and the common one in it, as a packaged asset. */
async function episode(made: Made): Promise<SearchedAsset> {
  const { seconds = durationSec } = made
  const samples = tune(made.seed, seconds)
  if (made.introAtSec !== undefined) samples.set(tune(7, introSec), Math.round(made.introAtSec * rate))
  const bytes = Buffer.from(Int16Array.from(samples, (value) => value * made.volume * 32_000).buffer)
  const [raw, text] = [join(dir, `${made.name}.pcm`), join(dir, `${made.name}.txt`)]
  await writeFile(raw, bytes)
  await writeFile(text, `;FFMETADATA1\n${made.chapters ?? ''}`)
  const dark = `drawbox=color=black:t=fill:enable='gte(t,${made.darkFromSec ?? 1000})'`
  const sourcePath = join(dir, `${made.name}.mkv`)
  const exit = await runFfmpeg({
    ffmpegPath: binaries.ffmpegPath,
    args: [
      ...['-v', 'error', '-y', '-f', 's16le', '-ar', String(rate), '-ac', '1', '-i', raw],
      ...['-f', 'lavfi', '-i', `color=gray:s=160x90:r=10:d=${seconds},${dark}`, '-i', text],
      ...['-map', '0', '-map', '1', '-map_metadata', '2', '-c:v', 'libx264', '-preset', 'ultrafast'],
      ...['-c:a', 'aac', '-b:a', made.bitrate, sourcePath],
    ],
    timeoutMs: 120_000,
  }).exit
  expect(exit.lastLines).toEqual([])
  const filmsDir = join(dir, 'films')
  const packager = createPackager({ filmsDir, ...binaries })
  const outcome = await packager.packageAsset({
    assetId: made.name,
    sourcePath,
    encoderEffort: 'fast',
    mayGoOn: () => Promise.resolve(false),
  })
  if (outcome.kind === 'refused') throw new Error(outcome.words)
  return { asset: outcome.asset, dir: join(filmsDir, made.name), sourcePath }
}

describe('the markers of a season', { timeout: 240_000 }, () => {
  it('finds the intro within 1.5 s in every episode, at different volumes and bit rates, and credits on black', async () => {
    const begins = [6, 21.3, 14.7]
    const season = [
      await episode({ name: 'e1', seed: 101, introAtSec: 6, volume: 0.9, bitrate: '128k' }),
      await episode({ name: 'e2', seed: 202, introAtSec: 21.3, volume: 0.25, bitrate: '64k' }),
      await episode({
        name: 'e3',
        seed: 303,
        introAtSec: 14.7,
        volume: 0.5,
        bitrate: '96k',
        darkFromSec: 135,
      }),
    ]
    const markers = await findMarkers(season, binaries)
    for (const [place, beginSec] of begins.entries()) {
      const intro = markers[place]?.find(({ kind }) => kind === 'intro')
      expect(intro).toMatchObject({ origin: 'sound', confidence: 1 })
      expect(Math.abs((intro?.beginMs ?? 0) / 1000 - beginSec)).toBeLessThan(1.5)
      expect(Math.abs((intro?.endMs ?? 0) / 1000 - beginSec - introSec)).toBeLessThan(1.5)
    }
    expect(markers.map((own) => own.filter(({ kind }) => kind === 'titles').length)).toEqual([0, 0, 1])
    const titles = markers[2]?.find(({ kind }) => kind === 'titles')
    expect(titles).toMatchObject({ origin: 'dark', endMs: season[2]?.asset.durationMs })
    expect(Math.abs((titles?.beginMs ?? 0) / 1000 - 135)).toBeLessThan(2.5)
  })

  it('finds nothing where episodes have nothing in common', async () => {
    const season = [
      await episode({ name: 'n1', seed: 11, volume: 0.9, bitrate: '128k', seconds: 70 }),
      await episode({ name: 'n2', seed: 22, volume: 0.5, bitrate: '64k', seconds: 70 }),
    ]
    expect(await findMarkers(season, binaries)).toEqual([[], []])
  })

  it('prefers chapters to anything else, and needs no second episode for them', async () => {
    const chapter = (title: string, from: number, to: number) =>
      `[CHAPTER]\nTIMEBASE=1/1\nSTART=${from}\nEND=${to}\ntitle=${title}\n`
    const chapters = [
      chapter('Пролог', 0, 12),
      chapter('Заставка', 12, 40),
      chapter('Intrigue', 40, 130),
      chapter('Титры', 130, 160),
    ].join('')
    const film = await episode({
      name: 'c1',
      seed: 5,
      volume: 0.5,
      bitrate: '64k',
      darkFromSec: 140,
      chapters,
    })
    expect(await findMarkers([film], binaries)).toEqual([
      [
        { kind: 'intro', beginMs: 12_000, endMs: 40_000, origin: 'chapter', confidence: 0.9 },
        { kind: 'titles', beginMs: 130_000, endMs: 160_000, origin: 'chapter', confidence: 0.9 },
      ],
    ])
  })
})
