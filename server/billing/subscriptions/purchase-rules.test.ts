import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LeftTime, nothingLeft } from './change-rules.ts'
import type {
  ChangeRule,
  SubscriptionRecord,
  TariffPeriod,
  TariffRecord,
} from '#server/billing/tariffs/rules.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { connectionOf, dayMs, inOrderOfCharging, planPurchase, type PurchaseItem } from './purchase-rules.ts'

const nowMs = Date.UTC(2026, 0, 15)
const words = { en: '', ru: '', uz: '' }

function period(id: number, periodDays: number, priceTiyin: number): TariffPeriod {
  return { id, name: words, period: words, periodDays, priceTiyin }
}

const base = buildTariff(56, {
  isBase: true,
  periods: [period(561, 30, 2_500_000), period(562, 90, 7_000_000)],
})
const otherBase = buildTariff(57, { isBase: true, priceTiyin: 3_900_000 })
const sport = buildTariff(60, { priceTiyin: 990_000 })

function subscription(tariff: TariffRecord, more: Partial<SubscriptionRecord> = {}): SubscriptionRecord {
  return {
    subscriptionId: tariff.tariffId * 10,
    tariffId: tariff.tariffId,
    state: 'active',
    isBase: tariff.isBase,
    priceTiyin: tariff.priceTiyin,
    periodDays: 30,
    autoRenew: true,
    paidUntilMs: nowMs + 10 * dayMs,
    ...more,
  }
}

interface World {
  readonly tariffs?: readonly TariffRecord[]
  readonly live?: readonly SubscriptionRecord[]
  readonly replacesBase?: boolean
  readonly had?: readonly number[]
  readonly isProven?: boolean
  /** Of the base tariff. */
  readonly left?: LeftTime
}

function plan(
  items: readonly PurchaseItem[],
  {
    tariffs = [base, otherBase, sport],
    live = [],
    replacesBase = false,
    had = [],
    isProven = true,
    left = nothingLeft,
  }: World = {},
) {
  const byId = new Map(tariffs.map((tariff) => [tariff.tariffId, tariff]))
  return planPurchase({
    items,
    tariffs: byId,
    live,
    left,
    trial: { isProven, had: new Set(had) },
    replacesBase,
    nowMs,
  })
}

/** The plan of a purchase that is not refused. */
function planned(items: readonly PurchaseItem[], world: World = {}) {
  const purchase = plan(items, world)
  if (purchase.kind === 'refused') throw new Error(purchase.failure)
  return purchase
}

