import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { films } from '#contract/films/films.ts'
import { viewing } from '#contract/films/viewing.ts'
import { buildChannel, buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { buildFilmCard } from '#tests/kit/dom/build-film.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { MyScreen } from './my-screen.tsx'

/** 13:00 in Tashkent. */
const nowSec = 1_800_000_000
let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  server.responds(viewing.settingsSet, { is_favorited: 0 })
  server.responds(viewing.settingsSave, { favorite_channels: [] })
})

async function open(slug: string, visit: Parameters<typeof show>[1] = {}) {
  return show(
    <>
      <MyScreen />
      <Toaster />
    </>,
    { at: `/my/${slug}`, as: viewer, ...visit },
  )
}

function hasFavourites(vids: readonly number[], total = vids.length) {
  server.respondsBy(films.list, ({ page }) => {
    const item = vids.slice((Number(page) - 1) * 24, Number(page) * 24)
    return { videos: { item: item.map((vid) => buildFilmCard(vid)) }, total, page: 1, last_page: 2 }
  })
}

const cards = (name: RegExp) => screen.queryAllByRole('link', { name }).map((one) => words(one))
const count = () => words(screen.getAllByRole('status')[0] as Element)
const press = async ({ user }: Awaited<ReturnType<typeof open>>, ...names: readonly (string | RegExp)[]) => {
  for (const name of names) {
    const role = typeof name === 'string' ? 'button' : 'checkbox'
    await user.click(screen.getByRole(role, { name }))
  }
}

describe('[ACC-15] the favourite titles', () => {
  it('are cards that link to their pages, with their number', async () => {
    hasFavourites([1, 2])
    await open('favorites')
    await screen.findByText('2 названия')
    expect(screen.getByRole('link', { name: /Фильм 2/ }).getAttribute('href')).toBe('/movie/2')
    expect(server.requests(films.list)[0]?.input).toMatchObject({ favorited_only: '1' })
  })

  it('link to the films when there are none', async () => {
    hasFavourites([])
    await open('favorites')
    await screen.findByText('В избранном пока пусто')
    expect(screen.getByRole('link', { name: 'К фильмам' }).getAttribute('href')).toBe('/movies')
  })

  it('are loaded page by page', async () => {
    hasFavourites(Array.from({ length: 30 }, (_, index) => index + 1))
    const page = await open('favorites')
    await screen.findByText('30 названий')
    expect(cards(/Фильм/)).toHaveLength(24)
    await press(page, 'Показать ещё')
    await waitFor(() => expect(cards(/Фильм/)).toHaveLength(30))
    expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull()
  })

  it('keep the loaded ones when a later page fails, and continue on a retry', async () => {
    const all = Array.from({ length: 30 }, (_, index) => index + 1)
    hasFavourites(all)
    const page = await open('favorites')
    await screen.findByText('30 названий')
    server.rejects(films.list, { failure: 'busy', message: 'Сервис перегружен' })
    await press(page, 'Показать ещё')
    await screen.findByText('Сервис перегружен')
    expect(cards(/Фильм/)).toHaveLength(24)
    hasFavourites(all)
    await press(page, 'Повторить')
    await waitFor(() => expect(cards(/Фильм/)).toHaveLength(30))
  })

  it('are selected by a press on the whole card, and all at once', async () => {
    hasFavourites([1, 2, 3])
    const page = await open('favorites')
    await screen.findByText('3 названия')
    await press(page, 'Выбрать', /Фильм 2/)
    expect(count()).toBe('Выбрано: 1')
    await press(page, /Фильм 2/)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Удалить' }).disabled).toBe(true)
    await press(page, 'Выбрать все')
    expect(count()).toBe('Выбрано: 3')
    await press(page, 'Отмена')
    expect(count()).toBe('3 названия')
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('are each removed when the page is left', async () => {
    hasFavourites([1, 2, 3])
    const page = await open('favorites')
    await screen.findByText('3 названия')
    await press(page, 'Выбрать', /Фильм 1/, /Фильм 3/, 'Удалить')
    expect(cards(/Фильм/)).toEqual([expect.stringContaining('Фильм 2')])
    expect(count()).toBe('1 название')
    page.unmount()
    await waitFor(() =>
      expect(server.requests(viewing.settingsSet).map(({ input }) => input)).toEqual([
        expect.objectContaining({ vid: 1, is_favorited: 0 }),
        expect.objectContaining({ vid: 3, is_favorited: 0 }),
      ]),
    )
  })
})

describe('[ACC-15] the favourite channels', () => {
  const news = buildProgramme(1, { title: 'Новости', begin_time: nowSec - 600, end_time: nowSec + 600 })
  const film = buildProgramme(2, { title: 'Кино', begin_time: nowSec + 600 })
  const line = [
    buildChannel(1, { is_favorited: 1, now: news, next: film }),
    buildChannel(2),
    buildChannel(3, { is_favorited: 1 }),
  ]
  beforeEach(() => server.responds(channels.list, { channels: { item: line } }))

  it('show the current and the next programme', async () => {
    await open('channels')
    await screen.findByText('2 канала')
    expect(cards(/Канал \d/)).toHaveLength(2)
    expect(cards(/Канал 1/)[0]).toMatch(/Новости.*13:10 Кино/)
    expect(screen.getByRole('link', { name: /Канал 3/ }).getAttribute('href')).toBe('/channel/3')
  })

  it('can be retried after a failure', async () => {
    server.rejects(channels.list, { failure: 'busy', message: 'Сервис перегружен' })
    const page = await open('channels')
    await screen.findByText('Сервис перегружен')
    server.responds(channels.list, { channels: { item: line } })
    await press(page, 'Повторить')
    await screen.findByText('2 канала')
  })

  it('can be restored by a press before the page is left', async () => {
    const page = await open('channels')
    await screen.findByText('2 канала')
    await press(page, 'Выбрать', /Канал 3/, 'Удалить')
    expect(cards(/Канал \d/)).toHaveLength(1)
    await press(page, 'Вернуть')
    expect(cards(/Канал \d/)).toHaveLength(2)
    page.unmount()
    expect(server.requests(viewing.settingsSave)).toEqual([])
  })

  it('link to the channels when there are none', async () => {
    server.responds(channels.list, { channels: { item: [buildChannel(2)] } })
    await open('channels')
    await screen.findByText('Любимых каналов пока нет')
    expect(screen.getByRole('link', { name: 'К каналам' }).getAttribute('href')).toBe('/tv')
  })
})

describe("[ACC-15] the tabs of the viewer's lists", () => {
  const tabs = () =>
    within(screen.getByRole('navigation', { name: 'Что показать' }))
      .getAllByRole('link')
      .map((one) => one.textContent)

  it('have an address each, and replace each other in the history', async () => {
    hasFavourites([1])
    const page = await open('favorites')
    const before = history.length
    expect(tabs()).toEqual([
      'Избранное',
      'История',
      'Каналы',
      'Напоминания',
      'Передачи',
      'Записи',
      'Загрузки',
    ])
    await page.user.click(screen.getByRole('link', { name: 'Загрузки' }))
    expect(address()).toBe('/my/downloads')
    expect(history.length).toBe(before)
    expect(screen.getByText('На этом устройстве ничего не сохранено')).toBeTruthy()
  })

  it('[PLAYER-08] have no downloads on a television, which stores none', async () => {
    hasFavourites([1])
    await open('favorites', { television: true })
    expect(tabs()).toEqual(['Избранное', 'История', 'Каналы', 'Напоминания', 'Передачи', 'Записи'])
  })
})
