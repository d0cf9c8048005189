/** One rendition of one recorded channel on disk: append, look up, delete. */
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { ChunkFiles } from './index/chunk-files.ts'
import { DayIndexes, isMissing, namesIn } from './index/day-index.ts'
import type { ArchiveRole } from './epochs/epoch.ts'
import { IndexCache } from './index/index-cache.ts'
import {
  checkSumOf,
  chunkFileName,
  chunkOf,
  dayMs,
  dayOf,
  encodeRecord,
  flagRebase,
  flagSummed,
  indexFileName,
  maxDurationMs,
  type IndexRecord,
} from './index/index-record.ts'
import { mergeIntoDay } from './index/merge-day-index.ts'
import { RecordList } from './index/record-list.ts'
import { recoverRendition, type Recovery } from './recover-rendition.ts'

/** How long a reader trusts its list of files. */
const trustMs = 1000
/** File times are as coarse as the system tick: a folder that changed just now is read again. */
const freshForMs = 5000
/** Records in memory: more than a live playlist has. */
const tailRecords = 32
/** Segments in memory: what live viewers request next. Older ones come from the system's page cache. */
const ringSegments = 4
const ringBytes = 3 * 1024 * 1024

export interface NewSegment {
  readonly beginMs: number
  readonly durationMs: number
  readonly epoch: number
  readonly bytes: Buffer
}

/** What was removed: files, and the freed bytes. */
export interface RemovedFiles {
  readonly files: number
  readonly bytes: number
}

/** Appends all of `bytes` to an open file, or rejects. Injected, so that tests can simulate a full disk. */
export type WriteBytes = (file: FileHandle, bytes: Buffer) => Promise<void>

export interface RenditionOptions {
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly role?: ArchiveRole
  /** Shared by all renditions of an engine. */
  readonly cache?: IndexCache
  readonly write?: WriteBytes
}

interface OpenFiles {
  readonly file: FileHandle
  readonly index: FileHandle
  readonly day: number
  readonly chunk: number
  offset: number
}

/**
 * Owns one folder of chunk files and day indexes. Only one process may append; others may read at the same time.
 * `append` calls run in order; a segment is visible to `window` once its bytes and its record are written.
 */
export class RenditionArchive {
  readonly dir: string
  readonly indexes: DayIndexes
  readonly recovery: Recovery
  readonly #options: RenditionOptions
  #looked = { atMs: Number.NaN, stamp: '' }
  #files = new ChunkFiles()
  #newestDay: number | undefined
  #tail = RecordList.empty
  #open: OpenFiles | undefined
  #ring = new Map<number, Buffer>()
  #queue: Promise<unknown> = Promise.resolve()

  constructor(dir: string, options: RenditionOptions) {
    this.dir = dir
    this.#options = options
    this.indexes = new DayIndexes(dir, options.cache ?? new IndexCache())
    this.recovery = { tornIndexBytes: 0, droppedRecords: 0, tornDataBytes: 0 }
    if (options.role === 'reads') return
    mkdirSync(dir, { recursive: true })
    this.recovery = recoverRendition(dir)
    this.#readFolder()
  }

  /** The end of the newest record, Unix ms; also one from a clock that was ahead. */
  get endMs(): number | undefined {
    this.#look()
    return this.#tail.length === 0 ? undefined : this.#tail.endMs(this.#tail.length - 1)
  }

  /** The earliest time whose file still exists; Infinity when there is none. */
  get oldestMs(): number {
    this.#look()
    return this.#files.oldestMs
  }

  /** The existing media files. */
  get files(): ChunkFiles {
    this.#look()
    return this.#files
  }

  /** Bytes first, then the record. Rejects when the disk write fails; the segment is then lost and a hole remains. */
  append(segment: NewSegment): Promise<void> {
    return this.#withLock(() => this.#append(segment))
  }

  /** Waits for pending writes and closes the files. */
  close(): Promise<void> {
    return this.#withLock(() => this.#closeFiles())
  }

  /** Records that overlap [fromMs, toMs), without those whose file was deleted. */
  window(fromMs: number, toMs: number): RecordList {
    this.#look()
    const isRecent = this.#tail.length > 1 && fromMs >= this.#tail.beginMs(0)
    const records = isRecent ? this.#tail.overlapping(fromMs, toMs) : this.indexes.window(fromMs, toMs)
    return this.#onlyWithBytes(records)
  }

  /** The last record that begins before this time and has its bytes; used for the length of a hole. */
  lastBefore(ms: number): IndexRecord | undefined {
    this.#look()
    const inTail = this.#tail.lowerBound(ms) - 1
    const record = inTail > 0 ? this.#tail.at(inTail) : this.indexes.lastBefore(ms)
    return record !== undefined && this.#files.has(dayOf(record.beginMs), record.file) ? record : undefined
  }

