/** The key frame at the beginning of a segment, cut out of it, so that a decoder reads one frame and nothing else. */
import { boxesIn, findBox, firstFragment } from '#media/containers/boxes.ts'
import { parseMoof, patchTfdt } from '#media/containers/movie-fragment.ts'
import { trimSegment } from '#media/containers/trim-segment.ts'

/** Bytes of a visual sample entry before its boxes. */
const sampleEntryBytes = 78
/** Where these records say how long the length before each unit is. ISO/IEC 14496-15. */
const lengthSizeAt: Readonly<Record<string, number>> = { avcC: 4, hvcC: 21 }

/**
 * Fragmented MP4 of one frame: the init segment and the first sample of the segment. Undefined when that sample is no
 * key frame, or is so damaged that a decoder would find nothing in it. Throws MalformedBoxError as `boxesIn` does.
 */
export function keyFrameOf(init: Buffer, segment: Buffer): Buffer | undefined {
  const fragment = trimSegment(firstFragment(segment), 1)
  const moof = findBox(fragment, ['moof'])
  const mdat = findBox(fragment, ['mdat'])
  if (moof === undefined || mdat === undefined) return undefined
  if (!parseMoof(fragment.subarray(moof.start, moof.end)).startsWithSync) return undefined
  const lengthBytes = lengthBytesOf(init)
  const sample = fragment.subarray(mdat.bodyStart, mdat.end)
  if (lengthBytes !== undefined && !hasWholeUnits(sample, lengthBytes)) return undefined
  // ffmpeg waits for what comes before a frame of a later time.
  patchTfdt(fragment, { setTicks: 0 })
  return Buffer.concat([init, fragment])
}

/** How many bytes the length before each unit has; undefined for a codec without units. */
function lengthBytesOf(init: Buffer): number | undefined {
  const stsd = findBox(init, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'])
  if (stsd === undefined) return undefined
  const [entry] = boxesIn(init, stsd.bodyStart + 8, stsd.end)
  if (entry === undefined) return undefined
  for (const box of boxesIn(init, entry.bodyStart + sampleEntryBytes, entry.end)) {
    const at = lengthSizeAt[box.type]
    if (at !== undefined && box.bodyStart + at < box.end) return (init.readUInt8(box.bodyStart + at) & 3) + 1
  }
  return undefined
}

function hasWholeUnits(sample: Buffer, lengthBytes: number): boolean {
  let at = 0
  while (at + lengthBytes <= sample.length) at += lengthBytes + sample.readUIntBE(at, lengthBytes)
  return at === sample.length && at > 0
}
