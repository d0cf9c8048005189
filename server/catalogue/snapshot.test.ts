import { describe, expect, it } from 'vitest'
import { uzbekCategoryIds } from '#contract/form/constants.ts'
import { buildFilmRecord } from '#tests/kit/builders/film.ts'
import { kindsOf } from './lists/list-filters.ts'
import { indexCatalogue, listedProviders, type ListRequest } from './snapshot.ts'
import type { CatalogueContent, SeasonRecord, TitleRecord } from './titles/title.ts'
import { inLanguage, nameOf } from './titles/words.ts'

function contentOf(titles: readonly TitleRecord[], more: Partial<CatalogueContent> = {}): CatalogueContent {
  return { titles, people: new Map(), genres: [], categories: [], providers: [], collections: [], ...more }
}

function vidsOf(content: CatalogueContent, request: Partial<ListRequest> = {}) {
  const snapshot = indexCatalogue(content)
  const defaults = { filter: {}, order: '-popularity', language: 'ru', page: 1, limit: 20 } as const
  return snapshot.list({ ...defaults, ...request }).titles.map(({ vid }) => vid)
}

const words = { ru: '', uz: '' }
const actor = { personId: 3, kind: 'actor', role: words } as const
const file = { vfid: 40, kind: 'film', assetId: 'a', durationMs: 1 } as const
const season: SeasonRecord = {
  ...{ seasonId: 9, number: 1, name: words },
  episodes: [{ number: 1, name: words, description: words, still: null, file: { ...file, vfid: 41 } }],
}

describe('a list of the catalogue', () => {
  const rated = contentOf([
    buildFilmRecord(1, { ratingKp: null, popularity: 9 }),
    buildFilmRecord(2, { ratingKp: 7.9, popularity: 1 }),
    buildFilmRecord(3, { ratingKp: 8, popularity: 5 }),
    buildFilmRecord(4, { ratingKp: 8, popularity: 7 }),
  ])

  it('[CAT-01] by rating has the unrated last, and the more popular first among equals', () => {
    expect(vidsOf(rated, { order: '-rating' })).toEqual([4, 3, 2, 1])
  })

  it('[CAT-01] of a minimum rating counts whole steps, and 0 includes the unrated', () => {
    expect(vidsOf(rated, { filter: { rating: 8 } })).toEqual([4, 3])
    expect(vidsOf(rated, { filter: { rating: 7 } })).toEqual([4, 3, 2])
    expect(vidsOf(rated, { filter: { rating: 0 } })).toEqual([1, 4, 3, 2])
  })

  it('[CAT-01] by name sorts numbers as numbers, in the alphabet of the language', () => {
    const named = ['Гора 10', 'Гора 2', 'Ёлка', 'Жар', 'Абай'].map((ru, at) =>
      buildFilmRecord(at + 1, { name: { ru, uz: '', original: '' } }),
    )
    expect(vidsOf(contentOf(named), { order: 'name' })).toEqual([5, 2, 1, 3, 4])
  })

  it('[SEARCH-02] by a part of a name matches it in any case, with ё as е and without apostrophes', () => {
    const names = [
      { ru: 'Ёлки', uz: '', original: '' },
      { ru: 'Страна', uz: 'Oʻzbekiston', original: '' },
      { ru: '', uz: '', original: "L'Avventura" },
    ]
    const content = contentOf(names.map((name, at) => buildFilmRecord(at + 1, { name })))
    const matches = (query: string) => vidsOf(content, { filter: { query } })
    expect([matches('ЕЛКИ'), matches('ozbek'), matches("o'zbek"), matches(' lavv ')]).toEqual([
      [1],
      [2],
      [2],
      [3],
    ])
    // Not across the end of one name into the next.
    expect(matches('странаoz')).toEqual([])
  })

  it('[ACC-15] of the viewer’s own continues behind the last item, also when that was removed', () => {
    const content = contentOf([1, 2, 3, 4].map((vid) => buildFilmRecord(vid)))
    const own = { order: 'own', limit: 2 } as const
    const snapshot = indexCatalogue(content)
    const request = { filter: {}, language: 'ru', page: 1, ...own } as const
    const { next } = snapshot.list({ ...request, among: [4, 2, 1, 3] })
    if (next === undefined) throw new Error('there is a second page')
    expect(vidsOf(content, { ...own, among: [4, 2, 1, 3], after: next })).toEqual([1, 3])
    // The last one of the first page was removed in the meantime.
    expect(vidsOf(content, { ...own, among: [4, 1, 3], after: next })).toEqual([1, 3])
  })

  it('[CAT-08] of a collection and of a person contains only theirs', () => {
    const collection = { id: 5, name: words, description: words, vids: [3, 99, 1] }
    const titles = [1, 2, 3].map((vid) => buildFilmRecord(vid, { credits: vid === 2 ? [] : [actor, actor] }))
    const content = contentOf(titles, { collections: [collection] })
    expect(vidsOf(content, { filter: { collectionId: 5 } })).toEqual([1, 3])
    expect(vidsOf(content, { filter: { collectionId: 6 } })).toEqual([])
    expect(vidsOf(content, { filter: { personId: 3 } })).toEqual([1, 3])
    // Twice in one title counts as one title.
    expect(
      indexCatalogue(content)
        .titlesOfPerson(3)
        .map(({ vid }) => vid),
    ).toEqual([1, 3])
    expect(indexCatalogue(content).titlesOfPerson(4)).toEqual([])
  })
})

