/** The totals of one day of one rendition, updated as its index grows. */
import { chunkMs, dayMs, flagRebase } from '#media/archive/index/index-record.ts'
import { holeToleranceMs } from '#media/archive/timeline/holes.ts'
import type { RecordList } from '#media/archive/index/record-list.ts'

/** Nothing was recorded in [fromMs, toMs). */
export interface Hole {
  readonly fromMs: number
  readonly toMs: number
}

const chunks = dayMs / chunkMs
/** A source that drops out all day makes more holes than a report needs. */
const maxHoles = 2000

export class DaySummary {
  /** Recorded bytes and milliseconds by chunk; data copied from an asset uses no space of its own. */
  readonly bytes = new Float64Array(chunks)
  readonly recordedMs = new Float64Array(chunks)
  readonly holes: Hole[] = []
  /** How many records are counted already. */
  count = 0
  firstMs = Number.POSITIVE_INFINITY
  endMs = Number.NEGATIVE_INFINITY

  /** Adds the records that follow the counted ones. */
  add(records: RecordList): void {
    for (let position = 0; position < records.length; position++) {
      const beginMs = records.beginMs(position)
      if (this.count > 0 && beginMs - this.endMs > holeToleranceMs && this.holes.length < maxHoles)
        this.holes.push({ fromMs: this.endMs, toMs: beginMs })
      this.firstMs = Math.min(this.firstMs, beginMs)
      this.endMs = records.endMs(position)
      this.count += 1
      if ((records.flags(position) & flagRebase) !== 0) continue
      const chunk = Math.floor((beginMs % dayMs) / chunkMs)
      this.bytes[chunk] = (this.bytes[chunk] ?? 0) + records.size(position)
      this.recordedMs[chunk] = (this.recordedMs[chunk] ?? 0) + records.durationMs(position)
    }
  }
}
