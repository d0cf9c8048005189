/**
 * Detects that a source has changed its video format: passed-through H.264 carries new parameter sets before its key
 * frames, while the init segment still has the old ones, and a browser's decoder stops there.
 */
import { boxesIn, findBox } from '#media/containers/boxes.ts'
import { parseMoof } from '#media/containers/movie-fragment.ts'

const sps = 7
const maxUnits = 64

/** Sequence parameter sets of an `avcC`, as latin1 strings; undefined when the init is not H.264. */
export function parameterSetsOf(init: Buffer): ReadonlySet<string> | undefined {
  const stsd = findBox(init, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'])
  if (stsd === undefined) return undefined
  const [entry] = boxesIn(init, stsd.bodyStart + 8, stsd.end)
  if (entry === undefined) return undefined
  const avcC = [...boxesIn(init, entry.bodyStart + 78, entry.end)].find((box) => box.type === 'avcC')
  if (avcC === undefined || avcC.bodyStart + 6 > avcC.end) return undefined
  const sets = new Set<string>()
  let at = avcC.bodyStart + 6
  for (let left = (init[avcC.bodyStart + 5] ?? 0) & 31; left > 0 && at + 2 <= avcC.end; left--) {
    const end = at + 2 + init.readUInt16BE(at)
    sets.add(init.toString('latin1', at + 2, Math.min(end, avcC.end)))
    at = end
  }
  return sets
}

/** True when the first frame of a part (moof and mdat) contains other sequence parameter sets than these. */
export function hasOtherParameterSets(part: Buffer, earlier: ReadonlySet<string>): boolean {
  const [moof, mdat] = boxesIn(part)
  if (moof === undefined || mdat === undefined) return false
  const size = parseMoof(part.subarray(moof.start, moof.end)).samples[0]?.size ?? 0
  const end = Math.min(mdat.bodyStart + size, mdat.end)
  let isOther = false
  for (let at = mdat.bodyStart, unit = 0; at + 5 <= end && unit < maxUnits; unit++) {
    const next = at + 4 + part.readUInt32BE(at)
    const kind = (part[at + 4] ?? 0) & 31
    if (next > end) return false
    if (kind === sps) {
      if (earlier.has(part.toString('latin1', at + 4, next))) return false
      isOther = true
    }
    at = next
  }
  return isOther
}
