/** One rendition of one recorded channel on disk: append, look up, delete. */
import { mkdirSync, statSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChunkFile, ChunkFiles } from './index/chunk-files.ts'
import { DayIndexes, isMissing } from './index/day-index.ts'
import type { ArchiveRole } from './epochs/epoch.ts'
import { IndexCache } from './index/index-cache.ts'
import {
  checkSumOf,
  chunkFileName,
  chunkOf,
  dayOf,
  encodeRecord,
  flagSummed,
  indexFileName,
  maxDurationMs,
  type IndexRecord,
} from './index/index-record.ts'
import { mergeIntoDay } from './index/merge-day-index.ts'
import { RecordList } from './index/record-list.ts'
import { type ArchiveStore, ArchiveUnavailable } from './remote/archive-store.ts'
import type { ChunkSums, StoredChunks } from './remote/stored-chunks.ts'
import type { OpenFiles } from './open-files.ts'
import { recoverRendition, type Recovery } from './recover-rendition.ts'
import { RenditionFiles, type RemovedFiles, type UploadedChunk } from './rendition-files.ts'
import { type MayWrite, refuseUnless } from './write-permission.ts'

/** How long a reader trusts its list of files. */
const trustMs = 1000
/** File times are as coarse as the system tick: a folder that changed just now is read again. */
const freshForMs = 5000
/** Records in memory: more than a live playlist has. */
const tailRecords = 32
/** Segments in memory: what live viewers request next. Older ones come from the system's page cache. */
const ringSegments = 4
const ringBytes = 3 * 1024 * 1024

/** Nothing is appended to a file this long after its last segment may have ended. */
const closedAfterMs = 120_000

