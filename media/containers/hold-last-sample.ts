/** Extends the duration of the last sample of a segment, in its bytes. ISO/IEC 14496-12, 8.8. Pure. */
import { boxesIn, MalformedBoxError, type BoxPosition } from './boxes.ts'
import { entrySize, firstBox, parseMoof } from './movie-fragment.ts'

const durationsPresent = 0x100
const dataOffset = 0x1
const firstFlags = 0x4

/** The run with an explicit duration for each sample, the last one longer by `addTicks`. */
function withDurations(run: Buffer, flags: number, durations: readonly number[], addTicks: number): Buffer {
  const count = run.readUInt32BE(12)
  const head = 16 + (flags & dataOffset ? 4 : 0) + (flags & firstFlags ? 4 : 0)
  const grown = flags & durationsPresent ? 0 : 4 * count
  const entry = entrySize(flags)
  const out = Buffer.alloc(run.length + grown)
  run.copy(out, 0, 0, head)
  out.writeUInt32BE(out.length, 0)
  out.writeUInt32BE((run.readUInt32BE(8) | durationsPresent) >>> 0, 8)
  let at = head
  for (let sample = 0; sample < count; sample += 1) {
    const from = head + sample * entry
    // The duration is the first field of an entry.
    out.writeUInt32BE((durations[sample] ?? 0) + (sample === count - 1 ? addTicks : 0), at)
    at += 4
    const rest = flags & durationsPresent ? from + 4 : from
    at += run.copy(out, at, rest, from + entry)
  }
  return out
}

/** How far data offsets, counted from the start of their moof, move when the moof grows. */
function moveData(run: Buffer, flags: number, bytes: number): void {
  if (flags & dataOffset) run.writeInt32BE(run.readInt32BE(16) + bytes, 16)
}

function runsOf(moof: Buffer, traf: BoxPosition): BoxPosition[] {
  return [...boxesIn(moof, traf.bodyStart, traf.end)].filter(({ type }) => type === 'trun')
}

/**
 * The segment (moof+mdat pairs of one track) with its last sample longer by `addTicks`; it grows by a few bytes where
 * one default duration was used for all samples. Throws MalformedBoxError when it is not a segment.
 */
export function holdLastSample(segment: Buffer, addTicks: number): Buffer {
  const place = [...boxesIn(segment)].findLast(({ type }) => type === 'moof')
  if (place === undefined) throw new MalformedBoxError('segment without moof')
  const moof = segment.subarray(place.start, place.end)
  const durations = parseMoof(moof).samples.map(({ durationTicks }) => durationTicks)
  const traf = firstBox(moof, 'traf', 8, moof.length)
  const runs = runsOf(moof, traf)
  const last = runs.at(-1)
  if (last === undefined) throw new MalformedBoxError('moof without trun')
  const flags = moof.readUInt32BE(last.bodyStart) & 0xffffff
  const count = moof.readUInt32BE(last.bodyStart + 4)
  const run = withDurations(moof.subarray(last.start, last.end), flags, durations.slice(-count), addTicks)
  const grown = run.length - (last.end - last.start)
  const out = Buffer.concat([
    segment.subarray(0, place.start + last.start),
    run,
    segment.subarray(place.start + last.end),
  ])
  out.writeUInt32BE(moof.length + grown, place.start)
  out.writeUInt32BE(traf.end - traf.start + grown, place.start + traf.start)
  for (const { start, bodyStart } of runs)
    moveData(out.subarray(place.start + start), moof.readUInt32BE(bodyStart) & 0xffffff, grown)
  return out
}
