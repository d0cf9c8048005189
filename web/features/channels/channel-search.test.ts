import { describe, expect, it } from 'vitest'
import { foundChannels, matchesName } from './channel-search.ts'

const names = [
  'Sevimli TV',
  'Oʻzbekiston 24',
  'Россия 1',
  'Навруз',
  'Жибек Жолы',
  'Setanta Sports',
  'Кино Плюс',
  'Xabar',
]
const channels = names.map((name) => ({ name }))

function found(query: string) {
  return foundChannels(channels, query).map(({ name }) => name)
}

describe('[TV-06] channel search', () => {
  it('is a substring without regard to case, trimmed', () => {
    expect(found('  SEVIM ')).toEqual(['Sevimli TV'])
    expect(found('плюс')).toEqual(['Кино Плюс'])
  })

  it('shows every channel for an empty query', () => {
    expect(found('   ')).toEqual(names)
  })

  it('finds what was typed in the other keyboard layout', () => {
    expect(found('hjccbz')).toEqual(['Россия 1'])
    expect(found('ыумшьдш')).toEqual(['Sevimli TV'])
    expect(found(';b,tr')).toEqual(['Жибек Жолы'])
  })

  it('finds a Cyrillic name by Latin letters and the other way round', () => {
    expect(found('rossiya')).toEqual(['Россия 1'])
    expect(found('Navruz')).toEqual(['Навруз'])
    expect(found('севимли')).toEqual(['Sevimli TV'])
    expect(found('сетанта')).toEqual(['Setanta Sports'])
    expect(found('хабар')).toEqual(['Xabar'])
    expect(found('zhibek')).toEqual(['Жибек Жолы'])
  })

  it.each(["O'zbekiston", 'O‘zbekiston', 'O`zbekiston', 'Oʻzbekiston', 'Ozbekiston', 'Ўзбекистон'])(
    'takes %s for Oʻzbekiston',
    (query) => {
      expect(found(query)).toEqual(['Oʻzbekiston 24'])
    },
  )

  it('finds nothing where nothing is meant', () => {
    expect(found('qqqq')).toEqual([])
    expect(matchesName('Навруз', "'")).toBe(false)
  })
})
