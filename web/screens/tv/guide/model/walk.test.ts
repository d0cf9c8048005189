import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import type { Piece } from './guide-store.ts'
import { spotAt, step, type GridModel, type Spot } from './walk.ts'

const hourSec = 3600
const span = { beginSec: 0, endSec: 100 * hourSec }

function piece(beginSec: number, endSec: number): Piece {
  return {
    kind: 'programme',
    key: `p${beginSec}`,
    beginSec,
    endSec,
    programme: null,
  }
}

/** Rows of entries; between the second and the third of the first row is a small gap. */
const rows: readonly (readonly Piece[])[] = [
  [piece(-hourSec, 2 * hourSec), piece(2 * hourSec, 3 * hourSec), piece(3 * hourSec + 120, 100 * hourSec)],
  [piece(0, hourSec), piece(hourSec, 5 * hourSec), piece(5 * hourSec, 100 * hourSec)],
  [piece(0, 100 * hourSec)],
]

function gridOf(made: readonly (readonly Piece[])[], nowSec = 4 * hourSec): GridModel {
  return {
    rowCount: made.length,
    span,
    nowSec,
    pageRows: 2,
    piecesAt: (row, from, to) =>
      (made[row] ?? []).filter((one) => one.endSec > from - hourSec && one.beginSec < to + hourSec),
  }
}

const grid = gridOf(rows)

function at(row: number, sec: number): Spot {
  const spot = spotAt(grid, row, sec)
  if (spot === null) throw new Error('there is no entry at this position')
  return spot
}

function where(spot: Spot | null) {
  return spot === null ? null : [spot.row, spot.piece.beginSec / hourSec, spot.atSec / hourSec]
}

describe('[GUIDE-02] moving through the grid', () => {
  it('moves along a row from programme to programme, over a small gap', () => {
    expect(where(step(grid, at(0, 0), 'right'))).toEqual([0, 2, 2])
    expect(where(step(grid, at(0, 2 * hourSec), 'right'))).toEqual([0, 3 + 1 / 30, 3 + 1 / 30])
    expect(where(step(grid, at(0, 4 * hourSec), 'left'))).toEqual([0, 2, 2])
  })

  it('ends at the sides of the guide and leaves it above and below', () => {
    expect(step(grid, at(0, 0), 'left')).toBeNull()
    expect(step(grid, at(0, 50 * hourSec), 'right')).toBeNull()
    expect(step(grid, at(0, 0), 'up')).toBeNull()
    expect(step(grid, at(2, 0), 'down')).toBeNull()
  })

  it('moves across the rows along one moment, and back to the start', () => {
    const start = at(0, 2.5 * hourSec)
    const below = step(grid, start, 'down')
    expect(where(below)).toEqual([1, 1, 2.5])
    expect(below && where(step(grid, below, 'up'))).toEqual([0, 2, 2.5])
  })

  it('moves by pages, by days and to the current time', () => {
    expect(where(step(grid, at(0, 2 * hourSec), 'pageDown'))?.[0]).toBe(2)
    expect(where(step(grid, at(1, 2 * hourSec), 'pageUp'))?.[0]).toBe(0)
    expect(where(step(grid, at(1, 2 * hourSec), 'dayAfter'))).toEqual([1, 5, 26])
    expect(where(step(grid, at(1, 30 * hourSec), 'dayBefore'))).toEqual([1, 5, 6])
    expect(where(step(grid, at(1, 30 * hourSec), 'now'))).toEqual([1, 1, 4])
    expect(where(step(grid, at(1, 30 * hourSec), 'lastRow'))?.[0]).toBe(2)
    expect(where(step(grid, at(1, 30 * hourSec), 'firstRow'))?.[0]).toBe(0)
  })

  it('returns with as many steps as it went, whatever the programmes', () => {
    const lengths = fc.array(fc.integer({ min: 5, max: 180 }), { minLength: 3, maxLength: 40 })
    fc.assert(
      fc.property(lengths, lengths, fc.integer({ min: 1, max: 20 }), (one, other, count) => {
        const made = [one, other].map((row) => {
          let end = 0
          return row.map((minutes) => piece(end, (end += minutes * 60)))
        })
        const here = gridOf(made)
        const start = spotAt(here, 0, 0)
        let spot = start
        let went = 0
        for (; went < count && spot !== null; went++) {
          const next: Spot | null = step(here, spot, 'right')
          if (next === null) break
          expect(next.piece.beginSec).toBe(spot.piece.endSec)
          spot = next
        }
        for (let back = 0; back < went && spot !== null; back++) spot = step(here, spot, 'left')
        expect(spot?.piece.key).toBe(start?.piece.key)
        if (spot === null) return
        const below = step(here, { ...spot, atSec: 60 }, 'down')
        expect(below !== null && below.piece.beginSec <= 60 && 60 < below.piece.endSec).toBe(true)
      }),
    )
  })
})
