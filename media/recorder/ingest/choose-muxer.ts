/** Chooses the muxer of a source: the built-in one if possible, else ffmpeg, also where the built-in one failed. */
import type { ForwardProxy } from '#media/network/forward-proxy.ts'
import { whyEnded } from './ended-playlist.ts'
import { startProxiedMuxer } from './proxied-muxer.ts'
import type { Muxer, MuxerEnd, MuxerEvents } from './muxer.ts'
import { inputArguments, type LiveSource } from './live-source.ts'
import type { EncodingSettings, StreamPlan } from './stream-plan.ts'
import { whyNotTsMuxer, startTsMuxer } from './ts-muxer.ts'

/** The options a muxer is started with. */
export interface MuxerOptions {
  readonly source: LiveSource
  readonly plan: StreamPlan
  readonly encoding?: EncodingSettings | undefined
  /** Maximum duration of a part of the built-in muxer. 400 ms when absent. */
  readonly partMs?: number | undefined
  readonly ffmpegPath: string
  /** The proxy through which ffmpeg reads external sources. */
  readonly proxy: ForwardProxy
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly signal: AbortSignal
  /** Results of earlier runs for the sources; none when absent. */
  readonly muxers?: MuxerMemory | undefined
}

/** The muxer of a source, and the reason for ffmpeg. */
export interface MuxerStatus {
  readonly muxer: 'remux' | 'ffmpeg'
  readonly muxerReason?: string
}

/** A source that the built-in muxer could not handle is tried again after this. */
const forgetMs = 3_600_000
const maxRemembered = 64
/** Time limit for reading a playlist, and the one it names. */
const lookMs = 10_000
/** The built-in muxer stops after this time without a key frame, and ffmpeg starts instead. */
const ownStartMs = 12_000

/** Remembers for a channel which of its sources the built-in muxer cannot handle. */
export class MuxerMemory {
  readonly #clock: () => number
  readonly #unfit = new Map<string, { readonly why: string; readonly atMs: number }>()

  constructor(clock: () => number) {
    this.#clock = clock
  }

  remember(source: LiveSource, why: string): void {
    if (this.#unfit.size >= maxRemembered) this.#unfit.clear()
    this.#unfit.set(JSON.stringify(source), { why, atMs: this.#clock() })
  }

  of(source: LiveSource): MuxerStatus {
    const cached = this.#unfit.get(JSON.stringify(source))
    const isFresh = cached !== undefined && Math.abs(this.#clock() - cached.atMs) < forgetMs
    const why = whyNotTsMuxer(source) ?? (isFresh ? cached.why : undefined)
    return why === undefined ? { muxer: 'remux' } : { muxer: 'ffmpeg', muxerReason: why }
  }
}

/** Starts the muxer for the source. */
export function startMuxer(options: MuxerOptions, events: MuxerEvents): Muxer {
  if (options.source.kind === 'hls' || options.source.kind === 'dash')
    return startUnlessEnded(options, events)
  const muxers = options.muxers ?? new MuxerMemory(options.clock)
  if (muxers.of(options.source).muxer === 'ffmpeg') return startProxiedMuxer(options, events)
  return startWithFallback(options, muxers, events)
}

/** ffmpeg for a playlist that is still live; an ended one is not read at all. */
function startUnlessEnded(options: MuxerOptions, events: MuxerEvents): Muxer {
  const stop = new AbortController()
  const { startMs, silenceMs } = inputArguments(options.source)
  let running: Muxer | undefined
  const goOn = async (): Promise<MuxerEnd> => {
    const signal = AbortSignal.any([options.signal, stop.signal])
    const words = await whyEnded(options.source, signal, options.proxy.own)
    if (stop.signal.aborted || options.signal.aborted) return { words: 'stopped' }
    if (words !== undefined) return { words, isOver: true }
    running = startProxiedMuxer(options, events)
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

/** The built-in muxer; replaced by ffmpeg at once when it cannot handle the source and has sent no fragment yet. */
function startWithFallback(options: MuxerOptions, muxers: MuxerMemory, events: MuxerEvents): Muxer {
  let hasDelivered = false
  let isKilled = false
  const own = startTsMuxer({
    ...options,
    ...events,
    onPart: (track, part) => {
      hasDelivered = true
      events.onPart(track, part)
    },
  })
  let running: Muxer = own
  const goOn = async (): Promise<MuxerEnd> => {
    const { unfit, ...end } = await own.ended
    if (unfit === undefined || isKilled) return end
    muxers.remember(options.source, unfit)
    events.onTrouble(`recorded by ffmpeg: ${unfit}`)
    // ffmpeg's timestamps differ: this run must end before ffmpeg may start.
    if (hasDelivered) return { ...end, replan: options.plan }
    running = startProxiedMuxer(options, events)
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
