import { expect, it } from 'vitest'
import { filmName, orderAfter, readFilmQuery } from './film-query.ts'

it('reads an address, and counts what is wrong in it as absent', () => {
  expect(readFilmQuery(new URLSearchParams('q=archa&view=series&sort=-year&page=3'))).toEqual({
    ...{ q: 'archa', view: 'series', sort: 'year', descending: 1, page: 3, limit: 50 },
  })
  expect(readFilmQuery(new URLSearchParams('view=x&sort=drop&page=-1'))).toMatchObject({
    ...{ view: 'all', sort: 'added', page: 1 },
  })
})

it('turns an order round with the second press', () => {
  const query = readFilmQuery(new URLSearchParams('sort=name'))
  expect(orderAfter(query, 'name')).toBe('-name')
  expect(orderAfter({ ...query, descending: 1 }, 'name')).toBe('name')
  expect(orderAfter(query, 'year')).toBe('-year')
})

it('names a title by what it has', () => {
  expect(filmName({ name_ru: 'Ёлка', name_uz: '', name_original: 'The Fir' }, 'uz')).toBe('Ёлка')
  expect(filmName({ name_ru: '', name_uz: '', name_original: 'The Fir' }, 'ru')).toBe('The Fir')
})
