/** The frames of the current part. */
import type { UnitTable } from './h264/access-unit.ts'
import { maxSampleSec, type MediaPart } from './fragments/media-part.ts'
import { clockHz } from './demux/timestamp-unroller.ts'
import { startFragment } from './fragments/write-fragment.ts'

/** A complete frame: its offset in the buffer, and its times in ticks. */
export interface Frame {
  readonly from: number
  readonly dts: number
  readonly pts: number
  readonly isSync: boolean
}

export class FrameBatch {
  #dts: number[] = []
  #shown: number[] = []
  #isSync: boolean[] = []
  #sizes: number[] = []
  #endTicks = 0
  /** The start and end offset of each unit. */
  #units: number[] = []

  get count(): number {
    return this.#dts.length
  }

  get durationTicks(): number {
    return this.#endTicks - (this.#dts[0] ?? this.#endTicks)
  }

  /** True when a frame at this time is too late to be the next one of the same part. */
  isHoleBefore(dts: number): boolean {
    return this.count > 0 && dts - this.#endTicks > clockHz * maxSampleSec
  }

  /** `units`: their offsets from the start of the frame. */
  add(frame: Frame, units: UnitTable, durationTicks: number): void {
    this.#dts.push(frame.dts)
    this.#shown.push(frame.pts)
    this.#isSync.push(frame.isSync)
    this.#endTicks = frame.dts + durationTicks
    let size = 0
    for (let unit = 0; unit < units.count; unit++) {
      const [from = 0, to = 0] = [units.places[unit * 2], units.places[unit * 2 + 1]]
      this.#units.push(frame.from + from, frame.from + to)
      size += 4 + to - from
    }
    this.#sizes.push(size)
  }

  /** Everything as a fragment, with decode times `shiftTicks` later than the timestamps; empties the batch. */
  take(bytes: Buffer, sequence: number, shiftTicks: number): MediaPart {
    const decodeTicks = (this.#dts[0] ?? 0) + shiftTicks
    const durations = this.#dts.map((dts, index) => (this.#dts[index + 1] ?? this.#endTicks) - dts)
    const offsets = this.#shown.map((pts, index) => pts - (this.#dts[index] ?? 0) - shiftTicks)
    const pictures = { offsets, isSync: this.#isSync }
    const fragment = startFragment(sequence, decodeTicks, { durations, sizes: this.#sizes, pictures })
    let at = fragment.bodyAt
    for (let index = 0; index < this.#units.length; index += 2) {
      const [from = 0, to = 0] = [this.#units[index], this.#units[index + 1]]
      at = fragment.bytes.writeUInt32BE(to - from, at)
      at += bytes.copy(fragment.bytes, at, from, to)
    }
    const { durationTicks } = this
    const startsWithSync = this.#isSync[0] === true
    this.#clear()
    return {
      bytes: fragment.bytes,
      decodeTicks,
      durationTicks,
      startsWithSync,
      frameTicks: durations[0] ?? 0,
    }
  }

  #clear(): void {
    this.#dts = []
    this.#shown = []
    this.#isSync = []
    this.#sizes = []
    this.#units = []
  }
}
