/** One coded frame as it lies in a byte stream with start codes: where its units are and what they are. */
import { hasRecoveryPoint, nalTypes, readSliceHeader, type SequenceParameters } from './h264.ts'

/** More units than this in one frame is no video. */
const maxUnits = 4096
const startCode = Buffer.from([0, 0, 1])

/** Where the units of one frame lie: pairs of places, without their start codes. Used again and again. */
export class UnitTable {
  places = new Int32Array(64)
  count = 0

  add(from: number, to: number): void {
    if (this.count * 2 + 2 > this.places.length) {
      const larger = new Int32Array(this.places.length * 2)
      larger.set(this.places)
      this.places = larger
    }
    this.places[this.count * 2] = from
    this.places[this.count * 2 + 1] = to
    this.count++
  }
}

/** Fills the table with the units of a frame, without padding. */
export function findUnits(accessUnit: Buffer, into: UnitTable): void {
  into.count = 0
  const to = accessUnit.length
  let start = nextUnit(accessUnit, 0)
  while (start < to && into.count < maxUnits) {
    const next = nextUnit(accessUnit, start)
    let end = next < to ? next - 3 : to
    while (end > start && accessUnit[end - 1] === 0) end--
    if (end > start && ((accessUnit[start] ?? 0) & 31) !== nalTypes.filler) into.add(start, end)
    start = next
  }
}

/** Behind the next start code, or the frame's end. */
function nextUnit(accessUnit: Buffer, from: number): number {
  const startCodeAt = accessUnit.indexOf(startCode, from)
  return startCodeAt < 0 ? accessUnit.length : startCodeAt + 3
}

/** What the units of one access unit say together. */
export interface AccessUnit {
  readonly hasSlices: boolean
  readonly isSync: boolean
  readonly isField: boolean
  /** Frames, or fields, that begin in it: one, in what can be carried. */
  readonly pictures: number
}

/** Reads a frame's units. Without parameters nothing can be said of slices, and nothing is. */
export function readAccessUnit(
  accessUnit: Buffer,
  units: UnitTable,
  sequence: SequenceParameters | undefined,
): AccessUnit {
  let [hasSlices, isSync, isField, pictures] = [false, false, false, 0]
  let hasParameters = false
  for (let unit = 0; unit < units.count; unit++) {
    const [from = 0, to = 0] = [units.places[unit * 2], units.places[unit * 2 + 1]]
    const type = (accessUnit[from] ?? 0) & 31
    if (type === nalTypes.sps) hasParameters = true
    else if (type === nalTypes.sei) isSync ||= hasRecoveryPoint(accessUnit, from, to)
    else if ((type === nalTypes.slice || type === nalTypes.idr) && sequence !== undefined) {
      // Slices that continue a frame do not begin with a 1 bit and say nothing new.
      if (hasSlices && (accessUnit[from + 1] ?? 0) < 0x80) continue
      const slice = readSliceHeader(accessUnit, from, to, sequence)
      if (slice.startsFrame) pictures++
      isField ||= slice.isField
      // Some encoders mark the frames decoding may begin with by nothing but the parameters before them.
      isSync ||= type === nalTypes.idr || (hasParameters && slice.isIntra)
      hasSlices = true
    }
  }
  return { hasSlices, isSync, isField, pictures }
}
