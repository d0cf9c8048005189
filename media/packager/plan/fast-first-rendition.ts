/** Encodes the first rung of a film that is hard to encode with a faster preset, so that it is ready in time. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeVideo } from '#media/ffmpeg/encode/encode-video.ts'
import { firstWithinSec, fasterWhenSlow } from '#media/ladder/coding.ts'
import type { LadderPlan } from '#media/ladder/ladder.ts'
import type { BitrateChoice } from './choose-bitrates.ts'
import { Refusal } from '#media/packager/job/job.ts'

/** A film shorter than the promised wait is ready in time, however hard it is to encode. */
const shortSec = 20 * 60
/** Two samples are encoded; the difference removes the start-up time of the encoder. */
const samplesSec = [2, 8] as const

/**
 * The plan, with a fast preset for its first rung when a sample of the film shows the need. A failed sample changes
 * nothing. Throws a Refusal only when the job is aborted.
 */
export async function encodeFirstFaster(
  work: BitrateChoice,
  limits: { readonly shortSec: number; readonly withinSec: number } = {
    shortSec: shortSec,
    withinSec: firstWithinSec,
  },
): Promise<LadderPlan> {
  const { plan, durationMs = 0 } = work
  const [first, ...others] = plan.picture.rungs
  if (first.copied === true || first.hurried === true || durationMs < limits.shortSec * 1000) return plan
  const rate = await workPerSecond(work)
  if (work.signal?.aborted === true) throw new Refusal('aborted', 'the work was called off')
  if (rate === undefined) return plan
  const settled = fasterWhenSlow(first, (rate * durationMs) / 1000, limits.withinSec)
  return { ...plan, picture: { ...plan.picture, rungs: [settled, ...others] } }
}

/** Seconds of encoding per second of film, at the current load of this machine. */
async function workPerSecond(work: BitrateChoice): Promise<number | undefined> {
  const { plan, durationMs = 0 } = work
  const [rung] = plan.picture.rungs
  const dir = await mkdtemp(join(tmpdir(), 'film-haste-'))
  try {
    const tookMs: number[] = []
    for (const lengthSec of samplesSec) {
      const sample = { beginSec: Math.max(0, durationMs / 2000 - lengthSec / 2), lengthSec }
      const outputs = [{ rung, targetPath: join(dir, 'sample.mp4') }]
      const beganMs = performance.now()
      const made = await encodeVideo({ ...work, video: plan.picture, outputs, effort: 'good', sample })
      if (made.kind === 'failed' || made.frames === 0) return undefined
      tookMs.push(performance.now() - beganMs)
    }
    const [short, long] = samplesSec
    const [one = 0, other = 0] = tookMs
    return Math.max(0, other - one) / 1000 / (long - short)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
