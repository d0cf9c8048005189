/**
 * From records to a continuous list: every hole becomes segments marked as gaps. Both browser players recover
 * from an outage only when the hole is covered so (measured); a hole without gaps stops one of them for good.
 */
import { endOf, type IndexRecord } from './index-record.ts'
import type { SegmentRef } from './timeline.ts'

/** Shorter holes are left to the player, which steps over them. */
export const HOLE_TOLERANCE_MS = 250
/** A hole of a week in two-second steps; a longer window is cut before. */
const MAX_STEPS = 400_000

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
  records: readonly IndexRecord[],
  window: { readonly fromMs: number; readonly toMs: number; readonly stepMs: number },
  epochOf: (epoch: number) => EpochNames,
): SegmentRef[] {
  const out: SegmentRef[] = []
  let before: IndexRecord | undefined
  for (const record of records) {
    if (before !== undefined && record.beginMs - endOf(before) > HOLE_TOLERANCE_MS)
      coverHole(out, endOf(before), record.beginMs, window, epochOf(before.epoch))
    before = record
    if (endOf(record) > window.fromMs && record.beginMs < window.toMs)
      out.push({
        beginMs: record.beginMs,
        durationMs: record.durationMs,
        ...epochOf(record.epoch),
        gap: false,
      })
  }
  return out
}

function coverHole(
  out: SegmentRef[],
  beginMs: number,
  endMs: number,
  window: { readonly fromMs: number; readonly toMs: number; readonly stepMs: number },
  names: EpochNames,
): void {
  const steps = Math.max(1, Math.floor((endMs - beginMs) / window.stepMs - 0.25) + 1)
  const skipped = Math.min(steps - 1, Math.max(0, Math.floor((window.fromMs - beginMs) / window.stepMs)))
  let at = beginMs + skipped * window.stepMs
  for (let step = 0; step < MAX_STEPS && at < endMs && at < window.toMs; step++) {
    // A last step under a quarter of the usual would be a splinter: it joins the one before.
    const left = endMs - at
    const durationMs = left < window.stepMs * 1.25 ? left : window.stepMs
    if (at + durationMs > window.fromMs) out.push({ beginMs: at, durationMs, ...names, gap: true })
    at += durationMs
  }
}
