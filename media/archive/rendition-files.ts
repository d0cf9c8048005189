/** The media files of one rendition, on this disk and in the store: which there are, and how they are deleted. */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ChunkFile, ChunkFiles } from './index/chunk-files.ts'
import { namesIn, type DayIndexes } from './index/day-index.ts'
import { chunkFileName, dayMs, maxDurationMs } from './index/index-record.ts'
import { type ChunkSums, StoredChunks } from './remote/stored-chunks.ts'

/** What was removed: files, and the freed bytes. */
export interface RemovedFiles {
  readonly files: number
  readonly bytes: number
}

/** A file as it was put into the store. */
export interface UploadedChunk {
  readonly file: number
  readonly bytes: number
  /** SHA-256, hexadecimal. */
  readonly sum: string
}

export class RenditionFiles {
  /** Undefined without a store. */
  readonly stored: StoredChunks | undefined
  readonly #dir: string
  readonly #indexes: DayIndexes
  #chunks = new ChunkFiles()

  /** Without `storeId` only files on this disk exist. */
  constructor(dir: string, indexes: DayIndexes, storeId: string | undefined) {
    this.#dir = dir
    this.#indexes = indexes
    this.stored = storeId === undefined ? undefined : new StoredChunks(dir, storeId)
  }

  get chunks(): ChunkFiles {
    return this.#chunks
  }

  /** Reads the folder; `withStored`: also the lists of what is in the store, which a recorder has in memory. */
  read(withStored: boolean): void {
    const names = namesIn(this.#dir)
    if (withStored) this.stored?.load(names)
    this.#chunks = new ChunkFiles(names, this.stored?.list())
  }

  /**
   * Deletes files that end before `keepFromMs`, oldest first, except those for which `isProtected` is true. `local`: only
   * from this disk, whether the store has them or not.
   */
  forgetBefore(
    keepFromMs: number,
    isProtected: (beginMs: number, endMs: number) => boolean,
    where: 'everywhere' | 'local',
  ): RemovedFiles {
    let [files, bytes] = [0, 0]
    for (const { day, file, beginMs, endMs, isLocal, isStored } of this.#chunks.list()) {
      if (beginMs >= keepFromMs) break
      if (endMs > keepFromMs || isProtected(beginMs, endMs)) continue
      if (where === 'local' && !isLocal) continue
      if (isLocal) bytes += this.#removeLocal(day, file)
      if (isStored && where === 'everywhere') this.dropStored(day, file)
      files += 1
      if (!this.#chunks.hasDay(day) && (day + 1) * dayMs + maxDurationMs <= keepFromMs)
        this.#indexes.remove(day)
    }
    return { files, bytes }
  }

  /** Deletes the local copies of files that end before `beforeMs` and that the store has. */
  releaseBefore(beforeMs: number): RemovedFiles {
    let [files, bytes] = [0, 0]
    for (const { day, file, beginMs, endMs, isLocal, isStored } of this.#chunks.list()) {
      if (beginMs >= beforeMs) break
      if (endMs > beforeMs || !isLocal || !isStored) continue
      bytes += this.#removeLocal(day, file)
      files += 1
    }
    return { files, bytes }
  }

  /** Files that the store does not have yet, oldest first. Copied-in files stay on this disk. */
  *waiting(isClosed: (file: ChunkFile) => boolean): Generator<ChunkFile> {
    if (this.stored === undefined) return
    for (const one of this.#chunks.unstored()) if (isClosed(one)) yield one
  }

  /** The store has these files of a day from now on, unless they were written to since they were read. */
  async markStored(day: number, uploaded: readonly UploadedChunk[]): Promise<void> {
    const isSame = ({ file, bytes }: UploadedChunk): boolean => {
      const stats = statSync(join(this.#dir, chunkFileName(day, file)), { throwIfNoEntry: false })
      return stats === undefined || stats.size === bytes
    }
    const same = uploaded.filter(isSame)
    if (same.length === 0) return
    const sums: ChunkSums = new Map(same.map(({ file, sum }) => [file, sum]))
    await this.stored?.add(day, sums)
    for (const file of sums.keys()) this.#chunks.add(day, file, 'stored')
  }

  /** A file is not in the store as far as this archive is concerned. */
  dropStored(day: number, file: number): void {
    this.stored?.drop(day, file)
    this.#chunks.remove(day, file, 'stored')
  }

  /** The same for all that may contain something that begins at or after `fromMs`; on disk when it resolves. */
  async dropStoredFrom(fromMs: number): Promise<void> {
    for (const { day, file, endMs, isStored } of [...this.#chunks.list(fromMs)])
      if (isStored && endMs > fromMs) this.dropStored(day, file)
    await this.stored?.flush()
  }

  /** Before something is appended to a file that the store has, after the clock was set back. */
  async reopen(day: number, file: number): Promise<void> {
    if (!this.#chunks.isIn('local', day, file))
      throw new Error(`${chunkFileName(day, file)} is in the store only: nothing can be appended to it`)
    this.dropStored(day, file)
    await this.stored?.flush()
  }

  #removeLocal(day: number, file: number): number {
    this.#chunks.remove(day, file)
    return removeFile(join(this.#dir, chunkFileName(day, file)))
  }
}

/** The freed bytes: none while the same file is hard-linked elsewhere. */
function removeFile(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  rmSync(path, { force: true })
  return stats === undefined || stats.nlink > 1 ? 0 : stats.blocks * 512
}
