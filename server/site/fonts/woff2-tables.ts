/** The tables of a WOFF2 file (https://www.w3.org/TR/WOFF2/), unpacked with Node's Brotli. Pure. */
import { brotliDecompressSync } from 'node:zlib'

/** Of a font that may be stored; its numbers would not fit into a page's budget otherwise. */
const maxUnpackedBytes = 4 * 1024 * 1024
const maxTables = 100

/** Tag → its bytes. A transformed table (`glyf`, `loca`, `hmtx`) is as the file has it. */
export interface Woff2Tables {
  readonly tables: ReadonlyMap<string, Buffer>
  /** The side bearings are left out, and a byte of flags comes first. */
  readonly isHmtxTransformed: boolean
}

/** By their number in the directory; a tag of less than four letters has blanks at its end. */
const registeredTags = [
  ...['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt', 'fpgm', 'glyf', 'loca', 'prep'],
  ...['CFF', 'VORG', 'EBDT', 'EBLC', 'gasp', 'hdmx', 'kern', 'LTSH', 'PCLT', 'VDMX', 'vhea', 'vmtx', 'BASE'],
  ...['GDEF', 'GPOS', 'GSUB', 'EBSC', 'JSTF', 'MATH', 'CBDT', 'CBLC', 'COLR', 'CPAL', 'SVG', 'sbix', 'acnt'],
  ...['avar', 'bdat', 'bloc', 'bsln', 'cvar', 'fdsc', 'feat', 'fmtx', 'fvar', 'gvar', 'hsty', 'just', 'lcar'],
  ...['mort', 'morx', 'opbd', 'prop', 'trak', 'Zapf', 'Silf', 'Glat', 'Gloc', 'Feat', 'Sill'],
].map((tag) => tag.padEnd(4))

interface Entry {
  readonly tag: string
  /** Of its bytes in the unpacked stream. */
  readonly length: number
  readonly isTransformed: boolean
}

/** Undefined for anything but one whole WOFF2 font: another format, a collection, a damaged or a cut file. */
export function readWoff2Tables(bytes: Buffer): Woff2Tables | undefined {
  try {
    return tablesOf(bytes)
  } catch {
    // A read beyond the end, or a stream that is no Brotli.
    return undefined
  }
}

function tablesOf(bytes: Buffer): Woff2Tables | undefined {
  if (bytes.length < 48 || bytes.toString('latin1', 0, 4) !== 'wOF2') return undefined
  const [flavour, length, count] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8), bytes.readUInt16BE(12)]
  const isFont = flavour === 0x0001_0000 || flavour === 0x4f54_544f || flavour === 0x7472_7565
  if (!isFont || length !== bytes.length || count === 0 || count > maxTables) return undefined
  const packedLength = bytes.readUInt32BE(20)
  const { entries, end } = directoryOf(bytes, count)
  const total = entries.reduce((sum, entry) => sum + entry.length, 0)
  if (total > maxUnpackedBytes || end + packedLength > bytes.length) return undefined
  const unpacked = brotliDecompressSync(bytes.subarray(end, end + packedLength), {
    maxOutputLength: maxUnpackedBytes,
  })
  if (unpacked.length !== total) return undefined
  let at = 0
  const tables = new Map<string, Buffer>()
  for (const { tag, length: size } of entries) {
    tables.set(tag, unpacked.subarray(at, at + size))
    at += size
  }
  return {
    tables,
    isHmtxTransformed: entries.some(({ tag, isTransformed }) => tag === 'hmtx' && isTransformed),
  }
}

function directoryOf(bytes: Buffer, count: number) {
  const entries: Entry[] = []
  let at = 48
  for (let index = 0; index < count; index++) {
    const flags = bytes.readUInt8(at++)
    const number = flags & 0x3f
    const tag = registeredTags[number] ?? bytes.toString('latin1', at, at + 4)
    if (number === 0x3f) at += 4
    const version = flags >> 6
    // Of these two, version 3 is the table as it is; of the others version 0.
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0
    const [original, next] = base128(bytes, at)
    at = next
    let length = original
    if (isTransformed) [length, at] = base128(bytes, at)
    entries.push({ tag, length, isTransformed })
  }
  return { entries, end: at }
}

/** A number of one to five bytes, and where the next one begins. Throws for a number that is none. */
function base128(bytes: Buffer, begin: number): [number, number] {
  let value = 0
  for (let index = 0; index < 5; index++) {
    const byte = bytes.readUInt8(begin + index)
    if (index === 0 && byte === 0x80) break
    value = value * 128 + (byte & 0x7f)
    if ((byte & 0x80) === 0) return [value, begin + index + 1]
  }
  throw new Error('no number')
}
