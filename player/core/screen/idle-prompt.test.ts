import { describe, expect, it } from 'vitest'
import { IdlePrompt, maxAloneMs, maxFollowed } from './idle-prompt.ts'
import { SimulatedTime } from '#tests/kit/player/simulated-player.ts'

const minuteMs = 60_000

/** Episodes of this length one after the other; answers how many began before the question. */
async function watchAlone(minutes: number, touchAfter: readonly number[] = []): Promise<number> {
  const time = new SimulatedTime()
  const attention = new IdlePrompt(time)
  for (let began = 1; began < 100; began += 1) {
    await time.pass(minutes * minuteMs)
    if (touchAfter.includes(began)) attention.noteTouch()
    if (attention.isInDoubt('episodes')) return began
    attention.noteFollowed()
  }
  return Number.POSITIVE_INFINITY
}

describe('whether anybody is still watching', () => {
  it('[PLAYER-02] is asked after three episodes that followed by themselves', async () => {
    expect(await watchAlone(20)).toBe(1 + maxFollowed)
  })
  it('[PLAYER-02] is asked after four hours, however long the episodes are', async () => {
    expect(await watchAlone(130)).toBe(2)
    expect(await watchAlone(250)).toBe(1)
  })
  it('[PLAYER-02] is not asked of somebody who touches something: it counts from there anew', async () => {
    expect(await watchAlone(20, [3])).toBe(3 + maxFollowed)
    expect(await watchAlone(20, [2, 4, 6])).toBe(6 + maxFollowed)
  })
  it('[GUIDE-04] counts the hours alone where programmes follow one another as on television', async () => {
    const time = new SimulatedTime()
    const attention = new IdlePrompt(time)
    for (let at = 0; at < 23; at += 1) {
      await time.pass(10 * minuteMs)
      attention.noteFollowed()
    }
    expect(attention.isInDoubt('programmes')).toBe(false)
    await time.pass(maxAloneMs - 23 * 10 * minuteMs)
    expect(attention.isInDoubt('programmes')).toBe(true)
    attention.noteTouch()
    expect(attention.isInDoubt('programmes')).toBe(false)
  })
})
