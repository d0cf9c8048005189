import { describe, expect, it } from 'vitest'
import { plainLook } from '#tests/kit/dom/tariff-look.ts'
import { nextCharge, shownCard, topUpFor, type SubscriptionItem } from './cabinet-rules.ts'

/** Noon of 24 November 2026 in Tashkent. */
const noon = Date.UTC(2026, 10, 24, 7) / 1000
const hourSec = 3600

function one(more: Partial<SubscriptionItem>): SubscriptionItem {
  return {
    tariff_id: 58,
    name: 'Семейный',
    look: plainLook,
    price: 39_000,
    period_days: 30,
    state: 'active',
    is_base: 1,
    auto_renew: 1,
    paid_until: noon,
    ...{ paused_until: 0, may_pause: 0 as const, next_tariff_id: 0, next_name: '', next_price: 0 },
    ...more,
  }
}

describe('the next charge', () => {
  it('[CAB-01] [SUB-05] adds up the charges of the first day that has any', () => {
    const sameDay = one({ tariff_id: 61, price: 29_000, paid_until: noon + 11 * hourSec })
    const nextDay = one({ tariff_id: 62, price: 19_000, paid_until: noon + 13 * hourSec })
    expect(nextCharge([nextDay, sameDay, one({})], 70_000)).toEqual({ atSec: noon, sums: 68_000, missing: 0 })
  })

  it('[CAB-01] shows the missing amount for it, to the tiyin', () => {
    expect(nextCharge([one({})], 24_000.5)?.missing).toBe(14_999.5)
    expect(nextCharge([one({})], 39_000)?.missing).toBe(0)
  })

  it('[SUB-05] [SUB-06] is none for subscriptions that end, are suspended or are free', () => {
    const none = [one({ auto_renew: 0 }), one({ state: 'suspended' }), one({ price: 0 })]
    expect(nextCharge(none, 0)).toBeNull()
  })
})

describe('a payment of the missing amount', () => {
  it.each([
    [14_999.5, 15_000],
    [0.01, 1000],
    [1000, 1000],
    [3_000_000, 1_000_000],
  ])('[CAB-01] [PAY-02] for %d missing is %d', (missing, sums) => {
    expect(topUpFor(missing)).toBe(sums)
  })
})

describe('a saved card', () => {
  it('[CAB-01] is shown in groups of four', () => {
    expect(shownCard('860049******3347').replaceAll('\u00a0', ' ')).toBe('8600 49•• •••• 3347')
  })
})
