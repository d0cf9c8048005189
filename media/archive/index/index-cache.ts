/**
 * A memory cache of day indexes for all channels together, evicted by recent use and limited in bytes: 200 channels
 * with two renditions and seven days have 2.9 GB of them. What is not cached is searched on disk.
 */
import { closeSync, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs'
import { recordBytes } from './index-record.ts'
import { RecordList } from './record-list.ts'

const defaultLimitBytes = 256 * 1024 * 1024
/** A file is cached on its second request among this many others: reading a whole file for one window costs more. */
const rememberedPaths = 256
const growthBytes = 64 * 1024

interface CachedIndex {
  readonly stamp: string
  /** Has spare capacity for appended records. */
  bytes: Buffer
  length: number
}

export class IndexCache {
  readonly #limitBytes: number
  readonly #cached = new Map<string, CachedIndex>()
  readonly #requestedOnce = new Set<string>()
  #bytes = 0

  constructor(limitBytes = defaultLimitBytes) {
    this.#limitBytes = limitBytes
  }

  /** Bytes in memory now, including spare capacity. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * The whole index as it is on disk now, also when another process appended to it; undefined when it is not cached or
   * does not exist. A file is only ever appended to, or replaced by another.
   */
  records(path: string): RecordList | undefined {
    const cached = this.#cached.get(path)
    if (cached === undefined && !this.#isRequestedAgain(path)) return undefined
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined) {
      this.forget(path)
      return undefined
    }
    if (cached === undefined || cached.stamp !== stampOf(stats) || wholeBytes(stats.size) < cached.length)
      return this.#load(path)
    this.#cached.delete(path)
    this.#cached.set(path, cached)
    if (wholeBytes(stats.size) > cached.length) this.#readOn(path, cached, wholeBytes(stats.size))
    return new RecordList(cached.bytes.subarray(0, cached.length))
  }

  forget(path: string): void {
    const cached = this.#cached.get(path)
    if (cached === undefined) return
    this.#cached.delete(path)
    this.#bytes -= cached.bytes.length
  }

  #isRequestedAgain(path: string): boolean {
    if (this.#requestedOnce.delete(path)) return true
    this.#requestedOnce.add(path)
    const [first] = this.#requestedOnce
    if (this.#requestedOnce.size > rememberedPaths && first !== undefined) this.#requestedOnce.delete(first)
    return false
  }

  #load(path: string): RecordList | undefined {
    this.forget(path)
    const file = openSync(path, 'r')
    try {
      // The stamp must be of the file that is read: it may have been replaced since the first look.
      const stats = fstatSync(file)
      const bytes = Buffer.allocUnsafeSlow(wholeBytes(stats.size) + growthBytes)
      const length = wholeBytes(readSync(file, bytes, 0, wholeBytes(stats.size), 0))
      this.#cached.set(path, { stamp: stampOf(stats), bytes, length })
      this.#bytes += bytes.length
      this.#makeRoom()
      return new RecordList(bytes.subarray(0, length))
    } finally {
      closeSync(file)
    }
  }

  #readOn(path: string, cached: CachedIndex, size: number): void {
    if (size > cached.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(size, cached.bytes.length * 2))
      cached.bytes.copy(larger, 0, 0, cached.length)
      this.#bytes += larger.length - cached.bytes.length
      cached.bytes = larger
      this.#makeRoom()
    }
    const file = openSync(path, 'r')
    try {
      const read = readSync(file, cached.bytes, cached.length, size - cached.length, cached.length)
      cached.length += wholeBytes(read)
    } finally {
      closeSync(file)
    }
  }

  /** The least recently used is evicted first; the newest stays, however large it is. */
  #makeRoom(): void {
    while (this.#bytes > this.#limitBytes && this.#cached.size > 1) {
      const [path] = this.#cached.keys()
      if (path !== undefined) this.forget(path)
    }
  }
}

function wholeBytes(size: number): number {
  return size - (size % recordBytes)
}

/** Identifies a file. An inode number may be reused after a file is deleted; its creation time differs then. */
export function stampOf(stats: Stats): string {
  return `${stats.ino} ${stats.birthtimeMs}`
}
