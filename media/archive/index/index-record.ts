/**
 * The archive's index: fixed records of 24 bytes, appended, one file per day and rendition.
 * u48 begin ms | u16 duration ms | u32 offset | u32 size | u16 file | u24 epoch | u8 flags | u16 extra
 */
import { crc32 } from 'node:zlib'

export const recordBytes = 24
export const dayMs = 86_400_000
export const chunkMs = 600_000
/** Files with this number or higher were copied in as a whole and are never appended to or truncated. */
export const seedFile = 1000
export const maxDurationMs = 0xffff
/** The bytes carry a decode time of their own: it is set to the record's when they are served. */
export const flagRebase = 1
/** The record has a checksum of the first and last bytes of its segment. */
export const flagSummed = 2
/** How many bytes `checkSumOf` reads at each end of a segment. */
export const summedBytes = 4096

/** One segment in the archive. `file` is the ten-minute chunk of the UTC day, or a seed file. */
export interface IndexRecord {
  readonly beginMs: number
  /**
   * With flagRebase: the part of the exact start below one millisecond, in 1/65536 ms. With flagSummed: the
   * checksum of the bytes. Otherwise 0.
   */
  readonly extra: number
  readonly durationMs: number
  readonly offset: number
  readonly size: number
  readonly file: number
  readonly epoch: number
  readonly flags: number
}

export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs)
}

export function chunkOf(ms: number): number {
  return Math.floor((ms % dayMs) / chunkMs)
}

export function endOf(record: IndexRecord): number {
  return record.beginMs + record.durationMs
}

export function chunkFileName(day: number, file: number): string {
  return `${day}-${String(file).padStart(3, '0')}.m4s`
}

export function indexFileName(day: number): string {
  return `${day}.idx`
}

/** Writes one record at `at`. */
export function encodeRecord(record: IndexRecord, into = Buffer.alloc(recordBytes), at = 0): Buffer {
  into.writeUIntBE(record.beginMs, at, 6)
  into.writeUInt16BE(record.durationMs, at + 6)
  into.writeUInt32BE(record.offset, at + 8)
  into.writeUInt32BE(record.size, at + 12)
  into.writeUInt16BE(record.file, at + 16)
  into.writeUIntBE(record.epoch, at + 18, 3)
  into.writeUInt8(record.flags, at + 21)
  into.writeUInt16BE(record.extra, at + 22)
  return into
}

export function decodeRecord(bytes: Buffer, at = 0): IndexRecord {
  return {
    beginMs: bytes.readUIntBE(at, 6),
    durationMs: bytes.readUInt16BE(at + 6),
    offset: bytes.readUInt32BE(at + 8),
    size: bytes.readUInt32BE(at + 12),
    file: bytes.readUInt16BE(at + 16),
    epoch: bytes.readUIntBE(at + 18, 3),
    flags: bytes.readUInt8(at + 21),
    extra: bytes.readUInt16BE(at + 22),
  }
}

/**
 * A checksum of the first and the last 4 KiB of a segment. Unwritten data reads as zeros at the end of a file; bytes
 * in the middle are not checked, so that a start after a crash reads little.
 */
export function checkSumOf(bytes: Buffer): number {
  const head = crc32(bytes.subarray(0, summedBytes))
  const tail = bytes.subarray(Math.max(summedBytes, bytes.length - summedBytes))
  const whole = crc32(tail, head)
  return (whole ^ (whole >>> 16)) & 0xffff
}

/** Bytes with a decode time of their own cannot be served unchanged. */
export function needsPlacing(record: IndexRecord): boolean {
  return (record.flags & flagRebase) !== 0
}

/** The second is directly after the first in the file. */
export function isBehind(first: IndexRecord, second: IndexRecord): boolean {
  return (
    first.file === second.file &&
    first.offset + first.size === second.offset &&
    dayOf(first.beginMs) === dayOf(second.beginMs)
  )
}
