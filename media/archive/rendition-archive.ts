/** One rendition of one recorded channel on disk: appending, looking up, forgetting. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, readFile, rename, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { cutIndexes, readLastBefore, readWindow } from './day-index.ts'
import type { ArchiveRole } from './epochs.ts'
import {
  CHUNK_MS,
  chunkFileName,
  chunkOf,
  DAY_MS,
  dayOf,
  decodeRecord,
  encodeRecord,
  endOf,
  indexFileName,
  MAX_DURATION_MS,
  RECORD_BYTES,
  SEED_FILE,
  type IndexRecord,
} from './index-record.ts'
import { recoverRendition, type Recovery } from './recover-rendition.ts'

/** How long a reader trusts its list of the files. */
const TRUST_MS = 1000

/** Segments kept in memory: two dozen seconds of live and a little for slow viewers. */
const RING_SEGMENTS = 16

export interface NewSegment {
  readonly beginMs: number
  readonly durationMs: number
  readonly epoch: number
  readonly bytes: Buffer
}

interface OpenFiles {
  readonly file: FileHandle
  readonly index: FileHandle
  readonly day: number
  readonly chunk: number
  offset: number
}

/**
 * Owns one folder of chunk files and day indexes. Only one process may append; another may read beside it. `append` calls are put in
 * order; a segment is visible to `window` when its bytes and its record are written.
 */
export class RenditionArchive {
  readonly dir: string
  readonly recovery: Recovery
  readonly #clock: () => number
  readonly #role: ArchiveRole
  #lookedAtMs = Number.NaN
  #oldestMs: number
  #open: OpenFiles | undefined
  #tail: IndexRecord[] = []
  #ring = new Map<number, Buffer>()
  #queue: Promise<void> = Promise.resolve()

  constructor(dir: string, clock: () => number, role: ArchiveRole = 'records') {
    this.dir = dir
    this.#clock = clock
    this.#role = role
    this.#oldestMs = Number.POSITIVE_INFINITY
    this.recovery = { tornIndexBytes: 0, droppedRecords: 0, tornDataBytes: 0 }
    if (role === 'reads') return
    mkdirSync(dir, { recursive: true })
    this.recovery = recoverRendition(dir)
    const last = readLastBefore(dir, clock() + DAY_MS, 40)
    if (last !== undefined) this.#tail.push(last)
    this.#oldestMs = this.#oldestOnDisk()
  }

  /** The end of the newest record, Unix ms. */
  get endMs(): number | undefined {
    this.#look()
    const last = this.#tail.at(-1)
    return last === undefined ? undefined : endOf(last)
  }

  /** The earliest moment whose file still exists; Infinity when nothing does. */
  get oldestMs(): number {
    this.#look()
    return this.#oldestMs
  }

  /** Bytes first, then the record. Rejects when the disk refuses; the segment is then lost and a hole remains. */
  append(segment: NewSegment): Promise<void> {
    const done = this.#queue.then(() => this.#append(segment))
    this.#queue = done.catch(() => undefined)
    return done
  }

  /** Lets what is being written finish and closes the files. */
  async close(): Promise<void> {
    await this.#queue
    await this.#closeFiles()
  }

  /** Records that overlap [fromMs, toMs), without those whose file has been given up. */
  window(fromMs: number, toMs: number): readonly IndexRecord[] {
    const from = Math.max(fromMs, this.oldestMs)
    const first = this.#tail[0]
    if (first !== undefined && this.#tail.length > 1 && from >= first.beginMs)
      return this.#tail.filter((record) => endOf(record) > from && record.beginMs < toMs)
    // A segment that reaches in from a chunk that was given up has no bytes any more.
    return readWindow(this.dir, from, toMs).filter((record) => record.beginMs >= this.#oldestMs)
  }

  /** The last record that begins before this moment, for the length of a hole. */
  lastBefore(ms: number): IndexRecord | undefined {
    for (let at = this.#tail.length - 1; at > 0; at--) {
      const record = this.#tail[at]
      if (record !== undefined && record.beginMs < ms) return record
    }
    return readLastBefore(this.dir, ms)
  }

  /** The bytes of one record; undefined when its file is gone. */
  async read(record: IndexRecord): Promise<Buffer | undefined> {
    const held = this.#ring.get(record.beginMs)
    if (held !== undefined && held.length === record.size) return held
    const path = join(this.dir, chunkFileName(dayOf(record.beginMs), record.file))
    try {
      await using file = await open(path, 'r')
      const bytes = Buffer.allocUnsafe(record.size)
      const { bytesRead } = await file.read(bytes, 0, record.size, record.offset)
      return bytesRead === record.size ? bytes : undefined
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }

  /** Unlinks files that end before `keepFromMs`, oldest first; answers how many went. */
  forgetBefore(keepFromMs: number): number {
    let gone = 0
    for (const { name, endMs } of this.#files())
      if (endMs <= keepFromMs) {
        rmSync(join(this.dir, name), { force: true })
        gone++
      }
    this.#oldestMs = this.#oldestOnDisk()
    return gone
  }

  /** Drops everything that begins at or after `fromMs`, records and bytes; answers how many records went. */
  forgetAfter(fromMs: number): Promise<number> {
    const done = this.#queue.then(async () => {
      await this.#closeFiles()
      const gone = cutIndexes(this.dir, fromMs)
      if (gone > 0) recoverRendition(this.dir)
      const last = readLastBefore(this.dir, fromMs, 40)
      this.#tail = last === undefined ? [] : [last]
      this.#ring.clear()
      return gone
    })
    this.#queue = done.then(
      () => undefined,
      () => undefined,
    )
    return done
  }

  /**
   * Puts records of a seed file between those that are there, in time order; where they overlap, what was
   * recorded wins. The seed's data files must be in the folder already.
   */
  insertSeed(records: readonly IndexRecord[]): Promise<void> {
    const done = this.#queue.then(async () => {
      await this.#closeFiles()
      for (const [day, ofDay] of Map.groupBy(records, (record) => dayOf(record.beginMs)))
        await mergeIntoDay(join(this.dir, indexFileName(day)), ofDay)
      this.#oldestMs = this.#oldestOnDisk()
      const newest = records.at(-1)
      if (newest !== undefined && newest.beginMs >= (this.#tail[0]?.beginMs ?? 0))
        this.#tail = [...this.#tail, newest].toSorted((one, other) => one.beginMs - other.beginMs).slice(-1)
    })
    this.#queue = done.catch(() => undefined)
    return done
  }

  async #append(segment: NewSegment): Promise<void> {
    const durationMs = Math.min(segment.durationMs, MAX_DURATION_MS)
    const to = await this.#filesFor(segment.beginMs)
    const record: IndexRecord = {
      beginMs: segment.beginMs,
      beginFraction: 0,
      durationMs,
      offset: to.offset,
      size: segment.bytes.length,
      file: to.chunk,
      epoch: segment.epoch,
      flags: 0,
    }
    try {
      await to.file.appendFile(segment.bytes)
      await to.index.appendFile(encodeRecord(record))
    } catch (error) {
      // Half a write leaves the files longer than we think: cut them as after a crash, then open them anew.
      await this.#closeFiles()
      recoverRendition(this.dir)
      throw error
    }
    to.offset += segment.bytes.length
    this.#remember(record, segment.bytes)
  }

