/** Small stills of what channels show at the moment: made on demand, cached for all callers, one ffmpeg at a time. */
import { firstFragment } from '#media/containers/boxes.ts'
import type { Timeline } from '#media/archive/timeline/timeline.ts'
import { stillOfSegment } from '#media/ffmpeg/encode/still-of-segment.ts'

export interface LiveStill {
  readonly jpeg: Buffer
  /** Where on the channel's timeline it is, Unix ms. */
  readonly atMs: number
}

interface LiveStillsOptions {
  readonly ffmpegPath: string
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly timeline: (channelId: string) => Timeline | undefined
}

interface Cached {
  readonly madeMs: number
  readonly still: Promise<LiveStill | undefined>
}

const width = 320
const freshMs = 8000
/** What is older does not show the channel of now. */
const recentMs = 60_000
/** Callers who come while so many wait get nothing: they come again. */
const maxWaiting = 60
const maxCached = 300

export class LiveStills {
  readonly #options: LiveStillsOptions
  readonly #cached = new Map<string, Cached>()
  readonly #stop = new AbortController()
  #waiting = 0
  #queue: Promise<unknown> = Promise.resolve()

  constructor(options: LiveStillsOptions) {
    this.#options = options
  }

  /** Undefined when there is nothing recent, it cannot be decoded, or too many are being made. */
  take(channelId: string): Promise<LiveStill | undefined> {
    const nowMs = this.#options.clock()
    const cached = this.#cached.get(channelId)
    if (cached !== undefined && nowMs - cached.madeMs < freshMs) return cached.still
    if (this.#waiting >= maxWaiting || this.#stop.signal.aborted) return Promise.resolve(undefined)
    this.#waiting += 1
    const still = this.#queue
      .then(() => this.#make(channelId, cached))
      .catch(() => undefined)
      .finally(() => (this.#waiting -= 1))
    this.#queue = still
    this.#cached.delete(channelId)
    this.#cached.set(channelId, { madeMs: nowMs, still })
    const [oldest] = this.#cached.keys()
    if (this.#cached.size > maxCached && oldest !== undefined) this.#cached.delete(oldest)
    return still
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#queue
  }

  async #make(channelId: string, cached: Cached | undefined): Promise<LiveStill | undefined> {
    const timeline = this.#options.timeline(channelId)
    if (timeline === undefined || this.#stop.signal.aborted) return undefined
    const nowMs = this.#options.clock()
    const within = { fromMs: nowMs - recentMs, toMs: Math.min(nowMs, timeline.liveEdgeMs() ?? 0) }
    if (within.toMs <= within.fromMs) return undefined
    const rendition = timeline
      .renditions(within.fromMs, within.toMs)
      .filter(({ kind }) => kind === 'video')
      .toSorted((one, other) => (one.height ?? 0) - (other.height ?? 0))[0]
    if (rendition === undefined) return undefined
    const newest = timeline
      .window(rendition.id, within.fromMs, within.toMs)
      .findLast(({ gap, beginMs, durationMs }) => !gap && beginMs + durationMs <= within.toMs)
    if (newest === undefined) return undefined
    const before = await cached?.still
    if (before?.atMs === newest.beginMs) return before
    const init = await timeline.initBytes(rendition.id, newest.initKey, within)
    const segment = await timeline.segmentBytes(rendition.id, newest.beginMs, 1)
    if (init === undefined || segment === undefined) return undefined
    const jpeg = await stillOfSegment({
      ffmpegPath: this.#options.ffmpegPath,
      bytes: Buffer.concat([init, firstFragment(segment)]),
      width,
      signal: this.#stop.signal,
    })
    return jpeg === undefined ? undefined : { jpeg, atMs: newest.beginMs }
  }
}
