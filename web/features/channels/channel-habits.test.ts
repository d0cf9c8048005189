import { describe, expect, it } from 'vitest'
import {
  maxHabits,
  parseHabits,
  recentChannels,
  habitualChannels,
  withWatched,
  type ChannelHabit,
} from './channel-habits.ts'

const nowSec = 1_800_000_000
const day = 86_400

/** An hour of a channel at the same hour of several days, the last of them `daysAgo`. */
function watchedOn(before: readonly ChannelHabit[], cid: number, hour: number, days: number, daysAgo = 0) {
  let habits = before
  for (let ago = daysAgo + days - 1; ago >= daysAgo; ago -= 1)
    habits = withWatched(habits, { cid, hour, atSec: nowSec - ago * day + cid, minutes: 60 })
  return habits
}

describe('[ALIVE-01] the channels of a viewer', () => {
  it('watched last are the latest ones, without those passed while zapping', () => {
    let habits = watchedOn([], 1, 20, 1, 2)
    habits = watchedOn(habits, 2, 9, 1, 1)
    habits = withWatched(habits, { cid: 3, hour: 9, atSec: nowSec, minutes: 1 })
    expect(recentChannels(habits)).toEqual([2, 1])
  })

  it('habitual at an hour are those watched around it, also over midnight', () => {
    let habits = watchedOn([], 1, 8, 5)
    habits = watchedOn(habits, 2, 21, 5)
    habits = watchedOn(habits, 3, 23, 3)
    expect(habitualChannels(habits, { atSec: nowSec, hour: 8 })).toEqual([1])
    expect(habitualChannels(habits, { atSec: nowSec, hour: 21 })).toEqual([2, 3])
    expect(habitualChannels(habits, { atSec: nowSec, hour: 0 })).toEqual([3])
    expect(habitualChannels(habits, { atSec: nowSec, hour: 14 })).toEqual([])
  })

  it('are forgotten as habits grow old: the newer one comes first, an old one is none', () => {
    let habits = watchedOn([], 1, 20, 5, 30)
    habits = watchedOn(habits, 2, 20, 3)
    expect(habitualChannels(habits, { atSec: nowSec, hour: 20 })).toEqual([2, 1])
    expect(habitualChannels(habits, { atSec: nowSec + 120 * day, hour: 20 })).toEqual([])
  })

  it('are bounded, and survive storing; what is not a habit does not', () => {
    let habits: readonly ChannelHabit[] = []
    for (let cid = 0; cid < 100; cid += 1)
      habits = withWatched(habits, { cid, hour: 1, atSec: nowSec + cid, minutes: 5 })
    expect(habits).toHaveLength(maxHabits)
    expect(parseHabits(JSON.parse(JSON.stringify(habits)))).toEqual(habits)
    expect(parseHabits([{ cid: 1 }, null, 'text', { cid: 1, atSec: 1, minutes: [1] }])).toEqual([])
    expect(parseHabits({})).toEqual([])
  })
})
