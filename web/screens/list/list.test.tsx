import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { films } from '#contract/films/films.ts'
import { site } from '#contract/site/site.ts'
import { buildFilmCard } from '#tests/kit/dom/build-film.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SeenRequest, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { ListScreen } from './list-screen.tsx'

const facets = {
  genres: [
    { id: 5, count: 2 },
    { id: 6, count: 0 },
  ],
  countries: [{ code: 'UZ', count: 2 }],
  years: [{ year: 2020, count: 2 }],
  providers: [],
  ratings: [],
}

let server: SimulatedServer
/** Separate viewers, because lists stay cached as long as the page is open. */
let abonement = 1_000_100
beforeEach(() => {
  abonement += 1
  server = simulateServer()
  server.responds(site.genres, [
    { id: 5, name: 'Драма' },
    { id: 6, name: 'Комедия' },
  ])
  server.responds(site.providers, [{ provider_id: 3, provider_name: 'Узбекфильм' }])
  has(() => [1, 2, 3])
})

/** The titles that match a request. */
function has(vidsFor: (input: SeenRequest['input']) => readonly number[]) {
  server.respondsBy(films.list, (input) => {
    const vids = vidsFor(input)
    const item = Number(input['limit']) === 1 ? [] : vids.map((vid) => buildFilmCard(vid))
    return { videos: { item }, total: vids.length, page: 1, last_page: 1, next: '', facets }
  })
}

async function open(at: string, visit: Parameters<typeof show>[1] = {}) {
  const page = await show(<ListScreen />, {
    at,
    as: { ...viewer, abonement: String(abonement) },
    ...visit,
  })
  await waitFor(() => expect(words(screen.getAllByRole('status')[0] as Element)).toMatch(/\d назван/))
  return page
}

const titles = () =>
  [...document.querySelectorAll('ul[data-grid] > li[data-place]')].map(
    (card) => /Фильм \d/.exec(words(card))?.[0],
  )
const asked = () => server.requests(films.list).map(({ input }) => input)
const column = () => within(screen.getByRole('complementary', { name: 'Фильтры' }))
const option = (name: RegExp) => column().findByRole<HTMLButtonElement>('button', { name })
const applied = () => within(screen.getByRole('group', { name: 'Применённые фильтры' }))

describe('[CAT-05] a list of titles', () => {
  it('is ordered by popularity, and shows how many there are', async () => {
    await open('/movies')
    expect(screen.getByRole('heading', { level: 1, name: 'Фильмы' })).toBeTruthy()
    expect(titles()).toEqual(['Фильм 1', 'Фильм 2', 'Фильм 3'])
    expect(asked()[0]).toMatchObject({ kind: 'films', trend: '1', facets: '1' })
  })

  it('writes another order into its address and its request', async () => {
    await open('/movies')
    fireEvent.change(screen.getByRole('combobox', { name: 'Порядок' }), { target: { value: '-added' } })
    expect(address()).toBe('/movies?order=-added')
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ order: '-added' }))
    expect(asked().at(-1)).not.toHaveProperty('trend')
  })

  it('[CAT-12] of a guest uses the open endpoint', async () => {
    server.responds(films.publicList, {
      ...{ videos: { item: [buildFilmCard(9)] }, total: 1, page: 1, last_page: 1, next: '', facets: null },
    })
    await show(<ListScreen />, { at: '/movies' })
    await waitFor(() => expect(titles()).toEqual(['Фильм 9']))
    expect(server.requests(films.list)).toEqual([])
  })

  it('can be retried after a failure', async () => {
    server.isLost(films.list)
    const as = { ...viewer, abonement: String(abonement) }
    const { user } = await show(<ListScreen />, { at: '/movies', as })
    await screen.findByRole('alert')
    has(() => [4])
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(titles()).toEqual(['Фильм 4']))
  })

  it('[CAT-06] continues after its last title, not by the page number', async () => {
    server.respondsBy(films.list, ({ after }) => {
      const vids = after === undefined ? [1, 2] : [2, 3]
      const item = vids.map((vid) => buildFilmCard(vid))
      return {
        videos: { item },
        total: 3,
        page: 1,
        last_page: 2,
        next: after === undefined ? 'x' : '',
        facets,
      }
    })
    const { user } = await open('/movies')
    await user.click(screen.getByRole('link', { name: 'Показать ещё' }))
    await waitFor(() => expect(titles()).toEqual(['Фильм 1', 'Фильм 2', 'Фильм 3']))
    expect(asked().at(-1)).toMatchObject({ after: 'x' })
    expect(screen.queryByRole('link', { name: 'Показать ещё' })).toBeNull()
  })

  it('that starts at a later page links to its beginning', async () => {
    const { user } = await open('/movies?page=3')
    expect(asked()[0]).toMatchObject({ page: '3' })
    await user.click(screen.getByRole('button', { name: 'К началу списка' }))
    await waitFor(() => expect(address()).toBe('/movies'))
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ page: '1' }))
  })
})

