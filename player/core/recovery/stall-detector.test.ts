import { describe, expect, it } from 'vitest'
import { idleState } from '#player/core/state/playback-state.ts'
import { SimulatedTime } from '#tests/kit/player/simulated-player.ts'
import { motionOf, StallDetector, stallLimitMs } from './stall-detector.ts'

function detector() {
  const time = new SimulatedTime()
  const seen = { stalls: 0 }
  return { time, seen, detector: new StallDetector(time, () => (seen.stalls += 1)) }
}

describe('a stall', () => {
  it('[PLAYER-06] is twelve seconds without data', async () => {
    const { time, seen, detector: stall } = detector()
    stall.note('waits', 10)
    await time.pass(stallLimitMs - 1)
    expect(seen.stalls).toBe(0)
    await time.pass(1)
    expect(seen.stalls).toBe(1)
  })

  it('[PLAYER-06] is a position that does not move although the data is buffered', async () => {
    const { time, seen, detector: stall } = detector()
    for (let ms = 0; ms <= stallLimitMs; ms += 1000) {
      stall.note('plays', 10)
      await time.pass(1000)
    }
    expect(seen.stalls).toBe(1)
  })

  it('[PLAYER-06] is not a position that moves, however rarely it is reported', async () => {
    const { time, seen, detector: stall } = detector()
    for (let second = 0; second < 60; second += 10) {
      stall.note('plays', second)
      await time.pass(10_000)
    }
    expect(seen.stalls).toBe(0)
  })

  it('[PLAYER-06] is not a pause', async () => {
    const { time, seen, detector: stall } = detector()
    stall.note('waits', 10)
    stall.note('rests', 10)
    await time.pass(10 * stallLimitMs)
    expect(seen.stalls).toBe(0)
  })
})

describe('what is expected of playback', () => {
  it.each([
    ['buffering', true, 'waits'],
    ['loading', true, 'waits'],
    ['loading', false, 'rests'],
    ['playing', true, 'plays'],
    ['paused', true, 'rests'],
    ['ended', true, 'rests'],
    ['failed', true, 'rests'],
  ] as const)('%s, loaded: %s → %s', (status, isLoaded, motion) => {
    expect(motionOf({ ...idleState, status }, isLoaded)).toBe(motion)
  })
})
