import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { notifications, type Notification } from '#contract/site/notifications.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { NotificationScreen } from '#web/screens/notifications/notification-screen.tsx'
import { NotificationsScreen } from '#web/screens/notifications/notifications-screen.tsx'
import { connection } from '#web/session/requests/connection.ts'
import { viewerKey } from '#web/session/session-rules.ts'
import { session } from '#web/session/session.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { BellFollower } from './bell-follower.tsx'
import { BellLink } from './bell-link.tsx'
import { bellStore } from './bell.ts'

const nowSec = 1_800_000_000
const dayMs = 86_400_000
let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  connection.report('status')
})

function letter(id: number, own: Partial<Notification> = {}): Notification {
  return {
    id,
    title: `Письмо ${id}`,
    body: `Текст ${id}`,
    href: '',
    is_read: 0,
    created_at: nowSec - id,
    ...own,
  }
}

function list(
  items: readonly Notification[],
  own: { readonly page?: number; readonly last_page?: number } = {},
) {
  const unread = items.filter(({ is_read }) => is_read === 0).length
  return { data: items, total_count: items.length, unread_count: unread, page: 1, last_page: 1, ...own }
}

describe('[NOTIF-01] the bell', () => {
  function Bell() {
    return (
      <>
        <BellLink />
        <BellFollower />
      </>
    )
  }

  it('counts unread notifications, announces the number in the right form, and shows nothing for none', async () => {
    await show(<BellLink />, { as: viewer })
    const link = screen.getByRole('link')
    expect(link.textContent).toBe('Уведомления')
    for (const [unread, shown, spoken] of [
      [1, '1', '1 непрочитанное'],
      [3, '3', '3 непрочитанных'],
      [120, '99+', '120 непрочитанных'],
    ] as const) {
      act(() => bellStore.tell({ lastId: 9, unread }))
      expect(within(link).getByText(shown).getAttribute('aria-hidden')).toBe('true')
      expect(within(link).getByText(spoken)).toBeTruthy()
    }
    act(() => bellStore.tell({ lastId: 9, unread: 0 }))
    expect(link.textContent).toBe('Уведомления')
  })

  it('[ACC-07] clears everything at a logout, also in the storage', async () => {
    await show(<BellLink />, { as: viewer })
    act(() => bellStore.tell({ lastId: 9, unread: 3 }))
    expect(localStorage.getItem('bell')).toContain('"unread":3')
    act(() => session.signOut())
    expect(screen.getByRole('link').textContent).toBe('Уведомления')
    expect(localStorage.getItem('bell')).toBeNull()
  })

  it('takes over what another tab has received, but not from another viewer', async () => {
    server.waits(notifications.wait, { last_id: 1, unread_count: 1 })
    await show(<Bell />, { as: viewer })
    const ours = viewerKey(session.get())
    const hear = (stored: object | string) => {
      localStorage.setItem('bell', typeof stored === 'string' ? stored : JSON.stringify(stored))
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'bell' })))
      return bellStore.get()
    }
    expect(hear({ viewer: 'somebody else', lastId: 9, unread: 5 })).toBeNull()
    expect(hear('{')).toBeNull()
    expect(hear({ viewer: ours, lastId: '9', unread: 5 })).toBeNull()
    expect(hear({ viewer: ours, lastId: 9, unread: 5 })).toEqual({ lastId: 9, unread: 5 })
  })

  it('shows a notification that has just come, and links to it', async () => {
    bellStore.tell({ lastId: 4, unread: 0 })
    server.responds(notifications.list, list([letter(5, { title: 'Новая серия' })]))
    server.waits(notifications.wait, { last_id: 4, unread_count: 0 })
    const { user } = await show(<Bell />, { at: '/tv', as: viewer })
    act(() => bellStore.tell({ lastId: 4, unread: 0 }))
    act(() => bellStore.tell({ lastId: 5, unread: 1 }))
    await user.click(await screen.findByRole('link', { name: /Новая серия/ }))
    expect(address()).toBe('/notifications/5')
    expect(screen.queryByText('Новая серия')).toBeNull()
  })

  it('shows no older notification, none that was read here, and none on the page of the list', async () => {
    server.responds(notifications.list, list([letter(5)]))
    server.waits(notifications.wait, { last_id: 5, unread_count: 1 })
    const { router } = await show(<Bell />, { at: '/tv', as: viewer })
    act(() => bellStore.tell({ lastId: 5, unread: 1 }))
    expect(server.requests(notifications.list)).toEqual([])
    await act(async () => router.navigate('/notifications'))
    server.responds(notifications.list, list([letter(6)]))
    await act(async () => bellStore.tell({ lastId: 6, unread: 2 }))
    await waitFor(() => expect(server.requests(notifications.list)).toHaveLength(1))
    expect(screen.queryByText('Письмо 6')).toBeNull()
  })

  it('can be closed', async () => {
    server.responds(notifications.list, list([letter(5)]))
    server.waits(notifications.wait, { last_id: 4, unread_count: 0 })
    const { user } = await show(<Bell />, { as: viewer })
    act(() => bellStore.tell({ lastId: 4, unread: 0 }))
    act(() => bellStore.tell({ lastId: 5, unread: 1 }))
    await screen.findByText('Письмо 5')
    await user.click(screen.getByRole('button', { name: 'Закрыть' }))
    expect(screen.queryByText('Письмо 5')).toBeNull()
    expect(bellStore.get()?.unread).toBe(1)
  })
})

