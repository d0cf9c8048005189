/**
 * From records to a continuous list: every hole becomes segments marked as gaps. Both browser players recover
 * from an outage only when the hole is covered so (measured); a hole without gaps stops one of them for good.
 */
import type { RecordList } from '#media/archive/index/record-list.ts'
import type { SegmentRef } from './timeline.ts'

/** Shorter holes are left to the player, which steps over them. */
export const holeToleranceMs = 250
/** A hole is stepped over in as long segments as its channel usually has. */
export const gapStepMs = 2000
/** A hole of a week in two-second steps; a longer window is cut before. */
const maxSteps = 400_000

/** What the list needs to know about an epoch. */
export interface EpochNames {
  readonly initKey: string
  readonly periodMs: number
}

/**
 * Records (in order, the one before the window first if there is one) to segments that overlap
 * [fromMs, toMs), holes cut in steps of `stepMs`. The steps of one hole are the same in every window.
 */
export function fillHoles(
  records: RecordList,
  window: { readonly fromMs: number; readonly toMs: number; readonly stepMs: number },
  epochOf: (epoch: number) => EpochNames,
): SegmentRef[] {
  const out: SegmentRef[] = []
  let [epoch, beforeEndMs] = [-1, Number.NaN]
  let names: EpochNames = { initKey: '', periodMs: 0 }
  for (let position = 0; position < records.length; position++) {
    const [beginMs, durationMs] = [records.beginMs(position), records.durationMs(position)]
    if (beginMs - beforeEndMs > holeToleranceMs) coverHole(out, beforeEndMs, beginMs, window, names)
    if (records.epoch(position) !== epoch) {
      epoch = records.epoch(position)
      names = epochOf(epoch)
    }
    beforeEndMs = beginMs + durationMs
    if (beforeEndMs > window.fromMs && beginMs < window.toMs)
      out.push({ beginMs, durationMs, initKey: names.initKey, periodMs: names.periodMs, gap: false })
  }
  return out
}

/** Adds the steps of the hole [beginMs, endMs) that overlap the window; `names` are of what stands before it. */
export function coverHole(
  out: SegmentRef[],
  beginMs: number,
  endMs: number,
  window: { readonly fromMs: number; readonly toMs: number; readonly stepMs: number },
  names: EpochNames,
): void {
  const steps = Math.max(1, Math.floor((endMs - beginMs) / window.stepMs - 0.25) + 1)
  const skipped = Math.min(steps - 1, Math.max(0, Math.floor((window.fromMs - beginMs) / window.stepMs)))
  let at = beginMs + skipped * window.stepMs
  for (let step = 0; step < maxSteps && at < endMs && at < window.toMs; step++) {
    // A last step under a quarter of the usual would be a splinter: it joins the one before.
    const left = endMs - at
    const durationMs = left < window.stepMs * 1.25 ? left : window.stepMs
    if (at + durationMs > window.fromMs) out.push({ beginMs: at, durationMs, ...names, gap: true })
    at += durationMs
  }
}
