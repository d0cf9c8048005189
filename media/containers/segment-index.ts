/** Writes the index of a track file's segments (sidx), ISO/IEC 14496-12, 8.16.3. Pure. */

/** 32-bit values, one after the other. */
export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [position, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, position * 4)
  return bytes
}

export function u64(value: number): Buffer {
  return u32(Math.floor(value / 2 ** 32), value % 2 ** 32)
}

/** A box of this type with its content. */
export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** Size in bytes and duration in ticks of the track's timescale. */
export interface IndexedPiece {
  readonly size: number
  readonly ticks: number
}

/** The index of segments that begin `firstOffset` bytes after it, the first at time 0. */
export function segmentIndex(
  trackId: number,
  timescale: number,
  pieces: readonly IndexedPiece[],
  firstOffset = 0,
): Buffer {
  return box(
    'sidx',
    u32(0x01000000, trackId, timescale),
    u64(0),
    u64(firstOffset),
    u32(pieces.length),
    // Every segment starts with a stream access point of type 1.
    ...pieces.map(({ size, ticks }) => u32(size, ticks, 0x90000000)),
  )
}
