/** What the records of a window say about it. Pure. */
import type { RecordList } from './index/record-list.ts'

/** A part of an archive that was recorded, Unix ms. */
export interface RecordedSpan {
  readonly beginMs: number
  readonly endMs: number
}

/** The parts that were recorded, in order; holes up to `toleranceMs` do not count. */
export function spansOf(records: RecordList, toleranceMs: number): readonly RecordedSpan[] {
  const all = Array.from({ length: records.length }, (_, position) => ({
    beginMs: records.beginMs(position),
    endMs: records.endMs(position),
  }))
  return joinSpans(all, toleranceMs)
}

/** Joins what overlaps, touches, or is separated by less than `toleranceMs`. */
export function joinSpans(spans: readonly RecordedSpan[], toleranceMs: number): readonly RecordedSpan[] {
  const joined: { beginMs: number; endMs: number }[] = []
  for (const { beginMs, endMs } of spans.toSorted((a, b) => a.beginMs - b.beginMs)) {
    const last = joined.at(-1)
    if (last !== undefined && beginMs - last.endMs <= toleranceMs) last.endMs = Math.max(last.endMs, endMs)
    else joined.push({ beginMs, endMs })
  }
  return joined
}

/** Peak over single segments of at least half a second; both in bits per second. */
export function bitRates(records: RecordList): { peakBitsPerSecond: number; averageBitsPerSecond: number } {
  let [bytes, ms, peak] = [0, 0, 0]
  for (let position = 0; position < records.length; position++) {
    const [size, durationMs] = [records.size(position), records.durationMs(position)]
    bytes += size
    ms += durationMs
    if (durationMs >= 500) peak = Math.max(peak, (size * 8000) / durationMs)
  }
  const average = Math.ceil((bytes * 8000) / Math.max(1, ms))
  return { peakBitsPerSecond: Math.ceil(Math.max(peak, average)), averageBitsPerSecond: average }
}
