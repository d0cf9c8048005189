import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CellCutter } from './cell-cutter.ts'

const originMs = 1_700_000_000_000
const cellMs = 6000

/** Parts of one track as `[second, isKey]`; each is named by its position. */
function cut(parts: readonly (readonly [number, boolean])[], firstCell = 0) {
  const cutter = new CellCutter({ originMs, cellMs, firstCell, trackCount: 1 })
  const cells = parts.flatMap(([second, startsWithSync], place) =>
    cutter.add(0, {
      beginMs: originMs + second * 1000,
      startsWithSync,
      bytes: Buffer.from(`${place} `),
    }),
  )
  return [...cells, ...cutter.end()].map(({ cell, bytes }) => [cell, bytes.toString().trim()])
}

describe('[CHAN-06] the cells of a provider’s stream', () => {
  it('begin at key frames', () => {
    expect(
      cut([
        [0, true],
        [2, false],
        [4, true],
        [6, false],
        [7, true],
        [12, true],
      ]),
    ).toEqual([
      [0, '0 1 2 3'],
      [1, '4'],
      [2, '5'],
    ])
  })

  it('begin anywhere where key frames are further apart', () => {
    expect(
      cut([
        [0, true],
        [4, false],
        [8, false],
        [13, false],
        [19, true],
      ]),
    ).toEqual([
      [0, '0 1'],
      [1, '2'],
      [2, '3'],
      [3, '4'],
    ])
  })

  it('are empty in a hole, and drop what is before the first one', () => {
    expect(
      cut(
        [
          [0, true],
          [6.5, false],
          [7, true],
          [20, true],
        ],
        1,
      ),
    ).toEqual([
      [1, '2'],
      [2, ''],
      [3, '3'],
    ])
  })

  it('lose nothing after the first key frame, and are without gaps, whatever comes', () => {
    const steps = fc.array(fc.tuple(fc.double({ min: 0.1, max: 15, noNaN: true }), fc.boolean()), {
      minLength: 1,
      maxLength: 40,
    })
    fc.assert(
      fc.property(steps, (all) => {
        let at = 0
        const parts = all.map(
          ([step, key], place) => [(at += place === 0 ? 0 : step), key || place === 0] as const,
        )
        const cells = cut(parts)
        expect(cells.map(([cell]) => cell)).toEqual(cells.map((_, place) => place))
        expect(
          cells
            .map(([, text]) => text)
            .filter((text) => text !== '')
            .join(' '),
        ).toBe(parts.map((_, place) => place).join(' '))
      }),
    )
  })
})
