/**
 * Packaging against plain tools: the CPU time of a whole ladder against encoding each rung separately, a passthrough
 * H.264 file against `cp`, and how soon a two-hour film of the hardest kind can be watched: it is generated and
 * packaged. `node bench/films/packaging.ts [file]` runs it alone, over another clip if one is named.
 */
import { copyFileSync, mkdtempSync, openSync, fsyncSync, closeSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeVideo } from '#media/ffmpeg/encode/encode-video.ts'
import type { Rung } from '#media/ladder/rungs.ts'
import { findMediaBinaries } from '#media/media.ts'
import { examineSource } from '#media/packager/plan/examine-source.ts'
import { createPackager } from '#media/packager/packager.ts'
import { readFilmPlan } from '#media/packager/plan/plan-film.ts'
import { clipSec, ffmpeg, makeClip, repeatClip } from './long-film.ts'
import { treeCpuSecondsOf, type BenchResult } from '#bench/kit/measure.ts'

const binaries = findMediaBinaries({})
const filmSec = 7200
/** The shortest film of which all sizes are tried by samples: no film pays more for them. */
const ladderSec = 320
/** How often the passthrough clip is repeated to make a large file. */
const repeats = 45

export async function packaging(text?: string): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-bench-'))
  try {
    const clip = join(dir, 'clip.mp4')
    makeClip(clip, 'hard')
    const source = text ?? join(dir, 'source.mp4')
    if (text === undefined) repeatClip(clip, ladderSec / clipSec, source)
    return [await wholeLadder(source, dir), await ready(clip, dir), await twoHours(dir)]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Seconds of CPU and of wall time that some work took, with all its child processes. */
async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ cpu: number; sec: number; result: Result }> {
  const [cpu, beganMs] = [treeCpuSecondsOf(process.pid), performance.now()]
  const result = await work()
  return { cpu: treeCpuSecondsOf(process.pid) - cpu, sec: (performance.now() - beganMs) / 1000, result }
}

async function wholeLadder(source: string, dir: string): Promise<BenchResult> {
  const films = createPackager({ filmsDir: join(dir, 'films'), ...binaries })
  const whole = await timed(() =>
    films.packageAsset({
      assetId: 'whole',
      sourcePath: source,
      copyVideo: false,
    }),
  )
  if (whole.result.kind === 'refused') throw new Error(whole.result.words)
  const { asset } = whole.result
  const plain = await timed(() => encodeEachAlone(source, dir, asset.plan?.picture.rungs ?? []))
  return {
    name: `CPU of a whole film in ${asset.video.length} sizes, encoding each alone`,
    ours: whole.cpu,
    baseline: plain.cpu,
    unit: 's',
    target: 1.1,
  }
}

/**
 * How long it takes until a file can be watched, and whether its video was passed through; the rest is cancelled then.
 */
async function untilWatchable(
  dir: string,
  source: { readonly sourcePath: string; readonly copyVideo?: boolean },
): Promise<{ sec: number; copied: boolean }> {
  const storeDir = mkdtempSync(join(dir, 'store-'))
  const films = createPackager({ filmsDir: join(storeDir, 'films'), ...binaries })
  const enough = new AbortController()
  const beganMs = performance.now()
  let sec: number | undefined
  const outcome = await films.packageAsset({
    ...{ ...source, assetId: 'film', signal: enough.signal },
    onProgress: ({ playable }) => {
      if (!playable) return
      sec ??= (performance.now() - beganMs) / 1000
      enough.abort()
    },
  })
  if (sec === undefined)
    throw new Error(outcome.kind === 'refused' ? outcome.words : 'it never became playable')
  const plan = await readFilmPlan(storeDir, 'film')
  rmSync(storeDir, { recursive: true })
  return { sec, copied: plan?.picture.rungs[0].copied === true }
}

/** A film whose whole frame moves under grain, too large for a slow connection, and whose audio is re-encoded. */
async function twoHours(dir: string): Promise<BenchResult> {
  const [clip, film] = [join(dir, 'hard.mkv'), join(dir, 'two-hours.mkv')]
  makeClip(clip, 'hard', 'ac3')
  repeatClip(clip, filmSec / clipSec, film)
  const { sec } = await untilWatchable(dir, { sourcePath: film, copyVideo: false })
  return {
    name: 'two-hour film of the hardest kind: watchable, beside its length',
    ours: sec / 60,
    baseline: filmSec / 60,
    unit: 'min',
    max: 15,
  }
}

/** What ffmpeg would do by itself with the same settings: each size from a separate decoding, and the audio. */
async function encodeEachAlone(source: string, dir: string, rungs: readonly Rung[]): Promise<void> {
  const { plainPlan, transfer } = await examineSource({ ...binaries, path: source })
  for (const rung of rungs) {
    const targetPath = join(dir, `plain-${rung.rendition}.mp4`)
    const outputs = [{ rung, targetPath }]
    const outcome = await encodeVideo({
      ...{
        ffmpegPath: binaries.ffmpegPath,
        sourcePath: source,
        video: plainPlan.picture,
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
async function ready(clip: string, dir: string): Promise<BenchResult> {
  const large = join(dir, 'large.mp4')
  repeatClip(clip, repeats, large)
  const copy = await timed(async () => copyOntoDisk(large, join(dir, 'copy.mp4')))
  const { sec, copied } = await untilWatchable(dir, { sourcePath: large })
  const megabytes = Math.round(statSync(large).size / 1e6)
  return {
    name: `ready file of ${megabytes} MB ${copied ? 'watchable' : '(not copied!) watchable'}, cp of it`,
    ours: sec,
    baseline: copy.sec,
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
