import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GuideProgramme } from './channel.ts'
import type { RawProgramme } from './guide-rules.ts'
import { planGuide, tidyGuide } from './guide-rules.ts'

const minuteMs = 60_000
const baseMs = Date.UTC(2026, 0, 10)
const raw = (beginMin: number, endMin?: number, title = `p${beginMin}`): RawProgramme => ({
  beginMs: baseMs + beginMin * minuteMs,
  ...(endMin === undefined ? {} : { endMs: baseMs + endMin * minuteMs }),
  title: { ru: title, uz: '' },
  description: { ru: '', uz: '' },
  genreCode: null,
  ageRating: '',
  assetId: null,
})
const minutes = (programmes: readonly GuideProgramme[]) =>
  programmes.map(({ beginMs, endMs }) => [(beginMs - baseMs) / minuteMs, (endMs - baseMs) / minuteMs])

const anyRaw = fc
  .record({
    begin: fc.integer({ min: -600, max: 3000 }),
    length: fc.option(fc.integer({ min: -30, max: 2000 }), { nil: undefined }),
    title: fc.string({ maxLength: 5 }),
  })
  .map(({ begin, length, title }) => raw(begin, length === undefined ? undefined : begin + length, title))
const anyDelivery = fc.array(anyRaw, { maxLength: 40 })

describe('a delivery of guide made tidy', () => {
  it('[GUIDE-07] puts order into disorder, ends where none are, and cuts overlaps', () => {
    const { programmes, repairs } = tidyGuide([raw(60, 100), raw(0, 70), raw(120), raw(180, 200), raw(200)])
    expect(minutes(programmes)).toEqual([
      [0, 60],
      [60, 100],
      [120, 180],
      [180, 200],
      [200, 230],
    ])
    expect(repairs).toMatchObject({ overlapsCut: 1, endsInferred: 2, outOfOrder: 1, dropped: 0 })
  })

  it('[GUIDE-07] keeps the fuller of two at one beginning, leaves holes, infers no end across a hole', () => {
    const { programmes, repairs } = tidyGuide([raw(0), raw(0, 30, 'whole'), raw(60, 50), raw(600, 700)])
    expect(minutes(programmes)).toEqual([
      [0, 30],
      [60, 60 + 360],
      [600, 700],
    ])
    expect(programmes[0]?.title.ru).toBe('whole')
    expect(repairs.duplicates).toBe(1)
  })

  it('[GUIDE-07] drops what has no usable beginning', () => {
    const broken = { ...raw(0), beginMs: Number.NaN }
    const ancient = { ...raw(0), beginMs: 0 }
    expect(tidyGuide([broken, ancient])).toMatchObject({ programmes: [], repairs: { dropped: 2 } })
  })

  it('[GUIDE-07] always gives ordered programmes that do not overlap, each beginning once, whatever arrives', () => {
    fc.assert(
      fc.property(anyDelivery, (delivery) => {
        const { programmes } = tidyGuide(delivery)
        programmes.forEach((programme, index) => {
          expect(programme.endMs).toBeGreaterThan(programme.beginMs)
          const next = programmes[index + 1]
          if (next !== undefined) expect(next.beginMs).toBeGreaterThanOrEqual(programme.endMs)
        })
        expect(new Set(programmes.map(({ beginMs }) => beginMs))).toEqual(
          new Set(delivery.map(({ beginMs }) => beginMs)),
        )
      }),
    )
  })

  it('[GUIDE-07] gives the same guide for the same delivery in any order, where beginnings differ', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyRaw, { selector: ({ beginMs }) => beginMs, maxLength: 20 }),
        fc.infiniteStream(fc.nat()),
        (delivery, weights) => {
          const shuffled = delivery
            .map((programme) => ({ programme, weight: weights.next().value ?? 0 }))
            .sort((a, b) => a.weight - b.weight)
            .map(({ programme }) => programme)
          expect(tidyGuide(shuffled).programmes).toEqual(tidyGuide(delivery).programmes)
        },
      ),
    )
  })

  it('changes nothing that is tidy already', () => {
    fc.assert(
      fc.property(anyDelivery, (delivery) => {
        const { programmes } = tidyGuide(delivery)
        expect(tidyGuide(programmes).programmes).toEqual(programmes)
      }),
    )
  })
})

/** The guide after a plan is carried out. */
function after(kept: readonly GuideProgramme[], plan: ReturnType<typeof planGuide>): GuideProgramme[] {
  const guide = new Map(kept.map((programme) => [programme.beginMs, programme]))
  for (const beginMs of plan.removeBegins) guide.delete(beginMs)
  for (const { beginMs, endMs } of plan.shorten) {
    const cut = guide.get(beginMs)
    if (cut !== undefined) guide.set(beginMs, { ...cut, endMs })
  }
  for (const programme of plan.write) guide.set(programme.beginMs, programme)
  return [...guide.values()].sort((a, b) => a.beginMs - b.beginMs)
}

describe('a delivery laid over the kept guide', () => {
  it('[GUIDE-07] replaces only the time it covers', () => {
    const kept = tidyGuide([raw(0, 60), raw(60, 120), raw(120, 180), raw(180, 240)]).programmes
    const plan = planGuide(kept, tidyGuide([raw(90, 120, 'new'), raw(120, 180)]).programmes)
    expect(minutes(after(kept, plan))).toEqual([
      [0, 60],
      [60, 90],
      [90, 120],
      [120, 180],
      [180, 240],
    ])
    expect(plan).toMatchObject({ added: 1, changed: 0, unchanged: 1 })
  })

  it('[GUIDE-07] touches nothing before or after, holds what was delivered, and never overlaps', () => {
    fc.assert(
      fc.property(anyDelivery, anyDelivery, (first, second) => {
        const kept = tidyGuide(first).programmes
        const { programmes } = tidyGuide(second)
        const result = after(kept, planGuide(kept, programmes))
        const begin = programmes[0]?.beginMs
        const end = programmes.at(-1)?.endMs
        if (begin === undefined || end === undefined) {
          expect(result).toEqual(kept)
          return
        }
        expect(result.filter(({ beginMs }) => beginMs >= begin && beginMs < end)).toEqual(programmes)
        expect(result.filter(({ endMs }) => endMs < begin)).toEqual(kept.filter(({ endMs }) => endMs < begin))
        expect(result.filter(({ beginMs }) => beginMs >= end)).toEqual(
          kept.filter(({ beginMs }) => beginMs >= end),
        )
        result.forEach((programme, index) => {
          const next = result[index + 1]
          if (next !== undefined) expect(next.beginMs).toBeGreaterThanOrEqual(programme.endMs)
        })
      }),
    )
  })

  it('[OPS-01] has nothing to do the second time', () => {
    fc.assert(
      fc.property(anyDelivery, anyDelivery, (first, second) => {
        const kept = tidyGuide(first).programmes
        const { programmes } = tidyGuide(second)
        const again = planGuide(after(kept, planGuide(kept, programmes)), programmes)
        expect([again.write, again.removeBegins, again.shorten]).toEqual([[], [], []])
      }),
    )
  })
})
