import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { viewing } from '#contract/films/viewing.ts'
import { buildChannel } from '#tests/kit/dom/build-channel.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { session } from '#web/session/session.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { TvScreen } from './tv-screen.tsx'

const own = [
  buildChannel(1, { name: 'Yoshlar', category_id: 3, is_favorited: 1 }),
  buildChannel(2, { name: 'Спорт', category_id: 4, additional_categories: [8] }),
  buildChannel(3, { name: 'Кино', category_id: 3 }),
]
const categories = [
  { id: 3, name: 'Эфирные' },
  { id: 9, name: 'Скрытая' },
  { id: 4, name: 'Спортивные' },
  { id: 7, name: 'Разное' },
]

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(channels.list, { channels: { item: own } })
  server.responds(channels.categories, { categories: { item: categories } })
  server.responds(channels.publicList, { channels: { item: [buildChannel(5, { name: 'Открытый' })] } })
  server.responds(channels.publicCategories, { categories: { item: categories } })
})

async function open(at = '/tv', visit: Parameters<typeof show>[1] = { as: viewer }) {
  return show(
    <>
      <TvScreen />
      <Toaster />
    </>,
    { at, ...visit },
  )
}

const shown = () => [...document.querySelectorAll('ul[data-grid] > li')].map((row) => row.textContent ?? '')
const names = () => shown().map((row) => /Yoshlar|Спорт|Кино|Открытый/.exec(row)?.[0])
const menu = () => within(screen.getByRole('navigation', { name: 'Категории' }))
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Найти канал' })

describe('[TV-01] the list of channels', () => {
  it("shows the viewer's own, and how many there are", async () => {
    await open()
    await screen.findByText('3 канала')
    expect(names()).toEqual(['Yoshlar', 'Спорт', 'Кино'])
    expect(screen.queryByText('Войдите, чтобы смотреть каналы и архив')).toBeNull()
  })

  it('shows a guest the open ones, with a link to the login and back', async () => {
    const { user } = await open('/tv?category=all', {})
    await screen.findByText('1 канал')
    expect(server.requests(channels.list)).toEqual([])
    await user.click(screen.getByRole('link', { name: 'Войти' }))
    expect(address()).toBe('/login')
    expect((history.state as { state: unknown }).state).toEqual({ from: '/tv?category=all' })
  })

  it("is the guests' list when the viewer's own failed to load", async () => {
    server.rejects(channels.list, { failure: 'busy', message: 'Сервис перегружен' })
    await open()
    await waitFor(() => expect(names()).toEqual(['Открытый']))
    expect(menu().queryByRole('button', { name: 'Избранное' })).toBeNull()
  })

  it('can be retried when neither has loaded', async () => {
    server.isLost(channels.list)
    server.isLost(channels.publicList)
    const { user } = await open()
    await screen.findByRole('alert')
    server.responds(channels.publicList, { channels: { item: [buildChannel(5, { name: 'Открытый' })] } })
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(names()).toEqual(['Открытый']))
  })

  it('is shown without its categories when those failed to load', async () => {
    server.rejects(channels.categories, { failure: 'busy', message: 'Сервис перегружен' })
    await open()
    await screen.findByText('3 канала')
    expect(
      menu()
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['Все каналы', 'Избранное'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[I18N-02] is in Uzbek on an Uzbek page', async () => {
    await open('/uz/tv', { as: viewer, language: 'uz' })
    await screen.findByText('3 ta kanal')
    act(() => session.setLanguage('ru'))
    await screen.findByText('3 канала')
  })
})

describe('[TV-03] the categories of channels', () => {
  it('[TV-02] hide two, have the seventh first, and the favourites before it', async () => {
    await open()
    await menu().findByRole('button', { name: 'Разное' })
    expect(
      menu()
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['Все каналы', 'Избранное', 'Разное', 'Эфирные', 'Спортивные'])
  })

  it('show their channels, and the address contains the category', async () => {
    const { user } = await open()
    await user.click(await menu().findByRole('button', { name: 'Эфирные' }))
    await waitFor(() => expect(names()).toEqual(['Yoshlar', 'Кино']))
    expect(address()).toBe('/tv?category=3')
    await user.click(menu().getByRole('button', { name: 'Избранное' }))
    await waitFor(() => expect(names()).toEqual(['Yoshlar']))
    await user.click(menu().getByRole('button', { name: 'Все каналы' }))
    await screen.findByText('3 канала')
    expect(address()).toBe('/tv')
  })

  it('[TV-04] have in the seventh the channels that also belong to others', async () => {
    await open('/tv?category=7')
    await waitFor(() => expect(names()).toEqual(['Спорт']))
    expect(menu().getByRole('button', { name: 'Разное' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('show a message when they are empty, with a link to all channels', async () => {
    server.responds(channels.list, {
      channels: { item: own.map((one) => ({ ...one, is_favorited: 0 as const })) },
    })
    const { user } = await open('/tv?category=favoritesInner')
    await screen.findByText('Здесь будут ваши любимые каналы')
    expect(menu().getByRole('button', { name: 'Избранное' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Показать все каналы' }))
    await screen.findByText('3 канала')
    expect(address()).toBe('/tv')
  })
})

describe('[TV-07] outside the national network', () => {
  it('shows the available channels in their own order, and the page explains why', async () => {
    server.responds(channels.worldList, { cids: [3, 77, 1] })
    await open()
    act(() => session.setWorld(true))
    await waitFor(() => expect(names()).toEqual(['Кино', 'Yoshlar']))
    expect(screen.getByText(/^Вы за пределами сети Узбекистана/)).toBeTruthy()
    act(() => session.setWorld(null))
  })
})

describe('[TV-06] channel search', () => {
  it('searches all categories, also for text typed in another layout, and the address contains it', async () => {
    const { user } = await open('/tv?category=4')
    await waitFor(() => expect(names()).toEqual(['Спорт']))
    await user.type(field(), 'rbyj')
    await waitFor(() => expect(names()).toEqual(['Кино']))
    expect(address()).toBe('/tv?category=4&q=rbyj')
    await user.click(screen.getByRole('button', { name: 'Очистить' }))
    await waitFor(() => expect(names()).toEqual(['Спорт']))
  })

  it('shows the query when nothing matches, and all channels again on request', async () => {
    const { user } = await open('/tv?q=жжж')
    await screen.findByText('Каналов по запросу «жжж» не нашлось')
    await user.click(screen.getByRole('button', { name: 'Показать все каналы' }))
    await screen.findByText('3 канала')
    expect(field().value).toBe('')
  })
})

describe('[TV-05] a favourite channel', () => {
  const heart = () => screen.findByRole('button', { name: /избранн.*: Кино/i })

  it('is marked at once, and the server is notified', async () => {
    server.responds(viewing.settingsSave, { favorite_channels: [3, 1] })
    const { user } = await open()
    await user.click(await heart())
    await waitFor(() =>
      expect(server.requests(viewing.settingsSave)[0]?.input).toMatchObject({ favorite_channel: 3 }),
    )
    await user.click(menu().getByRole('button', { name: 'Избранное' }))
    await waitFor(() => expect(names()).toEqual(['Yoshlar', 'Кино']))
  })

  it('is undone with the reason when the server rejects it', async () => {
    server.rejects(viewing.settingsSave, { failure: 'favourites_full', message: 'Избранное заполнено' })
    const { user } = await open()
    await user.click(await heart())
    await screen.findByText('Избранное заполнено')
    await user.click(menu().getByRole('button', { name: 'Избранное' }))
    await waitFor(() => expect(names()).toEqual(['Yoshlar']))
  })
})
