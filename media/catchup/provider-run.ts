/** One reading of a provider, from a moment on, into cells. It reads ahead of its viewers, and then waits for them. */
import type { InitDescription } from '#media/containers/init-segment.ts'
import { patchTfdt } from '#media/containers/movie-fragment.ts'
import type { ForwardProxy } from '#media/network/forward-proxy.ts'
import type { Part } from '#media/recorder/ingest/fragment-reader.ts'
import type { LiveSource } from '#media/recorder/ingest/live-source.ts'
import type { Muxer, MuxerEnd, MuxerTrack } from '#media/recorder/ingest/muxer.ts'
import { startProxiedMuxer } from '#media/recorder/ingest/proxied-muxer.ts'
import { firstPlan, type StreamPlan } from '#media/recorder/ingest/stream-plan.ts'
import { CellCutter, type CutCell } from './cell-cutter.ts'

/** A track of a provider’s stream. */
export interface RunTrack extends MuxerTrack {
  readonly init: { readonly bytes: Buffer; readonly description: InitDescription }
}

/** What a run reads, or why it cannot. */
export type ProviderSource =
  | { readonly kind: 'source'; readonly source: LiveSource }
  /** `hasNothing`: it works, but has nothing from that moment on. */
  | { readonly kind: 'failed'; readonly words: string; readonly hasNothing?: boolean }

export interface ProviderRunOptions {
  /** The provider's name, for counting connections. */
  readonly provider: string
  /** Looks at what the provider answers; called once, at the start. */
  readonly open: (signal: AbortSignal) => Promise<ProviderSource>
  /** The moment at which the source begins, Unix milliseconds. */
  readonly sourceBeginMs: number
  readonly originMs: number
  readonly cellMs: number
  readonly firstCell: number
  /** The number of cells of the window. */
  readonly cellCount: number
  /** Streams of an earlier run of the same channel. */
  readonly plan?: StreamPlan | undefined
  readonly ffmpegPath: string
  readonly proxy: ForwardProxy
  readonly clock: () => number
  /** All tracks are described. Returns false when they do not fit what viewers play already. */
  readonly onTracks: (tracks: readonly RunTrack[], bitsPerSecond: number) => boolean
  readonly onCell: (cell: CutCell) => void
}

/** How a run ended. `words` without addresses. */
export interface RunEnd {
  readonly words: string
  /**
   * `certain`: the provider has sent all; `uncertain`: its connection was closed, which may also be a failure;
   * `nothing`: it works, and has sent nothing at all; `failed`: also when the run was stopped.
   */
  readonly kind: 'certain' | 'uncertain' | 'nothing' | 'failed'
  /** The last cells, which are shorter than others when this is not the end. */
  readonly rest: readonly CutCell[]
  readonly plan: StreamPlan
}

const partMs = 1000
/** How far a run reads ahead of its viewers. */
const aheadMs = 90_000
const watchMs = 500
const maxReplans = 2
/** Parts of other tracks that wait for the first one of the video. */
const maxWaiting = 400
/** Larger than any cell: 160 Mbit/s. */
const maxCellBytes = 120_000_000

export class ProviderRun {
  readonly ended: Promise<RunEnd>
  readonly #options: ProviderRunOptions
  readonly #stop = new AbortController()
  /** The newest cell that a viewer requested. */
  #requested: number
  /** The cell that is being read. */
  #reading: number
  #tracks: { readonly plan: MuxerTrack; init?: RunTrack['init'] }[] = []
  #lead = 0
  #waiting: { readonly track: number; readonly part: Part }[] = []
  #placed: { readonly cutter: CellCutter; readonly zeroMs: number } | undefined
  #muxer: Muxer | undefined
  #isPaused = false
  #lastPartAtMs: number
  #hasParts = false
  /** ffmpeg may deliver its first frames before it says that the streams are others than planned. */
  #isPlanned = false
  #openBytes = 0
  #why: string | undefined

  constructor(options: ProviderRunOptions) {
    this.#options = options
    this.#requested = options.firstCell
    this.#reading = options.firstCell
    this.#lastPartAtMs = performance.now()
    this.ended = this.#read()
  }

  get provider(): string {
    return this.#options.provider
  }

  /** It was stopped, and frees its connection in a moment. */
  get isStopping(): boolean {
    return this.#stop.signal.aborted
  }

  /** The cell that is being read now. */
  get reading(): number {
    return this.#reading
  }

  /** A viewer needs this cell: the run reads on. */
  request(cell: number): void {
    this.#requested = Math.max(this.#requested, cell)
    this.#balance()
  }

  /** Ends it; its incomplete cells are lost. */
  stop(words = 'stopped'): void {
    this.#why ??= words
    this.#stop.abort()
    this.#muxer?.kill()
  }

