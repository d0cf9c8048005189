/**
 * Movie fragments (moof): reads their sample tables, moves them in time, cuts their tail.
 * ISO/IEC 14496-12, 8.8. Everything here is pure: buffers in, values or buffers out.
 */
import { boxesIn, MalformedBoxError, type BoxPosition } from './boxes.ts'

/** One sample (a video or an audio frame). Ticks of the track's timescale; `size` in bytes. */
export interface Sample {
  readonly durationTicks: number
  readonly size: number
  readonly flags: number
  readonly compositionOffsetTicks: number
}

/** What a moof says about its one track. */
export interface Fragment {
  readonly trackId: number
  /** Decode time of the first sample (tfdt), ticks. */
  readonly decodeTicks: number
  readonly durationTicks: number
  readonly samples: readonly Sample[]
  /** True when the first sample can be decoded without any before it. */
  readonly startsWithSync: boolean
}

const nonSync = 0x10000
/** A fragment of ten minutes of audio has 28 000 samples; more than this is not media. */
const maxSamples = 200_000

interface Defaults {
  durationTicks: number
  size: number
  flags: number
}

/** Reads a moof (with its header) that holds one track. Throws MalformedBoxError when it does not. */
export function parseMoof(moof: Buffer): Fragment {
  const outer = firstBox(moof, 'moof', 0, moof.length)
  const traf = firstBox(moof, 'traf', outer.bodyStart, outer.end)
  let trackId = 0
  let decodeTicks: number | undefined
  let defaults: Defaults = { durationTicks: 0, size: 0, flags: 0 }
  const samples: Sample[] = []
  for (const box of boxesIn(moof, traf.bodyStart, traf.end)) {
    if (box.type === 'tfhd') {
      trackId = need(moof, box, 4, 4)
      defaults = readDefaults(moof, box)
    } else if (box.type === 'tfdt') decodeTicks = readTfdt(moof, box)
    else if (box.type === 'trun') readRun(moof, box, defaults, samples)
  }
  if (decodeTicks === undefined) throw new MalformedBoxError('moof without tfdt')
  let durationTicks = 0
  for (const sample of samples) durationTicks += sample.durationTicks
  const first = samples[0]
  const startsWithSync = first !== undefined && (first.flags & nonSync) === 0
  return { trackId, decodeTicks, durationTicks, samples, startsWithSync }
}

/**
 * Moves every moof in `segment` (moof+mdat pairs) in time, in place. Either adds `addTicks` to each decode time, or
 * with `setTicks` sets the first fragment to exactly that time; the others keep their distance to it.
 * Throws MalformedBoxError when there is no moof, or when a 32-bit tfdt cannot hold the new time.
 */
export function patchTfdt(
  segment: Buffer,
  move: { readonly addTicks: number } | { readonly setTicks: number },
): void {
  let addTicks = 'addTicks' in move ? move.addTicks : undefined
  for (const box of boxesIn(segment)) {
    if (box.type !== 'moof') continue
    const traf = firstBox(segment, 'traf', box.bodyStart, box.end)
    const tfdt = firstBox(segment, 'tfdt', traf.bodyStart, traf.end)
    const old = readTfdt(segment, tfdt)
    if (addTicks === undefined) addTicks = 'setTicks' in move ? move.setTicks - old : 0
    writeTfdt(segment, tfdt, old + addTicks)
  }
  if (addTicks === undefined) throw new MalformedBoxError('segment without moof')
}

/** Sets the sequence number (mfhd) of the first moof in `segment`, in place. */
export function patchSequence(segment: Buffer, sequence: number): void {
  const moof = firstBox(segment, 'moof', 0, segment.length)
  segment.writeUInt32BE(sequence, firstBox(segment, 'mfhd', moof.bodyStart, moof.end).bodyStart + 4)
}

/**
 * Limits the last sample of each fragment to `maxTicks`: ffmpeg gives the last sample before a hole the whole hole
 * as its duration, which would break TARGETDURATION. Patches in place where the duration is written per sample;
 * returns the fragment's duration after the change.
 */
export function clampLastSample(moof: Buffer, maxTicks: number): number {
  const fragment = parseMoof(moof)
  const last = fragment.samples.at(-1)
  if (last === undefined || last.durationTicks <= maxTicks) return fragment.durationTicks
  const defaultValue =
    fragment.samples.length > 1 ? (fragment.samples[0]?.durationTicks ?? maxTicks) : maxTicks
  const shorter = Math.min(defaultValue, maxTicks)
  const run = lastRun(moof)
  const flags = moof.readUInt32BE(run.bodyStart) & 0xffffff
  // A duration that all samples share is stored once, in the header: it can be changed only for a lone sample.
  const at = flags & 0x100 ? run.end - entrySize(flags) : defaultDurationAt(moof)
  if (at === undefined || (!(flags & 0x100) && fragment.samples.length > 1)) return fragment.durationTicks
  moof.writeUInt32BE(shorter, at)
  return fragment.durationTicks - last.durationTicks + shorter
}

