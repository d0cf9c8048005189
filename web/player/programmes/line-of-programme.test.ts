import { describe, expect, it } from 'vitest'
import { idleState, type PlaybackState } from '#player/core/state/playback-state.ts'
import { buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { liveSign, televisionLine } from './line-of-programme.ts'

const originSec = 1_800_000_000
const programme = buildProgramme(44, { begin_time: originSec - 600, end_time: originSec + 3000 })

/** A channel whose last 1000 seconds are loaded, watched at `positionSec`. */
function watching(own: Partial<PlaybackState> = {}): PlaybackState {
  const loaded = { seekStartSec: 0, seekEndSec: 1000, positionSec: 900, bufferedEndSec: 950, isGrowing: true }
  return { ...idleState, kind: 'live', behindLiveSec: 0, ...loaded, ...own }
}
const lineOf = (state: PlaybackState, guide = [programme]) => televisionLine(state, originSec * 1000, guide)

describe('[GUIDE-05] the timeline of television', () => {
  it('is that of the programme, and can be watched as far as it has been broadcast', () => {
    expect(lineOf(watching())).toEqual({
      programme,
      line: {
        begin: originSec - 600,
        end: originSec + 3000,
        position: originSec + 900,
        bufferedEnd: originSec + 950,
        reachableEnd: originSec + 1000,
      },
    })
  })

  it('of a finished programme can be watched to its end, whatever part is loaded', () => {
    expect(lineOf(watching({ isGrowing: false })).line.reachableEnd).toBe(originSec + 3000)
  })

  it('never extends beyond the programme into the next one', () => {
    const short = buildProgramme(45, { begin_time: originSec, end_time: originSec + 950 })
    expect(lineOf(watching(), [short]).line.reachableEnd).toBe(originSec + 950)
  })

  it('without a guide is the loaded stretch', () => {
    expect(lineOf(watching(), [])).toMatchObject({
      programme: null,
      line: { begin: originSec, end: originSec + 1000, reachableEnd: originSec + 1000 },
    })
  })
})

describe('[GUIDE-05] the live badge', () => {
  const nowMs = (originSec + 1060) * 1000

  it('is shown at the live edge only', () => {
    expect(liveSign(watching({ behindLiveSec: 3 }), originSec * 1000, nowMs)).toEqual({ kind: 'live' })
  })

  it('is not live while it is paused, even at the edge', () => {
    const state = watching({ behindLiveSec: 3, status: 'paused' })
    expect(liveSign(state, null, nowMs)).toEqual({ kind: 'behind', seconds: 3 })
    expect(liveSign({ ...state, status: 'playing' }, null, nowMs)).toEqual({ kind: 'live' })
  })

  it('shows behind the live edge how far behind, by the clock', () => {
    const state = watching({ behindLiveSec: 100 })
    expect(liveSign(state, originSec * 1000, nowMs)).toEqual({ kind: 'behind', seconds: 160 })
    expect(liveSign(state, null, nowMs)).toEqual({ kind: 'behind', seconds: 100 })
  })

  it("never shows less than the player reports, when the device's clock is behind", () => {
    const state = watching({ behindLiveSec: 100 })
    expect(liveSign(state, originSec * 1000, (originSec + 910) * 1000)).toEqual({
      kind: 'behind',
      seconds: 100,
    })
  })

  it('shows the archive for a recording, and nothing for a film or before anything is loaded', () => {
    expect(liveSign(watching({ kind: 'archive', behindLiveSec: null }), null, nowMs)).toEqual({
      kind: 'archive',
    })
    expect(liveSign(watching({ kind: 'live', behindLiveSec: null }), null, nowMs)).toBeNull()
    expect(liveSign(watching({ kind: 'film' }), null, nowMs)).toBeNull()
    expect(liveSign(idleState, null, nowMs)).toBeNull()
  })
})
