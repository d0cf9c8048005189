/**
 * Packaging against plain tools: the processor time of a whole ladder against encoding each rung by itself, a ready
 * H.264 file against `cp`, and how soon a two-hour film can be watched, by the rate of a short one.
 * `node bench/packaging.ts [file]` runs it alone, over a clip of one's own if one is named.
 */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  fsyncSync,
  closeSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodePictures } from '#media/ffmpeg/encode-picture.ts'
import type { Rung } from '#media/ladder/rungs.ts'
import { findMediaBinaries } from '#media/media.ts'
import { examineSource } from '#media/packager/examine-source.ts'
import { createPackager } from '#media/packager/packager.ts'
import { treeCpuSecondsOf, type BenchResult } from './measure.ts'

const binaries = findMediaBinaries({})
const FILM_SEC = 7200
/** The clip that is made where none is named. */
const CLIP_SEC = 40
/** How often the ready clip is repeated to be a large file. */
const REPEATS = 45

const ffmpeg = (...args: string[]): void => {
  execFileSync(binaries.ffmpegPath, ['-v', 'error', '-nostdin', '-y', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** A picture with movement and grain, and a sound at the loudness that films are levelled to. */
function makeClip(path: string): void {
  ffmpeg(
    ...['-f', 'lavfi', '-i', `mandelbrot=size=1920x1080:rate=25,noise=alls=6:allf=t`],
    ...['-f', 'lavfi', '-i', 'anoisesrc=color=pink:sample_rate=48000:amplitude=0.5'],
    ...['-t', String(CLIP_SEC), '-af', 'loudnorm=I=-23:TP=-2,aresample=48000', '-ac', '2'],
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-b:v',
      '5M',
      '-maxrate',
      '6M',
      '-bufsize',
      '6M',
      '-g',
      '50',
    ],
    ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '128k', path],
  )
}

export async function packaging(clip?: string): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-bench-'))
  try {
    const source = clip ?? join(dir, 'clip.mp4')
    if (clip === undefined) makeClip(source)
    return [...(await wholeLadder(source, dir)), await ready(source, dir)]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Seconds of the processor and of the clock that some work took, with everything it started. */
async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ cpu: number; sec: number; result: Result }> {
  const [cpu, beganMs] = [treeCpuSecondsOf(process.pid), performance.now()]
  const result = await work()
  return { cpu: treeCpuSecondsOf(process.pid) - cpu, sec: (performance.now() - beganMs) / 1000, result }
}

async function wholeLadder(source: string, dir: string): Promise<BenchResult[]> {
  const films = createPackager({ filmsDir: join(dir, 'films'), ...binaries })
  const whole = await timed(() =>
    films.packageAsset({
      assetId: 'whole',
      sourcePath: source,
      copyPicture: false,
    }),
  )
  if (whole.result.kind === 'refused') throw new Error(whole.result.words)
  const { asset } = whole.result
  const plain = await timed(() => encodeEachAlone(source, dir, asset.plan?.picture.rungs ?? []))
  return [
    {
      name: `CPU of a whole film in ${asset.video.length} sizes, encoding each alone`,
      ours: whole.cpu,
      baseline: plain.cpu,
      unit: 's',
      target: 1.1,
    },
    {
      name: 'two-hour film: until it can be watched, by this film’s rate',
      ours: (await untilWatchableSec(source, dir, asset.durationMs / 1000)) / 60,
      baseline: (whole.sec * FILM_SEC * 1000) / asset.durationMs / 60,
      unit: 'min',
      most: 15,
    },
  ]
}

/**
 * From the clip and from the clip twice in a row: what a film needs once, to be looked at and begun, is not counted for
 * every half-minute of two hours.
 */
async function untilWatchableSec(source: string, dir: string, clipSec: number): Promise<number> {
  const twice = join(dir, 'twice.mkv')
  ffmpeg('-stream_loop', '1', '-i', source, '-c', 'copy', twice)
  const films = createPackager({ filmsDir: join(dir, 'watchable'), ...binaries })
  const secOf = async (assetId: string, sourcePath: string): Promise<number> => {
    const job = { assetId, sourcePath, copyPicture: false, mayGoOn: async () => false }
    const made = await timed(() => films.packageAsset(job))
    if (made.result.kind === 'refused') throw new Error(made.result.words)
    return made.sec
  }
  const [once, both] = [await secOf('once', source), await secOf('twice', twice)]
  return once + ((both - once) / clipSec) * (FILM_SEC - clipSec)
}

/** What ffmpeg would do by itself with the same settings: each size from a decoding of its own, and the sound. */
async function encodeEachAlone(source: string, dir: string, rungs: readonly Rung[]): Promise<void> {
  const { plainPlan, transfer } = await examineSource({ ...binaries, path: source })
  for (const rung of rungs) {
    const targetPath = join(dir, `plain-${rung.rendition}.mp4`)
    const outputs = [{ rung, targetPath }]
    const outcome = await encodePictures({
      ...{
        ffmpegPath: binaries.ffmpegPath,
        sourcePath: source,
        picture: plainPlan.picture,
        transfer,
        outputs,
      },
      effort: 'good',
    })
    if (outcome.kind === 'failed') throw new Error(outcome.words)
  }
  ffmpeg('-i', source, '-vn', '-c:a', 'aac', '-b:a', '128k', join(dir, 'plain-sound.mp4'))
}

/** A large file that needs no encoding, until it can be watched; beside `cp` of it, onto the disk. */
async function ready(source: string, dir: string): Promise<BenchResult> {
  const large = join(dir, 'large.mp4')
  // Each by itself: together the picture would wait at every seam for the last frame of sound, and no longer be steady.
  const again = ['-stream_loop', String(REPEATS - 1), '-i', source]
  ffmpeg(...again, ...again, '-map', '0:v:0', '-map', '1:a:0', '-c', 'copy', '-shortest', large)
  const copied = await timed(async () => copyOntoDisk(large, join(dir, 'copy.mp4')))
  mkdirSync(join(dir, 'ready'))
  const films = createPackager({ filmsDir: join(dir, 'ready'), ...binaries })
  const packaged = await timed(() =>
    films.packageAsset({ assetId: 'ready', sourcePath: large, mayGoOn: async () => false }),
  )
  if (packaged.result.kind === 'refused') throw new Error(packaged.result.words)
  const megabytes = Math.round(statSync(large).size / 1e6)
  const isCopied = packaged.result.asset.plan?.picture.rungs[0].copied === true
  return {
    name: `ready file of ${megabytes} MB ${isCopied ? 'watchable' : '(not copied!) watchable'}, cp of it`,
    ours: packaged.sec,
    baseline: copied.sec,
    unit: 's',
    target: 2,
  }
}

function copyOntoDisk(from: string, to: string): void {
  copyFileSync(from, to)
  const handle = openSync(to, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}

if (process.argv[1] === import.meta.filename)
  for (const { name, ours, baseline, unit } of await packaging(process.argv[2]))
    process.stdout.write(
      `${name}: ${ours.toFixed(1)} beside ${baseline.toFixed(1)} ${unit}, ${(ours / baseline).toFixed(2)}×\n`,
    )
