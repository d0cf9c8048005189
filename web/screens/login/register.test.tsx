import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { registration } from '#contract/accounts/registration.ts'
import { address, show, viewer, words, type ShownPage } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { useLocation } from '#web/router/router.ts'
import { session } from '#web/session/session.ts'
import { forgetSteps } from './flow/stored-steps.ts'
import { LoginScreen } from './login-screen.tsx'

/** 13:00 in Tashkent on 15 January 2027. */
const nowSec = 1_800_000_000
const waiting: ResponseOf<typeof registration.register> = {
  ...{ state: 'sms_sent', resend_after_sec: 60, expires_in_sec: 300, captcha_url: '', may_be_telegram: 0 },
  ...{ ways: { item: ['sms', 'call'] }, authkey: null, abonement: null },
}

let server: SimulatedServer
beforeEach(() => {
  forgetSteps()
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  isOpen('sms', 'call')
  server.respondsBy(registration.register, ({ password, check }) => {
    if (check === 1) return { ...waiting, state: 'code_right' as const }
    if (password === undefined) return waiting
    return { ...waiting, state: 'done' as const, authkey: 'token-2', abonement: '1000077' }
  })
})

function isOpen(...ways: readonly ('sms' | 'call' | 'captcha')[]) {
  server.responds(registration.settings, { is_open: 1, ways: { item: ways } })
}

/** The login is rendered on its own page, as on the site. */
function Login() {
  return useLocation().pathname === '/login' ? <LoginScreen /> : null
}

const open = (at: string, visit: Parameters<typeof show>[1] = {}) => show(<Login />, { at, ...visit })
const phone = () => screen.getByLabelText<HTMLInputElement>('Мобильный телефон')
const code = () => screen.findByLabelText<HTMLInputElement>('Код из шести цифр')
const press = ({ user }: ShownPage, name: string | RegExp) => user.click(screen.getByRole('button', { name }))
const asked = () => server.requests(registration.register).map(({ input }) => input)

async function askForCode(page: ShownPage) {
  await page.user.type(phone(), '901234567')
  await page.user.click(screen.getByRole('checkbox', { name: /Я принимаю/ }))
  await press(page, 'Получить код')
  await code()
}

async function enterCode(page: ShownPage) {
  await askForCode(page)
  await page.user.type(await code(), '480913')
  await screen.findByRole('heading', { name: 'Придумайте пароль' })
}

