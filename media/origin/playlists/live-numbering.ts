/**
 * Media and discontinuity sequence numbers of a live channel. While the process runs they grow by exactly one per
 * segment; they start from the clock, which grows faster than segments are made, so that after a restart they only
 * jump up and no player sees an old number again.
 *
 * Discontinuity numbers stay small: hls.js 1.7 keeps a sparse array indexed by them and walks it from 0 at every
 * reload, which takes two seconds when they count tens of seconds since 1970. So they start from the minute within a
 * span of 91 days. Unlike media numbers, they may go back at a restart: after the span in which the channel was
 * started, or when its periods changed more often than once a minute.
 */
import type { SegmentRef } from '#media/archive/timeline/timeline.ts'
import { WindowNumbering, type Numbers } from './window-numbering.ts'

interface Seen {
  readonly beginMs: number
  readonly sequence: number
}

/** A channel has a few lines; more names than this are invalid requests, and the oldest are removed. */
const maxLines = 64
/** Periods older than this many are in no player's window. */
const maxPeriods = 200
const minuteMs = 60_000
const spanMs = 91 * 24 * 60 * minuteMs

/** The number of a channel's first period. Earlier periods that are still listed get lower numbers. */
function firstNumberOf(periodMs: number): number {
  return maxPeriods + Math.floor((Math.max(periodMs, 0) % spanMs) / minuteMs)
}

export class LiveNumbering {
  /** Numbers of the channel's archive windows. */
  readonly windows = new WindowNumbering()
  readonly #windows = new Map<string, Seen[]>()
  #periods: { periodMs: number; sequence: number }[] = []
  #target = 0

  /**
   * Numbers for the window of one rendition. Renditions with the same segment boundaries (all video renditions of a
   * linear channel) share `line` and so their numbers. `segments` is not empty.
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
    // A list that is slightly older than another one of the same line must not reduce the number.
    this.#windows.set(line, [...numbered, ...before.filter((seen) => seen.beginMs > lastMs)])
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > maxLines && oldest !== undefined) this.#windows.delete(oldest)
    return { mediaSequence, discontinuitySequence: this.#periodOf(first.periodMs) }
  }

  /** One value for all renditions of the channel; it must not shrink while clients watch (RFC 8216bis 6.2.4). */
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
