/** The outermost boxes of MP4 bytes, parsed independently so that the product's own reader cannot hide its mistakes. */
export interface Boxes {
  readonly types: readonly string[]
  /** Bytes after the last whole box. */
  readonly leftOver: number
  /** `baseMediaDecodeTime` of the first fragment; 0 without one. */
  readonly decodeTime: number
}

export function boxesOf(bytes: Buffer): Boxes {
  const types: string[] = []
  let at = 0
  while (at + 8 <= bytes.length) {
    const short = bytes.readUInt32BE(at)
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short
    if (size < 8 || at + size > bytes.length) break
    types.push(bytes.toString('latin1', at + 4, at + 8))
    at += size
  }
  return { types, leftOver: bytes.length - at, decodeTime: decodeTimeOf(bytes) }
}

function decodeTimeOf(bytes: Buffer): number {
  const at = bytes.indexOf('tfdt', 0, 'latin1')
  if (at < 0) return 0
  return bytes[at + 4] === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at + 8)
}
