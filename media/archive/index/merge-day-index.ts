/** Inserts records between the existing ones of a day's index. */
import { readFileSync } from 'node:fs'
import { isMissing } from './day-index.ts'
import { encodeRecord, endOf, recordBytes, type IndexRecord } from './index-record.ts'
import { RecordList } from './record-list.ts'
import { writeAtomically } from './write-atomically.ts'

/** In time order; a record that overlaps an existing one is left out. The file is replaced as a whole. */
export function mergeIntoDay(path: string, added: readonly IndexRecord[]): void {
  const there = [...new RecordList(readOrNothing(path))]
  const merged = [...there]
  let next = 0
  for (const record of added.toSorted((one, other) => one.beginMs - other.beginMs)) {
    while (next < there.length && endOf(there[next] ?? record) <= record.beginMs) next++
    const neighbour = there[next]
    if (neighbour === undefined || neighbour.beginMs >= endOf(record)) merged.push(record)
  }
  merged.sort((one, other) => one.beginMs - other.beginMs)
  const out = Buffer.alloc(merged.length * recordBytes)
  merged.forEach((record, position) => encodeRecord(record, out, position * recordBytes))
  writeAtomically(path, out)
}

function readOrNothing(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if (isMissing(error)) return Buffer.alloc(0)
    throw error
  }
}
