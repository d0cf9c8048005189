/**
 * The ladder chosen for a film against the fixed one: bits, and VMAF at each rung, over a folder of clips.
 * `EKRAN_BENCH_CLIPS` names the folder, or the first argument of `node bench/films/ladder.ts`; without one clips are
 * generated.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeReel, tryCodings } from '#media/ffmpeg/encode/try-codings.ts'
import { codingOf, fixedCodingOf, sampleSec } from '#media/ladder/coding.ts'
import type { Rung } from '#media/ladder/rungs.ts'
import { findMediaBinaries } from '#media/media.ts'
import { chooseBitrates } from '#media/packager/plan/choose-bitrates.ts'
import { examineSource } from '#media/packager/plan/examine-source.ts'
import type { BenchResult } from '#bench/kit/measure.ts'

const binaries = findMediaBinaries({})
/** This many samples of each clip are encoded, none of them where the choice took its own. */
const samples = 3

interface RungFigures {
  readonly name: string
  readonly fixedBits: number
  readonly ourBits: number
  readonly fixedVmaf: number
  readonly ourVmaf: number
}

export async function ladder(folder = process.env['EKRAN_BENCH_CLIPS']): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-bench-'))
  try {
    const clips =
      folder === undefined ? makeClips(dir) : readdirSync(folder).map((name) => join(folder, name))
    const all: RungFigures[] = []
    for (const clip of clips)
      try {
        all.push(...(await compareClip(clip, dir)))
      } catch (error) {
        // A damaged file in a folder of any files is skipped; all generated clips must be measured.
        if (folder === undefined) throw error
        console.log(`  left out: ${error instanceof Error ? error.message : String(error)}`)
      }
    const bits = (which: 'fixedBits' | 'ourBits') => all.reduce((sum, rung) => sum + rung[which], 0) / 1e6
    const lost = Math.max(0, ...all.map(({ fixedVmaf, ourVmaf }) => fixedVmaf - ourVmaf))
    return [
      {
        name: `bits of ${all.length} rungs of ${clips.length} clips, fixed ladder`,
        ours: bits('ourBits'),
        baseline: bits('fixedBits'),
        unit: 'Mbit/s',
        ...(folder === undefined ? {} : { target: 0.8 }),
      },
      {
        name: 'most VMAF lost at a rung, of the 2 that may be',
        ours: lost,
        baseline: 2,
        unit: 'points',
        ...(folder === undefined ? {} : { target: 1 }),
      },
    ]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function compareClip(path: string, dir: string): Promise<RungFigures[]> {
  const examined = await examineSource({ ...binaries, path }).catch(() => undefined)
  const durationMs = examined?.probe.durationMs
  if (examined === undefined || durationMs === undefined || durationMs < samples * sampleSec * 1000) return []
  const { plainPlan, transfer } = examined
  const film = { ...binaries, sourcePath: path, transfer, durationMs }
  const { picture } = await chooseBitrates({ ...film, plan: plainPlan }, plainPlan.picture.rungs)
  const fixed = plainPlan.picture.rungs
  const reelPath = join(dir, 'reel.mp4')
  const stepSec = durationMs / 1000 / samples
  const beginsSec = Array.from({ length: samples }, (_, turn) => turn * stepSec + (stepSec - sampleSec) * 0.3)
  const highest = fixed.at(-1) ?? fixed[0]
  const reel = {
    ...film,
    video: picture,
    rung: highest,
    beginsSec,
    lengthSec: sampleSec,
    targetPath: reelPath,
  }
  const made = await makeReel(reel)
  if (made.kind === 'failed') throw new Error(`${path}: ${made.words}`)
  const figures: RungFigures[] = []
  for (const rung of picture.rungs) {
    const before = fixed.find(({ rendition }) => rendition === rung.rendition)
    if (before !== undefined) figures.push(await compareRung(path, reelPath, before, rung))
  }
  return figures
}

async function compareRung(path: string, reelPath: string, before: Rung, rung: Rung): Promise<RungFigures> {
  const job = { ...binaries, reelPath, reelSec: samples * sampleSec, rung }
  const tried = await tryCodings(job, [fixedCodingOf(before), codingOf(rung, 'good')])
  if ('kind' in tried) throw new Error(`${path}: ${tried.words}`)
  const [was, is] = tried
  if (was === undefined || is === undefined) throw new Error(`${path}: not measured`)
  const name = `${path.split('/').at(-1) ?? path} ${rung.rendition}`
  console.log(
    `  ${name}: CRF ${rung.crf ?? 21}, ${(is.bitsPerSecond / was.bitsPerSecond).toFixed(2)} × ` +
      `${Math.round(was.bitsPerSecond / 1000)} kbit/s, VMAF ${is.vmaf.toFixed(1)} against ${was.vmaf.toFixed(1)}`,
  )
  return {
    name,
    fixedBits: was.bitsPerSecond,
    ourBits: is.bitsPerSecond,
    fixedVmaf: was.vmaf,
    ourVmaf: is.vmaf,
  }
}

/** A busy, a quiet and a grainy one; no film looks like them, so they have no promised target. */
function makeClips(dir: string): string[] {
  const pictures = {
    busy: 'mandelbrot=s=1280x720:r=25,trim=duration=8',
    quiet: 'testsrc2=s=1280x720:r=25:d=8',
    grainy: 'testsrc2=s=854x480:r=25:d=8,noise=alls=12:allf=t',
  }
  return Object.entries(pictures).map(([name, picture]) => {
    const path = join(dir, `${name}.mkv`)
    const how = ['-v', 'error', '-f', 'lavfi', '-i', picture, '-c:v', 'mpeg4', '-q:v', '2', path]
    execFileSync(binaries.ffmpegPath, how, { timeout: 120_000 })
    return path
  })
}

if (process.argv[1] === import.meta.filename)
  for (const { name, ours, baseline, unit } of await ladder(process.argv[2]))
    console.log(
      `${name}: ${(ours / baseline).toFixed(2)} × (${ours.toFixed(2)} against ${baseline.toFixed(2)} ${unit})`,
    )
