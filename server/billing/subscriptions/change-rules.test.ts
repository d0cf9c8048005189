import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ChargedPeriod,
  type LeftTime,
  type PaidTime,
  atShownCost,
  creditOf,
  goesUp,
  leftOf,
  nothingLeft,
} from './change-rules.ts'

const dayMs = 86_400_000
const startMs = Date.UTC(2026, 0, 1)
const at = (days: number) => startMs + days * dayMs

function charge(fromDay: number, days: number, more: Partial<ChargedPeriod> = {}): ChargedPeriod {
  const span = { startMs: at(fromDay), endMs: at(fromDay + days) }
  return { ...span, reference: `charge:1:${fromDay}`, paidTiyin: 3_000_000, isOffer: false, ...more }
}

function left(nowDay: number, untilDay: number, more: Partial<PaidTime> = {}): LeftTime {
  const time = {
    nowMs: at(nowDay),
    paidUntilMs: at(untilDay),
    charges: [charge(0, 30)],
    pauses: [],
    gifts: [],
  }
  return leftOf({ ...time, ...more })
}

const paid = fc.integer({ min: 0, max: 1_000_000_000 })
const length = fc.integer({ min: 1, max: 3660 }).map((days) => days * dayMs)
/** A part of a period, in milliseconds. */
const part = fc.integer({ min: 0, max: 1_000_000 })

describe('[FAIR-01] the credit for what is left of a period', () => {
  it('is never more than was paid, whole, and grows with the time that is left', () => {
    fc.assert(
      fc.property(paid, length, part, part, (sum, whole, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map(
          (of) => (whole * of) / 1_000_000,
        )
        const credits = [less ?? 0, more ?? 0].map((leftMs) => creditOf(sum, whole, leftMs))
        const [small = 0, large = 0] = credits
        expect(credits.every((one) => Number.isSafeInteger(one) && one >= 0 && one <= sum)).toBe(true)
        expect(small).toBeLessThanOrEqual(large)
      }),
    )
  })
  it('is all of it at the beginning and nothing at the end', () => {
    fc.assert(
      fc.property(paid, length, (sum, whole) => {
        expect(creditOf(sum, whole, whole)).toBe(sum)
        expect(creditOf(sum, whole, 0)).toBe(0)
      }),
    )
  })
  it('gains nothing by splitting: what was credited and credited again is the same, but for a rounded tiyin', () => {
    fc.assert(
      fc.property(paid, length, part, part, (sum, whole, one, other) => {
        const seconds = Math.floor(whole / 1000)
        const [late, early] = [one, other]
          .map((of) => Math.floor((seconds * of) / 1_000_000) * 1000)
          .toSorted((a, b) => a - b)
        const [last, first] = [late ?? 0, early ?? 0]
        const again = creditOf(creditOf(sum, whole, first), first, last)
        const once = creditOf(sum, whole, last)
        expect(again).toBeGreaterThanOrEqual(once)
        expect(again - once).toBeLessThanOrEqual(1)
      }),
    )
  })
  it('goes up and at once down without a gain', () => {
    fc.assert(
      fc.property(paid, paid, length, length, (one, other, short, long) => {
        const [a, b] = [
          { priceTiyin: one, periodDays: short / dayMs },
          { priceTiyin: other, periodDays: long / dayMs },
        ]
        // One of the two directions is up; the other one gives no credit, or both cost the same a day.
        const [there, back] = [goesUp(a, b), goesUp(b, a)]
        expect(there || back).toBe(true)
        if (there && back) expect(one * long).toBe(other * short)
      }),
    )
  })
})

