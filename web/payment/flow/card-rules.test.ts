import { describe, expect, it } from 'vitest'
import {
  amountProblem,
  brandOf,
  groupedExpiry,
  groupedNumber,
  isWholeExpiry,
  isWholeNumber,
  shortPan,
  sumsToPay,
  tiyinForLinks,
} from './card-rules.ts'

describe('[PAY-03] a card as it is typed', () => {
  it('is grouped by four digits, however it was pasted', () => {
    expect(groupedNumber('86003329')).toBe('8600 3329')
    expect(groupedNumber('8600-3329-1424-9390 99')).toBe('8600 3329 1424 9390')
    expect(groupedNumber('card: 9860')).toBe('9860')
    expect([isWholeNumber('8600 3329 1424 9390'), isWholeNumber('8600 3329 1424 939')]).toEqual([true, false])
  })

  it('has its month and year separated', () => {
    expect(['1', '12', '122', '1228', '5', '528', '12/28', '122899'].map(groupedExpiry)).toEqual([
      '1',
      '12',
      '12/2',
      '12/28',
      '05',
      '05/28',
      '12/28',
      '12/28',
    ])
    expect(['00/28', '13/28', '12/23', '12/2', '12/24', '01/99'].map(isWholeExpiry)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ])
  })

  it('is recognised by its first digits', () => {
    const brands = ['8600', '5614', '9860', '4', '5100', '2221', '2720', '2721', '5600', '51', ''].map(
      brandOf,
    )
    expect(brands).toEqual([
      'Uzcard',
      'Uzcard',
      'Humo',
      'Visa',
      'Mastercard',
      'Mastercard',
      'Mastercard',
      null,
      null,
      null,
      null,
    ])
    expect(shortPan('860049******3347')).toBe('•••• 3347')
  })
})

describe('[PAY-02] [PAY-08] sums', () => {
  it('are between the limits, and whole', () => {
    expect(['', 'x', '10.5', '-5000', '999', '1000', '1 000 000', '1000001'].map(amountProblem)).toEqual([
      'amountNeeded',
      'amountNeeded',
      'amountNeeded',
      'amountNeeded',
      'amountMin',
      null,
      null,
      'amountMax',
    ])
  })

  it('are never less than the minimum payment, and links request exactly them', () => {
    expect([sumsToPay(1), sumsToPay(999.5), sumsToPay(1000.01), sumsToPay(25_000)]).toEqual([
      1000, 1000, 1001, 25_000,
    ])
    expect([tiyinForLinks(500), tiyinForLinks(14_500)]).toEqual([100_000, 1_450_000])
  })
})
