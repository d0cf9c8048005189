/**
 * After a crash: the index may end in half a record or in zeros, may name bytes that never reached the disk, and the
 * last chunk may hold bytes that no record names. Nothing is synced per segment, so all of it is ordinary.
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

/** What was cut away; all zero after an orderly end. */
export interface Recovery {
  readonly tornIndexBytes: number
  readonly droppedRecords: number
  readonly tornDataBytes: number
}

/** An hour of records: what is older was on the disk long before. */
const lookedAt = 2048
/** So many good ones in a row, going back from the end: before them all was written. */
const goodInARow = 3
/** The day before may have ended a moment ago. */
const recoveredDays = 2

/** Makes the newest hours of one rendition consistent. Only ever takes away, and never from a seed file. */
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
  /** The last one that was recorded, seeds aside. */
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

/** Another file, not a shorter one: who holds the old one in memory must see that it is another. */
function replaceIndex(path: string, from: number, good: readonly number[]): void {
  const whole = readFileSync(path)
  const pieceOf = (position: number): Buffer =>
    whole.subarray((from + position) * recordBytes, (from + position + 1) * recordBytes)
  const left = Buffer.concat([whole.subarray(0, from * recordBytes), ...good.map(pieceOf)])
  try {
    writeAtomically(path, left)
  } catch {
    // Shorter needs no room on a disk that is full; what is left out in the middle is overwritten by what follows.
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
    // A removed file loses nothing here: its records are not shown, and their offsets are known.
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

/** Zeros and rubbish are no record of this day after the one before. */
function isPlausible(record: IndexRecord, day: number, before: IndexRecord | undefined): boolean {
  const { beginMs, durationMs, size, offset, file } = record
  if (dayOf(beginMs) !== day || durationMs === 0 || size === 0) return false
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
    // No box begins with zeros; of 65,536 sums of what was never written one is right all the same.
    if (head.subarray(0, 8).every((byte) => byte === 0)) return false
    if ((record.flags & flagSummed) === 0) return true
    const tailBytes = Math.min(summedBytes, size - head.length)
    const tail = piece(file, offset + size - tailBytes, tailBytes)
    // The two ends stand for the whole: a sum over them alone is the same.
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

/** Bytes of `day`, and of everything after `newest`, that lie behind the last record. */
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
