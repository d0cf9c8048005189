import { describe, expect, it } from 'vitest'
import { IdlePrompt, maxAloneMs, maxFollowed } from './idle-prompt.ts'
import { SimulatedTime } from '#tests/kit/player/simulated-player.ts'

const minuteMs = 60_000

/** Plays episodes of this length one after the other; returns how many started before the question. */
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

describe('the question whether the viewer is still watching', () => {
  it('[PLAYER-02] is shown after three episodes that started automatically', async () => {
    expect(await watchAlone(20)).toBe(1 + maxFollowed)
  })
  it('[PLAYER-02] is shown after four hours, however long the episodes are', async () => {
    expect(await watchAlone(130)).toBe(2)
    expect(await watchAlone(250)).toBe(1)
  })
  it('[PLAYER-02] is postponed by every input: counting restarts from it', async () => {
    expect(await watchAlone(20, [3])).toBe(3 + maxFollowed)
    expect(await watchAlone(20, [2, 4, 6])).toBe(6 + maxFollowed)
  })
  it('[GUIDE-04] depends only on the hours for programmes that follow each other as on television', async () => {
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
