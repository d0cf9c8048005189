import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TitleRecord } from '#server/catalogue/catalogue.ts'
import { becauseOf, choosePopular, chooseRows, isReason, minOfRow, maxRows, type Choice } from './rules.ts'
import { Taste, type TitleTaste } from './taste.ts'
import { buildFilmRecord } from '#tests/kit/builders/film.ts'

const count = 40
/** Every fourth is for children, and every tenth is not available. */
const titles = Array.from({ length: count }, (_, at) =>
  buildFilmRecord(at + 1, { isKids: at % 4 === 3, popularity: at + 1 }),
)

function isOffered({ vid }: TitleRecord) {
  return vid % 10 !== 0
}

function title(vid: number) {
  return titles[vid - 1]
}

const vid = fc.integer({ min: 1, max: count + 5 })
const vids = fc.uniqueArray(vid, { maxLength: 20 })
const near = fc.uniqueArray(vid, { maxLength: 12 })
const taste = fc.array(fc.record({ vid, watchers: fc.nat({ max: 50 }), near }), { maxLength: 20 }).map(
  (list) =>
    new Taste(
      list.map((one): TitleTaste => ({
        vid: one.vid,
        watchers: one.watchers,
        recentWatchers: one.watchers,
        nearVids: one.near,
        nearWeights: one.near.map((_, at) => 1 / (at + 1)),
      })),
    ),
)
const request = fc.record({
  taste,
  similar: near,
  watched: vids,
  liked: vids,
  max: fc.integer({ min: 1, max: 10 }),
})

function choose({
  taste: learnt,
  similar,
  watched,
  liked,
  max,
}: typeof request extends fc.Arbitrary<infer T> ? T : never) {
  const choice: Choice = {
    taste: learnt,
    title,
    alike: (of) =>
      similar
        .flatMap((one) => title(one) ?? [])
        .filter((one) => one.vid !== of.vid)
        .map((one, at) => ({ title: one, score: 5 / (at + 1) })),
    isOffered,
  }
  const at = (list: readonly number[]) => list.map((one, place) => ({ vid: one, atMs: 1000 - place }))
  const seen = new Set([...watched, ...liked])
  const because = becauseOf(at(watched), at(liked))
  return { rows: chooseRows({ because, watched, seen: seen }, choice, max), seen: seen, choice, max }
}

function holds(check: (params: ReturnType<typeof choose>) => void) {
  return fc.assert(
    fc.property(request, (value) => check(choose(value))),
    { seed: 1, numRuns: 500 },
  )
}

describe('[HOME-01] rows based on watched titles', () => {
  it('never show a title that is already watched, not available, or shown twice', () => {
    holds(({ rows, seen: existing }) => {
      const shown = rows.flatMap((row) => row.titles)
      expect(new Set(shown.map((one) => one.vid)).size).toBe(shown.length)
      for (const one of shown) {
        expect(existing.has(one.vid)).toBe(false)
        expect(isOffered(one)).toBe(true)
      }
    })
  })

  it('are at most three, of at least four titles and no more than requested, each based on a watched title', () => {
    holds(({ rows, seen: existing, max }) => {
      expect(rows.length).toBeLessThanOrEqual(maxRows)
      for (const row of rows) {
        expect(row.titles.length).toBeGreaterThanOrEqual(minOfRow)
        expect(row.titles.length).toBeLessThanOrEqual(max)
        expect(existing.has(row.because.vid)).toBe(true)
        expect(row.titles.map((one) => one.vid)).not.toContain(row.because.vid)
      }
    })
  })

  it('keep children’s titles separate', () => {
    holds(({ rows }) => {
      for (const row of rows) for (const one of row.titles) expect(one.isKids).toBe(row.title.isKids)
    })
  })

  it('use viewers’ history where there is enough, and the catalogue’s data where there is not', () => {
    const rowOf = (watchers: number) => {
      const nearVids = [11, 12, 13, 14]
      const learnt = new Taste([
        { vid: 1, watchers, recentWatchers: 0, nearVids, nearWeights: [1, 0.9, 0.8, 0.7] },
      ])
      const alike = () =>
        [15, 17, 18, 19].map((one) => ({ title: buildFilmRecord(one, { popularity: one }), score: 5 }))
      const all = (one: number) => buildFilmRecord(one, { popularity: one })
      const because = [{ vid: 1, kind: 'watched' as const }]
      const interests = { because, watched: [], seen: new Set([1]) }
      const rows = chooseRows(interests, { taste: learnt, title: all, alike, isOffered }, 4)
      return rows[0]?.titles.map((one) => one.vid)
    }
    expect(rowOf(200)).toEqual([11, 12, 13, 14])
    expect(rowOf(1)).toEqual([15, 17, 18, 19])
  })

  it('have the reason liked for liked titles, also when watched, and are sorted by time', () => {
    const at = (list: readonly (readonly [number, number])[]) =>
      list.map(([one, atMs]) => ({ vid: one, atMs }))
    expect(
      becauseOf(
        at([
          [1, 50],
          [2, 20],
        ]),
        at([
          [2, 40],
          [3, 60],
        ]),
      ),
    ).toEqual([
      { vid: 3, kind: 'liked' },
      { vid: 1, kind: 'watched' },
      { vid: 2, kind: 'liked' },
    ])
  })
})

describe('[HOME-01] popular titles', () => {
  it('are not watched, available, not for children, and sorted by current viewers', () => {
    holds(({ seen: existing, choice, max }) => {
      const popular = choosePopular(existing, choice, titles, max)
      expect(popular.length).toBeLessThanOrEqual(max)
      expect(new Set(popular).size).toBe(popular.length)
      for (const one of popular) {
        expect(existing.has(one.vid) || one.isKids).toBe(false)
        expect(isOffered(one)).toBe(true)
      }
    })
    const few = { nearVids: [], nearWeights: [], watchers: 9 }
    const learnt = new Taste([
      { vid: 5, recentWatchers: 3, ...few },
      { vid: 6, recentWatchers: 9, ...few },
      { vid: 7, recentWatchers: 2, ...few },
    ])
    const chosen = choosePopular(new Set(), { taste: learnt, title, isOffered }, titles, 3)
    expect(chosen.map((one) => one.vid)).toEqual([6, 5, 1])
  })
})

it.each([
  [false, 5, false],
  [false, 600, true],
  [true, 30, true],
])('a title that is finished: %s, at %d s, is a reason: %s', (isFinished, positionSec, isOne) => {
  expect(isReason({ isFinished, positionSec })).toBe(isOne)
})
