import { describe, expect, it } from 'vitest'
import { indexCatalogue } from '#server/catalogue/catalogue.ts'
import { buildFilmRecord } from '#tests/kit/builders/film.ts'
import { countEpisodes, episodes, filmCard, filmDetail, personDetail } from './present.ts'

const none = { ru: '', uz: '' }
const person = {
  personId: 3,
  name: { ru: 'Шукур Бурханов', uz: '', original: 'Shukur Burhonov' },
  photo: 'v2',
  about: { ru: 'Актёр', uz: '' },
}
const credit = { personId: 3, role: { ru: 'Отец', uz: '' } }
const season = {
  seasonId: 12,
  number: 2,
  name: none,
  episodes: [
    {
      number: 1,
      name: none,
      description: none,
      still: null,
      file: { vfid: 71, kind: 'film', assetId: 'e1', durationMs: 1000 },
    },
  ],
} as const
const film = buildFilmRecord(7, {
  name: { ru: 'Ты не сирота', uz: '', original: 'Sen yetim emassan' },
  countries: ['UZ', 'XX'],
  genreIds: [1],
  freeMovie: true,
  credits: [
    { ...credit, kind: 'actor' },
    { ...credit, kind: 'director' },
    { personId: 99, role: none, kind: 'actor' },
  ],
  files: [{ vfid: 70, kind: 'film', assetId: 'ready', durationMs: 5_400_000 }],
  seasons: [season],
})
const snapshot = indexCatalogue({
  titles: [film, buildFilmRecord(8, { credits: [{ ...credit, kind: 'actor' }] })],
  people: new Map([[3, person]]),
  genres: [{ id: 1, name: { ru: 'Драма', uz: 'Drama' } }],
  categories: [],
  providers: [{ id: 1, name: 'Узбекфильм' }],
  collections: [],
})
const shelf = {
  playable: (assetId: string) => (assetId === 'ready' ? { durationMs: 5_399_600 } : undefined),
}

describe('a title', () => {
  it('has a card in the client’s language, or in the other where its own is empty', () => {
    expect(filmCard(film, snapshot, 'uz')).toMatchObject({
      vid: 7,
      name: 'Ты не сирота',
      original_name: 'Sen yetim emassan',
      genres: ['Drama'],
      thumbnail_small: '/images/poster/7/none/240.webp',
      has_subscription: 0,
      free_movie: 1,
    })
  })

  it('shows an unknown country code as it is', () => {
    expect(filmCard(film, snapshot, 'ru').countries).toEqual(['Узбекистан', expect.any(String)])
  })

  it('lists its people in detail, and which of its files can be played now', () => {
    expect(filmDetail(film, snapshot, 'ru', shelf)).toMatchObject({
      director: 'Шукур Бурханов',
      provider_name: 'Узбекфильм',
      actors: [
        { aid: 3, role: 'Отец', photo: '/images/person/3/v2/240.webp' },
        { aid: 99, name: '', photo: null },
      ],
      files: [{ vfid: 70, duration_sec: 5400, is_ready: 1 }],
      seasons: [{ season_id: 12, number: 2, name: 'Сезон 2', episode_count: 1 }],
    })
  })

  it('names an episode without a name by its number, and says when it cannot be played yet', () => {
    expect(episodes(season, 'uz', shelf)).toMatchObject([
      { vfid: 71, season_id: 12, name: '1-qism', duration_sec: 1, is_ready: 0 },
    ])
  })

  it('[FILM-04] names a file with several episodes by all of their numbers, and counts each', () => {
    const [first] = season.episodes
    const several = { ...season, episodes: [{ ...first, last: 4 }] }
    expect(episodes(several, 'ru', shelf)).toMatchObject([{ number: 1, last_number: 4, name: 'Серии 1–4' }])
    expect(episodes(several, 'uz', shelf)).toMatchObject([{ name: '1–4-qismlar' }])
    expect(countEpisodes(several)).toBe(4)
  })
})

it('a person is described with every role, the most common first', () => {
  expect(personDetail(person, snapshot, 'ru')).toEqual({
    aid: 3,
    name: 'Шукур Бурханов',
    original_name: 'Shukur Burhonov',
    photo: '/images/person/3/v2/480.webp',
    about: 'Актёр',
    roles: [
      { kind: 'actor', titles: 2 },
      { kind: 'director', titles: 1 },
    ],
    title_count: 2,
  })
})
