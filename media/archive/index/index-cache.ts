/**
 * Day indexes kept in memory, those of all channels together, by recent use and bounded in bytes: 200 channels with two
 * renditions and seven days have 2.9 GB of them. What is not kept is searched on disk.
 */
import { closeSync, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs'
import { recordBytes } from './index-record.ts'
import { RecordList } from './record-list.ts'

const defaultLimitBytes = 256 * 1024 * 1024
/** A file is kept when it is asked for again among this many others: reading all of one for one window costs more. */
const rememberedPaths = 256
const growthBytes = 64 * 1024

interface CachedIndex {
  readonly stamp: string
  /** Has room for what is appended later. */
  bytes: Buffer
  length: number
}

export class IndexCache {
  readonly #limitBytes: number
  readonly #kept = new Map<string, CachedIndex>()
  readonly #asked = new Set<string>()
  #bytes = 0

  constructor(limitBytes = defaultLimitBytes) {
    this.#limitBytes = limitBytes
  }

  /** What is held now, spare room included. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * The whole index as it is on disk now, also when another process appended to it; undefined when it is not kept or
   * not there. A file is only ever appended to, or replaced by another.
   */
  records(path: string): RecordList | undefined {
    const kept = this.#kept.get(path)
    if (kept === undefined && !this.#isAskedAgain(path)) return undefined
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) {
      this.forget(path)
      return undefined
    }
    if (kept === undefined || kept.stamp !== stampOf(found) || wholeBytes(found.size) < kept.length)
      return this.#load(path)
    this.#kept.delete(path)
    this.#kept.set(path, kept)
    if (wholeBytes(found.size) > kept.length) this.#readOn(path, kept, wholeBytes(found.size))
    return new RecordList(kept.bytes.subarray(0, kept.length))
  }

  forget(path: string): void {
    const kept = this.#kept.get(path)
    if (kept === undefined) return
    this.#kept.delete(path)
    this.#bytes -= kept.bytes.length
  }

  #isAskedAgain(path: string): boolean {
    if (this.#asked.delete(path)) return true
    this.#asked.add(path)
    const [first] = this.#asked
    if (this.#asked.size > rememberedPaths && first !== undefined) this.#asked.delete(first)
    return false
  }

  #load(path: string): RecordList | undefined {
    this.forget(path)
    const file = openSync(path, 'r')
    try {
      // The stamp of what is read, not of what was there a moment ago.
      const found = fstatSync(file)
      const bytes = Buffer.allocUnsafeSlow(wholeBytes(found.size) + growthBytes)
      const length = wholeBytes(readSync(file, bytes, 0, wholeBytes(found.size), 0))
      this.#kept.set(path, { stamp: stampOf(found), bytes, length })
      this.#bytes += bytes.length
      this.#makeRoom()
      return new RecordList(bytes.subarray(0, length))
    } finally {
      closeSync(file)
    }
  }

  #readOn(path: string, kept: CachedIndex, size: number): void {
    if (size > kept.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(size, kept.bytes.length * 2))
      kept.bytes.copy(larger, 0, 0, kept.length)
      this.#bytes += larger.length - kept.bytes.length
      kept.bytes = larger
      this.#makeRoom()
    }
    const file = openSync(path, 'r')
    try {
      const read = readSync(file, kept.bytes, kept.length, size - kept.length, kept.length)
      kept.length += wholeBytes(read)
    } finally {
      closeSync(file)
    }
  }

  /** The least recently asked for goes first; the newest stays, however large it is. */
  #makeRoom(): void {
    while (this.#bytes > this.#limitBytes && this.#kept.size > 1) {
      const [path] = this.#kept.keys()
      if (path !== undefined) this.forget(path)
    }
  }
}

function wholeBytes(size: number): number {
  return size - (size % recordBytes)
}

/** Which file it is. A number of a file may be used again after it is gone, its birth may not. */
export function stampOf(found: Stats): string {
  return `${found.ino} ${found.birthtimeMs}`
}
