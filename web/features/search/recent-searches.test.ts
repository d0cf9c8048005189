import { describe, expect, it } from 'vitest'
import { recentOf, withRecent } from './recent-searches.ts'

describe('[SEARCH-04] the recent searches', () => {
  it('are the newest first, each once, ignoring case', () => {
    expect(withRecent(['кот', 'Дом'], ' дом ')).toEqual(['дом', 'кот'])
    expect(withRecent([], '  кот   в  сапогах ')).toEqual(['кот в сапогах'])
  })

  it('are at most eight', () => {
    const many = Array.from({ length: 8 }, (_, index) => `запрос ${index}`)
    expect(withRecent(many, 'ещё один')).toEqual(['ещё один', ...many.slice(0, 7)])
  })

  it('leave out text too short to be a search', () => {
    expect(withRecent(['дом'], 'к')).toEqual(['дом'])
    expect(withRecent(['дом'], '  ')).toEqual(['дом'])
  })

  it.each([
    [null, []],
    ['', []],
    ['{', []],
    ['{"a":1}', []],
    ['["дом",1,"",null,"кот"]', ['дом', 'кот']],
  ])('stored as %j are read as %j', (stored, target) => {
    expect(recentOf(stored)).toEqual(target)
  })
})
