/** Times of a channel that the application closes to some clients. Pure. */
import { hash } from 'node:crypto'
import type { SegmentRef } from '#media/archive/timeline/timeline.ts'

/** A time of a channel, from `fromMs` on, before `toMs`. Unix milliseconds; `toMs` may be infinite. */
export interface ClosedTimes {
  readonly fromMs: number
  readonly toMs: number
}

/** What is closed of a channel, a film or a download. */
export interface Closure {
  /** Everything. */
  readonly all: boolean
  /** What was recorded of a channel at these times. */
  readonly times: readonly ClosedTimes[]
}

/** What a valid ticket opens, and the kind of client that it was signed for. */
export interface ClosureRequest {
  readonly kind: 'film' | 'download' | 'live' | 'archive'
  /** Of the asset or the channel. */
  readonly id: string
  /** '' when the ticket does not say. */
  readonly client: string
}

export const nothingClosed: Closure = { all: false, times: [] }

/** Names what is closed, so that responses are shared by clients with the same closed times only; '' for nothing. */
export function closureMark({ times }: Pick<Closure, 'times'>): string {
  if (times.length === 0) return ''
  return hash('sha256', times.map(({ fromMs, toMs }) => `${fromMs}-${toMs}`).join(' '), 'hex').slice(0, 16)
}

/** Those that overlap [fromMs, toMs). */
export function closedWithin(
  times: readonly ClosedTimes[],
  fromMs: number,
  toMs: number,
): readonly ClosedTimes[] {
  return times.filter((one) => one.fromMs < one.toMs && one.fromMs < toMs && one.toMs > fromMs)
}

/** Whether a part of [beginMs, endMs) is closed. */
export function isClosed(times: readonly ClosedTimes[], beginMs: number, endMs: number): boolean {
  return closedWithin(times, beginMs, endMs).length > 0
}

/** A live window without what is closed: it begins after the last closed time of it. */
export function openWindow(
  window: { readonly fromMs: number; readonly toMs: number },
  times: readonly ClosedTimes[],
): { readonly fromMs: number; readonly toMs: number } {
  const ends = closedWithin(times, window.fromMs, window.toMs).map(({ toMs }) => toMs)
  return { ...window, fromMs: Math.max(window.fromMs, ...ends) }
}

/** The cell, or a gap of its length when a part of it is closed. */
export function closedAsGap<Cell extends { readonly first: SegmentRef; readonly endMs: number }>(
  cell: Cell,
  times: readonly ClosedTimes[],
): Cell {
  return isClosed(times, cell.first.beginMs, cell.endMs)
    ? { ...cell, first: { ...cell.first, gap: true } }
    : cell
}