  /** The bytes of one record, or of several adjacent ones; undefined when their file was deleted. */
  async read(first: IndexRecord, size = first.size): Promise<Buffer | undefined> {
    const cached = this.#ring.get(first.beginMs)
    if (cached !== undefined && cached.length === size) return cached
    const path = join(this.dir, chunkFileName(dayOf(first.beginMs), first.file))
    try {
      await using file = await open(path, 'r')
      const bytes = Buffer.allocUnsafeSlow(size)
      const { bytesRead } = await file.read(bytes, 0, size, first.offset)
      return bytesRead === size ? bytes : undefined
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** Deletes files that end before `keepFromMs`, oldest first, except those for which `isProtected` is true. */
  forgetBefore(
    keepFromMs: number,
    isProtected: (beginMs: number, endMs: number) => boolean = () => false,
  ): RemovedFiles {
    let [files, bytes] = [0, 0]
    for (const { day, file, beginMs, endMs } of this.#files.list()) {
      if (beginMs >= keepFromMs) break
      if (endMs > keepFromMs || isProtected(beginMs, endMs)) continue
      bytes += removeFile(join(this.dir, chunkFileName(day, file)))
      this.#files.remove(day, file)
      files += 1
      if (!this.#files.hasDay(day) && (day + 1) * dayMs + maxDurationMs <= keepFromMs)
        this.indexes.remove(day)
    }
    return { files, bytes }
  }

  /** Removes everything that begins at or after `fromMs`, records and bytes; returns how many records. */
  forgetAfter(fromMs: number): Promise<number> {
    return this.#withLock(async () => {
      await this.#closeFiles()
      const gone = this.indexes.cutFrom(fromMs)
      if (gone > 0) recoverRendition(this.dir)
      this.#readFolder()
      this.#ring.clear()
      return gone
    })
  }

  /**
   * Inserts records of a seed file between the existing ones, in time order; where they overlap, the recording
   * wins. The seed's data files must be in the folder already.
   */
  insertSeed(records: readonly IndexRecord[]): Promise<void> {
    return this.#withLock(async () => {
      await this.#closeFiles()
      for (const [day, ofDay] of Map.groupBy(records, (record) => dayOf(record.beginMs)))
        mergeIntoDay(join(this.dir, indexFileName(day)), ofDay)
      this.#readFolder()
    })
  }

  #withLock<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#queue.then(work)
    this.#queue = done.catch(() => undefined)
    return done
  }

  async #append(segment: NewSegment): Promise<void> {
    const { beginMs, epoch, bytes } = segment
    const to = await this.#filesFor(beginMs)
    const record: IndexRecord = {
      beginMs,
      durationMs: Math.min(segment.durationMs, maxDurationMs),
      offset: to.offset,
      size: bytes.length,
      file: to.chunk,
      epoch,
      flags: flagSummed,
      extra: checkSumOf(bytes),
    }
    const write = this.#options.write ?? ((file, all) => file.appendFile(all))
    try {
      await write(to.file, bytes)
      await write(to.index, encodeRecord(record))
    } catch (error) {
      // After a partial write the files are longer than expected: truncate them as after a crash, then reopen them.
      await this.#closeFiles()
      recoverRendition(this.dir)
      throw error
    }
    to.offset += bytes.length
    this.#remember(record, bytes)
  }

  #remember(record: IndexRecord, bytes: Buffer): void {
    this.#newestDay = dayOf(record.beginMs)
    const recent = this.#tail.slice(Math.max(0, this.#tail.length + 1 - tailRecords), this.#tail.length)
    this.#tail = RecordList.concat([recent, RecordList.of(record)])
    this.#ring.set(record.beginMs, bytes)
    let cached = [...this.#ring.values()].reduce((sum, one) => sum + one.length, 0)
    for (const [beginMs, one] of this.#ring) {
      if (this.#ring.size <= 1 || (this.#ring.size <= ringSegments && cached <= ringBytes)) break
      this.#ring.delete(beginMs)
      cached -= one.length
    }
  }

  async #filesFor(ms: number): Promise<OpenFiles> {
    const [day, chunk] = [dayOf(ms), chunkOf(ms)]
    if (this.#open !== undefined && this.#open.day === day && this.#open.chunk === chunk) return this.#open
    await this.#closeFiles()
    const file = await open(join(this.dir, chunkFileName(day, chunk)), 'a')
    try {
      const index = await open(join(this.dir, indexFileName(day)), 'a')
      const { size } = await file.stat()
      this.#files.add(day, chunk)
      this.#open = { file, index, day, chunk, offset: size }
      return this.#open
    } catch (error) {
      await file.close()
      throw error
    }
  }

  async #closeFiles(): Promise<void> {
    const files = this.#open
    this.#open = undefined
    await files?.file.close()
    await files?.index.close()
  }

  #onlyWithBytes(records: RecordList): RecordList {
    let [lastDay, lastFile, has] = [Number.NaN, Number.NaN, false]
    return records.filter((position) => {
      const [day, file] = [dayOf(records.beginMs(position)), records.file(position)]
      if (day !== lastDay || file !== lastFile) {
        ;[lastDay, lastFile] = [day, file]
        has = this.#files.has(day, file)
      }
      return has
    })
  }

  /** A reader follows the files of the recording process; a recorder has its own state. */
  #look(): void {
    if (this.#options.role !== 'reads') return
    const now = this.#options.clock()
    if (Math.abs(now - this.#looked.atMs) < trustMs) return
    const stats = statSync(this.dir, { throwIfNoEntry: false })
    const stamp = stats === undefined ? '' : `${stats.ino} ${stats.mtimeMs}`
    const isFresh = now - (stats?.mtimeMs ?? 0) < freshForMs
    if (stamp !== this.#looked.stamp || isFresh) this.#readFolder()
    else if (this.#newestDay !== undefined) this.#tail = this.indexes.tail(this.#newestDay, tailRecords)
    this.#looked = { atMs: now, stamp }
  }

  #readFolder(): void {
    this.#files = new ChunkFiles(namesIn(this.dir))
    this.#tail = RecordList.empty
    for (const day of this.indexes.days().toReversed()) {
      this.#newestDay = day
      this.#tail = this.indexes.tail(day, tailRecords)
      if (this.#tail.length > 0) return
    }
  }
}

/** The freed bytes: none while the same file is hard-linked elsewhere. */
function removeFile(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  rmSync(path, { force: true })
  return stats === undefined || stats.nlink > 1 ? 0 : stats.blocks * 512
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
