import { describe, expect, it } from 'vitest'
import { piecesOf, rowsNear, type Geometry } from './grid-window.ts'

const geometry: Geometry = { columns: 5, strideHeight: 300, gap: 32 }

describe('[CAT-06] the rendered part of a long grid', () => {
  it('is what is within a distance of the screen', () => {
    const screen = { screenHeight: 900, around: 600 }
    expect(rowsNear(geometry, { ...screen, top: 100 })).toEqual({ from: 0, to: 5 })
    expect(rowsNear(geometry, { ...screen, top: -30_000 })).toEqual({ from: 98, to: 105 })
  })

  it('is between empty elements that keep the height of the page', () => {
    expect(piecesOf(2003, geometry, { from: 98, to: 105 }, null)).toEqual([
      { kind: 'space', fromRow: 0, height: 98 * 300 - 32 },
      { kind: 'cards', from: 490, to: 525 },
      { kind: 'space', fromRow: 105, height: (401 - 105) * 300 - 32 },
    ])
  })

  it('includes the focused card, above and below', () => {
    expect(piecesOf(100, geometry, { from: 10, to: 12 }, 7)).toEqual([
      { kind: 'space', fromRow: 0, height: 268 },
      { kind: 'cards', from: 5, to: 10 },
      { kind: 'space', fromRow: 2, height: 8 * 300 - 32 },
      { kind: 'cards', from: 50, to: 60 },
      { kind: 'space', fromRow: 12, height: 8 * 300 - 32 },
    ])
    expect(piecesOf(100, geometry, { from: 0, to: 2 }, 99).at(-1)).toEqual({
      kind: 'cards',
      from: 95,
      to: 100,
    })
  })

  it('shows the end of a list that has become shorter', () => {
    expect(piecesOf(7, geometry, { from: 90, to: 99 }, 80)).toEqual([
      { kind: 'space', fromRow: 0, height: 268 },
      { kind: 'cards', from: 5, to: 7 },
    ])
  })

  it('renders every card once or counts it into an empty element', () => {
    for (let count = 1; count < 60; count++)
      for (let from = 0; from < 14; from++)
        for (const focused of [null, 0, 17, count - 1]) {
          const pieces = piecesOf(count, geometry, { from, to: from + 3 }, focused)
          const height = pieces.reduce((sum, piece) => {
            const rows = piece.kind === 'cards' ? Math.ceil((piece.to - piece.from) / 5) : 0
            return sum + (piece.kind === 'space' ? piece.height + 32 : rows * 300)
          }, 0)
          expect(height).toBe(Math.ceil(count / 5) * 300)
        }
  })
})