describe('[CAT-07] the lists that contain a title', () => {
  it('are those of films or of series, and of children and of Uzbek cinema besides', () => {
    const plain = { isSeries: false, isKids: false, categoryId: 1, moreCategories: [] }
    expect(kindsOf(plain)).toEqual(['films'])
    expect(kindsOf({ ...plain, isSeries: true, isKids: true })).toEqual(['serials', 'kids'])
    for (const id of Object.values(uzbekCategoryIds)) {
      expect(kindsOf({ ...plain, categoryId: id })).toEqual(['films', 'uzbek'])
      expect(kindsOf({ ...plain, moreCategories: [id] })).toEqual(['films', 'uzbek'])
    }
  })
})

describe('[CAT-12] a title that is not listed now', () => {
  const content = contentOf(
    [
      buildFilmRecord(1, { files: [file], credits: [actor] }),
      buildFilmRecord(2, { isSeries: true, seasons: [season] }),
    ],
    { collections: [{ id: 5, name: words, description: words, vids: [1, 2] }] },
  )
  const snapshot = indexCatalogue(content, { isListed: ({ vid }) => vid !== 1 })

  it('is in no list, no collection and not in a person’s titles', () => {
    expect(snapshot.content.titles.map(({ vid }) => vid)).toEqual([2])
    expect(snapshot.collection(5)?.vids).toEqual([2])
    expect([snapshot.title(1), snapshot.titlesOfPerson(3), snapshot.isListed(1)]).toEqual([
      undefined,
      [],
      false,
    ])
  })

  it('can be read by a client with its address, with its files', () => {
    expect(snapshot.anyTitle(1)?.vid).toBe(1)
    expect(snapshot.titleByKey('t:1')?.vid).toBe(1)
    expect(snapshot.file(40)?.title.vid).toBe(1)
  })

  it('[FILM-04] does not affect the seasons and episodes of others', () => {
    expect([snapshot.season(9)?.title.vid, snapshot.file(41)?.title.vid]).toEqual([2, 2])
    expect([snapshot.season(10), snapshot.file(42)]).toEqual([undefined, undefined])
  })
})

describe('[I18N-04] a name', () => {
  it('is in the requested language, in the other one, or the original', () => {
    const name = { ru: 'Фильм', uz: '', original: 'Film' }
    expect([nameOf({ name }, 'ru'), nameOf({ name }, 'uz')]).toEqual(['Фильм', 'Фильм'])
    expect(nameOf({ name: { ...name, ru: '' } }, 'uz')).toBe('Film')
    expect(inLanguage({ ru: 'Драма', uz: 'Drama' }, 'uz')).toBe('Drama')
  })

  it('of a deleted genre or provider is empty', () => {
    const snapshot = indexCatalogue(
      contentOf([], {
        genres: [{ id: 1, name: { ru: 'Драма', uz: '' } }],
        providers: [{ id: 3, name: 'X' }],
      }),
    )
    expect([snapshot.genreName(1, 'uz'), snapshot.genreName(2, 'uz')]).toEqual(['Драма', ''])
    expect([snapshot.providerName(3), snapshot.providerName(4)]).toEqual(['X', ''])
  })

  it('[CAT-04] of the extra provider comes last', () => {
    const providers = [3, 1, 2].map((id) => ({ id, name: String(id) }))
    expect(listedProviders(contentOf([], { providers })).map(({ id }) => id)).toEqual([1, 2, 3])
  })
})
