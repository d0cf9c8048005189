import { describe, expect, it } from 'vitest'
import type { films } from '#contract/films/films.ts'
import type { ParsedOf } from '#contract/form/endpoint.ts'
import { indexCatalogue, type TitleRecord } from '#server/catalogue/catalogue.ts'
import { buildFilmRecord } from '#tests/kit/builders/film.ts'
import { listTitles } from './list-titles.ts'

const nowhere = { people: new Map(), genres: [], categories: [], providers: [], collections: [] }
const titles: readonly TitleRecord[] = Array.from({ length: 7 }, (_, at) =>
  buildFilmRecord(at + 1, {
    popularity: 100 - at,
    year: 2010 + at,
    isSeries: at % 2 === 1,
    countries: [at < 3 ? 'UZ' : 'KR'],
    name: { ru: `Фильм ${7 - at}`, uz: '', original: '' },
  }),
)
const snapshot = indexCatalogue({ ...nowhere, titles })

type Input = ParsedOf<typeof films.publicList>

/** The page for this query, as a client sends it. */
function page(query: Partial<Input>, among?: readonly number[]) {
  const input = { page: 1, limit: 3, ...query } as Input
  const outcome = listTitles(snapshot, input, 'ru', among)
  if (outcome.kind === 'refused') throw new Error(outcome.failure)
  const { videos, ...rest } = outcome.data
  return { vids: videos.item.map(({ vid }) => vid), ...rest }
}

describe('a list of films', () => {
  it('[CAT-06] is paged by cursors to its end', () => {
    const seen: number[] = []
    let after = ''
    for (let round = 0; round < 3; round += 1) {
      const { vids, next } = page({ after })
      seen.push(...vids)
      after = next
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(after).toBe('')
  })

  it('[CAT-06] can be entered at any page by its number', () => {
    expect(page({ page: 2 })).toMatchObject({ vids: [4, 5, 6], total: 7, page: 2, last_page: 3 })
    expect(page({ page: 9 })).toMatchObject({ vids: [], total: 7, last_page: 3 })
  })

  it('[CAT-06] refuses a cursor of another order, or an invalid one', () => {
    const { next } = page({ order: '-year' })
    for (const query of [
      { order: 'name', after: next },
      { order: '-year', after: `${next}x` },
    ] as const)
      expect(listTitles(snapshot, { page: 1, limit: 3, ...query } as Input, 'ru')).toMatchObject({
        kind: 'refused',
        failure: 'invalid_input',
        values: { fields: 'after' },
      })
    expect(page({ order: '-year', after: next }).vids).toEqual([4, 3, 2])
  })

  it('[CAT-05] is by popularity for trend=1, whatever order is requested', () => {
    expect(page({ trend: 1, order: 'name' }).vids).toEqual(page({ order: '-popularity' }).vids)
    expect(page({ trend: 0, order: 'name' }).vids).toEqual([7, 6, 5])
  })

  it('[ACC-15] of the viewer’s own is in the viewer’s order unless another one is requested', () => {
    expect(page({}, [5, 1, 7, 2])).toMatchObject({ vids: [5, 1, 7], total: 4 })
    expect(page({ order: '-popularity' }, [5, 1, 7, 2]).vids).toEqual([1, 2, 5])
    expect(page({}, [])).toMatchObject({ vids: [], total: 0, last_page: 1, next: '' })
  })

  it('[CAT-01] accepts every filter of the panel, together', () => {
    expect(page({ kind: 'serials' }).vids).toEqual([2, 4, 6])
    expect(page({ country: 'UZ', kind: 'films' }).vids).toEqual([1, 3])
    expect(page({ year: '2010,2016' }).vids).toEqual([1, 7])
    expect(page({ query: 'фильм 7' }).vids).toEqual([1])
    expect(page({ video_provider: 2 })).toMatchObject({ vids: [], total: 0 })
  })

  it('[CAT-01] counts what each filter would leave only for a panel that requests it', () => {
    expect(page({}).facets).toBeNull()
    const { facets } = page({ facets: 1, kind: 'films' })
    expect(facets?.countries).toEqual([
      { code: 'KR', count: 2 },
      { code: 'UZ', count: 2 },
    ])
  })
})
