import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { viewing } from '#contract/films/viewing.ts'
import { downloads } from '#contract/playback/downloads.ts'
import { buildDownload } from '#tests/kit/dom/build-download.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { addDownload, downloadList, downloadOf } from '#web/downloads/download-list.ts'
import { connection } from '#web/session/requests/connection.ts'
import { session } from '#web/session/session.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { DownloadsTab } from './downloads-tab.tsx'
import { HistoryTab } from './history-tab.tsx'

let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  server = simulateServer()
})

describe('[ACC-15] the history', () => {
  const film = (vid: number, own: object = {}) => ({
    vid,
    vfid: vid * 10,
    name: `Фильм ${vid}`,
    episode: null,
    position_sec: 600,
    duration_sec: 6000,
    is_finished: 0 as const,
    watched_at: 1_799_990_000,
    screenshot_big: '',
    ...own,
  })
  const historyOf = (...films: ReturnType<typeof film>[]) => ({
    videos: { item: films },
    total: films.length,
    page: 1,
  })

  async function open() {
    const page = await show(
      <>
        <HistoryTab />
        <Toaster />
      </>,
      { at: '/my/history', as: viewer },
    )
    await waitFor(() => expect(server.requests(viewing.viewed)).not.toEqual([]))
    return page
  }

  it('shows each title with its position, and links to it', async () => {
    server.responds(
      viewing.viewed,
      historyOf(
        film(1),
        film(2, { is_finished: 1 }),
        film(3, { episode: { season: 2, number: 5, name: '', still: '' }, position_sec: 0 }),
      ),
    )
    await open()
    expect((await screen.findByRole('link', { name: /Фильм 1/ })).getAttribute('href')).toBe('/movie/1')
    expect(screen.getByRole('link', { name: /Фильм 1/ }).textContent).toMatch(/осталось 1\s?ч 30\s?мин/)
    expect(screen.getByRole('link', { name: /Фильм 2/ }).textContent).toContain('просмотрено')
    expect(screen.getByRole('link', { name: /Фильм 3/ }).textContent).toContain('Сезон 2, серия 5')
    expect(screen.getByText('3 названия')).toBeTruthy()
  })

  it('shows what will be listed here when it is empty, with a link to titles to watch', async () => {
    server.responds(viewing.viewed, historyOf())
    await open()
    await screen.findByText('Вы ещё ничего не смотрели')
    expect(screen.getByRole('link', { name: 'Выбрать, что посмотреть' }).getAttribute('href')).toBe('/')
  })

  it('can be retried after a failure', async () => {
    server.rejects(viewing.viewed, { failure: 'busy', message: 'Сервис перегружен' })
    const { user } = await open()
    await screen.findByText('Сервис перегружен')
    server.responds(viewing.viewed, historyOf(film(1)))
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByRole('link', { name: /Фильм 1/ })
  })

  it('removes the selected titles only after a delay, in which they can be restored', async () => {
    server.responds(viewing.viewed, historyOf(film(1), film(2)))
    server.responds(viewing.forget, { removed: 1 })
    const { user } = await open()
    await screen.findByRole('link', { name: /Фильм 1/ })
    await user.click(screen.getByRole('button', { name: 'Выбрать' }))
    await user.click(screen.getByRole('checkbox', { name: /Фильм 1/ }))
    expect(screen.getByText('Выбрано: 1')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Удалить' }))
    expect(screen.queryByRole('link', { name: /Фильм 1/ })).toBeNull()
    expect(server.requests(viewing.forget)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Вернуть' }))
    expect(screen.getByRole('link', { name: /Фильм 1/ })).toBeTruthy()
    expect(server.requests(viewing.forget)).toEqual([])
  })

  it('removes the selected titles when the page is left', async () => {
    server.responds(viewing.viewed, historyOf(film(1), film(2)))
    server.responds(viewing.forget, { removed: 2 })
    const { user, unmount } = await open()
    await screen.findByRole('link', { name: /Фильм 1/ })
    await user.click(screen.getByRole('button', { name: 'Выбрать' }))
    await user.click(screen.getByRole('button', { name: 'Выбрать все' }))
    await user.click(screen.getByRole('button', { name: 'Удалить' }))
    unmount()
    await waitFor(() => expect(server.requests(viewing.forget)[0]?.input).toMatchObject({ vids: '1,2' }))
  })

  it('is cleared completely after a confirmation', async () => {
    server.responds(viewing.viewed, historyOf(film(1)))
    server.responds(viewing.forget, { removed: 1 })
    const { user } = await open()
    await screen.findByRole('link', { name: /Фильм 1/ })
    await user.click(screen.getByRole('button', { name: 'Очистить историю' }))
    expect(server.requests(viewing.forget)).toEqual([])
    server.responds(viewing.viewed, historyOf())
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Очистить' }))
    await screen.findByText('История очищена')
    expect(server.requests(viewing.forget)[0]?.input).toMatchObject({ all: 1 })
    await screen.findByText('Вы ещё ничего не смотрели')
  })

  it('stays when clearing failed, with a message', async () => {
    server.responds(viewing.viewed, historyOf(film(1)))
    server.isLost(viewing.forget)
    const { user } = await open()
    await screen.findByRole('link', { name: /Фильм 1/ })
    await user.click(screen.getByRole('button', { name: 'Очистить историю' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Очистить' }))
    await screen.findByText('История не очистилась. Попробуйте ещё раз.')
    expect(screen.getByRole('link', { name: /Фильм 1/ })).toBeTruthy()
  })
})

describe('[PLAYER-08] the downloads', () => {
  beforeEach(() => session.signIn(viewer))

  async function open() {
    return show(
      <>
        <DownloadsTab />
        <Toaster />
      </>,
      { at: '/my/downloads', as: viewer },
    )
  }

  it('show how to add one when there are none', async () => {
    await open()
    expect(screen.getByText('На этом устройстве ничего не сохранено')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'К фильмам' }).getAttribute('href')).toBe('/movies')
  })

  it.each([
    [{ state: 'paused', part: 0.428 }, 'Остановлено на 42 %', 'Продолжить'],
    [
      { state: 'full', part: 0.5 },
      'На устройстве не хватило места. Освободите его и продолжите.',
      'Продолжить',
    ],
    [{ state: 'refused', message: 'Нужна подписка' }, 'Сервер не разрешил: Нужна подписка', 'Продолжить'],
    [{ state: 'failed' }, 'Не получилось скачать. Попробуйте ещё раз.', 'Продолжить'],
    [
      { state: 'former' },
      'Сохранено прежней версией сайта, без защиты. Скачайте заново, чтобы смотреть.',
      'Скачать заново',
    ],
    [{ expiresAtSec: 1_799_999_999 }, 'Срок просмотра закончился', 'Продлить'],
    [{}, /^Можно смотреть до/, 'Смотреть'],
  ] as const)('show their state and the one possible action: %j', async (own, words, action) => {
    addDownload(buildDownload({ vfid: 1, ...own }))
    await open()
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByRole('button', { name: action })).toBeTruthy()
  })

  it('show their size, and how much has been downloaded', async () => {
    addDownload(buildDownload({ vfid: 1, bytes: 400_000_000 }))
    addDownload(buildDownload({ vfid: 2, bytes: 1_400_000_000, part: 0.5, state: 'paused' }))
    await open()
    expect(screen.getByText('Загрузки занимают 1,1 ГБ')).toBeTruthy()
  })

  it('are deleted after a confirmation', async () => {
    addDownload(buildDownload({ vfid: 1, uri: '' }))
    server.responds(downloads.remove, {})
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Удалить: Фильм 1' }))
    expect(screen.getByText('«Фильм 1» можно будет скачать снова.')).toBeTruthy()
    expect(downloadList()).toHaveLength(1)
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Удалить' }))
    await screen.findByText('Удалено с устройства')
    expect(downloadList()).toEqual([])
  })

  it('that have expired are renewed; offline they show what is needed', async () => {
    addDownload(buildDownload({ vfid: 1, expiresAtSec: 1_799_999_999 }))
    server.isLost(downloads.begin)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Продлить' }))
    await screen.findByText('Чтобы продлить срок, подключитесь к интернету.')
    server.rejects(downloads.begin, { failure: 'not_subscribed', message: 'Нужна подписка' })
    await user.click(screen.getByRole('button', { name: 'Продлить' }))
    await screen.findByText('Нужна подписка')
    expect(downloadOf(1)?.expiresAtSec).toBe(1_799_999_999)
  })

  it('are listed without a connection, and the page shows that', async () => {
    addDownload(buildDownload({ vfid: 1 }))
    await open()
    act(() => connection.report('network_error'))
    expect(screen.getByText('Интернета нет: здесь то, что можно смотреть без него.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Смотреть' })).toBeTruthy()
  })
})
