import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import { refuseBomb } from './packed-size.ts'

/** One file of a zip, found by the directory at its end and held against what stands before the file itself. */
export interface ZipFile {
  readonly name: string
  /** The whole of it; throws when it is larger than `maxBytes` or does not fit its checksum. */
  read(maxBytes: number): Buffer
  /** The same in pieces. */
  open(maxBytes: number): AsyncGenerator<Uint8Array>
}

const maxFiles = 20_000
const directoryEnd = 0x06054b50
const directoryEntry = 0x02014b50
const localHeader = 0x04034b50

interface Entry {
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly at: number
}

/**
 * Reads the directory of a zip (APPNOTE 4.3). Refused in words: an encrypted one, one of several parts, one over 4 GB,
 * another packing than deflate, and whatever contradicts itself. Names are in UTF-8 where it says so, else in cp866.
 */
export function readZip(bytes: Buffer): readonly ZipFile[] {
  const end = findEnd(bytes)
  const [disk, count, size, at] = [
    bytes.readUInt16LE(end + 4),
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
  ]
  if (disk !== 0) throw broken('it is one part of several')
  if (at === 0xffffffff || count === 0xffff) throw broken('it is larger than 4 GB, or has too many files')
  if (count > maxFiles) throw broken(`it holds more than ${maxFiles} files`)
  if (at + size > end) throw broken('its directory lies outside it')
  const files: ZipFile[] = []
  let position = at
  let unpacked = 0
  for (let index = 0; index < count; index += 1) {
    const { entry, next } = readEntry(bytes, position, end)
    position = next
    // What is packed once may stand in the directory a thousand times: all together must fit what is there.
    unpacked += entry.size
    refuseBomb('the zip', bytes.length, unpacked)
    if (!entry.name.endsWith('/')) files.push(fileOf(bytes, entry))
  }
  return files
}

function broken(why: string) {
  return new Error(`the zip is broken (${why})`)
}

/** It stands last, before a comment of at most 64 kB. */
function findEnd(bytes: Buffer): number {
  const min = Math.max(0, bytes.length - 22 - 0xffff)
  for (let at = bytes.length - 22; at >= min; at -= 1) if (bytes.readUInt32LE(at) === directoryEnd) return at
  throw broken('its end is missing')
}

function readEntry(bytes: Buffer, at: number, end: number): { entry: Entry; next: number } {
  if (at + 46 > end || bytes.readUInt32LE(at) !== directoryEntry) throw broken('its directory cannot be read')
  const nameLength = bytes.readUInt16LE(at + 28)
  const next = at + 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  if (next > end) throw broken('its directory is longer than it says')
  const flags = bytes.readUInt16LE(at + 8)
  const decoder = new TextDecoder((flags & 0x800) === 0 ? 'ibm866' : 'utf-8')
  const entry = {
    name: decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength)),
    flags,
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    at: bytes.readUInt32LE(at + 42),
  }
  return { entry, next }
}

function fileOf(bytes: Buffer, entry: Entry): ZipFile {
  const { name, method, crc } = entry
  return {
    name,
    read: (maxBytes) => {
      const packed = packedOf(bytes, entry, maxBytes)
      let content = packed
      try {
        if (method === 8) content = inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) })
      } catch {
        throw broken(`${shown(name)} cannot be unpacked`)
      }
      if (content.length !== entry.size || crc32(content) !== crc)
        throw broken(`${shown(name)} does not fit its checksum`)
      return content
    },
    open: async function* (maxBytes) {
      const packed = packedOf(bytes, entry, maxBytes)
      let sum = 0
      let size = 0
      for await (const piece of method === 8 ? inflated(packed, name) : [packed]) {
        size += piece.length
        if (size > entry.size) throw broken(`${shown(name)} is larger than it says`)
        sum = crc32(piece, sum)
        yield piece
      }
      if (size !== entry.size || sum !== crc) throw broken(`${shown(name)} does not fit its checksum`)
    },
  }
}

/** The bytes as they are packed, after everything that is said of them was checked. */
function packedOf(bytes: Buffer, entry: Entry, maxBytes: number): Buffer {
  const { name, flags, method, packed, size, at } = entry
  if ((flags & 1) !== 0) throw new Error(`${shown(name)} in the zip is encrypted`)
  if (method !== 0 && method !== 8)
    throw new Error(`${shown(name)} in the zip is packed in a way we cannot read`)
  if (size > maxBytes)
    throw new Error(`${shown(name)} in the zip is larger than ${Math.round(maxBytes / 1024 / 1024)} MB`)
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== localHeader)
    throw broken(`${shown(name)} is not where the directory says`)
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  if (start + packed > bytes.length || (method === 0 && packed !== size))
    throw broken(`${shown(name)} lies outside it`)
  return bytes.subarray(start, start + packed)
}

async function* inflated(packed: Buffer, name: string): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw()
  inflate.end(packed)
  try {
    for await (const piece of inflate) yield piece as Uint8Array
  } catch {
    throw broken(`${shown(name)} cannot be unpacked`)
  } finally {
    inflate.destroy()
  }
}

/** A name from outside, safe in a report. */
function shown(name: string) {
  return name.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 80)
}
