import { describe, expect, it } from 'vitest'
import { differByOne, nearOf, readQuery } from './read-query.ts'

describe('[CARE-01] what was typed to find a subscriber', () => {
  it.each([
    ['+998 (90) 111-45-67', { digits: '998901114567', words: [], numbers: [] }],
    ['4567', { digits: '4567', words: [], numbers: [] }],
    ['Шерзод', { digits: undefined, words: [['Werzod']], numbers: [] }],
    ['Alexandr 45-67', { digits: undefined, words: [['alehandr', 'aleksandr']], numbers: ['4567'] }],
    ['91.188.128.7', { digits: '911881287', words: [], numbers: [], address: '91.188.128.7' }],
    ['10.20.', { digits: '1020', words: [], numbers: [], address: '10.20.' }],
    ['90.111.45.67', { digits: '901114567', words: [], numbers: [], address: '90.111.45.67' }],
    ['998.90.111.45.67', { digits: '998901114567', words: [], numbers: [] }],
    ['390.111.45.6', { digits: '390111456', words: [], numbers: [] }],
    ['2001:DB8::', { digits: undefined, words: [], numbers: [], address: '2001:db8::' }],
    ['Anna-Mariya', { digits: undefined, words: [['ana'], ['maria']], numbers: [] }],
  ])('is read: %s', (typed, query) => {
    expect(readQuery(typed)).toEqual({ address: undefined, ...query })
  })

  it.each(['', '12', 'a', '%', '+ - ( )'])('is too little: "%s"', (typed) => {
    expect(readQuery(typed)).toBeUndefined()
  })

  it.each([
    ['karim', 'karem', true],
    ['karim', 'kari', true],
    ['karim', 'karimo', true],
    ['karim', 'kairm', true],
    ['karim', 'karma', false],
    ['karim', 'karim', false],
    ['karim', 'salim', false],
  ])('%s and %s differ by one letter: %s', (one, another, isSo) => {
    expect(differByOne(one, another)).toBe(isSo)
    // What the index looks up never misses a word that differs by one letter.
    if (isSo) expect(nearOf(one).some((rest) => nearOf(another).includes(rest))).toBe(true)
  })
})
