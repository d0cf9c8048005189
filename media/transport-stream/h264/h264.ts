/** The parts of H.264 needed for remuxing: parameter sets, slice headers, recovery points. ISO/IEC 14496-10. */
import { BitReader } from './bit-reader.ts'

export const nalTypes = { slice: 1, idr: 5, sei: 6, sps: 7, pps: 8, end: 10, filler: 12 } as const

/** The used values of a sequence parameter set. Sizes in pixels after cropping. */
export interface SequenceParameters {
  readonly id: number
  readonly chromaFormat: number
  readonly bitDepthLuma: number
  readonly bitDepthChroma: number
  readonly separatePlanes: boolean
  readonly frameNumberBits: number
  /** False when frames may be fields or frames of mixed macroblocks. */
  readonly framesOnly: boolean
  readonly width: number
  readonly height: number
  /** Pixel aspect ratio; [1, 1] when absent. */
  readonly pixelAspect: readonly [number, number]
}

/** Profiles whose parameter sets contain the colour format. 7.3.2.1.1 */
const longProfiles = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
/** Table E-1, from index 1 on. */
const aspects: readonly (readonly [number, number])[] = [
  [1, 1],
  [12, 11],
  [10, 11],
  [16, 11],
  [40, 33],
  [24, 11],
  [20, 11],
  [32, 11],
  [80, 33],
  [18, 11],
  [15, 11],
  [64, 33],
  [160, 99],
  [4, 3],
  [3, 2],
  [2, 1],
]
const aspectWrittenOut = 255

/** Reads an SPS including its NAL header; undefined when it is invalid. */
export function readSequenceParameters(nal: Uint8Array): SequenceParameters | undefined {
  const bits = new BitReader(nal, 1, nal.length)
  const profile = bits.byte()
  bits.byte()
  bits.byte()
  const id = bits.unsigned()
  const colour = longProfiles.includes(profile)
    ? readColourFormat(bits)
    : { chromaFormat: 1, separatePlanes: false, bitDepthLuma: 8, bitDepthChroma: 8 }
  const frameNumberBits = bits.unsigned() + 4
  skipPoc(bits)
  bits.unsigned()
  bits.bit()
  const columns = bits.unsigned() + 1
  const rows = bits.unsigned() + 1
  const framesOnly = bits.bit() === 1
  if (!framesOnly) bits.bit()
  bits.bit()
  const crop = bits.bit() === 1 ? [0, 1, 2, 3].map(() => bits.unsigned()) : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const hasChroma = colour.chromaFormat !== 0 && !colour.separatePlanes
  const unitX = hasChroma && colour.chromaFormat < 3 ? 2 : 1
  const unitY = (hasChroma && colour.chromaFormat === 1 ? 2 : 1) * (framesOnly ? 1 : 2)
  const width = columns * 16 - (left + right) * unitX
  const height = rows * 16 * (framesOnly ? 1 : 2) - (top + bottom) * unitY
  const pixelAspect = bits.bit() === 1 && bits.bit() === 1 ? readAspect(bits) : ([1, 1] as const)
  if (id > 31 || frameNumberBits > 16 || width < 16 || height < 16 || width > 16_384 || height > 16_384)
    return undefined
  return { id, ...colour, frameNumberBits, framesOnly, width, height, pixelAspect }
}

function readColourFormat(
  bits: BitReader,
): Pick<SequenceParameters, 'chromaFormat' | 'separatePlanes' | 'bitDepthLuma' | 'bitDepthChroma'> {
  const chromaFormat = bits.unsigned()
  const separatePlanes = chromaFormat === 3 && bits.bit() === 1
  const bitDepthLuma = bits.unsigned() + 8
  const bitDepthChroma = bits.unsigned() + 8
  bits.bit()
  if (bits.bit() === 1) skipScalingLists(bits, chromaFormat === 3 ? 12 : 8)
  return { chromaFormat, separatePlanes, bitDepthLuma, bitDepthChroma }
}

