/** What the lock screen and the system's own player show of the timeline (PLAYER-04). */
import type { PlaybackState } from '#player/core/state/playback-state.ts'

/** Seconds; `beginSec` is where this line begins on the source's own. */
export interface MediaSessionPosition {
  readonly beginSec: number
  readonly durationSec: number
  readonly positionSec: number
  readonly rate: number
}

/** The line to show, or null where there is none: live has no end, and nothing is known before the first picture. */
export function mediaSessionPosition(state: PlaybackState): MediaSessionPosition | null {
  const { kind, hasPicture, isGrowing, seekStartSec, seekEndSec, durationSec, positionSec, rate } = state
  if (!hasPicture || isGrowing || kind === 'live' || kind === null) return null
  const beginSec = kind === 'film' ? 0 : seekStartSec
  const length = kind === 'film' ? (durationSec ?? 0) : seekEndSec - seekStartSec
  if (length <= 0 || rate <= 0) return null
  return {
    beginSec,
    durationSec: length,
    positionSec: Math.min(Math.max(0, positionSec - beginSec), length),
    rate,
  }
}

/** What was told, and when. */
export interface ReportedPosition {
  readonly line: MediaSessionPosition | null
  readonly running: boolean
  readonly atMs: number
}

/** The system counts on by itself; it is told again only when it would be wrong by more than this. */
const driftSec = 1.5

/** Whether the system has to be told anew. */
export function hasDrifted(reported: ReportedPosition, now: ReportedPosition): boolean {
  if (reported.line === null || now.line === null) return reported.line !== now.line
  if (reported.running !== now.running || reported.line.rate !== now.line.rate) return true
  if (Math.abs(reported.line.durationSec - now.line.durationSec) > driftSec) return true
  if (reported.line.beginSec !== now.line.beginSec) return true
  const passedSec = reported.running ? ((now.atMs - reported.atMs) / 1000) * reported.line.rate : 0
  return Math.abs(reported.line.positionSec + passedSec - now.line.positionSec) > driftSec
}
