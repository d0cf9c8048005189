import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LetterWidths } from './letter-widths.ts'

const widths = new LetterWidths((letter) => (letter === '…' ? 10 : letter === 'i' ? 4 : 8))

function fitted(text: string, px: number) {
  return widths.fit(text, px)
}

describe('the width of words', () => {
  it('[GUIDE-01] leaves text that fits as it is, and cuts the rest after a word', () => {
    expect(fitted('news', 40)).toEqual({ text: 'news', isBroken: false })
    expect(fitted('news at nine', 72)).toEqual({ text: 'news at…', isBroken: false })
    expect(fitted('news at nine', 60)).toEqual({ text: 'news…', isBroken: false })
  })

  it('[GUIDE-01] breaks a word only where not even the first one fits', () => {
    expect(fitted('newspaper', 40)).toEqual({ text: 'new…', isBroken: true })
    expect(fitted('news', 12)).toEqual({ text: '', isBroken: false })
    expect(fitted('', 0)).toEqual({ text: '', isBroken: false })
  })

  it('[GUIDE-01] never returns more than fits, nor half of a letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 400 }), (text, px) => {
        const { text: cut } = fitted(text, px)
        expect(widths.of(cut)).toBeLessThanOrEqual(px + 0.001)
        expect(cut.isWellFormed()).toBe(true)
        if (widths.of(text) <= px) expect(cut).toBe(text)
      }),
    )
  })
})
