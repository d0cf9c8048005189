import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageOf } from './history-page.ts'

interface One {
  readonly watchedAtMs: number
  readonly title: { readonly vid: number }
}

/** In the order of the history: the latest first, at the same moment the higher id. */
function historyOf(times: readonly number[]): readonly One[] {
  return times
    .map((watchedAtMs, index) => ({ watchedAtMs, title: { vid: index + 1 } }))
    .toSorted((a, b) => b.watchedAtMs - a.watchedAtMs || b.title.vid - a.title.vid)
}

function vids(list: readonly One[]) {
  return list.map(({ title }) => title.vid)
}

/** Reads page after page; `between` changes the history before each further one. */
function readOn(history: readonly One[], limit: number, between = (all: readonly One[]) => all): number[] {
  const seen: number[] = []
  let all = history
  for (let after = '', page = 0; page < 100; page += 1) {
    const { watched, next } = pageOf(all, { page: 1, limit, after })
    seen.push(...vids(watched))
    if (next === '') return seen
    after = next
    all = between(all)
  }
  throw new Error('the pages have no end')
}

const times = fc.array(fc.nat(5), { maxLength: 40 })
const limits = fc.integer({ min: 1, max: 12 })

describe('[CAT-06] the pages of a history', () => {
  it('contain every title once, by cursor and by number alike', () => {
    fc.assert(
      fc.property(times, limits, (moments, limit) => {
        const history = historyOf(moments)
        expect(readOn(history, limit)).toEqual(vids(history))
        const pages = Math.ceil(history.length / limit)
        const byNumber = Array.from({ length: pages }, (_, index) =>
          vids(pageOf(history, { page: index + 1, limit, after: '' }).watched),
        )
        expect(byNumber.flat()).toEqual(vids(history))
      }),
    )
  })

  it('repeat and skip nothing while titles are watched again or removed, also the one at the cursor', () => {
    fc.assert(
      fc.property(times, limits, fc.nat(40), (moments, limit, gone) => {
        const history = historyOf(moments)
        // One more is watched now, and one is removed.
        const changed = (all: readonly One[]) => [
          { watchedAtMs: 1000 + all.length, title: { vid: 1000 + all.length } },
          ...all.filter(({ title }) => title.vid !== gone),
        ]
        const seen = readOn(history, limit, changed)
        expect(new Set(seen).size).toBe(seen.length)
        for (const vid of vids(history)) if (vid !== gone) expect(seen).toContain(vid)
      }),
    )
  })

  it('are empty beyond the last', () => {
    expect(pageOf(historyOf([1, 2]), { page: 3, limit: 2, after: '' })).toEqual({ watched: [], next: '' })
  })
})
