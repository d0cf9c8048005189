/**
 * Which files of one rendition are in the store: `<day>.stored` beside the index, one line for each with its SHA-256, in
 * the format of `sha256sum`. A file is in it only once the store has it and everything that restores it.
 */
import { readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '#media/archive/index/day-index.ts'
import { chunkFileName, seedFile } from '#media/archive/index/index-record.ts'
import { syncFolderAside, writeAtomicallyAside } from '#media/archive/index/write-atomically.ts'

/** SHA-256 by file of a day, hexadecimal. */
export type ChunkSums = ReadonlyMap<number, string>

/** A file that is no longer in the store as far as the archive is concerned: its object may be deleted. */
export interface ExpiredChunk {
  readonly day: number
  readonly file: number
  /** Nothing of the day is in the store any more. */
  readonly isLast: boolean
}

const linePattern = /^([\da-f]{64}) {2}(\d{1,6})-(\d{3})\.m4s$/
const namePattern = /^(\d{1,6})\.stored$/

/** The text of a list. The first line names the store; `sha256sum -c` skips it. */
export function formatSums(day: number, sums: ChunkSums, storeId: string): string {
  const lines = [...sums]
    .toSorted(([one], [other]) => one - other)
    .map(([file, sum]) => `${sum}  ${chunkFileName(day, file)}`)
  return [`# ${storeId}`, ...lines, ''].join('\n')
}

/** Reads a list; undefined for one that is not of its form. */
export function parseSums(
  text: string,
): { readonly storeId: string; readonly sums: Map<number, string> } | undefined {
  const [first = '', ...lines] = text.split('\n')
  if (!first.startsWith('# ') || lines.pop() !== '') return undefined
  const sums = new Map<number, string>()
  for (const line of lines) {
    const match = linePattern.exec(line)
    if (match === null || Number(match[3]) >= seedFile) return undefined
    sums.set(Number(match[3]), match[1] ?? '')
  }
  return { storeId: first.slice(2), sums }
}

/** The lists of one rendition. A recorder has them in memory; a reader loads them when its folder changed. */
export class StoredChunks {
  readonly #dir: string
  readonly #storeId: string
  #days = new Map<number, Map<number, string>>()
  /** As they were read, by name: a list is replaced as a whole, and most never change again. */
  #parsed: ReadonlyMap<string, ParsedList> = new Map<string, ParsedList>()
  #isUnreadable = false
  /** Days whose list on disk differs, and the files that were dropped since. */
  readonly #dropped = new Map<number, Set<number>>()
  /** Dropped files of which the list on disk says so too. */
  #written: ExpiredChunk[] = []
  #queue: Promise<unknown> = Promise.resolve()

  /** Lists of another store than `storeId` do not count. */
  constructor(dir: string, storeId: string) {
    this.#dir = dir
    this.#storeId = storeId
  }

  /** A list could not be read: what is in the store must be looked up there. */
  get isUnreadable(): boolean {
    return this.#isUnreadable
  }

  /** Reads the lists among the names of the folder. */
  load(names: readonly string[]): void {
    this.#days = new Map()
    this.#isUnreadable = false
    const parsed = new Map<string, ParsedList>()
    for (const name of names) {
      const day = namePattern.exec(name)?.[1]
      if (day === undefined) continue
      const path = join(this.#dir, name)
      const stamp = stampOf(path)
      const before = this.#parsed.get(name)
      const isSame = before !== undefined && stamp !== '' && before.stamp === stamp
      const sums = isSame ? before.sums : readList(path, this.#storeId)
      if (sums === undefined) this.#isUnreadable = true
      else parsed.set(name, { stamp, sums })
      if (sums !== undefined && sums.size > 0) this.#days.set(Number(day), new Map(sums))
    }
    this.#parsed = parsed
  }

  has(day: number, file: number): boolean {
    return this.#days.get(day)?.has(file) === true
  }

  hasDay(day: number): boolean {
    return this.#days.has(day)
  }

  sumsOf(day: number): ChunkSums {
    return this.#days.get(day) ?? new Map<number, string>()
  }

  *list(): Generator<{ readonly day: number; readonly file: number }> {
    for (const [day, sums] of this.#days) for (const file of sums.keys()) yield { day, file }
  }

  /** Adds files of a day; they are on disk when it resolves, and count from then on. */
  add(day: number, sums: ChunkSums): Promise<void> {
    return this.#inOrder(async () => {
      const all = new Map([...this.sumsOf(day), ...sums])
      await this.#write(day, all)
      // What was dropped while it was written stays dropped.
      const current = this.#days.get(day) ?? new Map<number, string>()
      for (const [file, sum] of sums) current.set(file, sum)
      this.#days.set(day, current)
      for (const file of sums.keys()) this.#dropped.get(day)?.delete(file)
    })
  }

  /** From now on it does not count; on disk with `flush` or `takeDropped`. */
  drop(day: number, file: number): void {
    const sums = this.#days.get(day)
    if (sums?.delete(file) !== true) return
    if (sums.size === 0) this.#days.delete(day)
    this.#dropped.set(day, (this.#dropped.get(day) ?? new Set<number>()).add(file))
  }

  /** It was dropped, and nobody has taken that yet. */
  isDropped(day: number, file: number): boolean {
    if (this.#dropped.get(day)?.has(file) === true) return true
    return this.#written.some((one) => one.day === day && one.file === file)
  }

  /** Replaces all lists with these. What they do not name does not expire. */
  async replace(days: ReadonlyMap<number, ChunkSums>): Promise<void> {
    const unnamed = [...this.list()].filter(({ day, file }) => days.get(day)?.has(file) !== true)
    for (const { day, file } of unnamed) this.drop(day, file)
    for (const [day, sums] of days) await this.add(day, sums)
    await this.flush()
    const names = new Set(unnamed.map(({ day, file }) => `${day} ${file}`))
    this.#written = this.#written.filter(({ day, file }) => !names.has(`${day} ${file}`))
    this.#isUnreadable = false
  }

  /** Writes what was dropped. */
  flush(): Promise<void> {
    return this.#inOrder(async () => {
      for (const [day, files] of [...this.#dropped]) {
        const gone = [...files]
        await this.#write(day, this.sumsOf(day))
        for (const file of gone) files.delete(file)
        if (files.size === 0) this.#dropped.delete(day)
        this.#written.push(...gone.map((file) => ({ day, file, isLast: !this.hasDay(day) })))
      }
    })
  }

  /** Writes what was dropped; returns it once it is on disk, and not before, each once. */
  async takeDropped(): Promise<readonly ExpiredChunk[]> {
    await this.flush()
    return this.#written.splice(0)
  }

  async #write(day: number, sums: ChunkSums): Promise<void> {
    const path = join(this.#dir, `${day}.stored`)
    if (sums.size > 0) return writeAtomicallyAside(path, formatSums(day, sums, this.#storeId))
    await rm(path, { force: true })
    await syncFolderAside(this.#dir)
    return undefined
  }

  #inOrder<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#queue.then(work)
    this.#queue = done.catch(() => undefined)
    return done
  }
}

interface ParsedList {
  readonly stamp: string
  readonly sums: ChunkSums
}

/** Differs for another file; '' when there is none. */
function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`
}

/** Empty for a list of another store, and for one that was deleted since its name was read. */
function readList(path: string, storeId: string): Map<number, string> | undefined {
  try {
    const list = parseSums(readFileSync(path, 'utf8'))
    return list === undefined || list.storeId === storeId ? list?.sums : new Map<number, string>()
  } catch (error) {
    return isMissing(error) ? new Map<number, string>() : undefined
  }
}
