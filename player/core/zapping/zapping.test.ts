import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SimulatedTime } from '#tests/kit/player/simulated-player.ts'
import { byNumber, digitsMs, neighbour, settleMs, Zapping } from './zapping.ts'

const channels = [3, 7, 12, 120].map((number) => ({ id: number * 10, number }))

function bench() {
  const time = new SimulatedTime()
  const opened: number[] = []
  const zapping = new Zapping({ timers: time, open: (id) => opened.push(id), onChange: () => undefined })
  zapping.setChannels(channels)
  zapping.setCurrent(30)
  return { time, opened, zapping }
}

describe('zapping', () => {
  it('[TV-09] steps up and down, and wraps around at the ends of the list', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: channels.length - 1 }),
        fc.constantFrom(1 as const, -1 as const),
        (at, step) => {
          let id: number | null = channels[at]?.id ?? null
          for (let count = 0; count < channels.length; count += 1) id = neighbour(channels, id, step)
          expect(id).toBe(channels[at]?.id)
        },
      ),
    )
    expect(neighbour([], 1, 1)).toBeNull()
  })

  it('[TV-09] shows every channel while a key is held, and opens only the first and the last one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(1 as const, -1 as const), { minLength: 1, maxLength: 30 }),
        async (steps) => {
          const { time, opened, zapping } = bench()
          for (const step of steps) {
            zapping.step(step)
            await time.pass(settleMs / 3)
          }
          await time.pass(settleMs)
          expect(opened.length).toBeLessThanOrEqual(2)
          expect(opened.at(-1) ?? 30).toBe(zapping.state.targetChannelId)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('[TV-09] opens the channel of typed digits after 1.2 s, or at once with OK', async () => {
    const { time, opened, zapping } = bench()
    zapping.digit(1)
    await time.pass(digitsMs - 1)
    zapping.digit(2)
    expect(zapping.state).toMatchObject({ digits: '12', digitsId: 120 })
    await time.pass(digitsMs)
    expect(opened).toEqual([120])
    zapping.digit(7)
    zapping.confirmDigits()
    expect(opened).toEqual([120, 70])
    await time.pass(10_000)
    expect(opened).toEqual([120, 70])
  })

  it('[TV-09] ignores a number without a channel', async () => {
    const { time, opened, zapping } = bench()
    zapping.digit(9)
    expect(zapping.state.digitsId).toBeNull()
    await time.pass(digitsMs)
    expect(opened).toEqual([])
    expect(zapping.state).toMatchObject({ digits: null, targetChannelId: 30 })
    expect(byNumber(channels, '007')).toBe(70)
  })

  it('[TV-09] returns to the previous channel, and back again', () => {
    const { opened, zapping } = bench()
    zapping.choose(120)
    zapping.last()
    zapping.last()
    expect(opened).toEqual([120, 30, 120])
  })
})
