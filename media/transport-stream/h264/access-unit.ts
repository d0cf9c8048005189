/** One coded frame in a byte stream with start codes: the positions and types of its units. */
import { hasRecoveryPoint, nalTypes, readSliceHeader, type SequenceParameters } from './h264.ts'

/** A frame with more units is not valid video. */
const maxUnits = 4096
const startCode = Buffer.from([0, 0, 1])

/** The units of one frame: pairs of offsets, without their start codes. The table is reused. */
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

/** The offset after the next start code, or the frame's end. */
function nextUnit(accessUnit: Buffer, from: number): number {
  const startCodeAt = accessUnit.indexOf(startCode, from)
  return startCodeAt < 0 ? accessUnit.length : startCodeAt + 3
}

/** Properties of an access unit. */
export interface AccessUnit {
  readonly hasSlices: boolean
  readonly isSync: boolean
  readonly isField: boolean
  /** Frames, or fields, that begin in it: must be one to be passed through. */
  readonly pictures: number
}

/** Reads a frame's units. Without parameter sets its slices are not examined. */
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
      // Slices that continue a frame do not begin with a 1 bit and add no information.
      if (hasSlices && (accessUnit[from + 1] ?? 0) < 0x80) continue
      const slice = readSliceHeader(accessUnit, from, to, sequence)
      if (slice.startsFrame) pictures++
      isField ||= slice.isField
      // Some encoders mark random access points only by the parameter sets before them.
      isSync ||= type === nalTypes.idr || (hasParameters && slice.isIntra)
      hasSlices = true
    }
  }
  return { hasSlices, isSync, isField, pictures }
}
