import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { films } from '#contract/films/films.ts'
import { buildFilmCard } from '#tests/kit/dom/build-film.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { PersonScreen } from './person-screen.tsx'

const person = {
  ...{ aid: 3, name: 'Шухрат Аббасов', original_name: 'Shuhrat Abbosov', photo: null, about: '' },
  roles: [
    { kind: 'director' as const, titles: 12 },
    { kind: 'actor' as const, titles: 1 },
  ],
}

let server: SimulatedServer
/** Another person in each test, because lists stay cached as long as the page is open. */
let aid = 100
beforeEach(() => {
  aid += 1
  server = simulateServer()
  server.responds(films.actor, { actor: person })
  filmed(1, 2)
})

function filmed(...vids: readonly number[]) {
  const item = vids.map((vid) => buildFilmCard(vid))
  server.responds(films.list, {
    videos: { item },
    total: vids.length,
    page: 1,
    last_page: 1,
    next: '',
    facets: null,
  })
}

const open = () => show(<PersonScreen />, { at: `/personFilms/${aid}`, as: viewer })

describe('[CAT-08] the page of a person', () => {
  it('shows the name, the profession and the titles', async () => {
    await open()
    await screen.findByRole('heading', { level: 1, name: 'Шухрат Аббасов' })
    expect(screen.getByText('Shuhrat Abbosov')).toBeTruthy()
    expect(screen.getAllByRole('listitem')[0]?.textContent).toMatch(/12/)
    const film = await screen.findByRole('link', { name: /Фильм 2/ })
    expect(film.getAttribute('href')).toBe('/movie/2')
    expect(server.requests(films.list)[0]?.input).toMatchObject({ person: String(aid) })
  })

  it('collapses a long text, and expands it on request', async () => {
    server.responds(films.actor, { actor: { ...person, about: 'Режиссёр. '.repeat(40) } })
    const { user } = await open()
    const fold = await screen.findByRole('button', { name: 'Ещё' })
    expect(fold.getAttribute('aria-expanded')).toBe('false')
    await user.click(fold)
    expect(screen.getByRole('button', { name: 'Свернуть' }).getAttribute('aria-expanded')).toBe('true')
  })

  it('does not collapse a short text', async () => {
    server.responds(films.actor, { actor: { ...person, about: 'Режиссёр.' } })
    await open()
    await screen.findByText('Режиссёр.')
    expect(screen.queryByRole('button', { name: 'Ещё' })).toBeNull()
  })

  it('with an unknown id links to the search, and shows no list', async () => {
    server.rejects(films.actor, { failure: 'person_not_found', message: 'Нет' })
    await open()
    await screen.findByText('Такого человека нет')
    expect(screen.getByRole('link', { name: 'К поиску' }).getAttribute('href')).toBe('/search')
    expect(screen.queryByRole('link', { name: /Фильм/ })).toBeNull()
  })

  it('shows the titles even when the person failed to load, and can be retried', async () => {
    server.isLost(films.actor)
    const { user } = await open()
    await screen.findByRole('link', { name: /Фильм 1/ })
    server.responds(films.actor, { actor: person })
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByRole('heading', { level: 1, name: 'Шухрат Аббасов' })
  })

  it('without titles links to the films', async () => {
    filmed()
    await open()
    await screen.findByText('Пока нет фильмов')
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Фильмы' }).getAttribute('href')).toBe('/movies'),
    )
  })
})
