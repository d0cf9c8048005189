import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otherLayouts } from './keyboard-layouts.ts'

describe('[SEARCH-02] what was typed on the wrong keyboard layout', () => {
  it.each([
    ['ghbdtn', 'привет'],
    ['Vfrcbv', 'максим'],
    ['sevimli', 'ыумшьдш'],
    ['рудз', 'help'],
    ['ыумшьдш', 'sevimli'],
    ['.kz', 'юля'],
  ])('%s reads %s among others', (typed, meant) => {
    expect(otherLayouts(typed)).toContain(meant)
  })

  it('reads Uzbek Cyrillic letters where that layout has others than the Russian one', () => {
    expect(otherLayouts('os')).toEqual(['щы', 'ўқ'])
    expect(otherLayouts('ўқ')).toEqual(['os'])
  })

  it('has no other reading when it has both scripts, or none', () => {
    for (const text of ['', '12 34', '!?', 'mир', 'Sevimli канал']) expect(otherLayouts(text)).toEqual([])
  })

  it('comes back when the other reading is typed wrongly again', () => {
    const letters = fc.stringMatching(/^[абвгдеийклмнопрстуфцчшщыьэюя]{1,12}$/)
    fc.assert(
      fc.property(letters, (word) => {
        const [latin = ''] = otherLayouts(word)
        // A word of punctuation keys alone is not seen to be Latin.
        if (/[a-z]/.test(latin)) expect(otherLayouts(latin)).toContain(word)
      }),
    )
  })

  it('is never itself, and never twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const readings = otherLayouts(text)
        expect(readings).not.toContain(text.toLowerCase())
        expect(new Set(readings).size).toBe(readings.length)
      }),
    )
  })
})