describe('[ACC-02] a registration', () => {
  it("leads from the phone through the code and the password to the account's number", async () => {
    const page = await open('/login?step=register')
    await enterCode(page)
    await page.user.type(screen.getByLabelText(/^Как вас зовут/), 'Дилноза')
    await page.user.type(screen.getByLabelText('Пароль'), 'a long password')
    await press(page, 'Создать аккаунт')
    await screen.findByRole('heading', { name: 'Добро пожаловать!' })
    // What can be done with the number is read after the number.
    expect(words()).toMatch(/Ваш абонентский номер1 000 077.*входите по этому номеру/)
    const [first, check, last] = asked()
    expect(first).toMatchObject({ mobile_phone_number: '+998901234567', send_sms: 1, terms: 1 })
    expect(first?.['comment']).toBe('Site 15.01.2027')
    expect(check).toMatchObject({ code: '480913', check: 1 })
    expect(last).toMatchObject({ code: '480913', password: 'a long password', name: 'Дилноза' })
    expect(session.get()).toMatchObject({ token: 'token-2', abonement: '1000077' })
  })

  it('[SHELL-05] continues to the requested page once the number was read', async () => {
    const page = await open('/login?step=register', { state: { from: '/channel/5' } })
    await enterCode(page)
    await page.user.type(screen.getByLabelText('Пароль'), 'a long password{Enter}')
    await screen.findByRole('heading', { name: 'Добро пожаловать!' })
    expect(address()).toMatch(/^\/login/)
    await press(page, 'Начать смотреть')
    await waitFor(() => expect(address()).toBe('/channel/5'))
  })

  it('requires a valid phone and the terms', async () => {
    const page = await open('/login?step=register')
    await press(page, 'Получить код')
    expect(screen.getByText('Введите номер телефона')).toBeTruthy()
    expect(screen.getByText('Чтобы продолжить, примите условия')).toBeTruthy()
    await page.user.type(phone(), '90123')
    expect(screen.queryByText('Введите номер телефона')).toBeNull()
    await press(page, 'Получить код')
    expect(screen.getByText('Проверьте номер: нужны девять цифр после +998')).toBeTruthy()
    expect(asked()).toEqual([])
  })

  it('keeps what was typed when the page is left for the terms, but never a password', async () => {
    const page = await open('/login?step=register')
    await enterCode(page)
    await page.user.type(screen.getByLabelText('Пароль'), 'a long password')
    page.unmount()
    await open('/login?step=register')
    expect(phone().value).toBe('+998 90 123-45-67')
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    expect(sessionStorage.getItem('getting-in')).not.toMatch(/a long|480913/)
  })

  it('for a phone that has an account leads to the login or to a new password', async () => {
    server.rejects(registration.register, { failure: 'phone_registered', message: 'Уже есть' })
    const page = await open('/login?step=register')
    await page.user.type(phone(), '901234567')
    await page.user.click(screen.getByRole('checkbox'))
    await press(page, 'Получить код')
    await screen.findByRole('heading', { name: 'Этот телефон уже зарегистрирован' })
    const ways = screen.getAllByRole('link').map((one) => one.getAttribute('href'))
    expect(ways).toEqual(expect.arrayContaining(['/login', '/login?step=recover']))
    await press(page, 'Изменить номер')
    expect(phone().value).toBe('+998 90 123-45-67')
  })

  it('shows a message when it is closed, and whom to call', async () => {
    server.responds(registration.settings, { is_open: 0, ways: { item: [] } })
    server.responds(accounts.status, { status: 1, reason: 'none', support_phone: '+998 71 200-00-14' })
    await open('/login?step=register')
    await screen.findByRole('heading', { name: 'Регистрация сейчас отключена' })
    const call = await screen.findByRole('link', { name: /200-00-14/ })
    expect(call.getAttribute('href')).toBe('tel:+998712000014')
  })

  it('[ACC-13] from a dealer with an unknown code continues without it', async () => {
    document.cookie = 'dealer_id=404; path=/'
    server.rejects(registration.register, { failure: 'wrong_dealer', message: 'Нет такого дилера' })
    const page = await open('/login?step=register')
    await page.user.type(phone(), '901234567')
    await page.user.click(screen.getByRole('checkbox'))
    await press(page, 'Получить код')
    await screen.findByText(/неизвестный код дилера/)
    server.responds(registration.register, waiting)
    await press(page, 'Продолжить без него')
    expect(await code()).toBeTruthy()
    const [refused, taken] = asked()
    expect(refused).toMatchObject({ dealer_id: '404' })
    expect(taken).not.toHaveProperty('dealer_id')
  })

  it('without a message also requires the terms, and creates an account with a number only', async () => {
    isOpen('captcha')
    const page = await open('/login?step=register')
    await screen.findByRole('button', { name: 'Зарегистрироваться без SMS' })
    await press(page, 'Зарегистрироваться без SMS')
    expect(screen.getByText('Чтобы продолжить, примите условия')).toBeTruthy()
    await page.user.click(screen.getByRole('checkbox'))
    await press(page, 'Зарегистрироваться без SMS')
    expect(address()).toBe('/login?step=register&at=unseen')
    await page.user.type(screen.getByLabelText('Пароль'), 'a long password{Enter}')
    await screen.findByText(/^Запишите этот номер: входить можно только с ним и паролем/)
    expect(asked()[0]).not.toHaveProperty('mobile_phone_number')
  })

  it('starts with the phone when its later steps are opened by their address', async () => {
    await open('/login?step=register&at=password')
    await waitFor(() => expect(address()).toBe('/login?step=register'))
  })
})

