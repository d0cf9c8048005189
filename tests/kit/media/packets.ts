/** Transport stream packets written by hand, for readers of single elements. ISO/IEC 13818-1. */
import { sectionChecksum } from '#media/transport-stream/demux/sections.ts'

/** One packet of 188 bytes; `payload` is filled up by an adaptation field, as multiplexers do. */
export function buildPacket(options: {
  readonly pid: number
  readonly counter: number
  readonly payload: Uint8Array
  readonly begins?: boolean
  readonly scrambled?: boolean
  readonly isBroken?: boolean
  /** A random access point: the decoder may start here. */
  readonly randomAccess?: boolean
}): Uint8Array {
  const { pid, counter, payload, begins = false, scrambled = false, isBroken = false } = options
  if (payload.length > 184) throw new Error(`${payload.length} bytes do not fit into a packet`)
  const bytes = new Uint8Array(188).fill(0xff)
  const stuffing = 184 - payload.length
  const flags = (isBroken ? 0x80 : 0) | (begins ? 0x40 : 0)
  const control = (scrambled ? 0x80 : 0) | (stuffing > 0 ? 0x20 : 0) | 0x10 | (counter & 15)
  bytes.set([0x47, flags | (pid >> 8), pid & 0xff, control])
  if (stuffing > 0) bytes[4] = stuffing - 1
  if (stuffing > 1) bytes[5] = options.randomAccess === true ? 0x40 : 0
  bytes.set(payload, 188 - payload.length)
  return bytes
}

/** A section with its length and checksum; `body` follows the five header bytes. */
function section(table: number, number: number, body: readonly number[], isInForce: boolean): Uint8Array {
  const length = body.length + 5 + 4
  const head = [table, 0xb0 | (length >> 8), length & 0xff, number >> 8, number & 0xff]
  const bytes = Uint8Array.from([...head, 0xc0 | (isInForce ? 1 : 0), 0, 0, ...body])
  const crc = sectionChecksum(bytes)
  return Uint8Array.from([...bytes, crc >>> 24, (crc >>> 16) & 0xff, (crc >>> 8) & 0xff, crc & 0xff])
}

/** A PAT: programme numbers with the PIDs of their PMTs. */
export function buildPat(
  programmes: readonly (readonly [number: number, pid: number])[],
  isInForce = true,
): Uint8Array {
  const body = programmes.flatMap(([number, pid]) => [
    number >> 8,
    number & 0xff,
    0xe0 | (pid >> 8),
    pid & 0xff,
  ])
  return section(0x00, 1, body, isInForce)
}

/** A PMT: the streams of a programme by type and PID, each with its descriptors. */
export function buildPmt(
  programme: number,
  streams: readonly {
    readonly type: number
    readonly pid: number
    readonly descriptors?: readonly number[]
  }[],
  isInForce = true,
): Uint8Array {
  const body = streams.flatMap(({ type, pid, descriptors = [] }) => [
    ...[type, 0xe0 | (pid >> 8), pid & 0xff, 0xf0 | (descriptors.length >> 8), descriptors.length & 0xff],
    ...descriptors,
  ])
  return section(0x02, programme, [0xe1, 0x00, 0xf0, 0x00, ...body], isInForce)
}

/** A PES packet: stream id 0xe0 with its timestamps (33-bit, 90 kHz). */
export function buildPes(
  body: Uint8Array,
  stamps: { readonly pts?: number; readonly dts?: number } = {},
  declaresLength = false,
): Uint8Array {
  const { pts, dts } = stamps
  const written = [
    ...(pts === undefined ? [] : stampBytes(dts === undefined ? 2 : 3, pts)),
    ...(pts === undefined || dts === undefined ? [] : stampBytes(1, dts)),
  ]
  const flags = (pts === undefined ? 0 : 0x80) | (dts === undefined ? 0 : 0x40)
  const length = declaresLength ? 3 + written.length + body.length : 0
  const head = [0, 0, 1, 0xe0, length >> 8, length & 0xff, 0x80, flags, written.length, ...written]
  return Uint8Array.from([...head, ...body])
}

function stampBytes(mark: number, value: number): readonly number[] {
  const high = Math.floor(value / 2 ** 30) & 7
  const middle = Math.floor(value / 2 ** 15) & 0x7fff
  const low = value & 0x7fff
  return [
    (mark << 4) | (high << 1) | 1,
    middle >> 7,
    ((middle & 0x7f) << 1) | 1,
    low >> 7,
    ((low & 0x7f) << 1) | 1,
  ]
}
