/** What one day of one rendition comes to, added up as its index grows. */
import { chunkMs, dayMs, flagRebase } from '#media/archive/index/index-record.ts'
import { holeToleranceMs } from '#media/archive/timeline/holes.ts'
import type { RecordList } from '#media/archive/index/record-list.ts'

/** Nothing was recorded in [fromMs, toMs). */
export interface Hole {
  readonly fromMs: number
  readonly toMs: number
}

const chunks = dayMs / chunkMs
/** A source that stutters all day makes more holes than anybody reads. */
const maxHoles = 2000

export class DaySummary {
  /** Bytes and milliseconds that were recorded, by chunk; what was laid down from an asset takes no room of its own. */
  readonly bytes = new Float64Array(chunks)
  readonly recordedMs = new Float64Array(chunks)
  readonly holes: Hole[] = []
  /** How many records are added up. */
  count = 0
  firstMs = Number.POSITIVE_INFINITY
  endMs = Number.NEGATIVE_INFINITY

  /** Takes the records that follow those it has. */
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
