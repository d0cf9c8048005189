import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { notifications, type Notification } from '#contract/site/notifications.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { bellStore } from '#web/notifications/bell.ts'
import { useLocation } from '#web/router/router.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { NotificationScreen } from './notification-screen.tsx'
import { NotificationsScreen } from './notifications-screen.tsx'

/** Friday, 13:00 in Tashkent. */
const nowSec = 1_800_000_000
const daySec = 86_400

let server: SimulatedServer
/** Ids that no earlier test used: the read state is kept as long as the page is open. */
let first = 0
beforeEach(() => {
  first += 100
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
})

function notice(place: number, own: Partial<Notification> = {}): Notification {
  const id = first - place
  return { id, title: `Новость ${place}`, body: 'Текст', href: '', is_read: 1, created_at: nowSec, ...own }
}

function has(items: readonly Notification[], unread_count = 0, last_page = 1) {
  const data = { data: items, total_count: items.length, unread_count, page: 1, last_page }
  server.responds(notifications.list, data)
}

/** The list, and each of its notifications on its own page. */
function Page() {
  return useLocation().pathname === '/notifications' ? <NotificationsScreen /> : <NotificationScreen />
}

const open = (at = '/notifications', visit: Parameters<typeof show>[1] = { as: viewer }) =>
  show(
    <>
      <Page />
      <Toaster />
    </>,
    { at, ...visit },
  )

const marked = () => [...document.querySelectorAll('[data-unread]')].map((row) => words(row))

describe('[NOTIF-01] the notifications', () => {
  it('are grouped by the day they arrived, and show which are new', async () => {
    has(
      [
        notice(1, { is_read: 0, created_at: nowSec - 60 }),
        notice(2, { created_at: nowSec - daySec }),
        notice(3, { created_at: nowSec - 2 * daySec }),
      ],
      1,
    )
    await open()
    await screen.findByText('Новость 1')
    const days = screen.getAllByRole('heading', { level: 2 }).map((day) => words(day))
    expect(days).toEqual(['Сегодня', 'Вчера', 'среда, 13 января'])
    expect(marked()).toEqual([expect.stringMatching(/^Не прочитано: Новость 1.*12:59$/)])
  })

  it('are marked as read once they are opened, also in the list', async () => {
    const one = notice(1, { is_read: 0, body: 'Первый абзац.\n\nВторой абзац.', href: '/tariff' })
    has([one], 1)
    server.responds(notifications.one, { ...one, unread_count: 0 })
    const { user, router } = await open()
    await user.click(await screen.findByRole('link', { name: /Новость 1/ }))
    await screen.findByRole('heading', { level: 1, name: 'Новость 1' })
    expect(screen.getByText('Второй абзац.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Перейти' }).getAttribute('href')).toBe('/tariff')
    await user.click(screen.getByRole('link', { name: /Все уведомления/ }))
    await waitFor(() => expect(router.get().location.pathname).toBe('/notifications'))
    await screen.findByText('Новость 1')
    expect(marked()).toEqual([])
  })

  it('are all marked as read up to the newest one shown', async () => {
    has([notice(1, { is_read: 0 }), notice(2, { is_read: 0 })], 2)
    server.responds(notifications.readAll, { unread_count: 0 })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Прочитать все' }))
    await screen.findByText('Все уведомления прочитаны')
    expect(server.requests(notifications.readAll)[0]?.input).toMatchObject({ up_to: first - 1 })
    expect(marked()).toEqual([])
  })

  it('stay new when the request failed, with a message', async () => {
    has([notice(1, { is_read: 0 })], 1)
    server.isLost(notifications.readAll)
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Прочитать все' }))
    await screen.findByText(/^Не получилось отметить/)
    expect(marked()).toHaveLength(1)
  })

  it('that arrive while the list is open are added to it', async () => {
    has([notice(2)])
    await open()
    await screen.findByText('Новость 2')
    act(() => bellStore.tell({ lastId: first - 2, unread: 0 }))
    has([notice(1, { is_read: 0 }), notice(2)], 1)
    act(() => bellStore.tell({ lastId: first - 1, unread: 1 }))
    await screen.findByText('Новость 1')
  })

  it('continue at the end of the list, and can be retried', async () => {
    has([notice(1)], 0, 2)
    const { user } = await open()
    await screen.findByText('Новость 1')
    server.isLost(notifications.list)
    await user.click(screen.getByRole('link', { name: 'Показать ещё' }))
    await screen.findByRole('button', { name: 'Повторить' })
    has([notice(2)], 0, 2)
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText('Новость 2')
    expect(screen.getByText('Новость 1')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Показать ещё' })).toBeNull()
  })

  it('show what will be listed here when there are none', async () => {
    has([])
    await open()
    await screen.findByText('Уведомлений пока нет')
  })

  it('of a guest are those for everybody, with a link to the login and back', async () => {
    has([notice(1)])
    const { user } = await open('/notifications', {})
    await screen.findByText('Новость 1')
    await user.click(screen.getByRole('link', { name: 'Войти' }))
    expect(address()).toBe('/login')
    expect((history.state as { state: unknown }).state).toEqual({ from: '/notifications' })
  })
})

describe('[NOTIF-01] a notification by its address', () => {
  it('that no longer exists shows a message; one that failed can be retried', async () => {
    server.rejects(notifications.one, { failure: 'busy', message: 'Сервис перегружен' })
    const { user } = await open(`/notifications/${first}`)
    await screen.findByRole('alert')
    server.rejects(notifications.one, { failure: 'not_found', message: 'Нет' })
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText('Такого уведомления нет')
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
  })
})
