/**
 * One continuous time for all streams of a program, from their 33-bit timestamps. When the timestamps jump (an encoder
 * was restarted, a file starts again, another source took over), time continues without the jump, and all streams stay
 * synchronised: each timestamp is read as before or after the jump, whichever is nearer to its stream's position.
 */
import { RecentCount } from './recent-count.ts'

/** Ticks per second of timestamps and of everything here. */
export const clockHz = 90_000
const wrap = 2 ** 33
const half = 2 ** 32
/** A frame may come this much too early before it counts as a jump. */
const backTicks = clockHz / 2
/** A longer step forward is accepted only if the source was really silent for this long. */
const forwardTicks = 10 * clockHz
const silenceSlackTicks = 2 * clockHz
/** A jump after less silence than this leaves no hole. */
const shortSilenceTicks = clockHz
/** Streams whose clocks jump back and forth do not belong together. */
const maxJumps = 12
const jumpsWindowMs = 10_000

/** The position of one stream. Ticks of the timeline. */
export interface StreamOffset {
  /** When its next video or audio frame is due; undefined before the first. */
  due: number | undefined
  /** Arrival time of its last timestamp, Unix ms. */
  atMs: number
}

/** The shorter distance between two 33-bit timestamps. */
export function stampDistance(from: number, to: number): number {
  return ((((to - from) % wrap) + wrap + half) % wrap) - half
}

export class Timeline {
  #offset = 0
  #offsetBefore = 0
  /** The latest due time of all streams. */
  #furthest: number | undefined
  readonly #jumps = new RecentCount(maxJumps, jumpsWindowMs)

  /** True when the streams' clocks are unrelated. */
  get isHopeless(): boolean {
    return this.#jumps.isTooMany
  }

  /** The time of a timestamp that arrived now. The caller then sets `due` with `advance`. */
  place(stream: StreamOffset, stamp: number, nowMs: number): number {
    const from = stream.due ?? this.#furthest
    const silentTicks = stream.due === undefined ? 0 : ((nowMs - stream.atMs) * clockHz) / 1000
    stream.atMs = nowMs
    if (from === undefined) return stamp
    const inNew = stampDistance(from, stamp + this.#offset)
    const inOld = stampDistance(from, stamp + this.#offsetBefore)
    const distance = Math.abs(inOld) < Math.abs(inNew) ? inOld : inNew
    const back = stream.due === undefined ? forwardTicks : backTicks
    if (distance >= -back && distance <= forwardTicks) return from + distance
    if (distance > 0 && Math.abs(distance - silentTicks) < silenceSlackTicks) return from + distance
    const gap = silentTicks > shortSilenceTicks ? Math.round(silentTicks) : 0
    const time = Math.max(from, this.#furthest ?? from) + gap
    this.#offsetBefore = this.#offset
    this.#offset = stampDistance(stamp, time)
    this.#jumps.add(nowMs)
    return time
  }

  advance(stream: StreamOffset, due: number): void {
    stream.due = due
    this.#furthest = Math.max(this.#furthest ?? due, due)
  }
}
