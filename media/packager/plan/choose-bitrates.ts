/** How the rungs of one film are encoded, based on samples: the quality of a fixed ladder, with fewer bits. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeReel, tryCodings } from '#media/ffmpeg/encode/try-codings.ts'
import {
  chooseCoding,
  codingOf,
  fixedCodingOf,
  sampleSec,
  sampleBeginsSec,
  sampledOf,
  triedRungs,
  redundantRungs,
} from '#media/ladder/coding.ts'
import type { LadderPlan } from '#media/ladder/ladder.ts'
import type { Rung } from '#media/ladder/rungs.ts'
import { Refusal } from '#media/packager/job/job.ts'

export interface BitrateChoice {
  readonly ffmpegPath: string
  readonly sourcePath: string
  readonly plan: LadderPlan
  readonly transfer: 'sdr' | 'pq' | 'hlg'
  /** Duration of the film; samples are only taken from one that is long enough. */
  readonly durationMs: number | undefined
  readonly signal?: AbortSignal | undefined
}

function isOpen(rung: Rung): boolean {
  return rung.copied !== true && rung.crf === undefined
}

function largest(rungs: readonly [Rung, ...Rung[]]): Rung {
  return rungs.reduce((max, rung) => (rung.width * rung.height > max.width * max.height ? rung : max))
}

/** The rungs with their settings; those with failed samples, and those not worth samples, get the defaults. */
async function chooseBySamples(work: BitrateChoice, open: readonly Rung[]): Promise<Rung[]> {
  const beginsSec = sampleBeginsSec(work.durationMs)
  const { picture: video } = work.plan
  const worthwhile = sampledOf(video.rungs, work.durationMs)
  const [one, ...more] = open.filter((rung) => isAmong(worthwhile, rung))
  if (beginsSec.length === 0 || one === undefined) return open.map((rung) => chooseCoding(rung, undefined))
  const dir = await mkdtemp(join(tmpdir(), 'film-samples-'))
  try {
    const reelPath = join(dir, 'reel.mp4')
    const reel = { ...work, video, rung: largest([one, ...more]), beginsSec, lengthSec: sampleSec }
    const made = await makeReel({ ...reel, targetPath: reelPath })
    stopWhenAborted(work.signal)
    const tried: Rung[] = []
    for (const rung of [one, ...more]) {
      const [generous, thrifty] = triedRungs(rung)
      const codings = [fixedCodingOf(rung), codingOf(generous, 'good'), codingOf(thrifty, 'good')]
      const job = { ...work, reelPath, reelSec: beginsSec.length * sampleSec, rung }
      const trials = made.kind === 'failed' || made.frames === 0 ? made : await tryCodings(job, codings)
      stopWhenAborted(work.signal)
      tried.push(chooseCoding(rung, 'kind' in trials ? undefined : trialsOf(trials)))
    }
    return open.map((rung) => tried.find((other) => isAmong([other], rung)) ?? chooseCoding(rung, undefined))
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function stopWhenAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new Refusal('aborted', 'the work was called off')
}

function trialsOf(tried: Awaited<ReturnType<typeof tryCodings>>): Parameters<typeof chooseCoding>[1] {
  if ('kind' in tried) return undefined
  const [fixed, generous, thrifty] = tried
  return fixed && generous && thrifty ? { fixed, generous, thrifty } : undefined
}

/**
 * The plan with settings for those of its `rungs` that have none yet; rungs that the samples show to be needless are
 * left out. Chosen settings never change. Throws a Refusal only when the job is aborted.
 */
export async function chooseBitrates(work: BitrateChoice, rungs: readonly Rung[]): Promise<LadderPlan> {
  const { picture: video } = work.plan
  const open = video.rungs.filter((rung) => isOpen(rung) && isAmong(rungs, rung))
  if (open.length === 0) return work.plan
  const chosen = await chooseBySamples(work, open)
  const settled = video.rungs.map((rung) => chosen.find((made) => isAmong([made], rung)) ?? rung)
  const needless = redundantRungs(settled).filter((rung) => chosen.includes(rung))
  const [lead, ...rest] = settled.filter((rung) => !needless.includes(rung))
  return lead === undefined ? work.plan : { ...work.plan, picture: { ...video, rungs: [lead, ...rest] } }
}

function isAmong(rungs: readonly Rung[], { rendition }: Rung): boolean {
  return rungs.some((rung) => rung.rendition === rendition)
}
