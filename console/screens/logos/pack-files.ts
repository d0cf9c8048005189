/** Puts files into one ZIP without compressing them: pictures are compressed already. */

const utf8Flag = 0x800
const fileSignature = 0x04034b50
const entrySignature = 0x02014b50
const endSignature = 0x06054b50
const version = 20
const [fileBytes, entryBytes, endBytes] = [30, 46, 22]

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

/** The checksum of ZIP, as an unsigned number of 32 bits. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (crcTable[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8)
  return (sum ^ 0xffffffff) >>> 0
}

/** A ZIP with these files, each by its path below the folder that was dropped, else by its name. */
export async function packFiles(files: readonly File[], name: string): Promise<File> {
  const parts: BlobPart[] = []
  const entries: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const path = new TextEncoder().encode(file.webkitRelativePath || file.name)
    const facts = { crc: crc32(bytes), size: bytes.length, path }
    const header = headerOf(facts)
    entries.push(entryOf(facts, offset))
    parts.push(header, bytes)
    offset += header.length + bytes.length
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0)
  return new File([...parts, ...entries, endOf(entries.length, size, offset)], name, {
    type: 'application/zip',
  })
}

interface Facts {
  readonly crc: number
  readonly size: number
  readonly path: Uint8Array
}

function headerOf({ crc, size, path }: Facts): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fileBytes + path.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, fileSignature, true)
  view.setUint16(4, version, true)
  view.setUint16(6, utf8Flag, true)
  view.setUint32(14, crc, true)
  view.setUint32(18, size, true)
  view.setUint32(22, size, true)
  view.setUint16(26, path.length, true)
  bytes.set(path, fileBytes)
  return bytes
}

function entryOf({ crc, size, path }: Facts, offset: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(entryBytes + path.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, entrySignature, true)
  view.setUint16(4, version, true)
  view.setUint16(6, version, true)
  view.setUint16(8, utf8Flag, true)
  view.setUint32(16, crc, true)
  view.setUint32(20, size, true)
  view.setUint32(24, size, true)
  view.setUint16(28, path.length, true)
  view.setUint32(42, offset, true)
  bytes.set(path, entryBytes)
  return bytes
}

function endOf(count: number, size: number, offset: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(endBytes)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, endSignature, true)
  view.setUint16(8, count, true)
  view.setUint16(10, count, true)
  view.setUint32(12, size, true)
  view.setUint32(16, offset, true)
  return bytes
}
