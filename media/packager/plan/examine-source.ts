/** What a source contains and what will be made of it: nothing is encoded yet. */
import { probeSource } from '#media/ffmpeg/probe/probe.ts'
import { scanVideo } from '#media/ffmpeg/probe/scan-video.ts'
import { videoWorthScanning, planLadder, type LadderPlan } from '#media/ladder/ladder.ts'
import type { SourceProbe } from '#media/ladder/source-probe.ts'
import { Refusal } from '#media/packager/job/job.ts'

export interface ExaminedSource {
  readonly probe: SourceProbe
  /** Everything is packaged again. */
  readonly plainPlan: LadderPlan
  readonly transfer: 'sdr' | 'pq' | 'hlg'
}

interface Examination {
  readonly ffprobePath: string
  readonly path: string
  readonly signal?: AbortSignal | undefined
}

function stopWhenAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new Refusal('aborted', 'the work was called off')
}

/** Throws a Refusal for a source that is not a film. */
export async function examineSource(source: Examination): Promise<ExaminedSource> {
  const outcome = await probeSource(source)
  stopWhenAborted(source.signal)
  if (outcome.kind === 'refused') throw new Refusal(outcome.reason, outcome.words)
  const { probe } = outcome
  const plan = planLadder(probe)
  if (plan.kind === 'refused') throw new Refusal(plan.reason, `${source.path}: ${plan.words}`)
  const stream = probe.video.find(({ index }) => index === plan.picture.streamIndex)
  return { probe, plainPlan: plan, transfer: stream?.transfer ?? 'sdr' }
}

/** The plan with the video copied, if its packets allow it. Reads the whole file once if they might. */
export async function planCopying(source: Examination, examined: ExaminedSource): Promise<LadderPlan> {
  const { probe, plainPlan } = examined
  const stream = videoWorthScanning(probe)
  if (stream === undefined) return plainPlan
  const scanned = { streamIndex: stream.index, fileStartSec: probe.startSec }
  const scan = await scanVideo({ ...source, ...scanned })
  stopWhenAborted(source.signal)
  const plan = planLadder(probe, scan ?? 'unreadable')
  return plan.kind === 'planned' ? plan : plainPlan
}
