import { describe, expect, it } from 'vitest'
import { SimulatedTime } from '#tests/kit/player/simulated-player.ts'
import { skipMemoryMs, Skipping } from './skipping.ts'

describe('skips', () => {
  it('[PLAYER-04] in quick succession add up from their start position', async () => {
    const time = new SimulatedTime()
    const sought: number[] = []
    const shown: number[] = []
    const skipping = new Skipping(
      time,
      (at) => sought.push(at),
      (sum) => shown.push(sum),
    )
    skipping.skip(-10, 100)
    skipping.skip(-10, 91)
    skipping.skip(10, 81)
    await time.pass(skipMemoryMs)
    expect(sought).toEqual([90, 80, 91])
    expect(shown).toEqual([-10, -20, 10, 0])
  })
})
