import { describe, expect, it } from 'vitest'
import { type Marks, marksProblem, readSpan, writeSpan } from './mark-rules.ts'

const span = (beginMs: number, endMs: number) => ({ beginMs, endMs })

describe('[EDIT-02] a skippable part', () => {
  it('is the same after it was written and read', () => {
    for (const one of [span(0, 1000), span(10_500, 75_040), span(3_599_999, 3_725_001)])
      expect(readSpan(writeSpan(one))).toEqual(one)
    expect([writeSpan(span(10_500, 3_725_001)), writeSpan(null), readSpan('x'), readSpan(null)]).toEqual([
      '0:10.500 – 1:02:05.001',
      null,
      null,
      null,
    ])
  })

  it.each<[string | undefined, Marks]>([
    [undefined, { intro: span(0, 5000), titles: span(5000, 20_000) }],
    [undefined, { intro: null, titles: null }],
    ['empty', { intro: span(5000, 5999), titles: null }],
    ['outside', { intro: null, titles: span(10_000, 20_001) }],
    ['overlap', { intro: span(0, 6000), titles: span(5000, 9000) }],
  ])('%s', (problem, marks) => {
    expect(marksProblem(marks, 20_000)).toBe(problem)
  })
})
