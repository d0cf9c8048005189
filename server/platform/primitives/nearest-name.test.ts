import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { didYouMean } from './nearest-name.ts'

const names = ['EKRAN_PORT', 'EKRAN_HOST', 'EKRAN_DATA', 'DATABASE_URL']

describe('a name that does not exist', () => {
  it.each([
    ['EKRAN_PROT', 'EKRAN_PORT'],
    ['EKRAN_POR', 'EKRAN_PORT'],
    ['DATABASE_URI', 'DATABASE_URL'],
  ])('%s suggests %s', (written, meant) => {
    expect(didYouMean(written, names)).toBe(` Did you mean ${meant}?`)
  })

  it('suggests nothing when none is similar, or there are none', () => {
    expect(didYouMean('COMPLETELY_OTHER', names)).toBe('')
    expect(didYouMean('EKRAN_PORT', [])).toBe('')
  })

  it('suggests any name that is written with one letter wrong', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(8), fc.constantFrom('Q', ''), (name, at, letter) => {
        const written = name.slice(0, at) + letter + name.slice(at + 1)
        expect(didYouMean(written, [name])).toBe(` Did you mean ${name}?`)
      }),
    )
  })

  it('suggests nothing for a text far longer than any name', () => {
    expect(didYouMean('x'.repeat(1_000_000), names)).toBe('')
  })
})
