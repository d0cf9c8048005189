import { describe, expect, it } from 'vitest'
import { SimulatedEngine } from '#tests/kit/player/simulated-player.ts'
import {
  hasVideoTrack,
  idleState,
  withSnapshot,
  type EngineSnapshot,
  type PlaybackState,
} from './playback-state.ts'

function after(state: Partial<PlaybackState>, snapshot: Partial<EngineSnapshot>): PlaybackState {
  const playing = { ...idleState, status: 'playing' as const, hasPicture: true, ...state }
  return withSnapshot(playing, { ...new SimulatedEngine().snapshot(), paused: false, ...snapshot })
}

describe('the status of playback', () => {
  it.each([
    ['playing', {}],
    ['paused', { paused: true }],
    ['buffering', { buffering: true }],
    ['paused', { paused: true, buffering: true }],
    ['ended', { ended: true, paused: true }],
  ] as const)('is %s when the engine reports %j', (status, snapshot) => {
    expect(after({}, snapshot).status).toBe(status)
  })

  it('[TV-09] is loading until a frame of the source was shown', () => {
    expect(after({ hasPicture: false, status: 'loading' }, {}).status).toBe('loading')
    expect(after({ hasPicture: false, status: 'loading' }, { buffering: true }).status).toBe('loading')
  })

  it('[PLAYER-01] is paused, not loading, where the browser requires a press first', () => {
    expect(after({ hasPicture: false, autoplayBlocked: true }, { paused: true }).status).toBe('paused')
  })

  it.each(['idle', 'failed'] as const)('stays %s whatever the engine still reports', (status) => {
    expect(after({ status }, { buffering: true }).status).toBe(status)
  })
})

describe('how far behind live it is', () => {
  it('[PLAYER-01] is the distance to the live edge', () => {
    expect(after({}, { isGrowing: true, positionSec: 100, seekEndSec: 130 }).behindLiveSec).toBe(30)
  })

  it('is never negative', () => {
    expect(after({}, { isGrowing: true, positionSec: 131, seekEndSec: 130 }).behindLiveSec).toBe(0)
  })

  it('is null for a film', () => {
    expect(after({}, { isGrowing: false, positionSec: 10, seekEndSec: 130 }).behindLiveSec).toBeNull()
  })
})

describe('what plays', () => {
  it.each([
    [{ playingHeight: null, qualities: [] }, false],
    [{ playingHeight: 0, qualities: [{ height: 0, bitsPerSecond: 1 }] }, false],
    [{ playingHeight: 720, qualities: [] }, true],
    [{ playingHeight: null, qualities: [{ height: 360, bitsPerSecond: 1 }] }, true],
  ])('%j has video: %s', (state, expected) => expect(hasVideoTrack(state)).toBe(expected))
})
