/** One window of one channel's past, read from its provider for all its viewers. */
import { createHash } from 'node:crypto'
import type { CutCell } from './cell-cutter.ts'
import type { CellStore } from './cell-store.ts'
import type { ProviderRun, RunEnd, RunTrack } from './provider-run.ts'
import { areSameTracks } from './same-tracks.ts'

/** A track as viewers get it. */
export interface CatchupTrack extends RunTrack {
  readonly initKey: string
}

export interface SessionOptions {
  /** Names its cells in the store; unique. */
  readonly name: string
  /** Unix milliseconds. */
  readonly beginMs: number
  readonly endMs: number
  readonly isWhole: boolean
  readonly store: CellStore
  readonly clock: () => number
  /** Starts a run at a cell for a viewer; undefined when the provider has no free connection. */
  readonly startRun: (session: CatchupSession, cell: number, viewer: string) => ProviderRun | undefined
  /** Called when a run has failed, with text for operators. */
  readonly onFailure: (words: string) => void
}

/** Why there are no bytes. */
export type CellRefusal =
  /** It will come: the client should request it again. */
  | 'waiting'
  /** All connections to the provider are in use. */
  | 'busy'
  /** The provider fails. */
  | 'failed'
  /** There is no such cell. */
  | 'gone'

export type StartOutcome =
  | { readonly kind: 'ready' }
  /** `words` for operators, without addresses. */
  | { readonly kind: CellRefusal; readonly words: string }

export const cellMs = 6000
/** A run that reads so many cells before a requested one gets there sooner than a new one. */
const reachCells = 6
/** Tracks end a cell at slightly different times. */
const lagCells = 2
/** A provider may end this much before the guide says. */
const tailCells = 30
/** After a failure the provider is not requested for this long. */
const pauseMs = 2000
/** A provider's archive may be this far behind the present. */
const settleMs = 120_000
/** A viewer that has requested nothing for this long is gone. */
export const idleMs = 15_000
/** A box without content, which every player skips. */
const nothingHere = Buffer.from([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65])

interface ActiveRun {
  readonly run: ProviderRun
  readonly firstCell: number
  /** When each viewer requested something last. */
  readonly viewers: Map<string, number>
}

export class CatchupSession {
  readonly name: string
  readonly beginMs: number
  readonly endMs: number
  readonly cellCount: number
  /** When a viewer requested something last, by the monotonic clock. */
  usedAtMs: number
  readonly #options: SessionOptions
  readonly #runs = new Set<ActiveRun>()
  #tracks: readonly CatchupTrack[] = []
  #bitsPerSecond = 0
  #failure: { readonly words: string; readonly atMs: number } | undefined
  /** The cell in which the provider has ended once. It may only have been interrupted: it is requested again. */
  #claimedEnd: number | undefined
  /** The first cell that the provider does not have. */
  #endCell: number | undefined
  #listeners: (() => void)[] = []

  constructor(options: SessionOptions) {
    this.#options = options
    this.name = options.name
    this.beginMs = options.beginMs
    this.endMs = options.endMs
    this.cellCount = Math.max(1, Math.ceil((options.endMs - options.beginMs) / cellMs))
    this.usedAtMs = performance.now()
  }

  /** Empty until the provider has sent its first frames. */
  get tracks(): readonly CatchupTrack[] {
    return this.#tracks
  }

  /** Of its first second. */
  get bitsPerSecond(): number {
    return this.#bitsPerSecond
  }

  /** The number of runs. */
  get runs(): number {
    return this.#runs.size
  }