describe('[FAIR-01] what is left of a tariff', () => {
  it('is the money of the days that are left', () => {
    expect(left(0, 30).creditTiyin).toBe(3_000_000)
    expect(left(10, 30)).toEqual({
      ...{ creditTiyin: 2_000_000, freeMs: 0 },
      credits: [{ reference: 'charge:1:0', amountTiyin: 2_000_000 }],
    })
    expect(left(30, 30)).toEqual(nothingLeft)
  })
  it('has no money in given days, trial days and days of a promotion, but given days and those of the offer stay', () => {
    const gift = { startMs: at(30), endMs: at(35) }
    expect(left(20, 35, { gifts: [gift] })).toMatchObject({ creditTiyin: 1_000_000, freeMs: 5 * dayMs })
    const trial = charge(0, 7, { reference: null, paidTiyin: 0 })
    expect(left(1, 7, { charges: [trial] })).toEqual(nothingLeft)
    expect(left(1, 10, { charges: [charge(0, 10, { paidTiyin: 0 })] })).toEqual(nothingLeft)
    const offer = charge(0, 10, { paidTiyin: 0, isOffer: true })
    expect(left(1, 10, { charges: [offer] })).toEqual({ ...nothingLeft, freeMs: 9 * dayMs })
    // The offer came behind a paid period.
    const behind = [charge(0, 30), charge(30, 10, { paidTiyin: 0, isOffer: true })]
    expect(left(15, 40, { charges: behind })).toMatchObject({ creditTiyin: 1_500_000, freeMs: 10 * dayMs })
  })
  it('has no money in time that no charge stands for', () => {
    expect(left(10, 60).creditTiyin).toBe(2_000_000)
    expect(left(10, 60, { charges: [] })).toEqual(nothingLeft)
    expect(left(40, 60)).toEqual(nothingLeft)
  })
  it('is the same before, in and after a pause', () => {
    const pauses = [{ startMs: at(10), endMs: at(20) }]
    expect(left(10, 40, { pauses, pausedUntilMs: at(20) }).creditTiyin).toBe(2_000_000)
    expect(left(15, 40, { pauses, pausedUntilMs: at(20) }).creditTiyin).toBe(2_000_000)
    expect(left(20, 40, { pauses }).creditTiyin).toBe(2_000_000)
    expect(left(30, 40, { pauses }).creditTiyin).toBe(1_000_000)
    // A second pause, and days behind the first.
    const more = [...pauses, { startMs: at(30), endMs: at(60) }]
    expect(left(65, 70, { pauses: more }).creditTiyin).toBe(500_000)
  })
  it('is never more than was paid, and never longer than the time that is left', () => {
    const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 30 })), {
      maxLength: 4,
    })
    const sums = fc.array(fc.tuple(fc.boolean(), fc.boolean(), paid), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(
        sums,
        spans,
        spans,
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: 0, max: 120 }),
        (list, stops, days, now, until) => {
          const charges = list.map(([isOffer, isMoney, sum], nth) =>
            charge(nth * 30, 30, isOffer ? { isOffer, paidTiyin: 0 } : { paidTiyin: isMoney ? sum : 0 }),
          )
          const spanOf = ([from, long]: readonly [number, number]) => ({
            startMs: at(from),
            endMs: at(from + long),
          })
          const pauses = stops.map(spanOf).toSorted((a, b) => a.startMs - b.startMs)
          const result = left(now, until, { charges, pauses, gifts: days.map(spanOf) })
          const max = new Map(charges.map((one) => [one.reference, one.paidTiyin]))
          for (const one of result.credits) {
            expect(one.amountTiyin).toBeGreaterThan(0)
            expect(one.amountTiyin).toBeLessThanOrEqual(max.get(one.reference) ?? 0)
          }
          expect(result.creditTiyin).toBe(result.credits.reduce((sum, one) => sum + one.amountTiyin, 0))
          expect(result.freeMs).toBeLessThanOrEqual(Math.max(0, until - now) * dayMs)
        },
      ),
    )
  })
})

describe('[FAIR-01] the cost that was shown', () => {
  const of = (amountTiyin: number): LeftTime => ({
    ...{ credits: [{ reference: 'charge:1:0', amountTiyin }], creditTiyin: amountTiyin, freeMs: 0 },
  })
  const plan = { left: of(1000), costTiyin: 500 }
  it('stays valid while only the credit grew smaller, and the difference is credited', () => {
    expect(atShownCost(plan, 500, of(1000))).toBe(plan)
    expect(atShownCost(plan, 480, of(1030))).toEqual({ left: of(1020), costTiyin: 480 })
  })
  it('is another where the price changed', () => {
    for (const agreed of [460, 501, -1]) expect(atShownCost(plan, agreed, of(1030))).toBeUndefined()
    expect(atShownCost({ left: nothingLeft, costTiyin: 500 }, 480, of(1030))).toBeUndefined()
  })
})
