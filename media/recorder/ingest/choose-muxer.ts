/** Which maker a source gets: our own where it can, ffmpeg for everything else and where our own gave up. */
import type { ForwardProxy } from '#media/network/forward-proxy.ts'
import { whyEnded } from './ended-playlist.ts'
import { startGuardedMaker } from './proxied-muxer.ts'
import type { Maker, MakerEnd, MakerEvents } from './muxer.ts'
import { inputArguments, type LiveSource } from './live-source.ts'
import type { EncodingWishes, StreamPlan } from './stream-plan.ts'
import { notForTsMaker, startTsMaker } from './ts-muxer.ts'

/** What a maker is started with. */
export interface MakerOptions {
  readonly source: LiveSource
  readonly plan: StreamPlan
  readonly encoding?: EncodingWishes | undefined
  /** The longest a part of our own maker lasts. 400 ms when absent. */
  readonly partMs?: number | undefined
  readonly ffmpegPath: string
  /** What sources in the world are read through where ffmpeg reads them. */
  readonly proxy: ForwardProxy
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly signal: AbortSignal
  /** What is known of sources from earlier runs; nothing when absent. */
  readonly makers?: MakerMemory | undefined
}

/** Which maker a source has, and why ffmpeg if it does. */
export interface MakerStatus {
  readonly maker: 'remux' | 'ffmpeg'
  readonly makerReason?: string
}

/** What our own maker gave up is tried again after this. */
const forgetMs = 3_600_000
const maxRemembered = 64
/** A look at a playlist, and at the one it names, takes so long at most. */
const lookMs = 10_000
/** Our own maker takes so long to find that there is nothing to begin with, and ffmpeg begins after it. */
const ownStartMs = 12_000

/** Remembers for a channel which of its sources our own maker cannot carry. */
export class MakerMemory {
  readonly #clock: () => number
  readonly #unfit = new Map<string, { readonly why: string; readonly atMs: number }>()

  constructor(clock: () => number) {
    this.#clock = clock
  }

  remember(source: LiveSource, why: string): void {
    if (this.#unfit.size >= maxRemembered) this.#unfit.clear()
    this.#unfit.set(JSON.stringify(source), { why, atMs: this.#clock() })
  }

  of(source: LiveSource): MakerStatus {
    const known = this.#unfit.get(JSON.stringify(source))
    const isFresh = known !== undefined && Math.abs(this.#clock() - known.atMs) < forgetMs
    const why = notForTsMaker(source) ?? (isFresh ? known.why : undefined)
    return why === undefined ? { maker: 'remux' } : { maker: 'ffmpeg', makerReason: why }
  }
}

/** Starts the maker that suits the source. */
export function startMaker(options: MakerOptions, events: MakerEvents): Maker {
  if (options.source.kind === 'hls') return startUnlessEnded(options, events)
  const makers = options.makers ?? new MakerMemory(options.clock)
  if (makers.of(options.source).maker === 'ffmpeg') return startGuardedMaker(options, events)
  return startWithFallback(options, makers, events)
}

/** ffmpeg for a playlist that goes on; one that has ended is not read at all. */
function startUnlessEnded(options: MakerOptions, events: MakerEvents): Maker {
  const stop = new AbortController()
  const { startMs, silenceMs } = inputArguments(options.source)
  let running: Maker | undefined
  const goOn = async (): Promise<MakerEnd> => {
    const signal = AbortSignal.any([options.signal, stop.signal])
    const words = await whyEnded(options.source, signal, options.proxy.own)
    if (stop.signal.aborted || options.signal.aborted) return { words: 'stopped' }
    if (words !== undefined) return { words, isOver: true }
    running = startGuardedMaker(options, events)
    return running.ended
  }
  return {
    startMs: startMs + lookMs,
    silenceMs,
    ended: goOn(),
    kill: () => {
      stop.abort()
      running?.kill()
    },
  }
}

/** Our own maker; ffmpeg at once in its place when it finds that it cannot, before it has given anything. */
function startWithFallback(options: MakerOptions, makers: MakerMemory, events: MakerEvents): Maker {
  let hasGiven = false
  let isKilled = false
  const own = startTsMaker({
    ...options,
    ...events,
    onPart: (track, part) => {
      hasGiven = true
      events.onPart(track, part)
    },
  })
  let running: Maker = own
  const goOn = async (): Promise<MakerEnd> => {
    const { unfit, ...end } = await own.ended
    if (unfit === undefined || isKilled) return end
    makers.remember(options.source, unfit)
    events.onTrouble(`recorded by ffmpeg: ${unfit}`)
    // Its times are others: what has begun must end before ffmpeg may begin.
    if (hasGiven) return { ...end, replan: options.plan }
    running = startGuardedMaker(options, events)
    return running.ended
  }
  return {
    startMs: own.startMs + ownStartMs,
    silenceMs: own.silenceMs,
    ended: goOn(),
    kill: () => {
      isKilled = true
      running.kill()
    },
  }
}
