import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Place, type Ranked, maxRank, moveFilm } from './queue-order.ts'

const queue = (...ranks: readonly number[]): Ranked[] =>
  ranks.map((rank, at) => ({ assetId: `f${at}`, rank, orderedAtMs: at }))

/** The order in which workers take them. */
function sorted(films: readonly Ranked[]): readonly Ranked[] {
  return films.toSorted((a, b) => b.rank - a.rank || a.orderedAtMs - b.orderedAtMs)
}

function afterMove(films: readonly Ranked[], assetId: string, place: Place): readonly string[] | undefined {
  const ranks = moveFilm(films, assetId, place)
  if (ranks === undefined) return undefined
  return sorted(films.map((film) => ({ ...film, rank: ranks.get(film.assetId) ?? film.rank }))).map(
    (film) => film.assetId,
  )
}

describe('[EDIT-02] the order of the queue', () => {
  it('has places that are said by a word, and by the film that follows', () => {
    const films = queue(0, 0, 0, 0)
    expect(afterMove(films, 'f2', { to: 'first' })).toEqual(['f2', 'f0', 'f1', 'f3'])
    expect(afterMove(films, 'f2', { to: 'up' })).toEqual(['f0', 'f2', 'f1', 'f3'])
    expect(afterMove(films, 'f1', { to: 'down' })).toEqual(['f0', 'f2', 'f1', 'f3'])
    expect(afterMove(films, 'f0', { to: 'last' })).toEqual(['f1', 'f2', 'f3', 'f0'])
    expect(afterMove(films, 'f3', { to: 'before', assetId: 'f1' })).toEqual(['f0', 'f3', 'f1', 'f2'])
    expect(afterMove(films, 'f0', { to: 'up' })).toEqual(['f0', 'f1', 'f2', 'f3'])
    expect(afterMove(films, 'f0', { to: 'before', assetId: 'gone' })).toBeUndefined()
    expect(afterMove(films, 'gone', { to: 'first' })).toBeUndefined()
  })

  it('changes one rank only for the film that is packaged next', () => {
    expect(moveFilm(queue(...Array.from({ length: 500 }, () => 0)), 'f499', { to: 'first' })).toEqual(
      new Map([['f499', 1]]),
    )
  })

  it('is the requested one after any move, and every move can be taken back', () => {
    const place = fc.constantFrom<Place>({ to: 'first' }, { to: 'up' }, { to: 'down' }, { to: 'last' })
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 0, 1, 2, maxRank), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        place,
        (ranks, which, to) => {
          const films = sorted(queue(...ranks))
          const before = films.map(({ assetId }) => assetId)
          const index = which % films.length
          const assetId = before[index] ?? ''
          const others = before.toSpliced(index, 1)
          const at = {
            first: 0,
            up: Math.max(0, index - 1),
            down: index + 1,
            last: others.length,
            before: 0,
          }[to.to]
          expect(afterMove(films, assetId, to)).toEqual(others.toSpliced(at, 0, assetId))
          const moved = moveFilm(films, assetId, to) ?? new Map<string, number>()
          expect(Math.max(0, ...moved.values())).toBeLessThanOrEqual(maxRank)
          const now = sorted(films.map((film) => ({ ...film, rank: moved.get(film.assetId) ?? film.rank })))
          const back = { to: 'before', assetId: before[index + 1] ?? '' } as const
          expect(afterMove(now, assetId, back)).toEqual(before)
        },
      ),
    )
  })
})
