/** The timeline shown by the lock screen and the system's media controls (PLAYER-04). */
import type { PlaybackState } from '#player/core/state/playback-state.ts'

/** Seconds; `beginSec` is the start of this timeline on the source's own. */
export interface MediaSessionPosition {
  readonly beginSec: number
  readonly durationSec: number
  readonly positionSec: number
  readonly rate: number
}

/** The timeline, or null without one: live has no end, and before the first frame the duration is unknown. */
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

/** The last reported values, and when. */
export interface ReportedPosition {
  readonly line: MediaSessionPosition | null
  readonly running: boolean
  readonly atMs: number
}

/** The system advances the position by itself; it is updated only when it would be wrong by more than this. */
const driftSec = 1.5

/** Whether the system needs an update. */
export function hasDrifted(reported: ReportedPosition, now: ReportedPosition): boolean {
  if (reported.line === null || now.line === null) return reported.line !== now.line
  if (reported.running !== now.running || reported.line.rate !== now.line.rate) return true
  if (Math.abs(reported.line.durationSec - now.line.durationSec) > driftSec) return true
  if (reported.line.beginSec !== now.line.beginSec) return true
  const passedSec = reported.running ? ((now.atMs - reported.atMs) / 1000) * reported.line.rate : 0
  return Math.abs(reported.line.positionSec + passedSec - now.line.positionSec) > driftSec
}
