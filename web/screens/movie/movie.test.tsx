import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { promotions } from '#contract/billing/promotions.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { films, type FilmDetail } from '#contract/films/films.ts'
import { viewing } from '#contract/films/viewing.ts'
import { search } from '#contract/search/search.ts'
import { site } from '#contract/site/site.ts'
import { deletePositions, storePosition } from '#player/dom/stored-positions.ts'
import { buildRecordedBroadcast } from '#tests/kit/dom/build-recorded.ts'
import { buildEpisode, buildFilmDetail, buildSeries } from '#tests/kit/dom/build-film.ts'
import { RequestedPayment } from '#tests/kit/dom/requested-payment.tsx'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { closePayment } from '#web/payment/flow/open-payment.ts'
import { savePosition } from '#web/player/playback/saved-positions.ts'
import { session } from '#web/session/session.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { MovieScreen } from './movie-screen.tsx'

let server: SimulatedServer
beforeEach(() => {
  closePayment()
  server = simulateServer()
  server.responds(search.related, [])
  server.responds(site.genres, [{ id: 5, name: 'Драма' }])
  server.responds(viewing.favourites, { vids: [] })
  server.responds(viewing.rating, { rating: 0, average: null, count: 0 })
  server.respondsBy(films.episodes, ({ season_id }) => ({
    episodes: { item: [1, 2, 3].map((number) => buildEpisode(Number(season_id), number)) },
  }))
  stoppedAt([], null)
})

/** Where the viewer stopped: the file, the position, and whether it was finished. */
function stoppedAt(
  places: readonly { readonly vfid: number; readonly sec: number; readonly done?: 1 }[],
  next_vfid: number | null,
) {
  const item = places.map(({ vfid, sec, done }) => ({
    asset_id: vfid,
    position: sec,
    duration: 1000,
    is_finished: done === 1 ? (1 as const) : (0 as const),
    watched_at: 1_800_000_000,
  }))
  server.responds(viewing.positions, { positions: { item }, next_vfid })
}

async function open(film: FilmDetail, visit: Parameters<typeof show>[1] = { as: viewer }) {
  server.responds(films.detail, { video: film })
  server.responds(films.publicDetail, { video: film })
  const page = await show(
    <>
      <MovieScreen />
      <RequestedPayment />
      <Toaster />
    </>,
    { at: `/movie/${film.vid}`, ...visit },
  )
  await screen.findByRole('heading', { level: 1, name: film.name })
  return page
}

const main = (name: string | RegExp) => screen.findByRole('button', { name })
const episodes = () => within(screen.getByRole('region', { name: 'Серии' })).getAllByRole('listitem')

