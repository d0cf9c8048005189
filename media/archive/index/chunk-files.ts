/**
 * Which media files one rendition has, on this disk and in the store. An index keeps the records of a day until the whole
 * day is deleted, but its files are deleted one by one: only segments in an existing file can be played. A day takes 36
 * bytes for 144 chunks.
 */
import { chunkMs, dayMs, maxDurationMs, seedFile } from './index-record.ts'

/** One file. Times are Unix ms; `endMs` is the latest possible end of its segments. */
export interface ChunkFile {
  readonly day: number
  /** The chunk of the day, or a seed file. */
  readonly file: number
  readonly beginMs: number
  readonly endMs: number
  readonly isLocal: boolean
  readonly isStored: boolean
}

/** Where a file is: on this disk, or in the store. */
export type FilePlace = 'local' | 'stored'

interface DayFiles {
  readonly local: Uint8Array
  readonly stored: Uint8Array
  /** On this disk only. */
  seeds: readonly number[]
}

export class ChunkFiles {
  readonly #days = new Map<number, DayFiles>()
  #oldestMs: number | undefined

  /** Reads the file names of a folder; files that are not media are ignored. */
  constructor(
    names: readonly string[] = [],
    stored: Iterable<{ readonly day: number; readonly file: number }> = [],
  ) {
    for (const name of names) {
      const match = /^(\d{1,6})-(\d{3,5})\.m4s$/.exec(name)
      if (match !== null) this.add(Number(match[1]), Number(match[2]))
    }
    for (const { day, file } of stored) this.add(day, file, 'stored')
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
    return this.isIn('local', day, file) || this.isIn('stored', day, file)
  }

  isIn(place: FilePlace, day: number, file: number): boolean {
    const files = this.#days.get(day)
    if (files === undefined) return false
    if (file >= seedFile) return place === 'local' && files.seeds.includes(file)
    return isSet(files[place], file)
  }

  add(day: number, file: number, place: FilePlace = 'local'): void {
    let files = this.#days.get(day)
    if (files === undefined) {
      const bits = (): Uint8Array => new Uint8Array(dayMs / chunkMs / 8)
      files = { local: bits(), stored: bits(), seeds: [] }
      this.#days.set(day, files)
    }
    if (file < seedFile) files[place][file >> 3] = (files[place][file >> 3] ?? 0) | (1 << (file & 7))
    else if (!files.seeds.includes(file)) files.seeds = [...files.seeds, file]
    this.#oldestMs = undefined
  }

  remove(day: number, file: number, place: FilePlace = 'local'): void {
    const files = this.#days.get(day)
    if (files === undefined) return
    if (file < seedFile) files[place][file >> 3] = (files[place][file >> 3] ?? 0) & ~(1 << (file & 7))
    else files.seeds = files.seeds.filter((one) => one !== file)
    const isEmpty = (bits: Uint8Array): boolean => bits.every((byte) => byte === 0)
    if (files.seeds.length === 0 && isEmpty(files.local) && isEmpty(files.stored)) this.#days.delete(day)
    this.#oldestMs = undefined
  }

  hasDay(day: number): boolean {
    return this.#days.has(day)
  }

  /** What only this disk has, oldest first, without copied-in files. */
  *unstored(): Generator<ChunkFile> {
    for (const [day, { local, stored }] of [...this.#days].toSorted(([one], [other]) => one - other)) {
      // Most days are in the store as a whole.
      if (local.every((byte, at) => (byte & ~(stored[at] ?? 0)) === 0)) continue
      for (let file = 0; file < dayMs / chunkMs; file++) {
        if (!isSet(local, file) || isSet(stored, file)) continue
        const beginMs = day * dayMs + file * chunkMs
        const endMs = beginMs + chunkMs + maxDurationMs
        yield { day, file, beginMs, endMs, isLocal: true, isStored: false }
      }
    }
  }

  /** Oldest first, from the day of `fromMs` on and the day before. Files may be removed while the list is walked. */
  *list(fromMs = 0): Generator<ChunkFile> {
    const firstDay = Math.floor(fromMs / dayMs) - 1
    const days = [...this.#days].filter(([day]) => day >= firstDay).toSorted(([one], [other]) => one - other)
    for (const [day, { local, stored, seeds }] of days) {
      const dayStartMs = day * dayMs
      // A segment may begin in its chunk and end in the next: add the longest segment duration.
      for (const file of seeds) {
        const endMs = dayStartMs + dayMs + maxDurationMs
        yield { day, file, beginMs: dayStartMs, endMs, isLocal: true, isStored: false }
      }
      for (let file = 0; file < dayMs / chunkMs; file++) {
        const [isLocal, isStored] = [isSet(local, file), isSet(stored, file)]
        if (!isLocal && !isStored) continue
        const beginMs = dayStartMs + file * chunkMs
        yield { day, file, beginMs, endMs: beginMs + chunkMs + maxDurationMs, isLocal, isStored }
      }
    }
  }
}

function isSet(bits: Uint8Array, at: number): boolean {
  return ((bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0
}
