/** How a viewer sees the end of a session, and what the shell does on long pages. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { site } from '#contract/site/site.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import type { SessionEndNotice } from '#web/session/session-rules.ts'
import { session } from '#web/session/session.ts'
import { Toaster, showToast } from '#web/ui/dialogs/toast.tsx'
import { useAccessCheck } from './dialogs/access-check.ts'
import { useWordOfLeaving } from './dialogs/logout-message.ts'
import { BackToTop } from './page/back-to-top.tsx'
import { SessionEndScreen } from './session-end/session-end-screen.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(site.ipCheck, { is_tasix: 1 })
})

describe('[ACC-11] the end of a session', () => {
  const ended: SessionEndNotice = {
    reason: 'ended',
    supportPhone: '',
    token: 'token-1',
    toLogin: false,
    clearing: null,
  }
  const blocked: SessionEndNotice = { ...ended, reason: 'blocked', supportPhone: '+998 71 200-00-14' }

  function open(
    own: Partial<Parameters<typeof SessionEndScreen>[0]>,
    visit: Parameters<typeof show>[1] = {},
  ) {
    const screenProps = { sessionEndNotice: ended, isPrivate: false, leadsToLogin: false, ...own }
    return show(<SessionEndScreen {...screenProps} />, { at: '/movie/7?from=search', ...visit })
  }

  it('is shown first, with its reason, and leads to the login and back to this page', async () => {
    const { user, router } = await open({})
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Сессия завершена' }))
    expect(document.title).toMatch(/^Сессия завершена · /)
    await user.click(screen.getByRole('button', { name: 'Войти снова' }))
    expect(router.get().location).toMatchObject({
      pathname: '/login',
      state: { from: '/movie/7?from=search' },
    })
  })

  it('[APP-01] on a television puts the focus where OK has an action', async () => {
    await open({}, { television: true })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Войти снова' }))
  })

  it('of a blocked account shows whom to call, with a link to log in with another account', async () => {
    await open({ sessionEndNotice: blocked })
    const call = screen.getByRole('link', { name: 'Позвонить: +998 71 200-00-14' })
    expect(call.getAttribute('href')).toBe('tel:+998712000014')
    expect(screen.getByRole('button', { name: 'Войти в другой аккаунт' })).toBeTruthy()
  })

  it('of a deactivated account requests the phone number when it was not in the response', async () => {
    const status = { status: 1, reason: 'deactivated', support_phone: '+998 71 200-00-15', renew: 0 } as const
    server.responds(accounts.status, status)
    await open({ sessionEndNotice: { ...ended, reason: 'deactivated' } })
    expect(screen.getByRole('heading', { name: 'Ваш аккаунт деактивирован' })).toBeTruthy()
    expect(await screen.findByRole('link', { name: /200-00-15/ })).toBeTruthy()
  })

  it('lets a guest stay on an open page, and leads home from a private one', async () => {
    const { user, unmount } = await open({})
    await user.click(screen.getByRole('button', { name: 'Остаться гостем' }))
    expect(address()).toBe('/movie/7?from=search')
    unmount()
    const other = await open({ isPrivate: true }, { at: '/cabinet' })
    await other.user.click(screen.getByRole('button', { name: 'На главную' }))
    expect(address()).toBe('/')
  })

  it('[ACC-08] offers nothing where the login opens by itself', async () => {
    await open({ leadsToLogin: true })
    expect(screen.getByText('Сейчас откроется вход…')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('[ACC-07] a viewer who has logged out in another tab', () => {
  function Page() {
    useWordOfLeaving()
    return <Toaster />
  }
  const look = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    fireEvent(document, new Event('visibilitychange'))
  }

  it('sees a message when this one becomes visible', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await show(<Page />, { as: viewer })
    act(() => showToast('said before'))
    act(() => session.signOut())
    expect(screen.getByRole('status').textContent).toBe('said before')
    act(() => look('visible'))
    expect(screen.getByRole('status').textContent).toBe('Вы вышли из аккаунта')
    vi.restoreAllMocks()
  })

  it('sees none after logging in again meanwhile', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await show(<Page />, { as: viewer })
    act(() => showToast('said before'))
    act(() => session.signOut())
    act(() => session.signIn(viewer))
    act(() => look('visible'))
    expect(screen.getByRole('status').textContent).toBe('said before')
    vi.restoreAllMocks()
  })
})

describe('[ACC-06] a page that stays open', () => {
  function Page() {
    useAccessCheck('/channel/7')
    return null
  }
  const checks = () => server.requests(accounts.status).length

  it('checks the token every half a minute, and when it becomes visible again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    server.responds(accounts.status, { status: 0, reason: 'good', support_phone: '', renew: 0 })
    const { unmount } = await show(<Page />, { as: viewer })
    expect(checks()).toBe(1)
    await act(async () => void vi.advanceTimersByTime(60_000))
    expect(checks()).toBe(3)
    await act(async () => void fireEvent(document, new Event('visibilitychange')))
    expect(checks()).toBe(4)
    unmount()
    await act(async () => void vi.advanceTimersByTime(60_000))
    expect(checks()).toBe(4)
  })

  it('[ACC-09] notices during playback that its device was removed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    server.responds(accounts.status, { status: 0, reason: 'good', support_phone: '', renew: 0 })
    await show(<Page />, { as: viewer })
    server.responds(accounts.status, { status: 1, reason: 'none', support_phone: '', renew: 0 })
    await act(async () => void vi.advanceTimersByTime(30_000))
    await waitFor(() => expect(session.get().token).toBeNull())
  })
})

describe('[SHELL-03] the button back to the top', () => {
  function scrollTo(y: number) {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
    act(() => void fireEvent.scroll(window))
  }

  it('appears after two screens, and moves the focus to the top as well', async () => {
    Object.defineProperty(window, 'innerHeight', { value: 900, configurable: true })
    const upwards = vi.fn()
    vi.stubGlobal('scrollTo', upwards)
    const { user } = await show(
      <>
        <main id="main" tabIndex={-1} />
        <BackToTop />
      </>,
    )
    scrollTo(1800)
    expect(screen.queryByRole('button', { name: /наверх/i })).toBeNull()
    scrollTo(1801)
    await user.click(screen.getByRole('button', { name: /наверх/i }))
    expect(upwards).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
    expect(document.activeElement).toBe(screen.getByRole('main'))
    scrollTo(0)
    expect(screen.queryByRole('button', { name: /наверх/i })).toBeNull()
  })
})
