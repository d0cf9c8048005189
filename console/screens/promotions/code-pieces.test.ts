import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { piecesOf } from './code-pieces.ts'

describe('[FIN-01] the codes of a partner in pieces', () => {
  it('are all there, in order, and each piece says where it begins', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[A-Z0-9;]{0,12}$/), { maxLength: 60 }), (lines) => {
        const pieces = piecesOf(lines.join('\n'), 40)
        const numbered = pieces.flatMap(({ first_line: first, csv }) =>
          csv.split('\n').map((line, at) => [first + at, line]),
        )
        const all = lines.length === 0 ? [''] : lines
        expect(numbered).toEqual(all.map((line, at) => [at + 1, line]))
        expect(pieces.every(({ csv }) => csv.length <= 40)).toBe(true)
      }),
    )
  })
})
