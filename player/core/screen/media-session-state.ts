/** What the lock screen and the system's own player show of the timeline (PLAYER-04). */
import type { PlaybackState } from '#player/core/state/playback-state.ts'

/** Seconds; `beginSec` is where this line begins on the source's own. */
export interface LockScreenLine {
  readonly beginSec: number
  readonly durationSec: number
  readonly positionSec: number
  readonly rate: number
}

/** The line to show, or null where there is none: live has no end, and nothing is known before the first picture. */
export function lockScreenLine(state: PlaybackState): LockScreenLine | null {
  const { kind, hasPicture, isGrowing, seekBeginSec, seekEndSec, durationSec, positionSec, rate } = state
  if (!hasPicture || isGrowing || kind === 'live' || kind === null) return null
  const beginSec = kind === 'film' ? 0 : seekBeginSec
  const length = kind === 'film' ? (durationSec ?? 0) : seekEndSec - seekBeginSec
  if (length <= 0 || rate <= 0) return null
  return {
    beginSec,
    durationSec: length,
    positionSec: Math.min(Math.max(0, positionSec - beginSec), length),
    rate,
  }
}

/** What was told, and when. */
export interface ToldLine {
  readonly line: LockScreenLine | null
  readonly running: boolean
  readonly atMs: number
}

/** The system counts on by itself; it is told again only when it would be wrong by more than this. */
const driftSec = 1.5

/** Whether the system has to be told anew. */
export function isOff(told: ToldLine, now: ToldLine): boolean {
  if (told.line === null || now.line === null) return told.line !== now.line
  if (told.running !== now.running || told.line.rate !== now.line.rate) return true
  if (Math.abs(told.line.durationSec - now.line.durationSec) > driftSec) return true
  if (told.line.beginSec !== now.line.beginSec) return true
  const passedSec = told.running ? ((now.atMs - told.atMs) / 1000) * told.line.rate : 0
  return Math.abs(told.line.positionSec + passedSec - now.line.positionSec) > driftSec
}
