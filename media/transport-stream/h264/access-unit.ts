/** One coded picture as it lies in a byte stream with start codes: where its units are and what they are. */
import { hasRecoveryPoint, nalTypes, readSliceHeader, type SequenceParameters } from './h264.ts'

/** More units than this in one picture is no video. */
const maxUnits = 4096
const startCode = Buffer.from([0, 0, 1])

/** Where the units of one picture lie: pairs of places, without their start codes. Used again and again. */
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

/** Fills the table with the units of a picture, without padding. */
export function findUnits(picture: Buffer, into: UnitTable): void {
  into.count = 0
  const to = picture.length
  let begin = nextUnit(picture, 0)
  while (begin < to && into.count < maxUnits) {
    const next = nextUnit(picture, begin)
    let end = next < to ? next - 3 : to
    while (end > begin && picture[end - 1] === 0) end--
    if (end > begin && ((picture[begin] ?? 0) & 31) !== nalTypes.filler) into.add(begin, end)
    begin = next
  }
}

/** Behind the next start code, or the picture's end. */
function nextUnit(picture: Buffer, from: number): number {
  const found = picture.indexOf(startCode, from)
  return found < 0 ? picture.length : found + 3
}

/** What the units of one access unit say together. */
export interface AccessUnit {
  readonly hasSlices: boolean
  readonly isSync: boolean
  readonly isField: boolean
  /** Pictures, or fields, that begin in it: one, in what can be carried. */
  readonly pictures: number
}

/** Reads a picture's units. Without parameters nothing can be said of slices, and nothing is. */
export function readAccessUnit(
  picture: Buffer,
  units: UnitTable,
  sequence: SequenceParameters | undefined,
): AccessUnit {
  let [hasSlices, isSync, isField, pictures] = [false, false, false, 0]
  let hasParameters = false
  for (let unit = 0; unit < units.count; unit++) {
    const [from = 0, to = 0] = [units.places[unit * 2], units.places[unit * 2 + 1]]
    const type = (picture[from] ?? 0) & 31
    if (type === nalTypes.sps) hasParameters = true
    else if (type === nalTypes.sei) isSync ||= hasRecoveryPoint(picture, from, to)
    else if ((type === nalTypes.slice || type === nalTypes.idr) && sequence !== undefined) {
      // Slices that continue a picture do not begin with a 1 bit and say nothing new.
      if (hasSlices && (picture[from + 1] ?? 0) < 0x80) continue
      const slice = readSliceHeader(picture, from, to, sequence)
      if (slice.opensPicture) pictures++
      isField ||= slice.isField
      // Some encoders mark the pictures decoding may begin with by nothing but the parameters before them.
      isSync ||= type === nalTypes.idr || (hasParameters && slice.isIntra)
      hasSlices = true
    }
  }
  return { hasSlices, isSync, isField, pictures }
}
