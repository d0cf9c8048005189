import { describe, expect, it } from 'vitest'
import { type Episode, numberAt, numberBeside, seasonsOf, writeLength } from './episode-values.ts'

const episode = (id: number, season: number, number: number): Episode => ({
  ...{ id, season, number, version: '', name_ru: '', name_uz: '', description_ru: '', description_uz: '' },
  ...{ last_number: number, aired_on: '', windows: [], windows_version: '' },
  window: { state: 'always', at: null, territories: [] },
  ...{ duration_sec: 60, is_ready: true, is_hidden: false, is_edited: false, source: null },
})
const seasons = seasonsOf([episode(1, 1, 1), episode(2, 1, 2), episode(5, 1, 5), episode(9, 2, 1)])
const [first = { number: 0, episodes: [] }, second = first] = seasons

describe('[EDIT-01] the number that a move of an episode means', () => {
  it('is the one of the place in its season, and follows the target in another', () => {
    expect(numberAt(first, 5, { on: 1, isBefore: true })).toBe(1)
    expect(numberAt(first, 1, { on: 2, isBefore: false })).toBe(2)
    expect(numberAt(first, 1, { on: 5, isBefore: false })).toBe(5)
    expect(numberAt(first, 1, { on: 2, isBefore: true })).toBeUndefined()
    expect(numberAt(first, 1, { on: 1, isBefore: true })).toBeUndefined()
    expect(numberAt(second, 1, { on: 9, isBefore: true })).toBe(1)
    expect(numberAt(second, 1, { on: 9, isBefore: false })).toBe(2)
  })

  it('is the neighbour’s by the menu, and none beyond the ends', () => {
    expect([numberBeside(first, 2, 1), numberBeside(first, 2, -1)]).toEqual([5, 1])
    expect([numberBeside(first, 5, 1), numberBeside(first, 1, -1)]).toEqual([undefined, undefined])
  })

  it('stands beside its length', () => {
    expect([writeLength(61), writeLength(3723)]).toEqual(['1:01', '1:02:03'])
  })
})
