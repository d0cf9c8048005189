import { describe, expect, it } from 'vitest'
import { presentArchiveSpans } from './present-timeline.ts'

const span = (begin: number, end: number) => ({ beginMs: begin * 1000, endMs: end * 1000 })

describe('[MATCH-04] what the archive has of a window', () => {
  it('is missing between recordings and after the last, not before the first', () => {
    const window = { fromMs: 0, untilMs: 100_000, hasEarlier: false }
    expect(presentArchiveSpans([span(20, 40), span(55, 70)], window)).toEqual({
      recorded: [
        { begin: 20, end: 40 },
        { begin: 55, end: 70 },
      ],
      holes: [
        { begin: 40, end: 55 },
        { begin: 70, end: 100 },
      ],
    })
  })

  it('is missing from the beginning when the archive reaches further back, and nowhere when it is empty', () => {
    const window = { fromMs: 0, untilMs: 100_000 }
    expect(presentArchiveSpans([span(20, 95)], { ...window, hasEarlier: true }).holes).toEqual([
      { begin: 0, end: 20 },
    ])
    expect(presentArchiveSpans([], { ...window, hasEarlier: true }).holes).toEqual([{ begin: 0, end: 100 }])
    expect(presentArchiveSpans([], { ...window, hasEarlier: false }).holes).toEqual([])
  })
})
