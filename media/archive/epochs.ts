/**
 * The table of epochs of one channel: a stretch of recording with one codec configuration on every rendition.
 * A source that comes back as it was continues its epoch; a changed configuration begins a new one.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** A rendition's configuration inside one epoch. */
export interface EpochTrack {
  readonly rendition: string
  readonly kind: 'video' | 'audio'
  readonly codec: string
  readonly timescale: number
  readonly width?: number
  readonly height?: number
  readonly frameRate?: number
  /** ISO 639-1 where there is one, else as the source writes it. */
  readonly language?: string
  readonly name?: string
  readonly channels?: number
}

export interface Epoch {
  readonly number: number
  /** When it began, Unix ms: the playlists' name for its stretch. */
  readonly beginMs: number
  readonly tracks: readonly EpochTrack[]
  /** Of all init segments together; equal means nothing changed. */
  readonly fingerprint: string
  /** Laid down from a packaged asset, not recorded. */
  readonly seeded: boolean
}

export interface NewEpoch {
  readonly beginMs: number
  readonly tracks: readonly (EpochTrack & { readonly init: Buffer })[]
  readonly seeded?: boolean
}

const FORMAT = 1
/** How long a reader trusts the table without looking at the file's time. */
const TRUST_MS = 1000

/** Whether this process records into the archive, or reads what another one records. */
export type ArchiveRole = 'records' | 'reads'

/** Reads and extends `<dir>/epochs.json`; inits lie beside the media as `<rendition>/i<epoch>.mp4`. */
export class EpochTable {
  readonly #dir: string
  #epochs: Epoch[] = []
  #byNumber = new Map<number, Epoch>()
  readonly #clock: () => number
  readonly #role: ArchiveRole
  #looked = { atMs: Number.NaN, stamp: '' }

  constructor(dir: string, clock: () => number, role: ArchiveRole = 'records') {
    this.#dir = dir
    this.#clock = clock
    this.#role = role
    if (role === 'records') {
      mkdirSync(dir, { recursive: true })
      this.#set(load(this.#path))
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

  /** The epoch to write into: the last recorded one when nothing changed, else a new one, written to disk. */
  open(wanted: NewEpoch): Epoch {
    const hash = createHash('sha256')
    for (const track of wanted.tracks) hash.update(track.rendition).update(track.init)
    const fingerprint = hash.digest('base64url')
    const seeded = wanted.seeded === true
    const last = this.#epochs.findLast((epoch) => epoch.seeded === seeded)
    if (last !== undefined && last.fingerprint === fingerprint && !seeded) return last
    const number = (this.#epochs.at(-1)?.number ?? 0) + 1
    for (const track of wanted.tracks) {
      mkdirSync(join(this.#dir, track.rendition), { recursive: true })
      writeFileSync(join(this.#dir, track.rendition, `i${number}.mp4`), track.init)
    }
    const tracks = wanted.tracks.map(({ init: _init, ...track }) => track)
    const epoch: Epoch = { number, beginMs: wanted.beginMs, tracks, fingerprint, seeded }
    this.#set([...this.#epochs, epoch])
    writeFileSync(`${this.#path}.tmp`, JSON.stringify({ format: FORMAT, epochs: this.#epochs }))
    renameSync(`${this.#path}.tmp`, this.#path)
    return epoch
  }

  /** The init segment of one rendition; undefined when there is none. */
  async init(rendition: string, number: number): Promise<Buffer | undefined> {
    if (this.get(number)?.tracks.some((track) => track.rendition === rendition) !== true) return undefined
    return readFile(join(this.#dir, rendition, `i${number}.mp4`)).catch(() => undefined)
  }

  /** A reader sees what the recording process has written since. */
  #look(): void {
    if (this.#role === 'records') return
    const now = this.#clock()
    if (Math.abs(now - this.#looked.atMs) < TRUST_MS) return
    const found = statSync(this.#path, { throwIfNoEntry: false })
    const stamp = found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`
    if (stamp !== this.#looked.stamp) this.#set(load(this.#path))
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

function load(path: string): readonly Epoch[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  // Written by this file alone, whole or not at all: the format number stands for the shape.
  const stored = JSON.parse(text) as { format: number; epochs: Epoch[] }
  return stored.format === FORMAT ? stored.epochs : []
}
