/**
 * Tiny segments of real boxes for synthetic archives: one sample, a decode time, and bytes that identify their owner.
 */
import { findBox } from '#media/containers/boxes.ts'
import { parseMoof } from '#media/containers/movie-fragment.ts'

/** Of all synthetic tracks. */
export const ticksPerSecond = 1000

function box(type: string, ...body: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.reduce((sum, one) => sum + one.length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...body])
}

function words(...values: readonly number[]): Buffer {
  const out = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => out.writeUInt32BE(value >>> 0, at * 4))
  return out
}

/** A segment that starts at `beginMs` and lasts `durationMs`, with `payloadBytes` of media derived from `owner`. */
export function madeUpSegment(
  beginMs: number,
  durationMs: number,
  { payloadBytes = 64, owner = 0 }: { payloadBytes?: number; owner?: number } = {},
): Buffer {
  const payload = Buffer.alloc(payloadBytes)
  // Never a zero: unwritten bytes read as zeros.
  for (let at = 0; at < payloadBytes; at++) payload[at] = 1 + ((beginMs + owner * 31 + at * 7) % 255)
  const tfhd = box('tfhd', words(0x020038, 1, durationMs, payloadBytes, 0))
  const tfdt = Buffer.alloc(12)
  tfdt.writeUInt32BE(0x01000000)
  tfdt.writeBigUInt64BE(BigInt(beginMs), 4)
  const trun = box('trun', words(0, 1))
  const moof = box('moof', box('mfhd', words(0, 1)), box('traf', tfhd, box('tfdt', tfdt), trun))
  return Buffer.concat([moof, box('mdat', payload)])
}

/** Its start and duration according to its own boxes; throws when they are incomplete. */
export function readMadeUpSegment(bytes: Buffer): { readonly beginMs: number; readonly durationMs: number } {
  const moof = findBox(bytes, ['moof'])
  const mdat = findBox(bytes, ['mdat'])
  if (moof === undefined || mdat === undefined) throw new Error('a segment without its boxes')
  const { decodeTicks, durationTicks } = parseMoof(bytes.subarray(moof.start, moof.end))
  return { beginMs: decodeTicks, durationMs: durationTicks }
}

/** The init segment of a synthetic video (H.264) or audio (AAC) track; `variant` gives it another configuration. */
export function madeUpInit(kind: 'video' | 'audio', variant = 0): Buffer {
  const mdhd = box('mdhd', words(0, 0, 0, ticksPerSecond, 0, 0x55c40000))
  const hdlr = box('hdlr', words(0, 0), Buffer.from(kind === 'video' ? 'vide' : 'soun'), Buffer.alloc(12))
  const stsd = box('stsd', words(0, 1), kind === 'video' ? pictureEntry(variant) : soundEntry())
  const minf = box('minf', box('stbl', stsd))
  return Buffer.concat([
    box('ftyp', Buffer.from('iso6'), words(variant)),
    box('moov', box('trak', box('mdia', mdhd, hdlr, minf))),
  ])
}

function pictureEntry(variant: number): Buffer {
  const fields = Buffer.alloc(78)
  fields.writeUInt16BE(640, 24)
  fields.writeUInt16BE(360, 26)
  return box('avc1', fields, box('avcC', Buffer.from([1, 0x64, 0, 0x1f, 0xff, variant & 0xff])))
}

function soundEntry(): Buffer {
  const fields = Buffer.alloc(28)
  fields.writeUInt16BE(2, 16)
  fields.writeUInt32BE(48_000 * 65_536, 24)
  // ES_Descriptor > DecoderConfigDescriptor (0x40: AAC) > AudioSpecificConfig (AAC-LC, 48 kHz, stereo).
  const config = [5, 2, 0x11, 0x90]
  const decoder = [4, 13 + config.length, 0x40, ...Array.from({ length: 12 }, () => 0), ...config]
  const esds = Buffer.from([0, 0, 0, 0, 3, 3 + decoder.length, 0, 1, 0, ...decoder])
  return box('mp4a', fields, box('esds', esds))
}