describe('[NOTIF-01] the list', () => {
  function Page() {
    return (
      <>
        <NotificationsScreen />
        <Toaster />
      </>
    )
  }
  const at = '/notifications'

  it('is grouped by day, the newest first, and marks what is new', async () => {
    const items = [
      letter(3),
      letter(2, { created_at: nowSec - dayMs / 1000, is_read: 1 }),
      letter(1, { created_at: nowSec - (5 * dayMs) / 1000 }),
    ]
    server.responds(notifications.list, list(items))
    await show(<Page />, { at, as: viewer })
    await screen.findByText('Письмо 3')
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(headings.slice(0, 2)).toEqual(['Сегодня', 'Вчера'])
    expect(headings).toHaveLength(3)
    expect(screen.getAllByText(/Не прочитано/)).toHaveLength(2)
    expect(screen.getByRole('link', { name: /Письмо 2/ }).getAttribute('href')).toBe('/notifications/2')
  })

  it('is marked as read up to what is shown', async () => {
    server.responds(notifications.list, list([letter(3), letter(2)]))
    server.responds(notifications.readAll, { unread_count: 0 })
    const { user } = await show(<Page />, { at, as: viewer })
    await user.click(await screen.findByRole('button', { name: 'Прочитать все' }))
    await screen.findByText('Все уведомления прочитаны')
    expect(server.requests(notifications.readAll)[0]?.input).toMatchObject({ up_to: 3 })
    expect(screen.queryByText(/Не прочитано/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Прочитать все' })).toBeNull()
  })

  it('shows a message when marking it failed', async () => {
    server.responds(notifications.list, list([letter(3)]))
    server.isLost(notifications.readAll)
    const { user } = await show(<Page />, { at, as: viewer })
    await user.click(await screen.findByRole('button', { name: 'Прочитать все' }))
    await screen.findByText(/^Не получилось отметить/)
    expect(screen.getAllByText(/Не прочитано/)).toHaveLength(1)
  })

  it('grows page by page, without duplicates; a page that failed can be retried', async () => {
    server.respondsBy(notifications.list, ({ page }) =>
      Number(page) === 1
        ? list([letter(5), letter(4)], { last_page: 2 })
        : list([letter(4), letter(3)], { last_page: 2 }),
    )
    const { user } = await show(<Page />, { at, as: viewer })
    const more = await screen.findByRole('link', { name: 'Показать ещё' })
    expect(more.getAttribute('href')).toBe('/notifications?page=2')
    server.isLost(notifications.list)
    await user.click(more)
    const retry = await screen.findByRole('button', { name: 'Повторить' })
    server.responds(notifications.list, list([letter(4), letter(3)], { last_page: 2 }))
    await user.click(retry)
    await screen.findByText('Письмо 3')
    expect(screen.getAllByText('Письмо 4')).toHaveLength(1)
    expect(screen.queryByRole('link', { name: 'Показать ещё' })).toBeNull()
  })

  it('starts with the page in its address, with a link to newer notifications', async () => {
    server.responds(notifications.list, list([letter(1)], { page: 3, last_page: 3 }))
    await show(<Page />, { at: '/notifications?page=3', as: viewer })
    await screen.findByText('Письмо 1')
    expect(server.requests(notifications.list)[0]?.input['page']).toBe('3')
    expect(screen.getByRole('link', { name: 'К более новым' }).getAttribute('href')).toBe(
      '/notifications?page=2',
    )
  })

  it('shows a guest the notifications for everybody, without the token, and leads to the login and back', async () => {
    server.responds(notifications.list, list([letter(1, { is_read: 1 })]))
    const { user, router } = await show(<Page />, { at })
    await screen.findByText('Письмо 1')
    expect(server.requests(notifications.list)[0]?.headers['authorization']).toBeUndefined()
    expect(screen.queryByRole('button', { name: 'Прочитать все' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Войти' }))
    expect(router.get().location.state).toEqual({ from: at })
  })

  it('shows what will be listed here when it is empty, and a retry when it failed', async () => {
    server.rejects(notifications.list, { failure: 'busy', message: 'занято' })
    const { user } = await show(<Page />, { at, as: viewer })
    await screen.findByRole('alert')
    server.responds(notifications.list, list([]))
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByText('Уведомлений пока нет')
  })
})

describe('[NOTIF-01] one notification', () => {
  const at = '/notifications/5'
  const opened = { ...letter(5, { body: 'Первый абзац\n\nВторой', href: '/tariff' }), unread_count: 2 }

  it("is marked as read once it is opened, and the bell shows the server's count", async () => {
    bellStore.tell({ lastId: 5, unread: 3 })
    server.responds(notifications.one, opened)
    await show(<NotificationScreen />, { at, as: viewer })
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Письмо 5')
    expect([screen.getByText('Первый абзац').tagName, screen.getByText('Второй').tagName]).toEqual(['P', 'P'])
    expect(screen.getByRole('link', { name: 'Перейти' }).getAttribute('href')).toBe('/tariff')
    await waitFor(() => expect(bellStore.get()?.unread).toBe(2))
    expect(bellStore.isReadHere(5)).toBe(true)
    expect(document.title).toBe('Письмо 5 · Ekran')
  })

  it('shows a message when it no longer exists; one that failed to load can be retried', async () => {
    server.rejects(notifications.one, { failure: 'not_found', message: '' })
    const first = await show(<NotificationScreen />, { at, as: viewer })
    await screen.findByText('Такого уведомления нет')
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
    first.unmount()
    server.isLost(notifications.one)
    const { user } = await show(<NotificationScreen />, { at: '/notifications/6', as: viewer })
    await screen.findByRole('alert')
    server.responds(notifications.one, { ...opened, id: 6 })
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByRole('heading', { level: 1 })
  })
})
