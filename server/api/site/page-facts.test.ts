import { describe, expect, it } from 'vitest'
import { uzbekCategoryIds } from '#contract/form/constants.ts'
import { indexCatalogue, type TitleRecord } from '#server/catalogue/catalogue.ts'
import { buildChannelRecord } from '#tests/kit/builders/channel.ts'
import { buildFilmRecord } from '#tests/kit/builders/film.ts'
import { entityPageHeads, type EntityPageHeadsDeps } from './page-facts.ts'

const none = { ru: '', uz: '' }
const actor = { personId: 3, kind: 'actor', role: none } as const
const person = {
  ...{ personId: 3, name: { ru: 'Нора', uz: '', original: '' }, photo: 'v2' },
  about: { ru: 'Актриса', uz: '' },
}

/** The head facts of this title, listed or not. */
function headsOf(more: Partial<TitleRecord> = {}, { isListed = true, average = null as number | null } = {}) {
  const collections = [{ id: 6, name: { ru: 'О горах', uz: 'Togʻlar' }, description: none, vids: [7] }]
  const genres = [{ id: 1, name: { ru: 'Драма', uz: '' } }]
  const everything = {
    titles: [buildFilmRecord(7, more)],
    ...{ people: new Map([[3, person]]), genres, categories: [], providers: [], collections },
  }
  const snapshot = indexCatalogue(everything, { isListed: () => isListed })
  const channel = buildChannelRecord(5, { logo: 'v1' })
  const deps = {
    catalogue: { now: () => snapshot },
    television: { now: () => ({ channel: (cid: number) => (cid === 5 ? channel : undefined) }) },
    viewing: { rating: async () => ({ average, count: average === null ? 0 : 12, own: null }) },
  }
  return entityPageHeads(deps as unknown as EntityPageHeadsDeps)
}

async function film(more: Partial<TitleRecord> = {}, options = {}) {
  const facts = await headsOf(more, options).film(7, 'ru')
  if (facts?.film === undefined) throw new Error('there is such a film')
  return { ...facts, film: facts.film }
}

describe('[SEO-02] the head facts of a film', () => {
  it('contain its makers, its genres and its countries', async () => {
    const director = { ...actor, kind: 'director' } as const
    const facts = await film({
      credits: [director, actor, { ...actor, personId: 99 }],
      genreIds: [1],
      countries: ['UZ'],
    })
    expect(facts).toMatchObject({
      ...{ name: 'Фильм 7', kind: 'film', year: 2020, isUnlisted: false },
      image: '/images/backdrop/7/none/1280.webp',
      film: { genres: ['Драма'], countries: ['Узбекистан'], directors: [{ id: 3, name: 'Нора' }] },
    })
    expect(facts.film.actors).toEqual([{ id: 3, name: 'Нора' }])
  })

  it('name only the first few actors', async () => {
    const { film: facts } = await film({ credits: Array.from({ length: 30 }, () => actor) })
    expect(facts.actors).toHaveLength(10)
  })

  it('contain our own viewers’ rating, and none before the first one', async () => {
    expect((await film({}, { average: 8.5 })).film.rating).toEqual({ average: 8.5, count: 12 })
    expect((await film({ ratingKp: 9 })).film.rating).toBeNull()
  })

  it.each([
    [{}, 'newMovies'],
    [{ isSeries: true }, 'serials'],
    [{ categoryId: uzbekCategoryIds.serials, isSeries: true }, 'uzbek'],
    [{ categoryId: uzbekCategoryIds.films, isKids: true }, 'kids'],
  ] as const)('is the list it stands in: %j in %s', async (more, list) => {
    expect((await film(more)).film.list).toBe(list)
  })

  it('count the seasons and episodes of a series', async () => {
    const file = { vfid: 1, kind: 'film', assetId: 'a', durationMs: 1 } as const
    const episode = { number: 1, name: none, description: none, still: null, file }
    const season = (number: number, count: number) => ({
      ...{ seasonId: number, number, name: none },
      episodes: Array.from({ length: count }, () => episode),
    })
    const facts = await film({ isSeries: true, seasons: [season(1, 8), season(2, 10)] })
    expect([facts.kind, facts.film.seasons, facts.film.episodes]).toEqual(['series', 2, 18])
  })

  it('[CAT-12] mark a title that is not listed as hidden from search engines', async () => {
    expect((await film({}, { isListed: false })).isUnlisted).toBe(true)
    expect(await headsOf().film(8, 'ru')).toBeUndefined()
  })
})

describe('[SEO-02] the head facts', () => {
  it('of a person are the portrait and the biography', () => {
    expect(headsOf().person(3, 'uz')).toEqual({
      ...{ name: 'Нора', description: 'Актриса', kind: 'person' },
      image: '/images/person/3/v2/480.webp',
    })
    expect(headsOf().person(4, 'uz')).toBeUndefined()
  })

  it('of a channel are its name and its logo', () => {
    expect(headsOf().channel(5, 'uz')).toMatchObject({ name: 'Kanal 5', image: '/images/logo/5/v1/480.webp' })
    expect(headsOf().channel(6, 'uz')).toBeUndefined()
  })

  it('of a collection are its name, without a picture of its own', () => {
    expect(headsOf().collection(6, 'uz')).toMatchObject({ name: 'Togʻlar', image: null, kind: 'collection' })
    expect(headsOf().collection(7, 'uz')).toBeUndefined()
  })
})
