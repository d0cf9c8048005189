/**
 * From records to a continuous list: every hole becomes segments marked as gaps. Both browser players recover
 * from an outage only when the hole is covered so (measured); a hole without gaps stops one of them for good.
 */
import type { RecordList } from '#media/archive/index/record-list.ts'
import type { SegmentRef } from './timeline.ts'

/** Shorter holes are left to the player, which skips them. */
export const holeToleranceMs = 250
/** A hole is divided into gap segments as long as the channel's usual segments. */
export const gapStepMs = 2000
/** A hole of a week in two-second gap segments; a longer window is rejected earlier. */
const maxSteps = 400_000

/** What the list needs to know about an epoch. */
export interface EpochNames {
  readonly initKey: string
  readonly periodMs: number
}

/**
 * Turns records (in order, preceded by the last one before the window if there is one) into segments that overlap
 * [fromMs, toMs), with holes divided into gaps of `stepMs`. The gaps of one hole are the same in every window.
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

/** Adds the gaps of the hole [beginMs, endMs) that overlap the window; `names` come from the segment before it. */
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
    // A last gap under a quarter of the usual length would be too short: it joins the one before.
    const left = endMs - at
    const durationMs = left < window.stepMs * 1.25 ? left : window.stepMs
    if (at + durationMs > window.fromMs) out.push({ beginMs: at, durationMs, ...names, gap: true })
    at += durationMs
  }
}