describe('[CAT-01] the filters of a list', () => {
  it('show how many titles each value would leave, and disable values that would leave nothing', async () => {
    await open('/movies')
    expect(words(await option(/^Драма/))).toMatch(/^Драма2/)
    expect((await option(/^Комедия/)).disabled).toBe(true)
  })

  it('narrow the list, are in the address, and are removed one by one or together', async () => {
    has(({ genre_id, country }) =>
      [1, 2, 3].slice(Number(genre_id !== undefined) + Number(country !== undefined)),
    )
    const { user } = await open('/movies?country=UZ')
    await user.click(await option(/^Драма/))
    expect(address()).toBe('/movies?genre=5&country=UZ')
    await waitFor(() => expect(titles()).toEqual(['Фильм 3']))
    await user.click(applied().getByRole('button', { name: /^Убрать фильтр. Жанр: Драма/ }))
    expect(address()).toBe('/movies?country=UZ')
    await user.click(applied().getByRole('button', { name: 'Сбросить' }))
    expect(address()).toBe('/movies')
    await waitFor(() => expect(titles()).toHaveLength(3))
  })

  it('are removed by a second press on the chosen value', async () => {
    const { user } = await open('/movies?genre=5')
    const drama = await option(/^Драма/)
    expect(drama.getAttribute('aria-pressed')).toBe('true')
    await user.click(drama)
    expect(address()).toBe('/movies')
  })

  it('are shown without the genres when those failed to load', async () => {
    server.isLost(site.genres)
    await open('/movies')
    expect(column().queryByRole('button', { name: 'Жанр' })).toBeNull()
    expect(column().getByRole('button', { name: 'Страна' })).toBeTruthy()
  })

  it('[CAT-11] that match nothing name the one to remove, and how many titles match then', async () => {
    has(({ genre_id, year }) => (genre_id !== undefined && year !== undefined ? [] : [1, 2]))
    const { user } = await open('/movies?genre=6&year=2020')
    await screen.findByText('По вашему запросу ничего не найдено')
    await user.click(await screen.findByRole('button', { name: 'Убрать «Комедия», останется 2' }))
    expect(address()).toBe('/movies?year=2020')
    await waitFor(() => expect(titles()).toHaveLength(2))
  })
})

describe('[CAT-01] the filters over a list on a phone', () => {
  const sheet = () => within(screen.getByRole('dialog', { name: 'Фильтры' }))

  it('change nothing until they are applied, and show how many titles will match', async () => {
    has(({ genre_id }) => (genre_id === undefined ? [1, 2, 3] : [7]))
    const { user } = await open('/movies')
    await user.click(screen.getByRole('button', { name: 'Фильтры' }))
    await user.click(await sheet().findByRole('button', { name: /^Драма/ }))
    const apply = await sheet().findByRole('button', { name: 'Показать 1' })
    expect(titles()).toHaveLength(3)
    expect(address()).toBe('/movies')
    await user.click(apply)
    expect(address()).toBe('/movies?genre=5')
    await waitFor(() => expect(titles()).toEqual(['Фильм 7']))
    expect(screen.getByRole('button', { name: 'Фильтры: 1' })).toBeTruthy()
  })

  it('cannot be applied where nothing matches, and are dropped when the sheet is closed', async () => {
    has(({ genre_id }) => (genre_id === undefined ? [1, 2, 3] : []))
    const { user } = await open('/movies')
    await user.click(screen.getByRole('button', { name: 'Фильтры' }))
    await user.click(await sheet().findByRole('button', { name: /^Драма/ }))
    const apply = await sheet().findByRole<HTMLButtonElement>('button', { name: 'Показать 0' })
    expect(apply.disabled).toBe(true)
    await user.click(sheet().getByRole('button', { name: 'Закрыть' }))
    await user.click(screen.getByRole('button', { name: 'Фильтры' }))
    expect(await sheet().findByRole('button', { name: 'Показать 3' })).toBeTruthy()
  })
})

describe('the lists of other kinds', () => {
  it('[CAT-07] of Uzbek titles have their kinds, and keep the filters from one to another', async () => {
    const { user } = await open('/uzb?year=2020')
    const kinds = within(screen.getByRole('navigation', { name: 'Узбекское кино' }))
    const concerts = kinds.getByRole('link', { name: 'Концерты' })
    expect(concerts.getAttribute('href')).toMatch(/\/\d+\?year=2020$/)
    await user.click(concerts)
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ kind: 'uzbek', year: '2020' }))
    expect(asked().at(-1)?.['category']).toMatch(/^\d+$/)
  })

  it('for children have no ratings of external sites', async () => {
    await open('/kids?rating=7&order=-rating')
    expect(asked()[0]).toMatchObject({ kind: 'kids', trend: '1' })
    expect(asked()[0]).not.toHaveProperty('rating')
    expect(screen.queryByRole('option', { name: 'По рейтингу' })).toBeNull()
  })
})
