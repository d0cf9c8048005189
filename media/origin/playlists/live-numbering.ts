/**
 * Media and discontinuity sequence numbers of a live channel. Within the life of the process they grow by
 * exactly one per segment; they start from the clock, which runs faster than segments are made, so that after
 * a restart they only jump upward and no player sees an old number again.
 *
 * Discontinuity numbers stay small: hls.js 1.7 keeps a sparse array by them and walks it from 0 at every reload, which
 * takes it two seconds where they are counted in tens of seconds since 1970. So they start from the minute of a span of
 * 91 days. They may go back at a restart, unlike media numbers: after the span in which the channel was started, or where
 * its periods changed more often than once a minute.
 */
import type { SegmentRef } from '#media/archive/timeline/timeline.ts'
import { WindowNumbering, type Numbers } from './window-numbering.ts'

interface Seen {
  readonly beginMs: number
  readonly sequence: number
}

/** A channel has a few lines; more names than this were made up, and the oldest are forgotten. */
const maxLines = 64
/** Periods older than this many are in no player's window. */
const maxPeriods = 200
const minuteMs = 60_000
const spanMs = 91 * 24 * 60 * minuteMs

/** The number of a channel's first period. Those before it that are still listed have room below. */
function firstNumberOf(periodMs: number): number {
  return maxPeriods + Math.floor((Math.max(periodMs, 0) % spanMs) / minuteMs)
}

export class LiveNumbering {
  /** Of the channel's windows in the archive. */
  readonly windows = new WindowNumbering()
  readonly #windows = new Map<string, Seen[]>()
  #periods: { periodMs: number; sequence: number }[] = []
  #target = 0

  /**
   * Numbers for the window of one rendition. Renditions that share their cuts (all video renditions of a linear
   * channel) share `line` and so their numbers. `segments` is not empty.
   */
  number(line: string, segments: readonly SegmentRef[]): Numbers {
    const first = segments[0]
    if (first === undefined) return { mediaSequence: 0, discontinuitySequence: 0 }
    for (const segment of segments) this.#periodOf(segment.periodMs)
    const before = this.#windows.get(line) ?? []
    const mediaSequence = this.#sequenceOfFirst(before, segments)
    this.#windows.delete(line)
    const numbered = segments.map(({ beginMs }, position) => ({
      beginMs,
      sequence: mediaSequence + position,
    }))
    const lastMs = numbered.at(-1)?.beginMs ?? 0
    // A list that is a moment behind another one of the same line does not undo what that one said.
    this.#windows.set(line, [...numbered, ...before.filter((seen) => seen.beginMs > lastMs)])
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > maxLines && oldest !== undefined) this.#windows.delete(oldest)
    return { mediaSequence, discontinuitySequence: this.#periodOf(first.periodMs) }
  }

  /** One for all renditions of the channel, and it may never shrink while someone watches (RFC 8216bis 6.2.4). */
  target(seconds: number): number {
    this.#target = Math.max(seconds, this.#target)
    return this.#target
  }

  #sequenceOfFirst(before: readonly Seen[], segments: readonly SegmentRef[]): number {
    const sequences = new Map(before.map(({ beginMs, sequence }) => [beginMs, sequence]))
    for (const [position, segment] of segments.entries()) {
      const sequence = sequences.get(segment.beginMs)
      if (sequence !== undefined) return sequence - position
    }
    const fromClock = Math.floor((segments[0]?.beginMs ?? 0) / 1000)
    return Math.max(fromClock, (before.at(-1)?.sequence ?? 0) + 1)
  }

  #periodOf(periodMs: number): number {
    const exact = this.#periods.findLast((one) => one.periodMs === periodMs)
    if (exact !== undefined) return exact.sequence
    const [first, last] = [this.#periods[0], this.#periods.at(-1)]
    let sequence = firstNumberOf(periodMs)
    if (last !== undefined && periodMs > last.periodMs) sequence = last.sequence + 1
    else if (first !== undefined && periodMs < first.periodMs) sequence = Math.max(0, first.sequence - 1)
    else if (first !== undefined)
      return this.#periods.findLast((one) => one.periodMs < periodMs)?.sequence ?? first.sequence
    this.#periods = [...this.#periods, { periodMs, sequence }]
      .toSorted((one, other) => one.periodMs - other.periodMs)
      .slice(-maxPeriods)
    return sequence
  }
}
