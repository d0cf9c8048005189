import { describe, expect, it } from 'vitest'
import { foldedWords } from '#contract/search/search-folding.ts'
import { indexCatalogue } from '#server/catalogue/catalogue.ts'
import type { RelatedTitle } from '#server/search/search.ts'
import { buildChannelRecord } from '#tests/kit/builders/channel.ts'
import { buildFilmRecord } from '#tests/kit/builders/film.ts'
import { presentAirings, presentEpisode, presentFilm, presentPerson } from './present.ts'
import { presentRelated } from './present-related.ts'

const none = { ru: '', uz: '' }

function person(personId: number, ru: string, original = '') {
  return { personId, name: { ru, uz: '', original }, photo: null, about: none }
}

const credit = { personId: 3, kind: 'actor', role: none } as const
const titles = [9, 7, 8].map((vid) =>
  buildFilmRecord(vid, { popularity: vid, credits: [credit], genreIds: [1, vid] }),
)
const snapshot = indexCatalogue({
  titles,
  people: new Map([3, 4, 5].map((id) => [id, person(id, `Человек ${id}`)])),
  genres: [{ id: 1, name: { ru: 'Драма', uz: 'Drama' } }],
  categories: [],
  providers: [],
  collections: [{ id: 6, name: { ru: 'О горах', uz: 'Togʻlar' }, description: none, vids: [7, 9] }],
})
const film = buildFilmRecord(7, { genreIds: [1, 7] })

describe('[SEARCH-01] a search result', () => {
  it('of a film shows the other name that matched, and none when its own name matched', () => {
    const document = { group: 0, names: ['Фильм 7', 'The Film'], more: [], popularity: 1 }
    const match = (query: string) =>
      presentFilm({ title: film, document: () => document }, foldedWords(query), snapshot, 'ru').found_by
    expect(match('фильм')).toBe('')
    expect(match('the film')).toBe('The Film')
  })

  it('of an episode shows its season and number and its length', () => {
    const file = { vfid: 70, kind: 'film', assetId: 'a', durationMs: 1_499_600 } as const
    const episode = { number: 4, name: { ru: 'Серия', uz: '' }, description: none, still: 'v1', file }
    const season = { seasonId: 2, number: 1, name: none, episodes: [episode] }
    expect(presentEpisode({ title: film, season, episode }, 'uz')).toEqual({
      ...{ vid: 7, vfid: 70, series_name: 'Фильм 7', season: 1, number: 4, last_number: 4, name: 'Серия' },
      ...{ still: '/images/still/70/v1/480.webp', duration_sec: 1500 },
    })
  })

  it('of a person names two of the most popular titles, and the original name where it differs', () => {
    expect(presentPerson(person(3, 'Нора', 'Nora'), snapshot, 'ru')).toMatchObject({
      ...{ aid: 3, name: 'Нора', original_name: 'Nora', photo: null, title_count: 3 },
      known_for: ['Фильм 9', 'Фильм 8'],
    })
    expect(presentPerson(person(4, '', 'Nora'), snapshot, 'ru')).toMatchObject({
      ...{ name: 'Nora', original_name: '', title_count: 0, known_for: [] },
    })
  })
})

describe('[FILM-05] why a film is like another', () => {
  const nothing = { score: 1, directors: [], actors: [], collections: [], isWatchedAlong: false }

  function reason(more: Partial<RelatedTitle>, language: 'ru' | 'uz' = 'ru') {
    const title = buildFilmRecord(8, { genreIds: [1, 8] })
    return presentRelated({ title, ...nothing, ...more }, film, snapshot, language).reason
  }

  it('is the strongest thing they share: a director, an actor, a collection, their viewers, a genre', () => {
    const all = { directors: [3], actors: [4], collections: [6], isWatchedAlong: true }
    expect(reason(all)).toEqual({ kind: 'director', names: ['Человек 3'] })
    expect(reason({ ...all, directors: [] })).toEqual({ kind: 'actor', names: ['Человек 4'] })
    expect(reason({ ...all, directors: [], actors: [] })).toEqual({ kind: 'collection', names: ['О горах'] })
    expect(reason({ isWatchedAlong: true })).toEqual({ kind: 'watched', names: [] })
    expect(reason({}, 'uz')).toEqual({ kind: 'genre', names: ['Drama'] })
  })

  it('names two people at most, and no deleted one', () => {
    expect(reason({ actors: [3, 4, 5] }).names).toEqual(['Человек 3', 'Человек 4'])
    expect(reason({ actors: [99, 5] }).names).toEqual(['Человек 5'])
  })

  it('is never a deleted collection', () => {
    expect(reason({ collections: [77] }).kind).toBe('genre')
  })
})

it('[SEARCH-01] an airing links to the archive when it is past, else to its channel', () => {
  const channel = buildChannelRecord(1)
  const airing = (pid: number) => ({
    ...{ pid, cid: 1, beginMs: pid * 1000, endMs: pid * 1000 + 1000, title: { ru: 'Азбука', uz: '' } },
    ...{ description: { ru: '', uz: '' }, genreCode: null, ageRating: '6+', assetId: null },
  })
  const best = { programme: airing(495), channel, state: 'past' } as const
  const more = [{ programme: airing(504), channel, state: 'next' }] as const
  expect(presentAirings({ best, more }, 'uz')).toMatchObject({
    pid: 495,
    title: 'Азбука',
    channel_name: 'Kanal 1',
    state: 'past',
    href: expect.stringMatching(/495/),
    more: [{ pid: 504, state: 'next', href: expect.not.stringMatching(/504/) }],
  })
})
