/** Movie fragments (moof and mdat) of one track. ISO/IEC 14496-12, 8.8. */

/** The samples of a fragment, one list entry per sample. Ticks of the track's timescale; sizes in bytes. */
export interface SampleTable {
  readonly durations: readonly number[]
  readonly sizes: readonly number[]
  /** Composition offsets and sync flags: video only. */
  readonly pictures?: { readonly offsets: readonly number[]; readonly isSync: readonly boolean[] }
}

const syncSample = 0x02000000
const otherSample = 0x01010000
const baseIsMoof = 0x20000
const [WITH_DURATION, WITH_FLAGS] = [0x8, 0x20]
const [dataOffset, durationsPresent, imageSizes, FLAGS, OFFSETS] = [0x1, 0x100, 0x200, 0x400, 0x800]
const trackId = 1

/** A fragment with space for its samples: the caller fills the bytes from `bodyAt` on. */
export function startFragment(
  sequence: number,
  decodeTicks: number,
  table: SampleTable,
): { bytes: Buffer; bodyAt: number } {
  const { durations, sizes, pictures } = table
  const first = durations[0] ?? 0
  const isEven = pictures === undefined && durations.every((duration) => duration === first)
  const header = WITH_FLAGS | (isEven ? WITH_DURATION : 0)
  const run =
    dataOffset | imageSizes | (isEven ? 0 : durationsPresent) | (pictures === undefined ? 0 : FLAGS | OFFSETS)
  const tfhdBytes = 20 + (isEven ? 4 : 0)
  const trunBytes = 20 + sizes.length * (4 + (isEven ? 0 : 4) + (pictures === undefined ? 0 : 8))
  const trafBytes = 8 + tfhdBytes + 20 + trunBytes
  const moofBytes = 8 + 16 + trafBytes
  const body = sizes.reduce((sum, size) => sum + size, 0)
  const bytes = Buffer.allocUnsafeSlow(moofBytes + 8 + body)
  let at = 0
  const word = (value: number): void => {
    at = bytes.writeUInt32BE(value, at)
  }
  const box = (size: number, type: string): void => {
    word(size)
    at += bytes.write(type, at, 'latin1')
  }
  box(moofBytes, 'moof')
  box(16, 'mfhd')
  word(0)
  word(sequence)
  box(trafBytes, 'traf')
  box(tfhdBytes, 'tfhd')
  word(baseIsMoof | header)
  word(trackId)
  if (isEven) word(first)
  word(pictures === undefined ? syncSample : otherSample)
  box(20, 'tfdt')
  word(0x01000000)
  at = bytes.writeBigInt64BE(BigInt(decodeTicks), at)
  box(trunBytes, 'trun')
  word(0x01000000 | run)
  word(sizes.length)
  word(moofBytes + 8)
  for (let index = 0; index < sizes.length; index++) {
    if (!isEven) word(durations[index] ?? 0)
    word(sizes[index] ?? 0)
    if (pictures === undefined) continue
    word(pictures.isSync[index] === true ? syncSample : otherSample)
    at = bytes.writeInt32BE(pictures.offsets[index] ?? 0, at)
  }
  box(8 + body, 'mdat')
  return { bytes, bodyAt: at }
}
