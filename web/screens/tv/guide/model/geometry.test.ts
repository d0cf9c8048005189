import { describe, expect, it } from 'vitest'
import { daySec, dayBegin } from '#web/features/channels/use-programmes.ts'
import { daySeen, openingSec, sameHourOf } from './geometry.ts'

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