  #remember(record: IndexRecord, bytes: Buffer): void {
    this.#oldestMs = Math.min(this.#oldestMs, Math.floor(record.beginMs / CHUNK_MS) * CHUNK_MS)
    this.#tail.push(record)
    if (this.#tail.length > RING_SEGMENTS * 2) this.#tail.shift()
    this.#ring.set(record.beginMs, bytes)
    const [oldest] = this.#ring.keys()
    if (this.#ring.size > RING_SEGMENTS && oldest !== undefined) this.#ring.delete(oldest)
  }

  async #filesFor(ms: number): Promise<OpenFiles> {
    const [day, chunk] = [dayOf(ms), chunkOf(ms)]
    if (this.#open !== undefined && this.#open.day === day && this.#open.chunk === chunk) return this.#open
    await this.#closeFiles()
    const file = await open(join(this.dir, chunkFileName(day, chunk)), 'a')
    const index = await open(join(this.dir, indexFileName(day)), 'a')
    const { size } = await file.stat()
    this.#open = { file, index, day, chunk, offset: size }
    return this.#open
  }

  async #closeFiles(): Promise<void> {
    const files = this.#open
    this.#open = undefined
    await files?.file.close()
    await files?.index.close()
  }

  #files(): { name: string; beginMs: number; endMs: number }[] {
    const found: { name: string; beginMs: number; endMs: number }[] = []
    for (const name of namesIn(this.dir)) {
      const index = /^(\d+)\.idx$/.exec(name)
      const chunk = /^(\d+)-(\d+)\.m4s$/.exec(name)
      const day = Number(index?.[1] ?? chunk?.[1] ?? Number.NaN)
      if (!Number.isFinite(day)) continue
      const file = Number(chunk?.[2] ?? SEED_FILE)
      const wholeDay = file >= SEED_FILE
      const beginMs = day * DAY_MS + (wholeDay ? 0 : file * CHUNK_MS)
      // A segment may begin in its chunk and end in the next: the grace is the longest one.
      found.push({ name, beginMs, endMs: beginMs + (wholeDay ? DAY_MS : CHUNK_MS) + MAX_DURATION_MS })
    }
    return found.toSorted((one, other) => one.beginMs - other.beginMs)
  }

  /** A reader keeps nothing in memory but where the other process is. */
  #look(): void {
    if (this.#role === 'records') return
    const now = this.#clock()
    if (Math.abs(now - this.#lookedAtMs) < TRUST_MS) return
    this.#lookedAtMs = now
    this.#oldestMs = this.#oldestOnDisk()
    const last = readLastBefore(this.dir, now + DAY_MS, 3)
    this.#tail = last === undefined ? [] : [last]
  }

  #oldestOnDisk(): number {
    const chunk = this.#files().find(({ name }) => name.endsWith('.m4s'))
    return chunk?.beginMs ?? Number.POSITIVE_INFINITY
  }
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir)
  } catch (error) {
    // A reader may be there before the first segment is.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

async function mergeIntoDay(path: string, added: readonly IndexRecord[]): Promise<void> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
  const there: IndexRecord[] = []
  for (let at = 0; at + RECORD_BYTES <= bytes.length; at += RECORD_BYTES) there.push(decodeRecord(bytes, at))
  const merged = [...there]
  let next = 0
  for (const record of added.toSorted((one, other) => one.beginMs - other.beginMs)) {
    while (next < there.length && endOf(there[next] ?? record) <= record.beginMs) next++
    const neighbour = there[next]
    if (neighbour === undefined || neighbour.beginMs >= endOf(record)) merged.push(record)
  }
  merged.sort((one, other) => one.beginMs - other.beginMs)
  const out = Buffer.alloc(merged.length * RECORD_BYTES)
  merged.forEach((record, position) => encodeRecord(record, out, position * RECORD_BYTES))
  await writeFile(`${path}.tmp`, out)
  await rename(`${path}.tmp`, path)
}
