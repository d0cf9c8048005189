/**
 * Small stills of what channels show at the moment: one key frame every 20 s of each channel that somebody looks at,
 * decoded once for all of them, many channels in one run of ffmpeg.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Timeline } from '#media/archive/timeline/timeline.ts'
import { encodeStills } from '#media/ffmpeg/encode/encode-stills.ts'
import type { ChannelLog } from '#media/log-events/log-events.ts'
import { keyFrameOf } from './key-frame.ts'
import { StillDemand } from './still-demand.ts'
import { StillFiles, type Still } from './still-files.ts'
import { type StillAttempt, stillTurn, stillTurnMs, stillWidths, type StillWidth } from './still-schedule.ts'

/** The stills of a store's channels. Works in every process of the store. */
export interface Stills {
  /** Says that somebody looks at these channels now; say it again while that goes on, every two minutes at least. */
  want(channelIds: readonly string[], width: StillWidth): void
  /** The newest still of each of these channels, where there is one of the last minute. */
  newest(channelIds: readonly string[]): Promise<ReadonlyMap<string, Still>>
  /** A still as WebP; undefined when there is none, or no longer. */
  read(channelId: string, atMs: number, width: StillWidth): Promise<Buffer | undefined>
  /** The smallest still of one channel, waited for when there is none yet. Undefined after some seconds without one. */
  take(channelId: string): Promise<{ readonly webp: Buffer; readonly atMs: number } | undefined>
}

interface LiveStillsOptions {
  /** Its folder is created when missing. */
  readonly dir: string
  readonly ffmpegPath: string
  /** Unix milliseconds. */
  readonly clock: () => number
  readonly timeline: (channelId: string) => Timeline | undefined
  /** `records`: makes the stills that this process and others want; `reads`: another one does. */
  readonly role: 'records' | 'reads'
  /** Of several processes that record: the channels whose stills this one makes. All when absent. */
  readonly isMine?: ((channelId: string) => boolean) | undefined
  readonly log: ChannelLog
  /** Replaces ffmpeg in tests. */
  readonly encode?: typeof encodeStills
}

interface NewFrame {
  readonly channelId: string
  readonly atMs: number
  readonly bytes: Buffer
  readonly widths: readonly StillWidth[]
}

/** What is older does not show the channel of now. */
const recentMs = 60_000
const reportedFailures = 3
const [smallest] = stillWidths
/** A smaller file is of one colour, as between two scenes: the still before, or the logo, says more. */
const blankBytes = 400
/** A first request often comes with others: they go into the same run. */
const gatherMs = 150
const takeLimitMs = 6000
const takeStepMs = 250
const maxTaking = 100

export class LiveStills implements Stills {
  readonly #options: LiveStillsOptions
  readonly #files: StillFiles
  readonly #demand: StillDemand
  readonly #attempts = new Map<string, StillAttempt>()
  readonly #shownMs = new Map<string, number>()
  readonly #stop = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isHurrying = false
  #taking = 0

  constructor(options: LiveStillsOptions) {
    this.#options = options
    this.#files = new StillFiles(options.dir, options.clock)
    const isAlone = options.role === 'records' && options.isMine === undefined
    this.#demand = new StillDemand(options.dir, options.clock, isAlone ? 'records' : 'reads')
    if (options.role === 'records') this.#plan(stillTurnMs)
  }

  want(channelIds: readonly string[], width: StillWidth): void {
    const isNew = this.#demand.want(channelIds, width)
    if (isNew) this.#hurry()
  }

  newest(channelIds: readonly string[]): Promise<ReadonlyMap<string, Still>> {
    return this.#files.newest(channelIds)
  }

  read(channelId: string, atMs: number, width: StillWidth): Promise<Buffer | undefined> {
    return this.#files.read(channelId, atMs, width)
  }

