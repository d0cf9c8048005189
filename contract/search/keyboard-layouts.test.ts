import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otherLayouts } from './keyboard-layouts.ts'

describe('[SEARCH-02] text typed on the wrong keyboard layout', () => {
  it.each([
    ['ghbdtn', 'привет'],
    ['Vfrcbv', 'максим'],
    ['sevimli', 'ыумшьдш'],
    ['рудз', 'help'],
    ['ыумшьдш', 'sevimli'],
    ['.kz', 'юля'],
  ])('%s can be read as %s', (typed, meant) => {
    expect(otherLayouts(typed)).toContain(meant)
  })

  it('uses Uzbek Cyrillic letters where that layout differs from the Russian one', () => {
    expect(otherLayouts('os')).toEqual(['щы', 'ўқ'])
    expect(otherLayouts('ўқ')).toEqual(['os'])
  })

  it('has no other reading with both scripts, or with none', () => {
    for (const text of ['', '12 34', '!?', 'mир', 'Sevimli канал']) expect(otherLayouts(text)).toEqual([])
  })

  it('is restored when the other reading is converted again', () => {
    const letters = fc.stringMatching(/^[абвгдеийклмнопрстуфцчшщыьэюя]{1,12}$/)
    fc.assert(
      fc.property(letters, (word) => {
        const [latin = ''] = otherLayouts(word)
        // A word of punctuation keys only is not recognised as Latin.
        if (/[a-z]/.test(latin)) expect(otherLayouts(latin)).toContain(word)
      }),
    )
  })

  it('never includes the text itself, or duplicates', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const readings = otherLayouts(text)
        expect(readings).not.toContain(text.toLowerCase())
        expect(new Set(readings).size).toBe(readings.length)
      }),
    )
  })
})