describe('[ACC-02] the code of a registration', () => {
  it("is cleared when it is wrong, with the server's message", async () => {
    const page = await open('/login?step=register')
    await askForCode(page)
    server.rejects(registration.register, {
      failure: 'wrong_code',
      message: 'Неверный код',
      fields: [{ field: 'code', message: 'Неверный код' }],
    })
    await page.user.type(await code(), '111111')
    await screen.findByText('Неверный код')
    expect((await code()).value).toBe('')
    expect(address()).toBe('/login?step=register&at=code')
  })

  it('is not sent when it is too short', async () => {
    const page = await open('/login?step=register')
    await askForCode(page)
    await page.user.type(await code(), '123')
    await press(page, 'Продолжить')
    expect(screen.getByText('В коде шесть цифр')).toBeTruthy()
    expect(asked()).toHaveLength(1)
  })

  it('[ACC-04] can be requested again only after the countdown, also by a call', async () => {
    const page = await open('/login?step=register')
    await askForCode(page)
    expect(screen.getByRole('timer').textContent).toMatch(/через 1:00$/)
    expect(screen.queryByRole('button', { name: 'Позвонить и назвать код' })).toBeNull()
    page.unmount()
    vi.setSystemTime((nowSec + 61) * 1000)
    server.responds(registration.rereg, { ...waiting, state: 'call_pending' })
    const later = await open('/login?step=register&at=code')
    await press(later, 'Позвонить и назвать код')
    await screen.findByText(/^Звонок на \+998.90.123.45.67 заказан/)
    expect(server.requests(registration.rereg)[0]?.input).toMatchObject({
      phone: '+998901234567',
      send_call: 1,
    })
  })

  it('[ACC-04] that was sent a moment ago is awaited, and not rejected', async () => {
    server.rejects(registration.register, { failure: 'too_soon', message: 'Рано', retryAfterSec: 40 })
    const page = await open('/login?step=register')
    await askForCode(page)
    expect(screen.getByRole('timer').textContent).toMatch(/через 0:40$/)
    expect(screen.queryByText('Рано')).toBeNull()
  })

  it('is not sent again by going back to the phone and forward', async () => {
    const page = await open('/login?step=register')
    await askForCode(page)
    await page.user.click(screen.getByRole('link', { name: 'Изменить номер' }))
    await press(page, 'Получить код')
    await code()
    expect(asked()).toHaveLength(1)
  })

  it('that has expired at the last step leads back to it', async () => {
    const page = await open('/login?step=register')
    await enterCode(page)
    server.rejects(registration.register, { failure: 'code_spent', message: 'Код больше не действует' })
    await page.user.type(screen.getByLabelText('Пароль'), 'a long password{Enter}')
    await screen.findByText('Код больше не действует')
    expect(address()).toBe('/login?step=register&at=code')
  })
})

describe('[ACC-03] a forgotten password', () => {
  beforeEach(() => {
    server.respondsBy(registration.resetPassword, ({ check, new_password }) => {
      const state = new_password !== undefined ? 'done' : check === 1 ? 'code_right' : 'sms_sent'
      return { ...waiting, state } as const
    })
    server.responds(accounts.login, { authkey: 'token-1', abonement: '1000042' })
  })

  it("is replaced with the phone's code, and the viewer is logged in", async () => {
    const page = await open('/login?step=recover', { state: { from: '/my/history' } })
    expect(screen.queryByRole('checkbox')).toBeNull()
    await page.user.type(phone(), '901234567{Enter}')
    await page.user.type(await code(), '480913')
    await page.user.type(await screen.findByLabelText('Новый пароль'), 'another password')
    await press(page, 'Сохранить и войти')
    await waitFor(() => expect(address()).toBe('/my/history'))
    expect(server.requests(registration.resetPassword).at(-1)?.input).toMatchObject({
      mobile_phone_number: '+998901234567',
      code: '480913',
      new_password: 'another password',
    })
    expect(server.requests(accounts.login)[0]?.input).toMatchObject({ password: 'another password' })
  })

  it('is not replaced by one that is too short', async () => {
    const page = await open('/login?step=recover')
    await page.user.type(phone(), '901234567{Enter}')
    await page.user.type(await code(), '480913')
    await page.user.type(await screen.findByLabelText('Новый пароль'), 'abc')
    await press(page, 'Сохранить и войти')
    await screen.findByText(/^Нужно не меньше \d+ символ/)
    const sent = server.requests(registration.resetPassword).map(({ input }) => input['new_password'])
    expect(sent).toEqual([undefined, undefined])
  })

  it('needs a connection, and shows a message at its form', async () => {
    server.isLost(registration.resetPassword)
    const page = await open('/login?step=recover')
    await page.user.type(phone(), '901234567{Enter}')
    await screen.findByText(/^Нет связи с сервером/)
    expect(address()).toBe('/login?step=recover')
  })

  it('has a link back to the login', async () => {
    const page = await open('/login?step=recover', { state: { from: '/tv' } })
    await page.user.click(screen.getByRole('link', { name: 'Войти' }))
    expect(address()).toBe('/login')
    expect((history.state as { state: unknown }).state).toEqual({ from: '/tv' })
  })

  it('is not available to a logged-in viewer', async () => {
    await open('/login?step=recover', { as: viewer })
    await act(async () => undefined)
    await waitFor(() => expect(address()).toBe('/cabinet'))
  })
})
