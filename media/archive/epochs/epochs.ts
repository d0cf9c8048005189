/**
 * The table of epochs of one channel: periods of recording with one codec configuration on every rendition.
 * A source that returns with the same codecs continues its epoch; a changed configuration begins a new one.
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { ArchiveRole, Epoch, NewEpoch } from './epoch.ts'
import { isMissing } from '#media/archive/index/day-index.ts'
import { recoverEpochs } from './recover-epochs.ts'
import { writeAtomically } from '#media/archive/index/write-atomically.ts'

export type { ArchiveRole, EpochTrack } from './epoch.ts'

const format = 1
/** How long a reader trusts the table before it checks the file's modification time. */
const trustMs = 1000

/** Numbers of epochs have 24 bits: minutes from here on last until 2051. */
const numberedFromMs = Date.UTC(2020)
const maxFirst = 2 ** 23

/**
 * The first number of a new table beside a store, where another machine may have left epochs of the same channel: theirs
 * began earlier, so no number is used twice.
 */
export function epochNumberAt(nowMs: number): number {
  return Math.min(maxFirst, Math.max(1, Math.floor((nowMs - numberedFromMs) / 60_000)))
}

/** Reads and extends `<dir>/epochs.json`; init segments are next to the media as `<rendition>/i<epoch>.mp4`. */
export class EpochTable {
  readonly #dir: string
  readonly #first: number
  #epochs: Epoch[] = []
  #byNumber = new Map<number, Epoch>()
  readonly #clock: () => number
  readonly #role: ArchiveRole
  #looked = { atMs: Number.NaN, stamp: '' }
  /** The table was missing or corrupt and is rebuilt from the init segments and records. */
  readonly isRecovered: boolean = false

  /** `first`: the number of the first epoch of a new table. */
  constructor(dir: string, clock: () => number, role: ArchiveRole = 'records', first = 1) {
    this.#dir = dir
    this.#first = first
    this.#clock = clock
    this.#role = role
    if (role === 'records') {
      mkdirSync(dir, { recursive: true })
      const stored = load(this.#path)
      this.#set(stored ?? recoverEpochs(dir))
      this.isRecovered = stored === undefined && this.#epochs.length > 0
      if (this.isRecovered) this.#write()
    }
  }

  get all(): readonly Epoch[] {
    this.#look()
    return this.#epochs
  }

  get(number: number): Epoch | undefined {
    this.#look()
    return this.#byNumber.get(number)
  }

  /** The epoch to write to: the last recorded one when nothing changed, else a new one, which is saved to disk. */
  open(config: NewEpoch): Epoch {
    const hash = createHash('sha256')
    for (const track of config.tracks) hash.update(track.rendition).update(track.init)
    const fingerprint = hash.digest('base64url')
    const seeded = config.seeded === true
    const last = this.#epochs.findLast((epoch) => epoch.seeded === seeded)
    if (last !== undefined && last.fingerprint === fingerprint && !seeded) {
      this.#writeInits(last.number, config)
      return last
    }
    const before = this.#epochs.at(-1)?.number
    const number = before === undefined ? this.#first : before + 1
    this.#writeInits(number, config)
    const tracks = config.tracks.map(({ init: _init, ...track }) => track)
    const epoch: Epoch = { number, beginMs: config.beginMs, tracks, fingerprint, seeded }
    this.#set([...this.#epochs, epoch])
    this.#write()
    return epoch
  }

  /**
   * Adds epochs of the same channel from elsewhere, whose init segments are there already. Returns the numbers of those
   * that stand for something else here.
   */
  adopt(epochs: readonly Epoch[]): ReadonlySet<number> {
    const others = epochs.filter(({ number, fingerprint }) => {
      const own = this.#byNumber.get(number)
      return own !== undefined && own.fingerprint !== fingerprint
    })
    const added = epochs.filter(({ number }) => !this.#byNumber.has(number))
    if (added.length > 0) {
      this.#set([...this.#epochs, ...added].toSorted((one, other) => one.number - other.number))
      this.#write()
    }
    return new Set(others.map(({ number }) => number))
  }

  #write(): void {
    writeAtomically(this.#path, this.text)
  }

  /** The table as it is on disk. */
  get text(): string {
    return JSON.stringify({ format, epochs: this.#epochs })
  }

  /** Writes the init segments that are missing, such as one that a crash cut off. */
  #writeInits(number: number, config: NewEpoch): void {
    for (const { rendition, init } of config.tracks) {
      const path = join(this.#dir, rendition, `i${number}.mp4`)
      if (statSync(path, { throwIfNoEntry: false })?.size === init.length) continue
      mkdirSync(join(this.#dir, rendition), { recursive: true })
      writeAtomically(path, init)
    }
  }

  /** The init segment of one rendition; undefined when there is none. Throws when the disk does not give it. */
  async init(rendition: string, number: number): Promise<Buffer | undefined> {
    if (this.get(number)?.tracks.some((track) => track.rendition === rendition) !== true) return undefined
    return readFile(join(this.#dir, rendition, `i${number}.mp4`)).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
  }

  /** A reader loads what the recording process has written since. */
  #look(): void {
    if (this.#role === 'records') return
    const now = this.#clock()
    if (Math.abs(now - this.#looked.atMs) < trustMs) return
    const stats = statSync(this.#path, { throwIfNoEntry: false })
    const stamp = stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`
    // The recording process is just replacing the table: the previous content is still good.
    if (stamp !== this.#looked.stamp) this.#set(load(this.#path) ?? this.#epochs)
    this.#looked = { atMs: now, stamp }
  }

  get #path(): string {
    return join(this.#dir, 'epochs.json')
  }

  #set(epochs: readonly Epoch[]): void {
    this.#epochs = [...epochs]
    this.#byNumber = new Map(epochs.map((epoch) => [epoch.number, epoch]))
  }
}

/** Reads the content of a table; undefined when it is none. */
export function parseEpochs(text: string): readonly Epoch[] | undefined {
  try {
    // Only this file writes it, so the format number is enough to know the shape.
    const stored = JSON.parse(text) as { format?: unknown; epochs?: unknown } | null
    if (stored?.format !== format || !Array.isArray(stored.epochs)) return undefined
    return stored.epochs as Epoch[]
  } catch {
    return undefined
  }
}

/** Undefined when there is none, or when it cannot be read. */
function load(path: string): readonly Epoch[] | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  return parseEpochs(text)
}
