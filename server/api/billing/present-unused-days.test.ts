import { describe, expect, it } from 'vitest'
import type { PromotionCheck } from '#server/billing/billing.ts'
import { presentUnusedDays, type UnusedDaysInput } from './present-unused-days.ts'

const validToMs = Date.UTC(2026, 5, 1)
const none = { unused_days: 0, unused_until: 0, unused_behind: 0 }
const tariffs = new Map([
  [57, { isBase: true }],
  [58, { isBase: true }],
  [63, { isBase: false }],
])

function offer(tariffId: number | null, priceTiyin = 0): PromotionCheck {
  const connects = tariffId === null ? null : { tariffId, days: 10, priceTiyin }
  return { kind: 'good', promotion: { connects, validToMs }, proofs: ['phone'] } as unknown as PromotionCheck
}

const lineOf = (tariffId: number) =>
  ({ tariff: { tariffId, ...tariffs.get(tariffId) } }) as unknown as UnusedDaysInput['lines'][number]

function unused(bought: readonly number[], more: Partial<UnusedDaysInput> = {}) {
  return presentUnusedDays({ offer: offer(57), lines: bought.map(lineOf), live: [], tariffs, ...more })
}

describe('[PROMO-02] [FAIR-01] free days that were not taken before a first purchase', () => {
  it.each([
    ['of the same tariff', 57, 57, 1],
    ['of another base tariff', 57, 58, 1],
    ['of an additional tariff that is bought', 63, 63, 1],
    ['of a base tariff, when an additional one is bought', 57, 63, 0],
    ['of an additional tariff, when a base one is bought', 63, 58, 0],
  ])('stay: %s', (_name, offered, bought, unused_behind) => {
    expect(unused([bought], { offer: offer(offered) })).toEqual({
      ...{ unused_days: 10, unused_until: validToMs / 1000, unused_behind },
    })
  })

  it.each([
    ['the account or its person had them', { offer: { kind: 'refused', failure: 'promo_person_had' } }],
    ['the offer costs something', { offer: offer(57, 100) }],
    ['the offer connects nothing', { offer: offer(null) }],
    ['its tariff is gone', { offer: offer(99) }],
    ['something is connected already', { live: [{ tariffId: 63 }] }],
  ] as const)('are not promised where %s', (_name, more) => {
    expect(unused([58], more as unknown as Partial<UnusedDaysInput>)).toEqual(none)
  })
})
