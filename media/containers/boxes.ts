/**
 * Reads ISO base media boxes inside one buffer. Sizes come from untrusted data, so each is checked against the
 * available bytes: a box that is larger than its parent ends the walk with an error.
 */

/** The position of a box in its buffer, in bytes. `bodyStart` is after the 8 or 16 byte header. */
export interface BoxPosition {
  readonly type: string
  readonly start: number
  readonly bodyStart: number
  readonly end: number
}

/** The bytes are not ISO base media that we can read. The message says which box and why. */
export class MalformedBoxError extends Error {
  override readonly name = 'MalformedBoxError'
}

/** Boxes between `from` and `to`, in order. Throws MalformedBoxError when a size points outside. */
export function* boxesIn(bytes: Buffer, from = 0, to = bytes.length): Generator<BoxPosition> {
  let at = from
  while (at + 8 <= to) {
    let size = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    let header = 8
    if (size === 1) {
      if (at + 16 > to) throw new MalformedBoxError(`box ${printable(type)} has a cut 64-bit size`)
      size = Number(bytes.readBigUInt64BE(at + 8))
      header = 16
    } else if (size === 0) size = to - at
    if (size < header || at + size > to)
      throw new MalformedBoxError(`box ${printable(type)} at ${at} claims ${size} bytes of ${to - at}`)
    yield { type, start: at, bodyStart: at + header, end: at + size }
    at += size
  }
}

/** The first box at a path such as `['moov', 'trak', 'mdia']`, or undefined. */
export function findBox(
  bytes: Buffer,
  path: readonly string[],
  from = 0,
  to = bytes.length,
): BoxPosition | undefined {
  let match: BoxPosition | undefined
  let [start, end] = [from, to]
  for (const type of path) {
    match = undefined
    for (const box of boxesIn(bytes, start, end))
      if (box.type === type) {
        match = box
        break
      }
    if (match === undefined) return undefined
    start = match.bodyStart
    end = match.end
  }
  return match
}

/** A media segment up to the end of its first fragment. Throws as `boxesIn` does. */
export function firstFragment(segment: Buffer): Buffer {
  for (const box of boxesIn(segment)) if (box.type === 'mdat') return segment.subarray(0, box.end)
  return segment
}

/** A four-character code made safe for a log line or a message. */
export function printable(type: string): string {
  return type.replace(/[^\x20-\x7e]/g, '?')
}
