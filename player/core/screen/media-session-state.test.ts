import { describe, expect, it } from 'vitest'
import { hasDrifted, mediaSessionPosition, type ReportedPosition } from './media-session-state.ts'
import { idleState, type PlaybackState } from '#player/core/state/playback-state.ts'

const film: PlaybackState = {
  ...idleState,
  status: 'playing',
  kind: 'film',
  hasPicture: true,
  durationSec: 3000,
  seekEndSec: 3000,
  positionSec: 600,
}

describe('the timeline on the lock screen', () => {
  it('[PLAYER-04] is the whole film, and in the archive only the programme', () => {
    expect(mediaSessionPosition(film)).toEqual({ beginSec: 0, durationSec: 3000, positionSec: 600, rate: 1 })
    const archive = { ...film, kind: 'archive' as const, seekStartSec: 100, seekEndSec: 1900 }
    expect(mediaSessionPosition(archive)).toMatchObject({
      beginSec: 100,
      durationSec: 1800,
      positionSec: 500,
    })
    expect(mediaSessionPosition({ ...archive, positionSec: 50 })?.positionSec).toBe(0)
  })
  it('[PLAYER-04] is missing for live, before the first frame, and without a duration', () => {
    expect(mediaSessionPosition({ ...film, kind: 'live', isGrowing: true })).toBeNull()
    expect(mediaSessionPosition({ ...film, hasPicture: false })).toBeNull()
    expect(mediaSessionPosition({ ...film, durationSec: null })).toBeNull()
  })
  it('[PLAYER-04] is updated after a seek, a pause or a speed change, but not during normal playback', () => {
    const at = (atMs: number, change: Partial<PlaybackState> = {}, running = true): ReportedPosition => ({
      line: mediaSessionPosition({ ...film, ...change }),
      running,
      atMs,
    })
    const reported = at(0)
    expect(hasDrifted(reported, at(60_000, { positionSec: 660 }))).toBe(false)
    expect(hasDrifted(reported, at(60_000, { positionSec: 700 }))).toBe(true)
    expect(hasDrifted(reported, at(1_000, { positionSec: 601 }, false))).toBe(true)
    expect(hasDrifted(reported, at(1_000, { positionSec: 601, rate: 2 }))).toBe(true)
    const paused = at(0, {}, false)
    expect(hasDrifted(paused, at(600_000, {}, false))).toBe(false)
    expect(hasDrifted(reported, at(1_000, { hasPicture: false }))).toBe(true)
  })
})