function skipScalingLists(bits: BitReader, count: number): void {
  for (let list = 0; list < count; list++) {
    if (bits.bit() === 0) continue
    let [last, next] = [8, 8]
    for (let entry = 0; entry < (list < 6 ? 16 : 64) && !bits.isExhausted; entry++) {
      if (next !== 0) next = (last + bits.signed() + 256) % 256
      if (next !== 0) last = next
    }
  }
}

function skipPoc(bits: BitReader): void {
  const type = bits.unsigned()
  if (type === 0) bits.unsigned()
  if (type !== 1) return
  bits.bit()
  bits.signed()
  bits.signed()
  const cycle = Math.min(bits.unsigned(), 255)
  for (let frame = 0; frame < cycle; frame++) bits.signed()
}

function readAspect(bits: BitReader): readonly [number, number] {
  const code = bits.bits(8)
  const aspect = code === aspectWrittenOut ? ([bits.bits(16), bits.bits(16)] as const) : aspects[code - 1]
  return aspect === undefined || aspect[0] === 0 || aspect[1] === 0 ? [1, 1] : aspect
}

/** The first values of a slice header. */
export interface SliceHeader {
  /** The first slice of its frame. */
  readonly startsFrame: boolean
  readonly isIntra: boolean
  /** A field: every second line. */
  readonly isField: boolean
}

/** Reads a slice's header in a range of bytes that starts with the NAL header. */
export function readSliceHeader(
  bytes: Uint8Array,
  from: number,
  to: number,
  sequence: SequenceParameters,
): SliceHeader {
  const bits = new BitReader(bytes, from + 1, to)
  const startsFrame = bits.unsigned() === 0
  const type = bits.unsigned() % 5
  bits.unsigned()
  if (sequence.separatePlanes) bits.bits(2)
  bits.bits(sequence.frameNumberBits)
  return { startsFrame: startsFrame, isIntra: type === 2, isField: !sequence.framesOnly && bits.bit() === 1 }
}

const recoveryPoint = 6
const maxMessages = 32

/** True when an SEI unit marks its frame as a recovery point. Annex D.1.8 */
export function hasRecoveryPoint(bytes: Uint8Array, from: number, to: number): boolean {
  const reader = new BitReader(bytes, from + 1, to)
  const number = (): number => {
    let value = 0
    for (let byte = 255; byte === 255 && !reader.isExhausted;) value += byte = reader.byte()
    return value
  }
  for (let message = 0; message < maxMessages; message++) {
    const type = number()
    const size = number()
    if (reader.isExhausted) return false
    if (type === recoveryPoint) return size > 0
    for (let skipped = 0; skipped < size; skipped++) {
      if (reader.isExhausted) return false
      reader.byte()
    }
  }
  return false
}

/** AVCDecoderConfigurationRecord. ISO/IEC 14496-15, 5.3.3.1 */
export function decoderConfiguration(
  sequences: readonly Uint8Array[],
  pictures: readonly Uint8Array[],
  about: SequenceParameters,
): Buffer {
  const [, profile = 0, compatibility = 0, level = 0] = sequences[0] ?? []
  const listed = (units: readonly Uint8Array[]): Uint8Array[] =>
    units.flatMap((unit) => [Uint8Array.of(unit.length >> 8, unit.length & 0xff), unit])
  const isLong = ![66, 77, 88].includes(profile)
  const colour = [
    0xfc | about.chromaFormat,
    0xf8 | (about.bitDepthLuma - 8),
    0xf8 | (about.bitDepthChroma - 8),
    0,
  ]
  return Buffer.concat([
    Uint8Array.of(1, profile, compatibility, level, 0xff, 0xe0 | sequences.length),
    ...listed(sequences),
    Uint8Array.of(pictures.length),
    ...listed(pictures),
    ...(isLong ? [Uint8Array.from(colour)] : []),
  ])
}
