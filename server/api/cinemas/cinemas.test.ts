import { expect, it } from 'vitest'
import { indexCatalogue } from '#server/catalogue/catalogue.ts'
import { buildFilmRecord } from '#tests/kit/builders/film.ts'
import { applyRules, presentCinemas } from './cinemas.ts'

const nowhere = { people: new Map(), genres: [], categories: [], providers: [], collections: [] }
const name = { ru: 'Абдулладжан', uz: 'Abdullajon', original: '' }
const film = buildFilmRecord(7, { name, year: 1991, poster: 'ours', ageRating: '6+' })
const snapshot = indexCatalogue({ ...nowhere, titles: [film] })

type Cinema = Parameters<typeof applyRules>[0][number]
type Showing = Cinema['showings'][number]

function showing(more: Partial<Showing> = {}): Showing {
  return {
    showing_id: 3,
    cinema_id: 2,
    name_ru: 'Абдулладжан',
    name_uz: '',
    year: 1991,
    age_rating: '',
    poster: null,
    timesMs: [1_768_478_400_900],
    ...more,
  } as Showing
}

function shown(...showings: readonly Showing[]) {
  const cinema = {
    cinema_id: 2,
    name_ru: 'Кинотеатр',
    name_uz: '',
    city_ru: 'Ташкент',
    city_uz: 'Toshkent',
    address_ru: '',
    address_uz: '',
    phone: '+998',
    site: '',
    image: null,
    showings,
  } as unknown as Cinema
  return presentCinemas(applyRules([cinema], snapshot), 'uz')[0]
}

it('matches a showing with a film of the catalogue: its page, its poster and its age rating', () => {
  expect(shown(showing())).toMatchObject({
    name: 'Кинотеатр',
    city: 'Toshkent',
    image: '/images/cinema/2/none/640.webp',
    showings: [
      { vid: 7, poster: '/images/poster/7/ours/240.webp', age_rating: '6+', times: [1_768_478_400] },
    ],
  })
})

it('prefers the cinema’s own data to the catalogue’s', () => {
  expect(shown(showing({ poster: 'theirs', age_rating: '12+' }))?.showings).toMatchObject([
    { vid: 7, poster: '/images/showing/3/theirs/240.webp', age_rating: '12+' },
  ])
})

it('does not match a film of another year', () => {
  expect(shown(showing({ year: 2024 }))?.showings).toMatchObject([
    { vid: null, poster: '/images/showing/3/none/240.webp', age_rating: '' },
  ])
})
