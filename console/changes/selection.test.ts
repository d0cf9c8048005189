import { describe, expect, it } from 'vitest'
import { countChosen, everything, isChosen, nothing, takenOf, toggle } from './selection.ts'

describe('[IMPORT-02] the selection of an import', () => {
  it('takes everything but what is gone', () => {
    expect(takenOf(everything)).toEqual({ take: 'all', items: [], gone: [] })
    expect([isChosen(everything, 3, false), isChosen(everything, 3, true)]).toEqual([true, false])
    expect(countChosen(everything, 5)).toBe(5)
  })

  it('leaves items out, and takes them again', () => {
    const without = toggle(everything, 3, false)
    expect(takenOf(without)).toEqual({ take: 'except', items: [3], gone: [] })
    expect(countChosen(without, 5)).toBe(4)
    expect(takenOf(toggle(without, 3, false))).toEqual({ take: 'all', items: [], gone: [] })
  })

  it('takes only some, and hides some that are gone', () => {
    const some = toggle(toggle(nothing, 2, false), 7, true)
    expect(takenOf(some)).toEqual({ take: 'only', items: [2], gone: [7] })
    expect(countChosen(some, 5)).toBe(2)
    expect(isChosen(some, 7, true)).toBe(true)
  })
})
