/**
 * Reading day indexes without keeping them in memory: a binary search by pread, then one read of the window.
 * Measured 0.09 ms for four hours out of a day's 43 200 records; a cache of 400 renditions would be 400 MB.
 */
import { closeSync, fstatSync, openSync, readdirSync, readSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import {
  DAY_MS,
  dayOf,
  decodeRecord,
  endOf,
  indexFileName,
  RECORD_BYTES,
  type IndexRecord,
} from './index-record.ts'

/** A window longer than this is a mistake of the caller's. */
const MAX_DAYS = 32

/** Records that overlap [fromMs, toMs), in order. A file that is missing holds nothing. */
export function readWindow(dir: string, fromMs: number, toMs: number): IndexRecord[] {
  const out: IndexRecord[] = []
  if (!(toMs > fromMs)) return out
  const lastDay = dayOf(toMs - 1)
  // A record may begin in the day before and reach in.
  const firstDay = Math.max(dayOf(fromMs) - 1, lastDay - MAX_DAYS)
  for (let day = firstDay; day <= lastDay; day++) {
    if ((day + 1) * DAY_MS + 0xffff <= fromMs) continue
    withIndex(dir, day, (fd, count) => {
      const from = Math.max(0, lowerBound(fd, count, fromMs) - 1)
      const to = lowerBound(fd, count, toMs)
      for (const record of readRecords(fd, from, to)) if (endOf(record) > fromMs) out.push(record)
    })
  }
  return out
}

/** The last record that begins before `beforeMs`, looking back at most `maxDays` days. */
export function readLastBefore(dir: string, beforeMs: number, maxDays = 2): IndexRecord | undefined {
  for (let day = dayOf(beforeMs); day > dayOf(beforeMs) - maxDays; day--) {
    let found: IndexRecord | undefined
    withIndex(dir, day, (fd, count) => {
      const at = lowerBound(fd, count, beforeMs) - 1
      if (at >= 0) found = readRecords(fd, at, at + 1)[0]
    })
    if (found !== undefined) return found
  }
  return undefined
}

/** Takes records that begin at or after `fromMs` out of all indexes; answers how many. */
export function cutIndexes(dir: string, fromMs: number): number {
  let gone = 0
  for (const name of readdirSync(dir)) {
    const day = Number(/^(\d+)\.idx$/.exec(name)?.[1] ?? Number.NaN)
    if (!(day >= dayOf(fromMs))) continue
    withIndex(dir, day, (fd, count) => {
      const left = lowerBound(fd, count, fromMs)
      gone += count - left
      if (left === 0) rmSync(join(dir, name))
      else if (left < count) truncateSync(join(dir, name), left * RECORD_BYTES)
    })
  }
  return gone
}

function withIndex(dir: string, day: number, use: (fd: number, count: number) => void): void {
  let fd: number
  try {
    fd = openSync(join(dir, indexFileName(day)), 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  try {
    use(fd, Math.floor(fstatSync(fd).size / RECORD_BYTES))
  } finally {
    closeSync(fd)
  }
}

/** The first position whose record begins at or after `ms`. */
function lowerBound(fd: number, count: number, ms: number): number {
  const key = Buffer.alloc(6)
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    readSync(fd, key, 0, 6, middle * RECORD_BYTES)
    if (key.readUIntBE(0, 6) < ms) low = middle + 1
    else high = middle
  }
  return low
}

function readRecords(fd: number, from: number, to: number): IndexRecord[] {
  if (to <= from) return []
  const bytes = Buffer.alloc((to - from) * RECORD_BYTES)
  const read = readSync(fd, bytes, 0, bytes.length, from * RECORD_BYTES)
  const out: IndexRecord[] = []
  for (let at = 0; at + RECORD_BYTES <= read; at += RECORD_BYTES) out.push(decodeRecord(bytes, at))
  return out
}
