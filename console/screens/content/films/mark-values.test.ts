import { describe, expect, it } from 'vitest'
import { draftOf, marksInput, stepOfKey, withEdge } from './mark-values.ts'

describe('[EDIT-02] skip marks that are edited', () => {
  it('are sent as they came', () => {
    const stored = { intro: { begin_ms: 10_040, end_ms: 75_123 }, titles: null }
    expect(marksInput(draftOf(stored))).toEqual(stored)
  })

  it('stay within the file and a second long, whichever end moves', () => {
    expect(withEdge({ begin: 5, end: 10 }, 'begin', 12, 20)).toEqual({ begin: 9, end: 10 })
    expect(withEdge({ begin: 5, end: 10 }, 'end', 2, 20)).toEqual({ begin: 5, end: 6 })
    expect(withEdge({ begin: 5, end: 10 }, 'end', Infinity, 20)).toEqual({ begin: 5, end: 20 })
    expect(withEdge(null, 'begin', 15, 20)).toEqual({ begin: 15, end: 20 })
    expect(withEdge(null, 'end', 4, 20)).toEqual({ begin: 0, end: 4 })
  })

  it('move by keys', () => {
    expect([stepOfKey('ArrowRight'), stepOfKey('PageDown'), stepOfKey('Home'), stepOfKey('a')]).toEqual([
      0.1,
      -5,
      -Infinity,
      0,
    ])
  })
})
