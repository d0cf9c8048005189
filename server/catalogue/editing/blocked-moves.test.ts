import { describe, expect, it } from 'vitest'
import { blockedMoves } from './blocked-moves.ts'

const at = (id: number, number: number, more: { further?: number; isHidden?: boolean } = {}) => ({
  ...{ id, vid: 7, season: 1, number },
  ...more,
})
const places = (...to: readonly (readonly [id: number, number: number])[]) =>
  new Map(to.map(([id, number]) => [id, { vid: 7, season: 1, number }] as const))

describe('[EDIT-04] moves of episodes', () => {
  it('are made together, unless a place stays taken', () => {
    const episodes = [at(1, 1), at(2, 2), at(3, 3), at(4, 4)]
    expect([...blockedMoves(episodes, places([1, 2], [2, 1]))]).toEqual([])
    expect([...blockedMoves(episodes, places([1, 2], [2, 3]))]).toEqual([
      [2, 3],
      [1, 2],
    ])
    expect([...blockedMoves(episodes, places([1, 9], [2, 9]))]).toEqual([
      [1, 2],
      [2, 1],
    ])
  })

  it('count all numbers that a file covers, there and on the way', () => {
    const episodes = [at(1, 1, { further: 3 }), at(5, 5), at(6, 6)]
    expect([...blockedMoves(episodes, places([5, 3]))]).toEqual([[5, 1]])
    expect([...blockedMoves(episodes, places([1, 3]))].map(([id]) => id)).toEqual([1])
    expect([...blockedMoves(episodes, places([1, 7], [5, 9]))].map(([id]) => id)).toEqual([1, 5])
    expect([...blockedMoves(episodes, places([1, 7], [5, 3]))]).toEqual([])
  })

  it('leave a hidden episode its own number only', () => {
    const episodes = [at(1, 1, { further: 1 }), at(2, 9, { isHidden: true }), at(3, 3)]
    expect([...blockedMoves(episodes, places([2, 2]))]).toEqual([])
    expect([...blockedMoves(episodes, places([2, 3]))]).toEqual([[2, 3]])
  })

  it('are looked at once each, however long the chain of them is', () => {
    const length = 20_000
    const episodes = Array.from({ length }, (_, place) => at(place + 1, place + 1))
    const moves = places(...episodes.slice(0, -1).map(({ id }) => [id, id + 1] as const))
    expect(blockedMoves(episodes, moves).size).toBe(length - 1)
  })
})