describe('[SUB-01] a purchase', () => {
  it('costs the first period of its tariff, or the requested period', () => {
    expect(planned([{ tariffId: 56 }]).costTiyin).toBe(2_500_000)
    expect(planned([{ tariffId: 56, periodId: 562 }]).costTiyin).toBe(7_000_000)
    expect(planned([{ periodId: 562 }]).lines[0]?.tariff.tariffId).toBe(56)
  })

  it('of a tariff without periods is a month at its price, and can be requested by its own number', () => {
    const [line] = planned([{ periodId: 60 }]).lines
    expect([line?.period.periodDays, line?.costTiyin]).toEqual([30, 990_000])
  })

  it('of several costs the sum of each, and is refused as a whole', () => {
    expect(planned([{ tariffId: 56 }, { tariffId: 60 }]).costTiyin).toBe(3_490_000)
    expect(plan([{ tariffId: 56 }, { tariffId: 61 }, { tariffId: 62 }])).toEqual({
      kind: 'refused',
      failure: 'tariff_not_found',
      tariffIds: [61, 62],
    })
  })

  it('[SUB-07] never costs less than zero, and its cost is the sum of its lines', () => {
    const item = fc.record(
      { tariffId: fc.constantFrom(56, 57, 60, 61), periodId: fc.constantFrom(561, 562, 60, 9) },
      { requiredKeys: [] },
    )
    const states = fc.subarray([base, sport]).map((list) => list.map((tariff) => subscription(tariff)))
    const change = fc.record(
      {
        state: fc.constantFrom('active' as const, 'suspended' as const),
        autoRenew: fc.boolean(),
        paidUntilMs: fc.integer({ min: nowMs - dayMs, max: nowMs + dayMs }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 4 }),
        states,
        change,
        fc.boolean(),
        (items, live, more, replacesBase) => {
          const changed = live.map((one) => ({ ...one, ...more }))
          const purchase = plan(items, { live: changed, replacesBase })
          if (purchase.kind === 'refused') return
          const costs = purchase.lines.map(({ costTiyin }) => costTiyin)
          expect(costs.every((cost) => cost >= 0)).toBe(true)
          expect(purchase.costTiyin).toBe(costs.reduce((sum, cost) => sum + cost, 0))
          expect(purchase.lines).toHaveLength(items.length)
          expect(new Set(purchase.lines.map(({ tariff }) => tariff.tariffId)).size).toBe(items.length)
          expect(purchase.lines.filter(({ tariff }) => tariff.isBase).length).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})

describe('[SUB-04] a purchase is refused', () => {
  it.each([
    ['that names nothing', [], 'tariff_needed'],
    ['with an unknown tariff', [{ tariffId: 56 }, {}], 'tariff_needed'],
    ['of a period of another tariff', [{ tariffId: 60, periodId: 561 }], 'tariff_not_found'],
    ['of the same tariff twice', [{ tariffId: 60 }, { periodId: 60 }], 'already_connected'],
    ['of two base tariffs', [{ tariffId: 56 }, { tariffId: 57 }], 'more_than_one_base'],
  ] as const)('%s', (_what, items, failure) => {
    expect(plan(items)).toMatchObject({ kind: 'refused', failure })
  })

  it('[TARIFF-03] of a tariff that is not on offer', () => {
    const tariffs = [buildTariff(58, { isOffered: false }), buildTariff(101)]
    for (const tariffId of [58, 101])
      expect(plan([{ tariffId }], { tariffs })).toMatchObject({
        failure: 'tariff_not_found',
        tariffIds: [tariffId],
      })
  })

  it('of a tariff that opens nothing, or is free with another provider that does not know it', () => {
    const empty = buildTariff(58, { providerIds: new Set() })
    const foreign = { providerId: 2, priceTiyin: 0 }
    const tariffs = [empty, buildTariff(61, foreign), buildTariff(62, { ...foreign, remoteTariffId: 0 })]
    for (const tariffId of [58, 61])
      expect(plan([{ tariffId }], { tariffs })).toMatchObject({ failure: 'billing_misconfigured' })
    expect(planned([{ tariffId: 62 }], { tariffs }).costTiyin).toBe(0)
  })

  it('of a tariff that is connected already and renews itself', () => {
    expect(plan([{ tariffId: 60 }], { live: [subscription(sport)] })).toMatchObject({
      failure: 'already_connected',
      tariffIds: [60],
    })
  })
})

describe('[SUB-05] [SUB-06] an existing subscription', () => {
  const again = (more: Partial<SubscriptionRecord>) =>
    planned([{ tariffId: 60 }], { live: [subscription(sport, more)] }).lines[0]

  it('that would have ended is kept for free while it is paid for', () => {
    expect(again({ autoRenew: false })).toMatchObject({ action: 'renew', costTiyin: 0 })
  })

  it('that ended a moment ago costs its next period', () => {
    expect(again({ autoRenew: false, paidUntilMs: nowMs })).toMatchObject({
      action: 'resume',
      costTiyin: 990_000,
    })
  })

  it('that is suspended is paid for now', () => {
    expect(again({ state: 'suspended' })).toMatchObject({ action: 'resume', costTiyin: 990_000 })
  })
})

describe('[SUB-03] a base tariff', () => {
  const live = [subscription(base)]

  it('replaces another only when that was requested', () => {
    expect(plan([{ tariffId: 57 }], { live })).toMatchObject({
      failure: 'more_than_one_base',
      tariffIds: [57],
    })
    expect(planned([{ tariffId: 57 }], { live, replacesBase: true }).replaced).toEqual(live[0])
  })

  it('[FAIR-01] that is dearer a day costs its price without what is left of the other, and never below 0', () => {
    const credit = (creditTiyin: number): LeftTime => ({ credits: [], creditTiyin, freeMs: 0 })
    const up = (left: LeftTime) => planned([{ tariffId: 57 }], { live, replacesBase: true, left })
    expect(up(credit(900_000))).toMatchObject({ costTiyin: 3_000_000, restTiyin: 0, planned: undefined })
    expect(up(credit(4_000_000))).toMatchObject({ costTiyin: 0, restTiyin: 100_000, replaced: live[0] })
  })
  it('[FAIR-01] that is cheaper begins when the paid time of the other ends, and costs nothing now', () => {
    const dear = [subscription(otherBase)]
    const down = planned([{ tariffId: 56 }, { tariffId: 60 }], { live: dear, replacesBase: true })
    expect(down).toMatchObject({
      ...{ costTiyin: 990_000, replaced: undefined },
      planned: { fromMs: nowMs + 10 * dayMs, line: { action: 'plan', costTiyin: 0 } },
    })
    const suspended = [subscription(otherBase, { state: 'suspended', paidUntilMs: nowMs - dayMs })]
    expect(planned([{ tariffId: 56 }], { live: suspended, replacesBase: true })).toMatchObject({
      ...{ costTiyin: 2_500_000, planned: undefined },
    })
  })
  it('[FAIR-01] follows the rule of the tariff that is left', () => {
    const left: LeftTime = { credits: [], creditTiyin: 500_000, freeMs: dayMs }
    const ruled = (from: TariffRecord, changes: ChangeRule, to: number) =>
      planned([{ tariffId: to }], {
        ...{ live: [subscription(from)], replacesBase: true, left },
        tariffs: [base, otherBase, sport].map((one) => (one === from ? { ...one, changes } : one)),
      })
    expect(ruled(base, { up: 'end', down: 'end' }, 57).planned?.fromMs).toBe(nowMs + 10 * dayMs)
    // At once and without a credit: free days are not lost all the same.
    expect(ruled(otherBase, { up: 'now', down: 'now' }, 56)).toMatchObject({
      ...{ costTiyin: 2_500_000, restTiyin: 0, left: { creditTiyin: 0, freeMs: dayMs } },
    })
  })
  it('replaces nothing when it is the current one, or there is none', () => {
    const renewed = [subscription(base, { autoRenew: false })]
    expect(planned([{ tariffId: 56 }], { live: renewed, replacesBase: true }).replaced).toBeUndefined()
    expect(planned([{ tariffId: 57 }], { replacesBase: true }).replaced).toBeUndefined()
  })

  it('leaves other subscriptions unchanged', () => {
    expect(planned([{ tariffId: 60 }], { live }).replaced).toBeUndefined()
  })
})

describe('[SUB-02] the state of a tariff', () => {
  it('is active while it is paid for, connected while it is suspended, else off', () => {
    expect(connectionOf(undefined, nowMs)).toBe('off')
    expect(connectionOf(subscription(sport), nowMs)).toBe('active')
    expect(connectionOf(subscription(sport, { paidUntilMs: nowMs }), nowMs)).toBe('connected')
    expect(connectionOf(subscription(sport, { state: 'suspended' }), nowMs)).toBe('connected')
  })
})

it('[SUB-06] suspended tariffs are tried base first, then the cheaper before the more expensive', () => {
  const one = (subscriptionId: number, priceTiyin: number, isBase = false) => ({
    subscriptionId,
    priceTiyin,
    isBase,
  })
  const order = inOrderOfCharging([one(4, 100), one(3, 100), one(1, 900, true), one(2, 300)])
  expect(order.map(({ subscriptionId }) => subscriptionId)).toEqual([1, 3, 4, 2])
})

describe('[SUB-01] trial days of a tariff', () => {
  const tried = buildTariff(61, { priceTiyin: 990_000, trialDays: 7 })
  const tariffs = [base, tried]

  it('are for accounts that never had it: nothing is charged at first', () => {
    const [line] = planned([{ tariffId: 61 }], { tariffs }).lines
    expect(line).toMatchObject({ action: 'begin', costTiyin: 0, trialDays: 7 })
    expect(planned([{ tariffId: 56 }, { tariffId: 61 }], { tariffs }).costTiyin).toBe(2_500_000)
  })

  it('are not for an account that no person is proven to stand behind', () => {
    const [line] = planned([{ tariffId: 61 }], { tariffs, isProven: false }).lines
    expect(line).toMatchObject({ action: 'begin', costTiyin: 990_000, trialDays: 0 })
  })

  it('are not for accounts that had it, has it or resumes it', () => {
    const [again] = planned([{ tariffId: 61 }], { tariffs, had: [61] }).lines
    expect(again).toMatchObject({ costTiyin: 990_000, trialDays: 0 })
    const live = [subscription(tried, { state: 'suspended' })]
    const [resumed] = planned([{ tariffId: 61 }], { tariffs, live, had: [61] }).lines
    expect(resumed).toMatchObject({ action: 'resume', costTiyin: 990_000, trialDays: 0 })
  })
})
