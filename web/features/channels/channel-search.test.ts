import { describe, expect, it } from 'vitest'
import { matchingChannels, matchesName } from './channel-search.ts'

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

function namesFor(query: string) {
  return matchingChannels(channels, query).map(({ name }) => name)
}

describe('[TV-06] channel search', () => {
  it('matches a substring, ignoring case and surrounding spaces', () => {
    expect(namesFor('  SEVIM ')).toEqual(['Sevimli TV'])
    expect(namesFor('плюс')).toEqual(['Кино Плюс'])
  })

  it('shows every channel for an empty query', () => {
    expect(namesFor('   ')).toEqual(names)
  })

  it('finds what was typed in the other keyboard layout', () => {
    expect(namesFor('hjccbz')).toEqual(['Россия 1'])
    expect(namesFor('ыумшьдш')).toEqual(['Sevimli TV'])
    expect(namesFor(';b,tr')).toEqual(['Жибек Жолы'])
  })

  it('finds a Cyrillic name by Latin letters and the other way round', () => {
    expect(namesFor('rossiya')).toEqual(['Россия 1'])
    expect(namesFor('Navruz')).toEqual(['Навруз'])
    expect(namesFor('севимли')).toEqual(['Sevimli TV'])
    expect(namesFor('сетанта')).toEqual(['Setanta Sports'])
    expect(namesFor('хабар')).toEqual(['Xabar'])
    expect(namesFor('zhibek')).toEqual(['Жибек Жолы'])
  })

  it.each(["O'zbekiston", 'O‘zbekiston', 'O`zbekiston', 'Oʻzbekiston', 'Ozbekiston', 'Ўзбекистон'])(
    'accepts %s for Oʻzbekiston',
    (query) => {
      expect(namesFor(query)).toEqual(['Oʻzbekiston 24'])
    },
  )

  it('finds nothing for unrelated or empty text', () => {
    expect(namesFor('qqqq')).toEqual([])
    expect(matchesName('Навруз', "'")).toBe(false)
  })
})
