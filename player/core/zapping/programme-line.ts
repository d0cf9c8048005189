/**
 * A channel as one timeline of programmes on the wall clock: live, paused, started over and the archive are
 * positions on it, not modes (GUIDE-05). Pure. Times are unix milliseconds unless named otherwise.
 */

/** The fields of the contract's programme used here; times are unix seconds. */
export interface TimelineProgramme {
  readonly pid: number
  readonly begin_time: number
  readonly end_time: number
  readonly url: string | null
}

/** The programme on air at a given time. Programmes may have gaps and be in any order. */
export function programmeAt<P extends TimelineProgramme>(programmes: readonly P[], atMs: number): P | null {
  const atSec = atMs / 1000
  return programmes.find(({ begin_time, end_time }) => begin_time <= atSec && atSec < end_time) ?? null
}

/** The stream of a programme begins with the segment that its beginning is in, and until the player has sought. */
const streamLeadMs = 15_000

/**
 * The programme watched at a given time, where `requestedPid` was asked for: its own first moments, which belong to the
 * one before, count as it. Null for no programme, and for the live channel where there is none.
 */
export function programmeWatched<P extends TimelineProgramme>(
  programmes: readonly P[],
  atMs: number,
  requestedPid: number | null,
): P | null {
  const requested = programmes.find(({ pid }) => pid === requestedPid)
  const aheadMs = requested === undefined ? 0 : requested.begin_time * 1000 - atMs
  if (requested !== undefined && aheadMs > 0 && aheadMs <= streamLeadMs) return requested
  return programmeAt(programmes, atMs)
}

/** The programme that starts soonest after this one. */
export function programmeAfter<P extends TimelineProgramme>(programmes: readonly P[], pid: number): P | null {
  const present = programmes.find((programme) => programme.pid === pid)
  if (present === undefined) return null
  let next: P | null = null
  for (const programme of programmes) {
    if (programme.pid === pid || programme.begin_time < present.end_time - 60) continue
    if (next === null || programme.begin_time < next.begin_time) next = programme
  }
  return next
}

/** True when its recording can be requested: it has started and has an address (GUIDE-03). */
export function isPlayable(programme: TimelineProgramme, nowMs: number): boolean {
  return programme.url !== null && programme.begin_time * 1000 <= nowMs
}

/** The nearest recordings before and after a programme: what to offer when it cannot be watched itself. */
export function playableNeighbours<P extends TimelineProgramme>(
  programmes: readonly P[],
  about: Pick<TimelineProgramme, 'pid' | 'begin_time'>,
  nowMs: number,
): { readonly before: P | null; readonly after: P | null } {
  let before: P | null = null
  let after: P | null = null
  for (const programme of programmes) {
    if (programme.pid === about.pid || !isPlayable(programme, nowMs)) continue
    const { begin_time } = programme
    if (begin_time < about.begin_time && (before === null || begin_time > before.begin_time))
      before = programme
    if (begin_time > about.begin_time && (after === null || begin_time < after.begin_time)) after = programme
  }
  return { before, after }
}

/** Whether playback went from one time to the other without a jump. */
const naturalMs = 3_000

/** True when playback, not a seek, has just crossed the end of a programme. */
export function hasPassedEnd(programme: TimelineProgramme, beforeMs: number | null, nowMs: number): boolean {
  const endMs = programme.end_time * 1000
  return beforeMs !== null && beforeMs < endMs && nowMs >= endMs && nowMs - beforeMs < naturalMs
}

/** The time in a link: seconds after the start of the programme, or unix seconds. Null for anything else. */
export function momentOf(
  text: string | null,
): { readonly offsetSec: number } | { readonly atSec: number } | null {
  if (text === null || !/^\d{1,10}$/.test(text)) return null
  const seconds = Number(text)
  if (seconds >= 1_000_000_000) return { atSec: seconds }
  return seconds < 86_400 ? { offsetSec: seconds } : null
}

/** The elapsed part of a programme, 0 to 1. */
export function shareOf(programme: TimelineProgramme, atMs: number): number {
  const lengthMs = (programme.end_time - programme.begin_time) * 1000
  if (lengthMs <= 0) return 1
  return Math.min(1, Math.max(0, (atMs - programme.begin_time * 1000) / lengthMs))
}

/** Whole minutes until the end, rounded up; 0 when it is over. */
export function minutesLeft(programme: TimelineProgramme, atMs: number): number {
  return Math.max(0, Math.ceil((programme.end_time * 1000 - atMs) / 60_000))
}

/** The loaded range: the part of the wall clock that can be reached by seeking only. */
export interface LoadedStretch {
  readonly kind: 'live' | 'archive'
  readonly originMs: number
  readonly seekStartSec: number
  readonly seekEndSec: number
}

/** How a time on the timeline is reached. */
export type LinePosition =
  | { readonly kind: 'seek'; readonly positionSec: number }
  | { readonly kind: 'live' }
  | { readonly kind: 'programme'; readonly pid: number; readonly offsetSec: number }
  | { readonly kind: 'nowhere' }

/** A time this close to the current time means live. */
const nowToleranceMs = 12_000

/** How to reach a time: by seeking, by going to the live edge, or by loading a programme's recording. */
export function linePositionOf(
  atMs: number,
  line: {
    readonly nowMs: number
    readonly loaded: LoadedStretch | null
    readonly programmes: readonly TimelineProgramme[]
  },
): LinePosition {
  const { loaded, nowMs, programmes } = line
  if (atMs >= nowMs - nowToleranceMs) return { kind: 'live' }
  if (loaded !== null) {
    const positionSec = (atMs - loaded.originMs) / 1000
    if (positionSec >= loaded.seekStartSec && positionSec <= loaded.seekEndSec)
      return { kind: 'seek', positionSec }
  }
  const programme = programmeAt(programmes, atMs)
  if (programme === null || !isPlayable(programme, nowMs)) return { kind: 'nowhere' }
  return { kind: 'programme', pid: programme.pid, offsetSec: Math.max(0, atMs / 1000 - programme.begin_time) }
}
