import { describe, expect, it } from 'vitest'
import { type Group, fewViewers, foldSmall, sumOf, viewersOf } from './fold-small.ts'

function group(viewers: number, plays: number, first = 0): Group {
  const bits = Array.from({ length: viewers }, (_, bit) => 1n << BigInt((first + bit) % 64))
  return {
    ...{ plays, abandoned: 1, failures: 2, played: 1000, stalls: 3, stalled: 10, starts: [1, 2] },
    viewers: bits.reduce((sum, bit) => sum | bit, 0n),
  }
}

describe('[OPS-03] groups with few viewers', () => {
  it('are shown as they are when all are large', () => {
    const groups = [group(10, 100), group(64, 900)]
    expect(foldSmall(groups)).toEqual({ shown: groups, rest: undefined })
  })

  it('become one row', () => {
    const [large, ...small] = [group(40, 900), group(6, 20), group(7, 30, 20)]
    const { shown, rest } = foldSmall([large, ...small])
    expect(shown).toEqual([large])
    expect(rest).toMatchObject({ plays: 50, failures: 4, starts: [2, 4] })
    expect(viewersOf(sumOf(small))).toBe(13)
  })

  it('take the smallest of the others with them, so that nobody subtracts them from the whole', () => {
    const groups = [group(40, 900), group(12, 100, 30), group(1, 3)]
    const { shown, rest } = foldSmall(groups)
    expect(shown).toEqual([groups[0]])
    expect(rest?.plays).toBe(103)
  })

  it('are all of it when there is nobody else', () => {
    const { shown, rest } = foldSmall([group(2, 5), group(3, 6)])
    expect(shown).toEqual([])
    expect(rest?.plays).toBe(11)
  })

  it('never leave a row with fewer viewers, and lose no play', () => {
    let state = 7
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    for (let round = 0; round < 300; round += 1) {
      const groups = Array.from({ length: 1 + random(8) }, () =>
        group(1 + random(30), random(500), random(64)),
      )
      const { shown, rest } = foldSmall(groups)
      for (const one of shown) expect(viewersOf(one)).toBeGreaterThanOrEqual(fewViewers)
      if (rest !== undefined && shown.length > 0) expect(viewersOf(rest)).toBeGreaterThanOrEqual(fewViewers)
      const plays = [...shown, ...(rest === undefined ? [] : [rest])].reduce((sum, one) => sum + one.plays, 0)
      expect(plays).toBe(groups.reduce((sum, one) => sum + one.plays, 0))
    }
  })
})