  /** Waits until the tracks are described, starting a run at `cell` when none reads. Never rejects. */
  async start(viewer: string, waitMs: number, cell = 0): Promise<StartOutcome> {
    this.usedAtMs = performance.now()
    const deadline = performance.now() + waitMs
    for (;;) {
      if (this.#tracks.length > 0) return { kind: 'ready' }
      const refusal = this.#ensureRun(cell, viewer)
      if (refusal === 'failed') return { kind: 'failed', words: this.#failure?.words ?? '' }
      const leftMs = deadline - performance.now()
      const isLate = refusal === 'busy' ? leftMs <= 0 : !(await this.#changed(Math.max(1, leftMs)))
      if (isLate && this.#tracks.length === 0)
        return refusal === 'busy'
          ? { kind: 'busy', words: 'all connections to the provider are in use' }
          : { kind: 'waiting', words: 'the provider is slow' }
      if (refusal === 'busy') await this.#changed(Math.min(500, Math.max(1, leftMs)))
    }
  }

  /** The bytes of a cell of a track, when they come within `waitMs`. Never rejects. */
  async cell(rendition: string, cell: number, viewer: string, waitMs: number): Promise<Buffer | CellRefusal> {
    this.usedAtMs = performance.now()
    if (!this.#tracks.some((track) => track.rendition === rendition)) return 'gone'
    if (cell < 0 || cell >= this.cellCount || this.beginMs + cell * cellMs > this.#options.clock())
      return 'gone'
    const name = `${this.name}/${rendition}-${cell}.m4s`
    const deadline = performance.now() + waitMs
    for (;;) {
      const bytes = await this.#options.store.get(name)
      if (bytes !== undefined) {
        this.#follow(cell, viewer, true)
        return bytes.length === 0 ? nothingHere : bytes
      }
      if (this.#endCell !== undefined && cell >= this.#endCell) return nothingHere
      const refusal = this.#ensureRun(cell, viewer)
      if (refusal !== undefined) return refusal
      const leftMs = deadline - performance.now()
      if (leftMs <= 0 || !(await this.#changed(leftMs))) {
        if (!this.#options.store.has(name)) return 'waiting'
      }
    }
  }

  /** The viewer watches something else now. */
  leave(viewer: string): void {
    for (const { viewers } of this.#runs) viewers.delete(viewer)
  }

  /** Stops a run of this provider that nobody but `viewer` needs; false when there is none. */
  freeRun(viewer: string, provider: string): boolean {
    for (const active of this.#runs)
      if (active.run.provider === provider && !active.run.isStopping && this.#isFree(active, viewer)) {
        active.run.stop('stopped for another viewer')
        this.#runs.delete(active)
        return true
      }
    return false
  }

  /** Stops the runs that nobody watches. */
  stopIdleRuns(): void {
    for (const active of this.#runs)
      if (this.#isFree(active, undefined, idleMs * 2)) active.run.stop('nobody watches')
  }

  async close(): Promise<void> {
    const runs = [...this.#runs]
    for (const { run } of runs) run.stop()
    await Promise.all(runs.map(({ run }) => run.ended))
    await this.#options.store.removeAll(`${this.name}/`)
  }

  /** A run has described its tracks. */
  describe(tracks: readonly RunTrack[], bitsPerSecond: number): boolean {
    if (this.#tracks.length > 0) return areSameTracks(this.#tracks, tracks)
    this.#tracks = tracks.map((track) => ({
      ...track,
      initKey: createHash('sha256').update(track.init.bytes).digest('hex').slice(0, 12),
    }))
    this.#bitsPerSecond = bitsPerSecond
    this.#notify()
    return true
  }

  /** A run has completed a cell. Settles when it is stored. */
  async take({ track, cell, bytes }: CutCell): Promise<void> {
    const rendition = this.#tracks[track]?.rendition
    if (rendition === undefined) return
    const stored = this.#options.store.put(`${this.name}/${rendition}-${cell}.m4s`, bytes)
    this.#notify()
    await stored
  }

  /** The reason why no run reads this cell, or undefined when one does. */
  #ensureRun(cell: number, viewer: string): 'busy' | 'failed' | undefined {
    if (this.#follow(cell, viewer, false)) return undefined
    const nowMs = performance.now()
    if (this.#failure !== undefined && Math.abs(nowMs - this.#failure.atMs) < pauseMs) return 'failed'
    const firstCell = this.#options.isWhole ? 0 : cell
    const run = this.#options.startRun(this, firstCell, viewer)
    if (run === undefined) return 'busy'
    const active: ActiveRun = { run, firstCell, viewers: new Map([[viewer, nowMs]]) }
    for (const other of this.#runs) other.viewers.delete(viewer)
    this.#runs.add(active)
    run.request(cell)
    void run.ended.then((end) => this.#ended(active, end))
    return undefined
  }

  /** Says to the run that delivers this cell, or has delivered it, that it is needed; false when there is none. */
  #follow(cell: number, viewer: string, isStored: boolean): boolean {
    for (const active of this.#runs) {
      const { reading } = active.run
      const reach = this.#options.isWhole ? Number.POSITIVE_INFINITY : reachCells
      if (cell < active.firstCell || cell > reading + reach) continue
      if (!isStored && cell < reading - lagCells) continue
      active.viewers.set(viewer, performance.now())
      active.run.request(cell)
      return true
    }
    return false
  }

  #ended(active: ActiveRun, { words, kind, rest }: RunEnd): void {
    this.#runs.delete(active)
    const { isWhole } = this.#options
    const { reading } = active.run
    const claimed = this.#claimedEnd ?? Number.POSITIVE_INFINITY
    const isNothing = kind === 'nothing' && active.firstCell >= claimed
    if (kind === 'failed' || (kind === 'nothing' && !isNothing)) {
      if (!isOwnEnd(words)) this.#fail(words)
    } else {
      // It can only be read from its beginning again: its end is believed where it says that it is one.
      const isCertain = isWhole && kind === 'certain'
      if (!isNothing) this.#claimedEnd = reading
      if (reading === claimed || isNothing || isCertain) this.#endAt(reading, rest)
    }
    this.#notify()
  }

  /** The provider ends in this cell: it has said so twice, or the second time had nothing. */
  #endAt(cell: number, rest: readonly CutCell[]): void {
    const nowMs = this.#options.clock()
    if (this.endMs >= nowMs && this.beginMs + cell * cellMs > nowMs - settleMs) {
      // It is not far behind the present: the rest of this cell comes later.
      this.#failure = { words: 'the provider has no more yet', atMs: performance.now() }
      return
    }
    for (const one of rest)
      void this.take(one).catch((error: unknown) =>
        this.#fail(`the last cell cannot be stored: ${codeOf(error)}`),
      )
    const isNearEnd = cell >= this.cellCount - tailCells && this.endMs < nowMs
    if (!isNearEnd && !this.#options.isWhole) {
      // It is requested again after a pause: it may have been interrupted twice.
      this.#fail('the provider has nothing of a part of this time')
      return
    }
    const hasAll = this.#tracks.every((_, track) =>
      rest.some((one) => one.track === track && one.cell === cell),
    )
    this.#endCell = Math.min(hasAll ? cell + 1 : cell, this.#endCell ?? Number.POSITIVE_INFINITY)
  }

  #fail(words: string): void {
    this.#failure = { words, atMs: performance.now() }
    this.#options.onFailure(words)
  }

  #isFree({ viewers }: ActiveRun, viewer: string | undefined, afterMs = idleMs): boolean {
    const nowMs = performance.now()
    return [...viewers].every(([one, atMs]) => one === viewer || nowMs - atMs > afterMs)
  }

  /** Resolves at the next change, to false when none comes in time. */
  #changed(waitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), waitMs)
      this.#listeners.push(() => {
        clearTimeout(timer)
        resolve(true)
      })
    })
  }

  #notify(): void {
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) listener()
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown error'
}

/** Ends that are not the provider's fault. */
function isOwnEnd(words: string): boolean {
  return /^(?:stopped|nobody watches|the window is complete)/.test(words)
}
