/**
 * Which media files one rendition has. An index keeps the records of a day until the whole day is deleted, but its
 * files are deleted one by one: only segments in an existing file can be played. A day takes 18 bytes for 144 chunks.
 */
import { chunkMs, dayMs, maxDurationMs, seedFile } from './index-record.ts'

/** One file on disk. Times are Unix ms; `endMs` is the latest possible end of its segments. */
export interface ChunkFile {
  readonly day: number
  /** The chunk of the day, or a seed file. */
  readonly file: number
  readonly beginMs: number
  readonly endMs: number
}

interface DayFiles {
  readonly chunks: Uint8Array
  seeds: readonly number[]
}

export class ChunkFiles {
  readonly #days = new Map<number, DayFiles>()
  #oldestMs: number | undefined

  /** Reads the file names of a folder; files that are not media are ignored. */
  constructor(names: readonly string[] = []) {
    for (const name of names) {
      const match = /^(\d{1,6})-(\d{3,5})\.m4s$/.exec(name)
      if (match !== null) this.add(Number(match[1]), Number(match[2]))
    }
  }

  /** The start of the oldest; Infinity when there are none. */
  get oldestMs(): number {
    if (this.#oldestMs !== undefined) return this.#oldestMs
    let oldestMs = Number.POSITIVE_INFINITY
    for (const { beginMs } of this.list()) {
      oldestMs = beginMs
      break
    }
    this.#oldestMs = oldestMs
    return oldestMs
  }

  has(day: number, file: number): boolean {
    const files = this.#days.get(day)
    if (files === undefined) return false
    if (file >= seedFile) return files.seeds.includes(file)
    return ((files.chunks[file >> 3] ?? 0) & (1 << (file & 7))) !== 0
  }

  add(day: number, file: number): void {
    let files = this.#days.get(day)
    if (files === undefined) {
      files = { chunks: new Uint8Array(dayMs / chunkMs / 8), seeds: [] }
      this.#days.set(day, files)
    }
    if (file < seedFile) files.chunks[file >> 3] = (files.chunks[file >> 3] ?? 0) | (1 << (file & 7))
    else if (!files.seeds.includes(file)) files.seeds = [...files.seeds, file]
    this.#oldestMs = undefined
  }

  remove(day: number, file: number): void {
    const files = this.#days.get(day)
    if (files === undefined) return
    if (file < seedFile) files.chunks[file >> 3] = (files.chunks[file >> 3] ?? 0) & ~(1 << (file & 7))
    else files.seeds = files.seeds.filter((one) => one !== file)
    if (files.seeds.length === 0 && files.chunks.every((byte) => byte === 0)) this.#days.delete(day)
    this.#oldestMs = undefined
  }

  hasDay(day: number): boolean {
    return this.#days.has(day)
  }

  /** Oldest first, from the day of `fromMs` on and the day before. Files may be removed while the list is walked. */
  *list(fromMs = 0): Generator<ChunkFile> {
    const firstDay = Math.floor(fromMs / dayMs) - 1
    const days = [...this.#days].filter(([day]) => day >= firstDay).toSorted(([one], [other]) => one - other)
    for (const [day, { chunks, seeds }] of days) {
      const dayStartMs = day * dayMs
      // A segment may begin in its chunk and end in the next: add the longest segment duration.
      for (const file of seeds)
        yield { day, file, beginMs: dayStartMs, endMs: dayStartMs + dayMs + maxDurationMs }
      for (let file = 0; file < dayMs / chunkMs; file++) {
        if (((chunks[file >> 3] ?? 0) & (1 << (file & 7))) === 0) continue
        const beginMs = dayStartMs + file * chunkMs
        yield { day, file, beginMs, endMs: beginMs + chunkMs + maxDurationMs }
      }
    }
  }
}
