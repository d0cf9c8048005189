import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { address, show, viewer, type ShownPage } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { connection } from '#web/session/requests/connection.ts'
import { useLocation } from '#web/router/router.ts'
import { session } from '#web/session/session.ts'
import { LoginScreen } from './login-screen.tsx'

/** The login is rendered on its own page, as on the site. */
function Login() {
  return useLocation().pathname === '/login' ? <LoginScreen /> : null
}

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(accounts.login, { authkey: 'token-1', abonement: '1000042' })
})

const who = () => screen.getByLabelText<HTMLInputElement>('Телефон или абонентский номер')
const password = () => screen.getByLabelText<HTMLInputElement>('Пароль')
const enter = () => screen.getByRole('button', { name: /^Войти/ })

async function logIn({ user }: Pick<ShownPage, 'user'>, number = '901234567', secret = 'a password') {
  await user.type(who(), number)
  if (secret !== '') await user.type(password(), secret)
  await user.click(enter())
}

describe('the login', () => {
  it('accepts a phone as it is typed, stores the token and continues to the requested page', async () => {
    const page = await show(<Login />, { at: '/login', state: { from: '/my/history?page=2' } })
    await logIn(page)
    await waitFor(() => expect(address()).toBe('/my/history?page=2'))
    expect(server.requests(accounts.login)[0]?.input).toMatchObject({ password: 'a password' })
    expect(String(server.requests(accounts.login)[0]?.input['phone_number']).replace(/\D/g, '')).toBe(
      '998901234567',
    )
    expect(session.get()).toMatchObject({ token: 'token-1', abonement: '1000042', access: true })
    expect(localStorage.getItem('token')).toBe('token-1')
    expect(localStorage.getItem('device_uid')).toBe(server.requests(accounts.login)[0]?.input['device_uid'])
  })

  it('[SHELL-05] leads to the cabinet without a requested page, and also for a logged-in viewer', async () => {
    const page = await show(<Login />, { at: '/login' })
    await logIn(page)
    await waitFor(() => expect(address()).toBe('/cabinet'))
    page.unmount()
    await show(<Login />, { at: '/login', as: viewer })
    await waitFor(() => expect(address()).toBe('/cabinet'))
  })

  it('[SHELL-05] never leads to another site', async () => {
    const page = await show(<Login />, { at: '/login', state: { from: '//elsewhere.test/' } })
    await logIn(page)
    await waitFor(() => expect(address()).toBe('/cabinet'))
  })

  it.each([
    ['', '', ['Введите телефон или абонентский номер', 'Введите пароль']],
    ['+99890123', 'x', ['Проверьте номер: нужны девять цифр после +998']],
  ])('sends no request while %j / %j cannot be valid', async (number, secret, words) => {
    const page = await show(<Login />, { at: '/login' })
    if (number !== '') await page.user.type(who(), number)
    if (secret !== '') await page.user.type(password(), secret)
    await page.user.click(enter())
    for (const one of words) expect(screen.getByText(one)).toBeTruthy()
    expect(server.requests(accounts.login)).toEqual([])
    expect(document.activeElement).toBe(who())
  })

  it("shows a rejection at the password with the server's message, until the viewer types", async () => {
    server.rejects(accounts.login, { failure: 'wrong_credentials', message: 'Неверный номер или пароль' })
    const page = await show(<Login />, { at: '/login' })
    await logIn(page)
    await screen.findByText('Неверный номер или пароль')
    expect(password().getAttribute('aria-invalid')).toBe('true')
    await page.user.type(password(), 'x')
    expect(screen.queryByText('Неверный номер или пароль')).toBeNull()
    expect(session.get().token).toBeNull()
  })

  it('[SHELL-08] shows that there is no connection, only as long as that is so', async () => {
    server.isLost(accounts.login)
    const page = await show(<Login />, { at: '/login' })
    await logIn(page)
    await screen.findByText(/^Нет связи с сервером/)
    act(() => connection.report('status'))
    expect(screen.queryByText(/^Нет связи с сервером/)).toBeNull()
    expect(password().value).toBe('a password')
  })

  it('[ACC-14] waits after too many attempts, and counts down', async () => {
    server.rejects(accounts.login, {
      failure: 'too_many_requests',
      message: 'Слишком много',
      retryAfterSec: 90,
    })
    const page = await show(<Login />, { at: '/login' })
    await logIn(page)
    await waitFor(() => expect(enter().textContent).toMatch(/^Войти через 1:(?:30|29)$/))
    expect(enter()).toHaveProperty('disabled', true)
  })

  it.each([
    ['account_blocked', 'Аккаунт заблокирован'],
    ['account_deactivated', 'Ваш аккаунт деактивирован'],
  ] as const)(
    '[ACC-11] shows for a closed account (%s) whom to call, and allows another login',
    async (failure, title) => {
      server.rejects(accounts.login, { failure, message: '' })
      server.responds(accounts.status, {
        status: 1,
        reason: 'none',
        support_phone: '+998 71 200-00-14',
        renew: 0,
      })
      const page = await show(<Login />, { at: '/login' })
      await logIn(page)
      await screen.findByRole('heading', { name: title })
      await page.user.click(screen.getByRole('button', { name: 'Войти в другой аккаунт' }))
      expect(password().value).toBe('')
    },
  )

  it('[ACC-09] lets a device of a full account be removed, and continues by itself', async () => {
    const current = {
      device_id: 9,
      kind: 'tv',
      name: 'Телевизор',
      model: 'LG',
      place: 1,
      first_seen_at: 1_700_000_000,
      last_seen_at: 1_700_000_000,
      address: '198.51.100.7',
      is_tasix: 1,
      is_current: 0,
    }
    server.rejects(accounts.login, {
      failure: 'device_limit',
      message: 'Все места заняты',
      data: { devices: { item: [current] } },
    })
    const page = await show(<Login />, { at: '/login', state: { from: '/tv' } })
    await logIn(page)
    await screen.findByRole('heading', { name: 'Все места заняты' })
    server.responds(accounts.login, { authkey: 'token-1', abonement: '1000042' })
    await page.user.click(screen.getByRole('button', { name: /Телевизор/ }))
    await waitFor(() => expect(address()).toBe('/tv'))
    expect(server.requests(accounts.login)[1]?.input).toMatchObject({
      release_device_id: 9,
      password: 'a password',
    })
  })

  it('sends one request however often the button is pressed', async () => {
    const letThrough = server.waits(accounts.login, { authkey: 'token-1', abonement: '1000042' })
    const page = await show(<Login />, { at: '/login' })
    await logIn(page)
    await page.user.type(password(), '{Enter}{Enter}')
    letThrough()
    await waitFor(() => expect(session.get().token).toBe('token-1'))
    expect(server.requests(accounts.login)).toHaveLength(1)
  })

  it('shows the password on request', async () => {
    const { user } = await show(<Login />, { at: '/login' })
    expect(password().type).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Показать пароль' }))
    expect(password().type).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Скрыть пароль' }))
    expect(password().type).toBe('password')
  })

  it('[I18N-01] changes its language and keeps what was typed', async () => {
    const { user } = await show(<Login />, { at: '/login' })
    await user.type(password(), 'secret')
    await user.click(within(screen.getByRole('group', { name: 'Язык' })).getByRole('button', { name: /^UZ/ }))
    expect(screen.queryByLabelText('Пароль')).toBeNull()
    expect(document.querySelector<HTMLInputElement>('[name="password"]')?.value).toBe('secret')
  })
})
