import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { telegram } from '#contract/accounts/telegram.ts'
import { address, show } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { useLocation } from '#web/router/router.ts'
import { session } from '#web/session/session.ts'
import { LoginScreen } from './login-screen.tsx'
import { notePress, pageWith, takeResult } from './steps/telegram-login.tsx'

function Login() {
  return useLocation().pathname === '/login' ? <LoginScreen /> : null
}

const page = 'https://oauth.telegram.org/auth?bot_id=42&request_access=write'
let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(telegram.loginPage, { address: page })
})
afterEach(() => history.replaceState(null, '', '/'))

describe('[TG-01] the login by Telegram', () => {
  it('goes to the page of Telegram with where to come back, and loads nothing of it before', async () => {
    await show(<Login />, { at: '/login' })
    await screen.findByRole('button', { name: 'Через Telegram' })
    expect(document.querySelector('script[src*="telegram"]')).toBeNull()
    const url = new URL(pageWith(page, 'https://tv.example.uz'))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ bot_id: '42', request_access: 'write', origin: 'https://tv.example.uz' },
      return_to: 'https://tv.example.uz/login',
    })
  })

  it('starts a session with what Telegram led back with, which leaves the address', async () => {
    server.responds(telegram.logIn, { authkey: 'token-7', abonement: '1000042' })
    notePress()
    await show(<Login />, { at: '/login#tgAuthResult=eyJpZCI6N30' })
    await waitFor(() => expect(address()).toBe('/cabinet'))
    expect(server.requests(telegram.logIn)).toHaveLength(1)
    expect(server.requests(telegram.logIn)[0]?.input).toMatchObject({ result: 'eyJpZCI6N30' })
    expect(session.get()).toMatchObject({ token: 'token-7' })
    expect(location.hash).toBe('')
  })

  it('says why an account is not linked, and the form stays', async () => {
    server.rejects(telegram.logIn, {
      failure: 'telegram_unknown',
      message: 'Этот Telegram не подключён к аккаунту',
    })
    notePress()
    await show(<Login />, { at: '/login#tgAuthResult=eyJpZCI6N30' })
    await screen.findByText(/не подключён к аккаунту/)
    screen.getByLabelText('Пароль')
  })

  it('does nothing when the person declined, or nothing came back', () => {
    for (const hash of ['#tgAuthResult=false', '#tgAuthResult=', '#tgAuthResult=%E0%A4', '#other', '']) {
      if (hash.startsWith('#tg')) notePress()
      history.replaceState(null, '', `/login${hash}`)
      expect(takeResult(), hash).toBeUndefined()
    }
  })

  it('does not begin by the link of another person: without a press in this tab, or long after it', async () => {
    const arrive = () => history.replaceState(null, '', '/login?a=1#tgAuthResult=eyJpZCI6N30')
    await show(<Login />, { at: '/login?a=1#tgAuthResult=eyJpZCI6N30' })
    await screen.findByRole('button', { name: 'Через Telegram' })
    expect(location.hash).toBe('')
    expect(server.requests(telegram.logIn)).toHaveLength(0)
    notePress(1_000_000)
    arrive()
    expect(takeResult(1_600_001)).toBeUndefined()
    expect(location.hash).toBe('')
    notePress(1_000_000)
    arrive()
    expect(takeResult(1_600_000)).toBe('eyJpZCI6N30')
    arrive()
    expect(takeResult(1_600_000), 'the press ended').toBeUndefined()
  })

  it('notes the press also where the storage is closed', () => {
    const closed = () => {
      throw new DOMException('closed', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', {
      getItem: closed,
      setItem: closed,
      removeItem: closed,
      clear: () => undefined,
    })
    history.replaceState(null, '', '/login#tgAuthResult=eyJpZCI6N30')
    notePress()
    expect(takeResult()).toBe('eyJpZCI6N30')
  })

  it('is not offered without a bot', async () => {
    server.responds(telegram.loginPage, { address: '' })
    await show(<Login />, { at: '/login' })
    await expect.poll(() => server.requests(telegram.loginPage).length).toBe(1)
    expect(screen.queryByRole('button', { name: 'Через Telegram' })).toBeNull()
  })
})