export interface NewSegment {
  readonly beginMs: number
  readonly durationMs: number
  readonly epoch: number
  readonly bytes: Buffer
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
  /** Asked before each write and each deletion; what is refused throws `WriteRefused`. */
  readonly mayWrite?: MayWrite | undefined
  /** What also has closed files. Without it only files on this disk exist. */
  readonly remote?: ArchiveStore | undefined
  /** Before the names of this rendition's files in it. */
  readonly remotePrefix?: string
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
  readonly #files: RenditionFiles
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
    this.#files = new RenditionFiles(dir, this.indexes, options.remote?.id)
    if (options.role === 'reads') return
    refuseUnless(options.mayWrite)
    mkdirSync(dir, { recursive: true })
    this.recovery = recoverRendition(dir)
    this.#files.read(true)
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
    return this.#files.chunks.oldestMs
  }

  /** The existing media files. */
  get files(): ChunkFiles {
    this.#look()
    return this.#files.chunks
  }

  /** What the store has of them; undefined without one. */
  get stored(): StoredChunks | undefined {
    return this.#files.stored
  }

  /** Bytes first, then the record. Rejects when the disk write fails; the segment is then lost and a hole remains. */
  append(segment: NewSegment): Promise<void> {
    return this.#change(() => this.#append(segment))
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
    return record !== undefined && this.#files.chunks.has(dayOf(record.beginMs), record.file)
      ? record
      : undefined
  }

  /**
   * The bytes of one record, or of several adjacent ones; undefined when their file was deleted. Throws
   * `ArchiveUnavailable` when only the store has them, and does not give them in time.
   */
  async read(first: IndexRecord, size = first.size): Promise<Buffer | undefined> {
    const cached = this.#ring.get(first.beginMs)
    if (cached !== undefined && cached.length === size) return cached
    return (await this.#readLocal(first, size)) ?? this.#readStored(first, size)
  }

  async #readLocal(first: IndexRecord, size: number): Promise<Buffer | undefined> {
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

  async #readStored(first: IndexRecord, size: number): Promise<Buffer | undefined> {
    const { remote, remotePrefix = '' } = this.#options
    const { file, offset } = first
    const day = dayOf(first.beginMs)
    if (remote === undefined) return undefined
    const isReader = this.#options.role === 'reads'
    // The other process may have moved the file since this one looked.
    if (isReader && !this.#files.chunks.isIn('stored', day, file)) this.#readFolder()
    if (!this.#files.chunks.isIn('stored', day, file)) return undefined
    const bytes = await remote.read(`${remotePrefix}${chunkFileName(day, file)}`, offset, offset + size)
    if (bytes === undefined) {
      // Expired meanwhile, or the store is not what it should be, such as a folder that is not mounted.
      if (isReader) this.#readFolder()
      if (!this.#files.chunks.isIn('stored', day, file)) return undefined
      throw new ArchiveUnavailable(`the store has no ${remotePrefix}${chunkFileName(day, file)}`)
    }
    const isWrong =
      (first.flags & flagSummed) !== 0 && checkSumOf(bytes.subarray(0, first.size)) !== first.extra
    if (isWrong) throw new ArchiveUnavailable(`other bytes than were recorded: ${chunkFileName(day, file)}`)
    return bytes
  }

  /**
   * Deletes files that end before `keepFromMs`, oldest first, except those for which `isProtected` is true. `local`: only
   * from this disk, whether the store has them or not.
   */
  forgetBefore(
    keepFromMs: number,
    isProtected: (beginMs: number, endMs: number) => boolean = () => false,
    where: 'everywhere' | 'local' = 'everywhere',
  ): RemovedFiles {
    refuseUnless(this.#options.mayWrite)
    return this.#files.forgetBefore(keepFromMs, isProtected, where)
  }

  /** Deletes the local copies of files that end before `beforeMs` and that the store has. */
  releaseBefore(beforeMs: number): RemovedFiles {
    refuseUnless(this.#options.mayWrite)
    return this.#files.releaseBefore(beforeMs)
  }

  /**
   * Files that nothing is appended to any more and that the store does not have, oldest first. Files of a day without an
   * index are of no use: a damaged disk has left them.
   */
  waiting(): Generator<ChunkFile> {
    const now = this.#options.clock()
    const endMs = this.endMs ?? 0
    const days = new Map<number, boolean>()
    const hasIndex = (day: number): boolean => {
      const has = days.get(day) ?? this.indexes.count(day) > 0
      days.set(day, has)
      return has
    }
    const isOpen = ({ day, file }: ChunkFile): boolean => this.#open?.day === day && this.#open.chunk === file
    return this.#files.waiting(
      (one) =>
        (one.endMs + closedAfterMs <= now || (one.endMs <= endMs && !isOpen(one))) && hasIndex(one.day),
    )
  }

  /** The store has these files of a day from now on, unless they were written to since they were read. */
  markStored(day: number, uploaded: readonly UploadedChunk[]): Promise<void> {
    return this.#change(() => this.#files.markStored(day, uploaded))
  }

  /** The store has no such file; what is on this disk is put there again. */
  unmarkStored(day: number, file: number): void {
    refuseUnless(this.#options.mayWrite)
    this.#files.dropStored(day, file)
  }

  /** Replaces what the store has of this rendition, as it was looked up there. */
  adopt(days: ReadonlyMap<number, ChunkSums>): Promise<void> {
    return this.#change(async () => {
      await this.#files.stored?.replace(days)
      this.#readFolder()
    })
  }

  /** Removes everything that begins at or after `fromMs`, records and bytes; returns how many records. */
  forgetAfter(fromMs: number): Promise<number> {
    return this.#change(async () => {
      await this.#closeFiles()
      const gone = this.indexes.cutFrom(fromMs)
      if (gone > 0) recoverRendition(this.dir)
      // On disk before anything is appended: after a crash the store would count as having that too.
      if (gone > 0) await this.#files.dropStoredFrom(fromMs)
      this.#readFolder()
      this.#ring.clear()
      return gone
    })
  }

  /**
   * Inserts records between the existing ones, in time order; where they overlap, the existing ones win. Their data files
   * must be there already, or be marked as stored afterwards.
   */
  insertRecords(records: readonly IndexRecord[]): Promise<void> {
    return this.#change(async () => {
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

  #change<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#withLock(() => {
      refuseUnless(this.#options.mayWrite)
      return work()
    })
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
    refuseUnless(this.#options.mayWrite)
    try {
      await write(to.file, bytes)
      // A process may have been frozen meanwhile.
      refuseUnless(this.#options.mayWrite)
      await write(to.index, encodeRecord(record))
    } catch (error) {
      // After a partial write the files are longer than expected: truncate them as after a crash, then reopen them.
      await this.#closeFiles()
      if (this.#options.mayWrite?.() !== false) recoverRendition(this.dir)
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
    if (this.#files.chunks.isIn('stored', day, chunk)) await this.#files.reopen(day, chunk)
    if (this.#open !== undefined && this.#open.day === day && this.#open.chunk === chunk) {
      // What another process wrote in its last moment stays between two records.
      if (this.#options.mayWrite !== undefined) this.#open.offset = (await this.#open.file.stat()).size
      return this.#open
    }
    await this.#closeFiles()
    const file = await open(join(this.dir, chunkFileName(day, chunk)), 'a')
    try {
      const index = await open(join(this.dir, indexFileName(day)), 'a')
      const { size } = await file.stat()
      this.#files.chunks.add(day, chunk)
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
        has = this.#files.chunks.has(day, file)
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
    this.#files.read(this.#options.role === 'reads')
    this.#tail = RecordList.empty
    for (const day of this.indexes.days().toReversed()) {
      this.#newestDay = day
      this.#tail = this.indexes.tail(day, tailRecords)
      if (this.#tail.length > 0) return
    }
  }
}