  async take(channelId: string): Promise<{ webp: Buffer; atMs: number } | undefined> {
    this.want([channelId], smallest)
    if (this.#options.timeline(channelId)?.liveEdgeMs() === undefined || this.#taking >= maxTaking)
      return undefined
    this.#taking++
    try {
      for (let waitedMs = 0; waitedMs <= takeLimitMs && !this.#stop.signal.aborted; waitedMs += takeStepMs) {
        const still = (await this.newest([channelId])).get(channelId)
        const webp = still && (await this.read(channelId, still.atMs, smallest))
        if (still !== undefined && webp !== undefined) return { webp, atMs: still.atMs }
        await sleep(takeStepMs)
      }
      return undefined
    } finally {
      this.#taking--
    }
  }

  async close(): Promise<void> {
    this.#stop.abort()
    clearTimeout(this.#timer)
    await this.#running
    await this.#demand.close()
  }

  /** The next turn is soon. One that runs is followed by another anyway. */
  #hurry(): void {
    if (this.#options.role === 'reads' || this.#isHurrying || this.#running !== undefined) return
    this.#isHurrying = true
    this.#plan(gatherMs)
  }

  #plan(ms: number): void {
    if (this.#stop.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#isHurrying = false
      this.#running = this.#turn()
        // A disk that fails now may work in the next turn.
        .catch(() => undefined)
        .finally(() => {
          this.#running = undefined
          this.#plan(stillTurnMs)
        })
    }, ms)
    this.#timer.unref()
  }

  async #turn(): Promise<void> {
    const { isMine = () => true } = this.#options
    const requested = new Map([...(await this.#demand.requested())].filter(([id]) => isMine(id)))
    await this.#files.forgetOld()
    for (const memory of [this.#attempts, this.#shownMs])
      for (const id of memory.keys()) if (!requested.has(id)) memory.delete(id)
    const { together, alone } = stillTurn(requested.keys(), this.#attempts, this.#options.clock())
    for (const ids of [together, ...alone.map((id) => [id])]) {
      const frames: NewFrame[] = []
      for (const id of ids) {
        this.#attempts.set(id, { failures: 0, ...this.#attempts.get(id), atMs: this.#options.clock() })
        const frame = await this.#frameOf(id, requested.get(id) ?? 0).catch(() => undefined)
        if (frame !== undefined) frames.push(frame)
      }
      if (frames.length > 0 && !this.#stop.signal.aborted) await this.#make(frames)
    }
  }

  /** The key frame of the newest segment in the smallest video; undefined when nothing new and recent is there. */
  async #frameOf(channelId: string, widest: number): Promise<NewFrame | undefined> {
    const timeline = this.#options.timeline(channelId)
    if (timeline === undefined) return undefined
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
    if (newest === undefined || newest.beginMs === this.#shownMs.get(channelId)) return undefined
    const init = await timeline.initBytes(rendition.id, newest.initKey, within)
    const segment = await timeline.segmentBytes(rendition.id, newest.beginMs, 1)
    const bytes = init && segment && keyFrameOf(init, segment)
    const widths = stillWidths.filter((width) => width <= widest)
    return bytes && { channelId, atMs: newest.beginMs, bytes, widths }
  }

  async #make(frames: readonly NewFrame[]): Promise<void> {
    const { ffmpegPath, encode = encodeStills } = this.#options
    const pathOf = ({ channelId }: NewFrame, width: StillWidth) =>
      this.#files.pathOfNew(`${channelId}-${width}`)
    await encode({
      ffmpegPath,
      signal: this.#stop.signal,
      frames: frames.map((frame) => ({
        bytes: frame.bytes,
        pictures: frame.widths.map((width) => ({ width, path: pathOf(frame, width) })),
      })),
    })
    for (const frame of frames) {
      const { channelId, atMs } = frame
      const bytes = await this.#files.sizeOf(pathOf(frame, smallest))
      this.#note(channelId, bytes > 0)
      if (bytes === 0) continue
      this.#shownMs.set(channelId, atMs)
      if (bytes < blankBytes) continue
      for (const width of frame.widths)
        await this.#files.publish(pathOf(frame, width), channelId, atMs, width)
    }
  }

  #note(channelId: string, isMade: boolean): void {
    if (this.#stop.signal.aborted) return
    const { atMs = this.#options.clock(), failures = 0 } = this.#attempts.get(channelId) ?? {}
    this.#attempts.set(channelId, { atMs, failures: isMade ? 0 : failures + 1 })
    if (!isMade && failures + 1 === reportedFailures)
      this.#options.log('channel.still_failed', { channel: channelId })
  }
}