  async #read(): Promise<RunEnd> {
    let plan = this.#options.plan ?? firstPlan
    const opened = await this.#options.open(this.#stop.signal)
    if (opened.kind === 'failed') {
      const kind = opened.hasNothing === true && this.#why === undefined ? 'nothing' : 'failed'
      return { words: this.#why ?? opened.words, kind, rest: [], plan }
    }
    const watch = setInterval(() => this.#watch(), watchMs)
    watch.unref()
    try {
      for (let count = 0; ; count++) {
        const end = await this.#readWith(opened.source, plan)
        const isOther = end.replan !== undefined && !this.#hasParts && count < maxReplans
        if (!isOther || this.#stop.signal.aborted) return this.#finish(end, end.replan ?? plan)
        plan = end.replan ?? plan
      }
    } finally {
      clearInterval(watch)
    }
  }

  #readWith(source: LiveSource, plan: StreamPlan): Promise<MuxerEnd> {
    if (this.#stop.signal.aborted) return Promise.resolve({ words: 'stopped' })
    const { ffmpegPath, proxy, clock } = this.#options
    this.#lastPartAtMs = performance.now()
    this.#waiting = []
    this.#isPlanned = false
    const muxer = startProxiedMuxer(
      { source, plan, partMs, ffmpegPath, proxy, clock, isFinite: true, signal: this.#stop.signal },
      {
        onTracks: (tracks) => this.#begin(tracks),
        onInit: (track, init) => this.#describe(track, init),
        onPart: (track, part) => this.#arrive(track, part),
        onTrouble: () => undefined,
        onPlanned: () => this.#accept(),
      },
    )
    this.#muxer = muxer
    return muxer.ended
  }

  #finish({ words, sourceEnd }: MuxerEnd, plan: StreamPlan): RunEnd {
    if (this.#why !== undefined) return { words: this.#why, kind: 'failed', rest: [], plan }
    if (sourceEnd === undefined) return { words, kind: 'failed', rest: [], plan }
    if (!this.#hasParts)
      return { words: 'the provider sends nothing for this moment', kind: 'nothing', rest: [], plan }
    const rest = this.#placed?.cutter.end() ?? []
    return { words, kind: sourceEnd, rest: rest.filter(({ cell }) => cell < this.#options.cellCount), plan }
  }

  #begin(tracks: readonly MuxerTrack[]): void {
    this.#tracks = tracks.map((plan) => ({ plan }))
  }

  #accept(): void {
    this.#isPlanned = true
    this.#tryPlace()
  }

  #describe(position: number, init: RunTrack['init']): void {
    const track = this.#tracks[position]
    if (track !== undefined) track.init = init
  }

  #arrive(track: number, part: Part): void {
    this.#lastPartAtMs = performance.now()
    if (this.#stop.signal.aborted) return
    if (this.#placed === undefined) {
      this.#waiting.push({ track, part })
      return this.#tryPlace()
    }
    this.#place(track, part)
    this.#balance()
  }

  /** The first part of the video is the moment that was requested; the others keep their distance to it. */
  #tryPlace(): void {
    const tracks = this.#tracks.flatMap(({ plan, init }) => (init === undefined ? [] : [{ ...plan, init }]))
    if (this.#waiting.length > maxWaiting) return this.stop('the provider sends only a part of its tracks')
    if (tracks.length < this.#tracks.length || !this.#isPlanned) return
    this.#lead = Math.max(
      0,
      tracks.findIndex(({ init }) => init.description.kind === 'video'),
    )
    const first = this.#waiting.find(({ track }) => track === this.#lead)
    if (first === undefined) return
    const { part } = first
    const partSec = Math.max(0.1, part.durationTicks / this.#timescale(this.#lead))
    const { sourceBeginMs, originMs, cellMs, firstCell, onTracks } = this.#options
    if (!onTracks(tracks, Math.ceil((part.bytes.length * 8) / partSec)))
      return this.stop('the provider now sends other streams')
    this.#hasParts = true
    const zeroMs = sourceBeginMs - (part.decodeTicks * 1000) / this.#timescale(this.#lead)
    const cutter = new CellCutter({ originMs, cellMs, firstCell, trackCount: tracks.length })
    this.#placed = { cutter, zeroMs }
    const waiting = this.#waiting
    this.#waiting = []
    for (const one of waiting) this.#place(one.track, one.part)
  }

  #timescale(track: number): number {
    return this.#tracks[track]?.init?.description.timescale ?? 1000
  }

  #place(track: number, part: Part): void {
    const placed = this.#placed
    if (placed === undefined) return
    const timescale = this.#timescale(track)
    const beginMs = placed.zeroMs + (part.decodeTicks * 1000) / timescale
    patchTfdt(part.bytes, { setTicks: Math.max(0, Math.round((beginMs * timescale) / 1000)) })
    this.#openBytes += part.bytes.length
    if (this.#openBytes > maxCellBytes) return this.stop('the provider sends more than can be played')
    const { startsWithSync, bytes } = part
    const { originMs, cellMs, cellCount } = this.#options
    if (beginMs > originMs + (cellCount + 2) * cellMs) return this.#complete()
    for (const cell of placed.cutter.add(track, { beginMs, startsWithSync, bytes })) this.#emit(cell)
  }

  #emit(cell: CutCell): void {
    const { cellCount, onCell } = this.#options
    if (cell.track === this.#lead) {
      this.#openBytes = 0
      this.#reading = Math.max(this.#reading, cell.cell + 1)
    }
    if (cell.cell < cellCount) onCell(cell)
  }

  /** Everything of the window was read: also by the tracks that end their cells a little later. */
  #complete(): void {
    const cutter = this.#placed?.cutter
    this.stop('the window is complete')
    for (const cell of cutter?.end() ?? []) this.#emit(cell)
  }

  #balance(): void {
    const aheadCells = Math.ceil(aheadMs / this.#options.cellMs)
    const isPaused = this.#reading > this.#requested + aheadCells
    if (isPaused === this.#isPaused) return
    this.#isPaused = isPaused
    this.#lastPartAtMs = performance.now()
    this.#muxer?.pause?.(isPaused)
  }

  #watch(): void {
    const { startMs = 0, silenceMs = 0 } = this.#muxer ?? {}
    if (this.#isPaused || this.#muxer === undefined) return
    const silentMs = performance.now() - this.#lastPartAtMs
    if (silentMs > (this.#hasParts ? silenceMs : startMs)) this.stop('the provider sends nothing')
  }
}
