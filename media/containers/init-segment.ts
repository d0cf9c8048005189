/** What an init segment (ftyp+moov of one track) tells a playlist: codec string, timescale, width and height. */
import { boxesIn, findBox, MalformedBoxError, type BoxPosition } from './boxes.ts'

/** One track's description. `codec` is an RFC 6381 string such as `avc1.64001F` or `mp4a.40.2`. */
export interface InitDescription {
  readonly kind: 'video' | 'audio' | 'other'
  readonly codec: string
  /** Ticks per second of this track. */
  readonly timescale: number
  /** ISO 639-2 code as written in mdhd, `und` when unknown. */
  readonly language: string
  readonly width?: number
  readonly height?: number
  readonly channels?: number
  readonly sampleRate?: number
}

/**
 * Reads the first track of a moov, from either the whole init segment or the moov alone.
 * Throws MalformedBoxError when there is no track, no sample entry, or an audio entry without its
 * configuration (ffmpeg's empty_moov writes such files and Chrome refuses them).
 */
export function readInit(bytes: Buffer): InitDescription {
  const media = findBox(bytes, ['moov', 'trak', 'mdia'])
  if (media === undefined) throw new MalformedBoxError('no moov/trak/mdia')
  const within = (path: readonly string[]): BoxPosition => {
    const box = findBox(bytes, path, media.bodyStart, media.end)
    if (box === undefined) throw new MalformedBoxError(`no ${path.join('/')}`)
    return box
  }
  const mdhd = within(['mdhd'])
  const long = bytes[mdhd.bodyStart] === 1
  const timescale = bytes.readUInt32BE(mdhd.bodyStart + (long ? 20 : 12))
  const language = readLanguage(bytes.readUInt16BE(mdhd.bodyStart + (long ? 32 : 20)))
  if (timescale === 0) throw new MalformedBoxError('timescale 0')
  const stsd = within(['minf', 'stbl', 'stsd'])
  const [entry] = boxesIn(bytes, stsd.bodyStart + 8, stsd.end)
  if (entry === undefined) throw new MalformedBoxError('no sample entry')
  const handler = bytes.toString('latin1', within(['hdlr']).bodyStart + 8, within(['hdlr']).bodyStart + 12)
  const base = { timescale, language }
  if (handler === 'vide') return { kind: 'video', ...base, ...readVideo(bytes, entry) }
  if (handler === 'soun') return { kind: 'audio', ...base, ...readAudio(bytes, entry) }
  return { kind: 'other', ...base, codec: entry.type }
}

function readVideo(bytes: Buffer, entry: BoxPosition): { codec: string; width: number; height: number } {
  const children = [...boxesIn(bytes, entry.bodyStart + 78, entry.end)]
  const width = bytes.readUInt16BE(entry.bodyStart + 24)
  const height = bytes.readUInt16BE(entry.bodyStart + 26)
  const avcC = children.find((box) => box.type === 'avcC')
  const hvcC = children.find((box) => box.type === 'hvcC')
  let codec = entry.type
  if (avcC !== undefined)
    codec = `avc1.${bytes.toString('hex', avcC.bodyStart + 1, avcC.bodyStart + 4).toUpperCase()}`
  else if (hvcC !== undefined) codec = hevcCodec(bytes.subarray(hvcC.bodyStart, hvcC.end), entry.type)
  return { codec, width, height }
}

/** ISO/IEC 14496-15 annex E: hvc1.<space><profile>.<compatibility, bits reversed>.<tier><level>.<constraints> */
function hevcCodec(hvcC: Buffer, entryType: string): string {
  const profileByte = hvcC.readUInt8(1)
  const space = ['', 'A', 'B', 'C'][profileByte >> 6] ?? ''
  const tier = profileByte & 0x20 ? 'H' : 'L'
  let reversed = 0
  const compatibility = hvcC.readUInt32BE(2)
  for (let bit = 0; bit < 32; bit++) if (compatibility & (1 << bit)) reversed |= 1 << (31 - bit)
  const constraints = [...hvcC.subarray(6, 12)]
  while (constraints.length > 0 && constraints.at(-1) === 0) constraints.pop()
  const tail = constraints.map((byte) => `.${byte.toString(16).toUpperCase()}`).join('')
  const compatible = (reversed >>> 0).toString(16).toUpperCase()
  return `${entryType}.${space}${profileByte & 0x1f}.${compatible}.${tier}${hvcC.readUInt8(12)}${tail}`
}

function readAudio(
  bytes: Buffer,
  entry: BoxPosition,
): { codec: string; channels: number; sampleRate: number } {
  const channels = bytes.readUInt16BE(entry.bodyStart + 16)
  const sampleRate = bytes.readUInt32BE(entry.bodyStart + 24) >>> 16
  const versionBytes = [0, 16, 36][bytes.readUInt16BE(entry.bodyStart + 8)] ?? 0
  const children = [...boxesIn(bytes, entry.bodyStart + 28 + versionBytes, entry.end)]
  const esds = children.find((box) => box.type === 'esds')
  if (entry.type !== 'mp4a') return { codec: entry.type, channels, sampleRate }
  if (esds === undefined) throw new MalformedBoxError('mp4a without esds')
  return { codec: aacCodec(bytes.subarray(esds.bodyStart + 4, esds.end)), channels, sampleRate }
}

/** Walks the descriptors of an esds to the AudioSpecificConfig. */
function aacCodec(descriptors: Buffer): string {
  let objectType = 0
  let at = 0
  for (let guard = 0; guard < 16 && at + 2 <= descriptors.length; guard++) {
    const tag = descriptors.readUInt8(at++)
    let length = 0
    for (let more = true, digits = 0; more && digits < 4 && at < descriptors.length; digits++) {
      const digit = descriptors.readUInt8(at++)
      length = (length << 7) | (digit & 0x7f)
      more = (digit & 0x80) !== 0
    }
    if (tag === 3) at += 3
    else if (tag === 4) {
      objectType = descriptors.readUInt8(at)
      at += 13
    } else if (tag === 5 && length > 0 && at < descriptors.length) {
      return `mp4a.${objectType.toString(16)}.${descriptors.readUInt8(at) >> 3}`
    } else at += length
  }
  if (objectType === 0x40) throw new MalformedBoxError('AAC without its AudioSpecificConfig')
  return `mp4a.${objectType.toString(16).toUpperCase()}`
}

function readLanguage(packed: number): string {
  const letters = [10, 5, 0].map((shift) => ((packed >> shift) & 31) + 0x60)
  const code = String.fromCharCode(...letters)
  return /^[a-z]{3}$/.test(code) ? code : 'und'
}
