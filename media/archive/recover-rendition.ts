/**
 * After a crash: the index may end in half a record, may name bytes that never reached the disk, and the last
 * chunk may hold bytes that no record names. Nothing is synced per segment, so all three are ordinary.
 */
import { readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import {
  chunkFileName,
  decodeRecord,
  indexFileName,
  RECORD_BYTES,
  SEED_FILE,
  type IndexRecord,
} from './index-record.ts'

/** What was cut away; all zero after an orderly end. */
export interface Recovery {
  readonly tornIndexBytes: number
  readonly droppedRecords: number
  readonly tornDataBytes: number
}

/** Makes the newest day of one rendition consistent. Only ever shortens files, and never a seed file. */
export function recoverRendition(dir: string): Recovery {
  const names = readdirSync(dir)
  const days = names.flatMap((name) => /^(\d+)\.idx$/.exec(name)?.[1] ?? []).map(Number)
  if (days.length === 0) return { tornIndexBytes: 0, droppedRecords: 0, tornDataBytes: 0 }
  const day = Math.max(...days)
  const indexPath = join(dir, indexFileName(day))
  const bytes = readFileSync(indexPath)
  const tornIndexBytes = bytes.length % RECORD_BYTES
  const before = (bytes.length - tornIndexBytes) / RECORD_BYTES
  let count = before
  while (count > 0 && !bytesAreThere(dir, day, recordAt(bytes, count - 1))) count--
  if (count * RECORD_BYTES !== bytes.length) truncateSync(indexPath, count * RECORD_BYTES)
  let recorded = count - 1
  while (recorded >= 0 && recordAt(bytes, recorded).file >= SEED_FILE) recorded--
  const last = recorded < 0 ? undefined : recordAt(bytes, recorded)
  const tornDataBytes = cutUnnamedBytes(dir, day, names, last)
  return { tornIndexBytes, droppedRecords: before - count, tornDataBytes }
}

function cutUnnamedBytes(
  dir: string,
  day: number,
  names: readonly string[],
  last: IndexRecord | undefined,
): number {
  let cut = 0
  for (const name of names) {
    const match = /^(\d+)-(\d+)\.m4s$/.exec(name)
    const [fileDay, file] = [Number(match?.[1] ?? -1), Number(match?.[2] ?? SEED_FILE)]
    if (fileDay < day || file >= SEED_FILE) continue
    const named = fileDay === day ? last : undefined
    if (fileDay === day && named !== undefined && file < named.file) continue
    const end = named !== undefined && file === named.file ? named.offset + named.size : 0
    const size = statSync(join(dir, name)).size
    if (size <= end) continue
    truncateSync(join(dir, name), end)
    cut += size - end
  }
  return cut
}

function recordAt(bytes: Buffer, position: number): IndexRecord {
  return decodeRecord(bytes, position * RECORD_BYTES)
}

function bytesAreThere(dir: string, day: number, record: IndexRecord): boolean {
  try {
    return statSync(join(dir, chunkFileName(day, record.file))).size >= record.offset + record.size
  } catch {
    return false
  }
}
