import { describe, expect, it } from 'vitest'
import { lengthOf } from '#contract/form/tariff-period.ts'
import { pricedPeriods, primaryTariff, stepOf, toggled, type Tariff } from './tariff-rules.ts'

describe('[TARIFF-02] the channel panel', () => {
  it('opens, closes with the same button, and is replaced by another', () => {
    expect(toggled(null, 7)).toBe(7)
    expect(toggled(7, 7)).toBeNull()
    expect(toggled(7, 8)).toBe(8)
  })
})

describe('[TARIFF-01] the periods of a tariff', () => {
  const period = (days: number, price: number) => ({ days, price }) as Tariff['sub_tariffs'][number]

  it('show the price of a month, and what is saved against the shortest one', () => {
    const priced = pricedPeriods([period(90, 105_300), period(30, 39_000), period(45, 60_000)])
    expect(priced.map(({ period: { days }, perMonth, saved }) => [days, perMonth, saved])).toEqual([
      [30, 39_000, 0],
      [45, 40_000, 0],
      [90, 35_100, 11_700],
    ])
    expect(pricedPeriods([])).toEqual([])
  })

  it('are in months wherever they are whole ones, otherwise in days', () => {
    expect([7, 30, 45, 90, 360].map((days) => Object.values(lengthOf(days)).join(' '))).toEqual([
      'days 7',
      'months 1',
      'days 45',
      'months 3',
      'months 12',
    ])
  })
})

describe('[SUB-02] [SUB-05] the actions on a tariff', () => {
  const active = { state: 'active', auto_renew: 1 } as const
  it('are to activate it, or to replace one base tariff by another', () => {
    expect(stepOf(undefined, false, true).buys).toBe('connect')
    expect(stepOf(undefined, true, false).buys).toBe('connect')
    expect(stepOf(undefined, true, true).buys).toBe('switchTo')
  })

  it('are to cancel an additional one, never a base one', () => {
    expect(stepOf(active, false, true)).toEqual({ buys: null, turnsOff: true, isBase: false })
    expect(stepOf(active, true, true)).toEqual({ buys: null, turnsOff: false, isBase: true })
  })

  it('are to pay for a suspended one, and to continue one that ends', () => {
    expect(stepOf({ state: 'suspended', auto_renew: 1 }, true, true).buys).toBe('payFor')
    expect(stepOf({ ...active, auto_renew: 0 }, false, true)).toEqual({
      buys: 'renewAgain',
      turnsOff: false,
      isBase: false,
    })
  })
})

describe('[TARIFF-01] the one primary action of the page', () => {
  const tariffs = [57, 58, 59].map((tariff_id) => ({
    tariff_id,
    is_recommended: tariff_id === 58 ? (1 as const) : (0 as const),
  }))
  const owns = (tariff_id: number, state: string) => [{ tariff_id, state }]

  it('is to pay for what is suspended, then the free days, then the recommended tariff', () => {
    expect(primaryTariff(tariffs, owns(57, 'suspended'), 59)).toBe(57)
    expect(primaryTariff(tariffs, [], 59)).toBe(59)
    expect(primaryTariff(tariffs, owns(57, 'active'), null)).toBe(58)
  })

  it('is none where the recommended tariff is there already, and never one that is not on offer', () => {
    expect(primaryTariff(tariffs, owns(58, 'active'), null)).toBeNull()
    expect(primaryTariff(tariffs, owns(99, 'suspended'), 98)).toBe(58)
  })
})
