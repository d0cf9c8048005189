import { describe, expect, it } from 'vitest'
import { type PlacedEpisode, maxEpisodeNumber, planMove } from './episode-places.ts'

/** `1x2` is the episode 102. */
const episodes = (...places: readonly string[]): readonly PlacedEpisode[] =>
  places.map((place) => {
    const [season = 0, number = 0] = place.split('x').map(Number)
    return { id: season * 100 + number, vid: 7, season, number }
  })

function after(
  all: readonly PlacedEpisode[],
  moved: readonly number[],
  season: number,
  number: number | null,
) {
  const plan = planMove(all, moved, { vid: 7, season, number })
  return plan === undefined
    ? undefined
    : [...plan].map(([id, place]) => `${id} ${place.season}x${place.number}`).toSorted()
}

describe('[EDIT-01] an episode that is moved', () => {
  it('takes the place within its season, and those between shift', () => {
    const all = episodes('1x1', '1x2', '1x3', '1x4')
    expect(after(all, [104], 1, 2)).toEqual(['102 1x3', '103 1x4', '104 1x2'])
    expect(after(all, [101], 1, 3)).toEqual(['101 1x3', '102 1x1', '103 1x2'])
    expect(after(all, [101], 1, null)).toEqual(['101 1x4', '102 1x1', '103 1x2', '104 1x3'])
    expect(after(all, [104, 103], 1, 1)).toEqual(['101 1x3', '102 1x4', '103 1x2', '104 1x1'])
    expect(after(all, [102], 1, 2)).toEqual([])
  })

  it('leaves gaps of numbers as they are, and takes a free one without shifting others', () => {
    const all = episodes('1x1', '1x2', '1x5')
    expect(after(all, [105], 1, 1)).toEqual(['101 1x2', '102 1x5', '105 1x1'])
    expect(after(all, [105], 1, 3)).toEqual(['105 1x3'])
  })

  it('makes room in another season, and closes the gap in its own', () => {
    const all = episodes('1x1', '1x2', '1x3', '1x9', '2x1', '2x2', '2x4')
    expect(after(all, [102], 2, 1)).toEqual(['102 2x1', '103 1x2', '201 2x2', '202 2x3'])
    expect(after(all, [101, 102], 3, 1)).toEqual(['101 3x1', '102 3x2', '103 1x1'])
    expect(after(all, [103], 2, null)).toEqual(['103 2x5'])
  })

  it('takes the numbers of all episodes that its file covers', () => {
    const double = { id: 101, vid: 7, season: 1, number: 1, further: 3 }
    const all = [double, ...episodes('1x5', '1x6', '2x1')]
    expect(after(all, [105], 1, 1)).toEqual(['101 1x2', '105 1x1'])
    // A number within the file means the file.
    expect(after(all, [106], 1, 3)).toEqual(['101 1x2', '105 1x6', '106 1x1'])
    expect(after(all, [101], 1, null)).toEqual(['101 1x3', '105 1x1', '106 1x2'])
    expect(after(all, [101], 2, 1)).toEqual(['101 2x1', '105 1x1', '106 1x2', '201 2x5'])
    expect(after(all, [101], 2, null)).toEqual(['101 2x2', '105 1x1', '106 1x2'])
    expect(after(all, [101], 3, maxEpisodeNumber - 2)).toBeUndefined()
  })

  it('gives each a number of its own where a file covers one that is stored', () => {
    const all = [{ id: 101, vid: 7, season: 1, number: 1, further: 3 }, ...episodes('1x2', '1x3', '1x4')]
    expect(after(all, [104], 1, 1)).toEqual(['101 1x2', '102 1x6', '103 1x7', '104 1x1'])
    expect(after(all, [101], 1, null)).toEqual(['101 1x4', '102 1x1', '103 1x2', '104 1x3'])
  })

  it('has no number above the highest one', () => {
    const all = [...episodes('1x1'), { id: 9, vid: 7, season: 2, number: maxEpisodeNumber }]
    expect(after(all, [101], 2, maxEpisodeNumber)).toBeUndefined()
  })
})
