import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type StoredLimits,
  type Tries,
  giveBackTry,
  isOpenAt,
  isWider,
  lockMs,
  maxTries,
  nameKeyOf,
  noTries,
  spendTry,
} from './rules.ts'

const minuteMs = 60_000

describe('[PROF-03] wrong PINs', () => {
  it('lock after five, for 15 minutes and twice as long each time, at most a day', () => {
    expect([0, 1, 2, 6, 7, 50].map((locks) => lockMs(locks) / minuteMs)).toEqual([
      15, 30, 60, 960, 1440, 1440,
    ])
    let tries: Tries = noTries
    for (const left of [4, 3, 2, 1, 0]) {
      const spent = spendTry(tries, 1000)
      expect(spent).toMatchObject({ kind: 'may_try', left })
      if (spent.kind === 'may_try') tries = spent.tries
    }
    expect(spendTry(tries, 1000 + 15 * minuteMs - 1).kind).toBe('locked')
    expect(spendTry(tries, 1000 + 15 * minuteMs)).toMatchObject({ kind: 'may_try', left: 4 })
  })

  it('are never compared more often than five times between two locks, whatever is tried when', () => {
    const wait = fc.integer({ min: 0, max: 40 * minuteMs })
    const attempts = fc.array(fc.record({ wait, isOfProfile: fc.boolean() }), { maxLength: 200 })
    fc.assert(
      fc.property(attempts, (list) => {
        let [nowMs, tries, compared, locks]: [number, Tries, number, number] = [1, noTries, 0, 0]
        for (const { wait: ms, isOfProfile } of list) {
          nowMs += ms
          const spent = spendTry(tries, nowMs)
          if (spent.kind === 'locked') continue
          if (isOfProfile) {
            // The right PIN of a profile in between neither helps nor harms.
            tries = giveBackTry(spent.tries, spent.tries)
            continue
          }
          compared += 1
          tries = spent.tries
          if (tries.lockedUntilMs > nowMs) locks += 1
          expect(compared).toBeLessThanOrEqual((locks + 1) * maxTries)
        }
        // All of the time that the locks took has passed.
        const locked = Array.from({ length: Math.max(0, locks - 1) }, (_, at) => lockMs(at))
        expect(nowMs).toBeGreaterThanOrEqual(locked.reduce((sum, ms) => sum + ms, 0))
      }),
    )
  })
})

const limits: fc.Arbitrary<StoredLimits> = fc.record({
  isChild: fc.boolean(),
  ageLimit: fc.constantFrom(0, 6, 12, 16, 18),
  channelIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
  hoursFrom: fc.integer({ min: 0, max: 1440 }),
  hoursTo: fc.integer({ min: 0, max: 1440 }),
  minutesPerDay: fc.constantFrom(0, 30, 60, 1440),
})

describe('[PROF-02] a wider profile', () => {
  const child: StoredLimits = {
    ...{ isChild: true, ageLimit: 6, channelIds: [1, 2] },
    ...{ hoursFrom: 600, hoursTo: 1200, minutesPerDay: 60 },
  }

  it('is never the same one', () => {
    fc.assert(fc.property(limits, (one) => !isWider(one, one)))
  })

  it('is any one that shows a channel, an age, a minute or an hour more', () => {
    fc.assert(
      fc.property(limits, limits, (from, to) => {
        fc.pre(!isWider(from, to))
        expect(to.ageLimit).toBeLessThanOrEqual(from.ageLimit)
        expect(from.isChild && !to.isChild).toBe(false)
        for (const minute of [0, 300, 719, 720, 1000, 1439])
          if (isOpenAt(to.hoursFrom, to.hoursTo, minute))
            expect(isOpenAt(from.hoursFrom, from.hoursTo, minute)).toBe(true)
      }),
    )
  })

  it.each([
    [{ isChild: false }, true],
    [{ ageLimit: 12 }, true],
    [{ ageLimit: 0 }, false],
    [{ channelIds: [] }, true],
    [{ channelIds: [1, 3] }, true],
    [{ channelIds: [2] }, false],
    [{ minutesPerDay: 0 }, true],
    [{ minutesPerDay: 90 }, true],
    [{ minutesPerDay: 30 }, false],
    [{ hoursFrom: 0, hoursTo: 0 }, true],
    [{ hoursFrom: 1200, hoursTo: 600 }, true],
    [{ hoursFrom: 700, hoursTo: 1100 }, false],
  ])('than a child’s is one with %j: %s', (change, wider) => {
    expect(isWider(child, { ...child, ...change })).toBe(wider)
  })
})

describe('[PROF-01] the name of a profile', () => {
  it('is the same in capitals and with more spaces', () => {
    expect(nameKeyOf('  Ойша  ХОНИМ ')).toBe(nameKeyOf('ойша хоним'))
    expect(nameKeyOf('Aziz')).not.toBe(nameKeyOf('Aziza'))
  })
})
