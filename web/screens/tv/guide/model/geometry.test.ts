import { describe, expect, it } from 'vitest'
import { daySec, dayBegin } from '#web/features/channels/use-programmes.ts'
import { daySeen, leftToShow, openingSec, sameHourOf } from './geometry.ts'

/** A midnight in Tashkent. */
const today = Date.UTC(2026, 10, 21, 19) / 1000

describe('the day of the guide', () => {
  it('[GUIDE-02] is today where the guide opens, at every minute of the day', () => {
    for (let nowSec = today; nowSec < today + daySec; nowSec += 60)
      expect(daySeen(openingSec(nowSec), nowSec), `${(nowSec - today) / 60} minutes past midnight`).toBe(
        today,
      )
  })

  it('[GUIDE-02] is the selected one, from every minute on every day', () => {
    const days = [-7, -1, 1, 5].map((count) => today + count * daySec)
    for (let nowSec = today; nowSec < today + daySec; nowSec += 300)
      for (let leftSec = today - daySec; leftSec < today + 2 * daySec; leftSec += 900)
        for (const day of days) {
          // 300,000 comparisons: only a wrong one gets an assertion.
          const seen = daySeen(sameHourOf(day, leftSec), nowSec)
          if (seen !== day) expect(seen, `pressed at ${nowSec} from ${leftSec}`).toBe(day)
        }
  })

  it('[GUIDE-02] keeps the hour of the left edge', () => {
    expect(sameHourOf(today, today + 2 * daySec + 3 * 3600)).toBe(today + 3 * 3600)
    expect(dayBegin(sameHourOf(today, today - 60))).toBe(today)
  })
})

describe('[GUIDE-02] the scroll position for an entry', () => {
  const at = (begin: number, end: number, place = begin) =>
    leftToShow({ left: 1000, width: 500, leadPx: 100, begin, end, place })

  it.each([
    ['stays for one that is visible', at(1000, 1500), 1000],
    ['goes back to the beginning of one before', at(700, 900), 700],
    ['goes on to the end of one after', at(1400, 1600), 1100],
    ['shows the beginning of a long one after', at(1600, 9000), 1400],
    ['stays within a long one at the time that is looked at', at(200, 3000, 1200), 1000],
    ['goes to the beginning of a long one looked at before it', at(200, 3000, 300), 200],
  ])('%s', (_, left, expected) => {
    expect(left).toBe(expected)
  })
})