/** Where the header stores the duration of all samples, if it does. */
function defaultDurationAt(moof: Buffer): number | undefined {
  const outer = firstBox(moof, 'moof', 0, moof.length)
  const traf = firstBox(moof, 'traf', outer.bodyStart, outer.end)
  const tfhd = firstBox(moof, 'tfhd', traf.bodyStart, traf.end)
  const flags = need(moof, tfhd, 0, 4) & 0xffffff
  const at = tfhd.bodyStart + 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0)
  return flags & 0x8 && at + 4 <= tfhd.end ? at : undefined
}

function lastRun(moof: Buffer): BoxPosition {
  const outer = firstBox(moof, 'moof', 0, moof.length)
  const traf = firstBox(moof, 'traf', outer.bodyStart, outer.end)
  let run: BoxPosition | undefined
  for (const box of boxesIn(moof, traf.bodyStart, traf.end)) if (box.type === 'trun') run = box
  if (run === undefined) throw new MalformedBoxError('moof without trun')
  return run
}

/** Bytes of one entry of a trun with these flags. */
export function entrySize(flags: number): number {
  return 4 * [0x100, 0x200, 0x400, 0x800].filter((bit) => flags & bit).length
}

/** The first box of this type between two offsets; throws MalformedBoxError when there is none. */
export function firstBox(bytes: Buffer, type: string, from: number, to: number): BoxPosition {
  for (const box of boxesIn(bytes, from, to)) if (box.type === type) return box
  throw new MalformedBoxError(`no ${type} box where one must be`)
}

function readDefaults(bytes: Buffer, tfhd: BoxPosition): Defaults {
  const flags = need(bytes, tfhd, 0, 4) & 0xffffff
  let at = 8
  if (flags & 0x1) at += 8
  if (flags & 0x2) at += 4
  const next = (bit: number): number => {
    if (!(flags & bit)) return 0
    const value = need(bytes, tfhd, at, 4)
    at += 4
    return value
  }
  return { durationTicks: next(0x8), size: next(0x10), flags: next(0x20) }
}

function readRun(bytes: Buffer, trun: BoxPosition, defaults: Defaults, into: Sample[]): void {
  const flags = need(bytes, trun, 0, 4) & 0xffffff
  const count = need(bytes, trun, 4, 4)
  if (count > maxSamples) throw new MalformedBoxError(`trun claims ${count} samples`)
  let at = trun.bodyStart + 8
  if (flags & 0x1) at += 4
  const firstFlags = flags & 0x4 ? need(bytes, trun, at - trun.bodyStart, 4) : undefined
  if (firstFlags !== undefined) at += 4
  if (at + count * entrySize(flags) > trun.end) throw new MalformedBoxError('trun ends before its samples')
  for (let index = 0; index < count; index++) {
    const take = (bit: number, otherwise: number): number => {
      if (!(flags & bit)) return otherwise
      at += 4
      return bit === 0x800 ? bytes.readInt32BE(at - 4) : bytes.readUInt32BE(at - 4)
    }
    const durationTicks = take(0x100, defaults.durationTicks)
    const size = take(0x200, defaults.size)
    const own = index === 0 && firstFlags !== undefined ? firstFlags : defaults.flags
    into.push({ durationTicks, size, flags: take(0x400, own), compositionOffsetTicks: take(0x800, 0) })
  }
}

/** Signed: audio that starts with its priming has a negative time. */
function readTfdt(bytes: Buffer, tfdt: BoxPosition): number {
  return bytes[tfdt.bodyStart] === 1 ? Number(need64(bytes, tfdt, 4)) : need(bytes, tfdt, 4, 4)
}

function writeTfdt(bytes: Buffer, tfdt: BoxPosition, ticks: number): void {
  if (!Number.isSafeInteger(ticks)) throw new MalformedBoxError(`decode time ${ticks}`)
  if (bytes[tfdt.bodyStart] === 1) bytes.writeBigInt64BE(BigInt(ticks), tfdt.bodyStart + 4)
  else if (ticks >= 0 && ticks <= 0xffffffff) bytes.writeUInt32BE(ticks, tfdt.bodyStart + 4)
  else throw new MalformedBoxError('a 32-bit tfdt cannot hold this time')
}

function need(bytes: Buffer, box: BoxPosition, offset: number, length: number): number {
  if (box.bodyStart + offset + length > box.end) throw new MalformedBoxError(`${box.type} is cut short`)
  return bytes.readUInt32BE(box.bodyStart + offset)
}

function need64(bytes: Buffer, box: BoxPosition, offset: number): bigint {
  if (box.bodyStart + offset + 8 > box.end) throw new MalformedBoxError(`${box.type} is cut short`)
  return bytes.readBigInt64BE(box.bodyStart + offset)
}
