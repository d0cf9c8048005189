/**
 * The newest parts of one low-latency channel, in memory: parts of incomplete segments, and the requests that wait
 * for future parts. Channels without low latency have none.
 */
import type { LivePart } from '#media/recorder/writer/epoch-writer.ts'

/** A part with the number in its URL. Unix ms, not rounded. */
export interface BufferedPart {
  readonly id: number
  readonly beginMs: number
  readonly endMs: number
  readonly independent: boolean
  readonly bytes: Buffer
}

/** The parts of one segment in order; the last segment of a rendition may still grow. */
export interface BufferedSegment {
  readonly beginMs: number
  readonly initKey: string
  readonly periodMs: number
  readonly parts: readonly BufferedPart[]
}

/** Why a wait ended. */
export type WaitOutcome = 'there' | 'late' | 'left' | 'too_many'

/** Four are listed; the others are for a client that is a little behind. */
const maxSegments = 8
/** A segment with more parts is invalid: its parts are not stored one by one. */
const maxParts = 400
const maxWaiters = 4000
/** Three target durations of two seconds (RFC 8216bis 6.2.5.2). */
export const longestWaitMs = 6000
/** Part targets are multiples of this, so that small variations of a part's length do not change them. */
const targetStepMs = 10

interface Rendition {
  readonly segments: { beginMs: number; initKey: string; periodMs: number; parts: BufferedPart[] }[]
  nextId: number
  targetMs: number
}

interface Waiter {
  readonly rendition: string
  readonly isThere: () => boolean
  readonly wake: (waited: WaitOutcome) => void
}

export class LiveParts {
  readonly #renditions = new Map<string, Rendition>()
  readonly #waiters = new Set<Waiter>()
  readonly #firstId: number
  #version = 0

  /** Ids start from the clock, so that none is repeated after a restart. */
  constructor(clock: () => number) {
    // Ten per second: parts are made less often, so a later start is always higher.
    this.#firstId = Math.floor(clock() / 100)
  }

  /** Increases with every part. */
  get version(): number {
    return this.#version
  }

  /** The longest part of a rendition so far; a whole segment of parts is made before the first playlist. Seconds. */
  partTargetSec(rendition: string): number {
    return (this.#renditions.get(rendition)?.targetMs ?? 0) / 1000
  }

  get renditions(): readonly string[] {
    return [...this.#renditions.keys()]
  }

  /** Adds the next part of its rendition; `periodMs` as in SegmentRef. A part that goes back in time is ignored. */
  add(part: LivePart, periodMs: number): void {
    const { rendition, segmentStartMs, epoch, beginMs, endMs, independent, bytes } = part
    const state = this.#renditions.get(rendition) ?? { segments: [], nextId: this.#firstId, targetMs: 0 }
    this.#renditions.set(rendition, state)
    let segment = state.segments.at(-1)
    if (segment !== undefined && segmentStartMs < segment.beginMs) return
    if (segment === undefined || segmentStartMs > segment.beginMs) {
      segment = { beginMs: segmentStartMs, initKey: `e${epoch}`, periodMs, parts: [] }
      state.segments.push(segment)
      if (state.segments.length > maxSegments) state.segments.shift()
    }
    if (segment.parts.length >= maxParts) return
    segment.parts.push({ id: state.nextId++, beginMs, endMs, independent, bytes })
    // A source that drops frames makes longer parts; a player must know the new target before it sees one.
    if (endMs - beginMs > state.targetMs)
      state.targetMs = Math.ceil((endMs - beginMs + 1) / targetStepMs) * targetStepMs
    this.#version++
    for (const waiter of [...this.#waiters])
      if (waiter.rendition === rendition && waiter.isThere()) waiter.wake('there')
  }

  segments(rendition: string): readonly BufferedSegment[] {
    return this.#renditions.get(rendition)?.segments ?? []
  }

  /** The number that the next part of a rendition will have; undefined when none has come yet. */
  nextId(rendition: string): number | undefined {
    return this.#renditions.get(rendition)?.nextId
  }

  /** The bytes of a part; undefined when it was removed or is not there yet. */
  part(rendition: string, id: number): Buffer | undefined {
    for (const segment of this.segments(rendition)) {
      const first = segment.parts[0]?.id ?? Number.POSITIVE_INFINITY
      if (id >= first && id < first + segment.parts.length) return segment.parts[id - first]?.bytes
    }
    return undefined
  }

  /** A segment whose parts are all here; undefined for the last one, which may grow, and for older ones. */
  segmentBytes(rendition: string, beginMs: number): Buffer | undefined {
    const segment = this.segments(rendition)
      .slice(0, -1)
      .find((one) => one.beginMs === beginMs)
    return segment && Buffer.concat(segment.parts.map((part) => part.bytes))
  }

  /** Settles when `isThere` is true after a new part, or `signal` aborts, or the time is over. Never rejects. */
  wait(rendition: string, isThere: () => boolean, signal: AbortSignal): Promise<WaitOutcome> {
    if (isThere()) return Promise.resolve('there')
    if (this.#waiters.size >= maxWaiters) return Promise.resolve('too_many')
    return new Promise((resolve) => {
      const wake = (waited: WaitOutcome): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        this.#waiters.delete(waiter)
        resolve(waited)
      }
      const leave = (): void => wake('left')
      const waiter: Waiter = { rendition, isThere, wake }
      const timer = setTimeout(() => wake('late'), longestWaitMs)
      this.#waiters.add(waiter)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** The number of waiting requests. */
  get waiting(): number {
    return this.#waiters.size
  }

  /** Ends all waits. */
  close(): void {
    for (const waiter of [...this.#waiters]) waiter.wake('late')
  }
}
