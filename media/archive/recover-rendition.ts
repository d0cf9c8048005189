/**
 * After a crash the index may end in a partial record or in zeros, may refer to bytes that never reached the disk,
 * and the last chunk may have bytes without a record. Nothing is synced per segment, so all of this is normal.
 */
import {
  closeSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { namesIn } from './index/day-index.ts'
import {
  checkSumOf,
  chunkFileName,
  chunkOf,
  dayOf,
  flagSummed,
  indexFileName,
  recordBytes,
  seedFile,
  summedBytes,
  type IndexRecord,
} from './index/index-record.ts'
import { RecordList } from './index/record-list.ts'
import { writeAtomically } from './index/write-atomically.ts'

/** What was cut off; all zero after a normal shutdown. */
export interface Recovery {
  readonly tornIndexBytes: number
  readonly droppedRecords: number
  readonly tornDataBytes: number
}

/** An hour of records: older ones reached the disk long before. */
const lookedAt = 2048
/** This many intact records in a row, counted from the end: everything before them was written. */
const goodInARow = 3
/**
 * No segment is larger: 65 s at 30 Mbit/s. Random bytes that name a file which does not exist have no other sign, and
 * would put everything that is recorded until their time out of order.
 */
const maxSegmentBytes = 256 * 1024 * 1024
/** The previous day may have ended a moment ago. */
const recoveredDays = 2

/** Makes the newest hours of one rendition consistent. Only removes data, and never from a seed file. */
export function recoverRendition(dir: string): Recovery {
  const names = namesIn(dir)
  for (const name of names) if (name.endsWith('.tmp')) rmSync(join(dir, name), { force: true })
  const days = names.flatMap((name) => /^(\d+)\.idx$/.exec(name)?.[1] ?? []).map(Number)
  const newest = days.toSorted((one, other) => other - one).slice(0, recoveredDays)
  let [tornIndexBytes, droppedRecords, tornDataBytes] = [0, 0, 0]
  for (const [position, day] of newest.entries()) {
    const recovered = recoverDay(dir, day)
    tornIndexBytes += recovered.tornBytes
    droppedRecords += recovered.dropped
    tornDataBytes += cutUnnamedBytes(dir, names, position === 0 ? day : undefined, day, recovered.last)
  }
  return { tornIndexBytes, droppedRecords, tornDataBytes }
}

interface DayRecovery {
  readonly tornBytes: number
  readonly dropped: number
  /** The last recorded one, without seeds. */
  readonly last: IndexRecord | undefined
}

function recoverDay(dir: string, day: number): DayRecovery {
  const path = join(dir, indexFileName(day))
  const { size } = statSync(path)
  const tornBytes = size % recordBytes
  const count = (size - tornBytes) / recordBytes
  const from = Math.max(0, count - lookedAt)
  const records = readTail(path, from, count)
  const good = goodOnes(dir, day, records)
  if (good.length < records.length) replaceIndex(path, from, good)
  else if (tornBytes > 0) truncateSync(path, count * recordBytes)
  const lastOf = good.findLast((position) => records.file(position) < seedFile)
  const last = lastOf === undefined ? undefined : records.at(lastOf)
  return { tornBytes, dropped: records.length - good.length, last }
}

/** A new file, not a truncated one: a reader with the old one in memory must see that it is another file. */
function replaceIndex(path: string, from: number, good: readonly number[]): void {
  const whole = readFileSync(path)
  const pieceOf = (position: number): Buffer =>
    whole.subarray((from + position) * recordBytes, (from + position + 1) * recordBytes)
  const left = Buffer.concat([whole.subarray(0, from * recordBytes), ...good.map(pieceOf)])
  try {
    writeAtomically(path, left)
  } catch {
    // Truncating needs no space on a full disk; what is left out in the middle is overwritten by what follows.
    const file = openSync(path, 'r+')
    try {
      writeSync(file, left, 0, left.length, 0)
      ftruncateSync(file, left.length)
    } finally {
      closeSync(file)
    }
  }
}

function readTail(path: string, from: number, to: number): RecordList {
  const bytes = Buffer.alloc((to - from) * recordBytes)
  const file = openSync(path, 'r')
  try {
    const read = readSync(file, bytes, 0, bytes.length, from * recordBytes)
    return new RecordList(bytes.subarray(0, read))
  } finally {
    closeSync(file)
  }
}

/** Positions of the records that stay, in order. */
function goodOnes(dir: string, day: number, records: RecordList): number[] {
  const sizes = new Map<number, number>()
  const sizeOf = (file: number): number => {
    const cached = sizes.get(file)
    if (cached !== undefined) return cached
    // A removed file is no damage: its records are not listed, and their offsets are valid.
    const size = statSync(join(dir, chunkFileName(day, file)), { throwIfNoEntry: false })?.size
    sizes.set(file, size ?? Number.POSITIVE_INFINITY)
    return size ?? Number.POSITIVE_INFINITY
  }
  const plausible: number[] = []
  let before: IndexRecord | undefined
  for (const [position, record] of [...records].entries()) {
    if (!isPlausible(record, day, before) || sizeOf(record.file) < record.offset + record.size) continue
    plausible.push(position)
    before = record
  }
  return withoutUnwritten(plausible, (position) => {
    const record = records.at(position)
    return record !== undefined && isWritten(dir, day, record)
  })
}

/** Zeros and random bytes do not form a record of this day that follows the one before. */
function isPlausible(record: IndexRecord, day: number, before: IndexRecord | undefined): boolean {
  const { beginMs, durationMs, size, offset, file } = record
  if (dayOf(beginMs) !== day || durationMs === 0 || size === 0 || size > maxSegmentBytes) return false
  if (file < seedFile && file !== chunkOf(beginMs)) return false
  if (before === undefined) return true
  const isInOrder = beginMs > before.beginMs
  return isInOrder && (file >= seedFile || file !== before.file || offset >= before.offset + before.size)
}

function withoutUnwritten(positions: readonly number[], check: (position: number) => boolean): number[] {
  const bad = new Set<number>()
  let inARow = 0
  for (const position of positions.toReversed()) {
    if (inARow === goodInARow) break
    if (check(position)) inARow += 1
    else {
      bad.add(position)
      inARow = 0
    }
  }
  return positions.filter((position) => !bad.has(position))
}

/** True when the bytes match the record; true too for a removed file, which cannot be checked. */
function isWritten(dir: string, day: number, record: IndexRecord): boolean {
  if (record.file >= seedFile) return true
  let file: number
  try {
    file = openSync(join(dir, chunkFileName(day, record.file)), 'r')
  } catch {
    return true
  }
  try {
    const { offset, size } = record
    const head = piece(file, offset, Math.min(size, summedBytes))
    // No box begins with zeros; a checksum of unwritten bytes matches by chance once in 65,536 cases.
    if (head.subarray(0, 8).every((byte) => byte === 0)) return false
    if ((record.flags & flagSummed) === 0) return true
    const tailBytes = Math.min(summedBytes, size - head.length)
    const tail = piece(file, offset + size - tailBytes, tailBytes)
    // The two ends are enough: the checksum covers only them.
    return checkSumOf(Buffer.concat([head, tail])) === record.extra
  } finally {
    closeSync(file)
  }
}

function piece(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  readSync(file, bytes, 0, length, at)
  return bytes
}

/** Bytes of `day`, and of everything after `newest`, that are after the last record. */
function cutUnnamedBytes(
  dir: string,
  names: readonly string[],
  newest: number | undefined,
  day: number,
  last: IndexRecord | undefined,
): number {
  let cut = 0
  for (const name of names) {
    const match = /^(\d+)-(\d+)\.m4s$/.exec(name)
    const [fileDay, file] = [Number(match?.[1] ?? -1), Number(match?.[2] ?? seedFile)]
    const isLater = newest !== undefined && fileDay > newest
    if ((fileDay !== day && !isLater) || file >= seedFile) continue
    const named = fileDay === day ? last : undefined
    if (named !== undefined && file < named.file) continue
    const end = named !== undefined && file === named.file ? named.offset + named.size : 0
    const size = statSync(join(dir, name)).size
    if (size <= end) continue
    truncateSync(join(dir, name), end)
    cut += size - end
  }
  return cut
}
