import { crc32 } from 'node:zlib'
import { type Entry, type ZipFile as Archive, fromBuffer } from 'yauzl'
import { rejectZipBomb } from './packed-size.ts'

/** One file of a zip. */
export interface ZipFile {
  readonly name: string
  /** Unpacked, as the archive says; more is refused while it is read. */
  readonly sizeBytes: number
  /** The whole file; throws when it is larger than `maxBytes` or its checksum is wrong. */
  read(maxBytes: number): Promise<Buffer>
  /** The same in pieces. */
  open(maxBytes: number): AsyncGenerator<Uint8Array>
}

const maxFiles = 20_000
const [stored, deflated] = [0, 8]
const utf8Flag = 0x800
const endSignature = Buffer.from('PK\u0005\u0006')
const endBytes = 22

/**
 * Lists the files of a zip. Throws with the reason for an invalid one: no end, several parts, more than 20,000 files,
 * contradictory sizes. Names are in UTF-8 where the zip says so, else in cp866, as Russian programs write them.
 */
export async function readZip(bytes: Buffer): Promise<readonly ZipFile[]> {
  const archive = await openArchive(bytes)
  if (archive.entryCount > maxFiles) throw broken(`it holds more than ${maxFiles} files`)
  const files: ZipFile[] = []
  let unpackedBytes = 0
  for (const entry of await entriesOf(archive)) {
    // One packed file may be listed a thousand times: the sum of all sizes must fit the file's real size.
    unpackedBytes += entry.uncompressedSize
    rejectZipBomb('the zip', bytes.length, unpackedBytes)
    const name = nameOf(entry)
    if (!name.endsWith('/')) files.push(fileOf(archive, entry, name))
  }
  return files
}

function openArchive(bytes: Buffer): Promise<Archive> {
  // Yauzl itself would decode names as cp437, which has no Cyrillic.
  const options = { lazyEntries: true, decodeStrings: false, autoClose: false }
  return new Promise((resolve, reject) => {
    fromBuffer(withoutTail(bytes), options, (error, archive) => {
      if (error === null) resolve(archive)
      else reject(broken(error.message.startsWith('End of central') ? 'its end is missing' : error.message))
    })
  })
}

/** Some servers append bytes, which yauzl refuses: the zip ends with the comment of its end record. */
function withoutTail(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf(endSignature)
  if (at === -1 || at + endBytes > bytes.length) return bytes
  return bytes.subarray(0, at + endBytes + bytes.readUInt16LE(at + endBytes - 2))
}

async function entriesOf(archive: Archive): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  try {
    for await (const entry of archive.eachEntry()) entries.push(entry)
  } catch (error) {
    throw broken(messageOf(error))
  }
  return entries
}

function nameOf({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  return new TextDecoder((generalPurposeBitFlag & utf8Flag) === 0 ? 'ibm866' : 'utf-8').decode(fileNameRaw)
}

function fileOf(archive: Archive, entry: Entry, name: string): ZipFile {
  const open = (maxBytes: number) => unpacked(archive, entry, shown(name), maxBytes)
  return {
    name,
    sizeBytes: entry.uncompressedSize,
    open,
    read: async (maxBytes) => {
      const pieces: Uint8Array[] = []
      for await (const piece of open(maxBytes)) pieces.push(piece)
      return Buffer.concat(pieces)
    },
  }
}

async function* unpacked(
  archive: Archive,
  entry: Entry,
  name: string,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted()) throw new Error(`${name} in the zip is encrypted`)
  if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated)
    throw new Error(`${name} in the zip is packed in a way we cannot read`)
  if (entry.uncompressedSize > maxBytes)
    throw new Error(`${name} in the zip is larger than ${Math.round(maxBytes / 1024 / 1024)} MB`)
  let sum = 0
  try {
    for await (const piece of await archive.openReadStreamPromise(entry)) {
      sum = crc32(piece as Uint8Array, sum)
      yield piece as Uint8Array
    }
  } catch (error) {
    // Yauzl compares the sizes with the directory.
    const isLarger = messageOf(error).startsWith('too many bytes')
    throw broken(isLarger ? `${name} is larger than it says` : `${name} cannot be unpacked`)
  }
  if (sum !== entry.crc32) throw broken(`${name} does not fit its checksum`)
}

function broken(why: string) {
  return new Error(`the zip is broken (${why})`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** An external name, safe for a report. */
function shown(name: string) {
  return name.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, 80)
}