describe('[FILM-01] the page of a title', () => {
  it('shows its data, and links the values that a list can be filtered by', async () => {
    await open(
      buildFilmDetail({
        vid: 7,
        name: 'Летят журавли',
        original_name: 'The Cranes Are Flying',
        genres: ['Драма', 'Военный'],
        directors: [{ aid: 3, name: 'Михаил Калатозов' }],
        rating_kp: 8.1,
        description: 'Вероника ждёт Бориса.',
        age_rating: '12+',
      }),
    )
    expect(screen.getAllByText('The Cranes Are Flying').length).toBeGreaterThan(0)
    expect(screen.getByText('Вероника ждёт Бориса.')).toBeTruthy()
    expect(screen.getByText(/^Кинопоиск: 8[.,]1 из 10$/)).toBeTruthy()
    expect(screen.queryByText(/^IMDb/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Михаил Калатозов' }).getAttribute('href')).toMatch(/\/3$/)
    const genre = await screen.findByRole('link', { name: 'Драма' })
    expect(genre.getAttribute('href')).toMatch(/\?genre=5$/)
    expect(screen.queryByRole('link', { name: 'Военный' })).toBeNull()
    expect(screen.queryByText('Страна')).toBeNull()
  })

  it('that no longer exists shows a message with links to others; a failed one can be retried', async () => {
    server.rejects(films.detail, { failure: 'busy', message: 'Сервис перегружен' })
    const { user } = await show(<MovieScreen />, { at: '/movie/7', as: viewer })
    await screen.findByRole('alert')
    server.rejects(films.detail, { failure: 'title_not_found', message: 'Нет' })
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText('Такого фильма нет')
    expect(screen.getByRole('link', { name: 'К фильмам' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
  })

  it('[I18N-02] is in Uzbek on an Uzbek page', async () => {
    await open(buildFilmDetail({ vid: 7, name: 'Shaytanat' }), { as: viewer, language: 'uz' })
    await main('Koʻrish')
    act(() => session.setLanguage('ru'))
    await main('Смотреть')
  })
})

describe('[FILM-04] the main button', () => {
  it('plays the film, and the address contains it', async () => {
    await open(buildFilmDetail({ vid: 7 }))
    fireEvent.click(await main('Смотреть'))
    expect(address()).toBe('/movie/7?watch=70')
  })

  it('resumes where the viewer stopped, and shows how much is left', async () => {
    stoppedAt([{ vfid: 70, sec: 2400 }], 70)
    await open(buildFilmDetail({ vid: 7 }))
    await main('Продолжить с 40:00')
    expect(screen.getByText(/^Осталось/).textContent).toMatch(/1\s?ч/)
  })

  it('knows a position that was reported while the list of positions was still under way', async () => {
    const respond = server.waits(viewing.positions, { positions: { item: [] }, next_vfid: null })
    server.responds(viewing.positionSet, {})
    await open(buildFilmDetail({ vid: 7 }))
    await act(() => savePosition({ vid: 7, vfid: 70, sec: 2400, isFinished: false }))
    stoppedAt([{ vfid: 70, sec: 2400 }], 70)
    await act(async () => respond())
    await main('Продолжить с 40:00')
  })

  it('restarts a title that was finished', async () => {
    stoppedAt([{ vfid: 70, sec: 0, done: 1 }], null)
    await open(buildFilmDetail({ vid: 7 }))
    await main('Смотреть снова')
  })

  it('continues with the next episode, in any season', async () => {
    stoppedAt([{ vfid: 201, sec: 0, done: 1 }], 202)
    await open(buildSeries(8, 2))
    fireEvent.click(await main('Продолжить: сезон 2, серия 2'))
    expect(new URLSearchParams(location.search).get('watch')).toBe('202')
  })

  it('[FILM-07] shows what cannot be watched now, and that a title in preparation comes soon', async () => {
    const page = await open(buildFilmDetail({ vid: 7, access: { state: 'unavailable', price: null } }))
    const said = () => words(screen.getByText(/Видео сейчас недоступно, попробуйте позже/))
    expect(said()).not.toContain('Скоро')
    page.unmount()
    const opens_at = Date.UTC(2030, 11, 5) / 1000
    const later = await open(
      buildFilmDetail({ vid: 8, access: { state: 'unavailable', price: null, opens_at } }),
    )
    expect(words(screen.getByText(/Можно смотреть с 5/))).toMatch(/Скоро.*Можно смотреть с 5 декабря 2030/)
    later.unmount()
    const file = { vfid: 90, kind: 'film', duration_sec: 0, is_ready: 0 } as const
    await open(buildFilmDetail({ vid: 9, files: [file] }))
    await waitFor(() => expect(said()).toContain('Скоро'))
  })

  it('[GUEST-01] plays a free film for a guest, from the place that the browser has stored', async () => {
    storePosition({
      vid: 7,
      vfid: 70,
      owner: '',
      sec: 2400,
      atSec: 1_800_000_000,
      isFinished: false,
      isSent: false,
    })
    await open(buildFilmDetail({ vid: 7, free_movie: 1 }), {})
    fireEvent.click(await main('Продолжить с 40:00'))
    expect(address()).toBe('/movie/7?watch=70')
    deletePositions('', null)
  })

  it('[FILM-07] sends a guest to the login and back to this page', async () => {
    const { user } = await open(buildFilmDetail({ vid: 7, access: { state: 'login', price: 30_000 } }), {})
    expect(words()).toContain('Входит в подписку: 30 000 сум за 1 месяц')
    await user.click(screen.getByRole('link', { name: 'Войти, чтобы смотреть' }))
    expect(address()).toBe('/login')
    expect((history.state as { state: unknown }).state).toEqual({ from: '/movie/7' })
  })

  it('[FILM-07] opens the payment of the cheapest tariff that includes the film', async () => {
    server.rejects(films.url, {
      failure: 'not_subscribed',
      message: 'Нужна подписка',
      data: { tariffs: { item: [{ tariff_id: 4, name: 'Кино', price: 20_000 }] } },
    })
    await open(buildFilmDetail({ vid: 7, access: { state: 'subscribe', price: 20_000 } }))
    fireEvent.click(await main(/^Подключить за/))
    await screen.findByText('{"kind":"tariff","tariffId":4}')
  })

  it.each([
    ['first where they open the film', 4, ['10 дней бесплатно', 'Подключить за 20 000 сум']],
    ['not at all where another tariff opens it', 9, ['Подключить за 20 000 сум']],
  ])('[PROMO-02] offers the free days %s', async (_, freeTariff, expected) => {
    server.rejects(films.url, {
      failure: 'not_subscribed',
      message: 'Нужна подписка',
      data: { tariffs: { item: [{ tariff_id: 4, name: 'Кино', price: 20_000 }] } },
    })
    server.responds(promotions.offers, {
      promotions: {
        item: [{ kind: 'free_days', tariff_id: freeTariff, days: 10, price: 0, is_used: 0 }],
      },
    })
    const sub_tariffs = [{ price: 20_000, days: 30 }]
    server.responds(subscriptions.tariffs, {
      tariffs: { item: [{ tariff_id: freeTariff, name_ru: 'Кино', is_base: 1, state: 'off', sub_tariffs }] },
    })
    await open(buildFilmDetail({ vid: 7, access: { state: 'subscribe', price: 20_000 } }))
    await waitFor(() => expect(server.requests(films.url)).toHaveLength(1))
    const ways = () =>
      screen.getAllByRole('button', { name: /бесплатно|Подключить за/ }).map((one) => words(one))
    await waitFor(() => expect(ways()).toEqual(expected))
    expect(document.querySelectorAll('button[class*=primary]')).toHaveLength(1)
  })

  it('[FILM-07] leads to the tariffs where none includes it, and to the missing amount of a suspended account', async () => {
    server.rejects(films.url, { failure: 'not_subscribed', message: 'Нужна подписка' })
    const page = await open(buildFilmDetail({ vid: 7, access: { state: 'subscribe', price: null } }))
    fireEvent.click(await main('Подключить подписку'))
    await waitFor(() => expect(address()).toBe('/tariff'))
    page.unmount()
    await open(buildFilmDetail({ vid: 9, access: { state: 'suspended', price: 12_000 } }))
    fireEvent.click(await main('Пополнить баланс'))
    await screen.findByText('{"kind":"top_up","amount":12000}')
  })
})

describe('[FILM-04] the seasons and episodes of a series', () => {
  it('open at the season to resume, and mark what was watched', async () => {
    stoppedAt(
      [
        { vfid: 201, sec: 0, done: 1 },
        { vfid: 202, sec: 300 },
      ],
      202,
    )
    await open(buildSeries(8, 2))
    await main('Смотреть: 2 серия. Серия о числе 2')
    expect(screen.getByRole('button', { name: 'Сезон 2' }).getAttribute('aria-pressed')).toBe('true')
    const [first, second, third] = episodes().map((row) => words(row))
    expect(first).toContain('Просмотрено')
    expect(second).toContain('Просмотрено 30 %')
    expect(second).toContain('Дальше')
    expect(third).not.toMatch(/Просмотрено|Дальше/)
  })

  it('are selected by season, and the address contains the season', async () => {
    const { user } = await open(buildSeries(8, 3))
    await user.click(await screen.findByRole('button', { name: 'Сезон 3' }))
    expect(address()).toBe('/movie/8?season=3')
    await waitFor(() =>
      expect(server.requests(films.episodes).at(-1)?.input).toMatchObject({ season_id: '300' }),
    )
    expect(screen.getByRole('button', { name: 'Сезон 1' }).getAttribute('aria-pressed')).toBe('false')
  })

  it('show no selection for a single season, and no button for what is not ready', async () => {
    server.responds(films.episodes, {
      episodes: { item: [buildEpisode(100, 1), buildEpisode(100, 2, { is_ready: 0 })] },
    })
    await open(buildSeries(8, 1))
    await main('Смотреть: 1 серия. Серия о числе 1')
    expect(screen.queryByRole('group', { name: 'Сезоны' })).toBeNull()
    expect(words(episodes()[1])).toContain('Готовится')
    expect(screen.queryByRole('button', { name: /^Смотреть: 2 серия/ })).toBeNull()
  })

  it('[FILM-04] show a file with several episodes as one, by its numbers', async () => {
    const four = buildEpisode(100, 1, { last_number: 4, name: 'Серии 1–4' })
    server.responds(films.episodes, { episodes: { item: [four, buildEpisode(100, 5)] } })
    await open(buildSeries(8, 1))
    await main('Смотреть: 1–4 серии. Серии 1–4')
    expect(episodes()).toHaveLength(2)
    expect(words(episodes()[0])).toContain('1–4 серии')
  })

  it('show the description of an episode on request', async () => {
    const described = buildEpisode(100, 1, { description: 'Герой уезжает.' })
    server.responds(films.episodes, { episodes: { item: [described] } })
    const { user } = await open(buildSeries(8, 1))
    const button = await main('Описание: 1 серия')
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await user.click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText('Герой уезжает.').hasAttribute('data-open')).toBe(true)
  })

  it('show a message for an empty season; a season that failed can be retried', async () => {
    server.rejects(films.episodes, { failure: 'busy', message: 'Сервис перегружен' })
    const { user } = await open(buildSeries(8, 1))
    await screen.findByRole('alert')
    server.responds(films.episodes, { episodes: { item: [] } })
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText('Серий пока нет')
  })
})

describe('[FILM-02] the favourite of a title', () => {
  const heart = () => screen.getByRole('button', { name: 'В избранное' })
  const pressed = () => heart().getAttribute('aria-pressed')

  it('is changed at once, and the server is notified', async () => {
    server.responds(viewing.settingsSet, { is_favorited: 1 })
    const { user } = await open(buildFilmDetail({ vid: 7 }))
    expect(pressed()).toBe('false')
    await user.click(heart())
    expect(pressed()).toBe('true')
    await waitFor(() =>
      expect(server.requests(viewing.settingsSet)[0]?.input).toMatchObject({ vid: 7, is_favorited: 1 }),
    )
  })

  it('is undone with the reason when the server rejects it', async () => {
    server.rejects(viewing.settingsSet, { failure: 'favourites_full', message: 'Избранное заполнено' })
    const { user } = await open(buildFilmDetail({ vid: 7 }))
    await user.click(heart())
    await screen.findByText('Избранное заполнено')
    expect(pressed()).toBe('false')
  })

  it('requires a login from a guest', async () => {
    const { user } = await open(buildFilmDetail({ vid: 7 }), {})
    await user.click(heart())
    expect(pressed()).toBe('false')
    expect(server.requests(viewing.settingsSet)).toEqual([])
  })
})

describe('[FILM-05] similar titles', () => {
  it('can be retried after a failure; an empty list takes no space', async () => {
    server.rejects(search.related, { failure: 'busy', message: 'Сервис перегружен' })
    const { user } = await open(buildFilmDetail({ vid: 7 }))
    await screen.findByRole('alert')
    server.responds(search.related, [])
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})

it('[FOLLOW-04] a film says where it can be watched from the archive, also a paid one', async () => {
  const recorded = [buildRecordedBroadcast(70, { expires_at: Math.floor(Date.now() / 1000) + 2.5 * 86_400 })]
  await open(buildFilmDetail({ vid: 9, recorded, access: { state: 'subscribe', price: 20_000 } }))
  const block = await screen.findByRole('region', { name: 'Можно посмотреть в записи' })
  const link = within(block).getByRole('link')
  expect(link.getAttribute('href')).toBe('/tvArchive/5/70')
  expect(link.textContent).toMatch(/Канал 5, .*ещё 2 дня/)
})
