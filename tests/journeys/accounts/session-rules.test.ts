/** The session in the browser: redirects, two tabs, the end of a session, a lost connection, the devices. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { deviceHeader } from '#contract/form/constants.ts'
import { demoAccounts, type DemoAccount } from '#db/demo/accounts.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { keepWhatIsStoredAt, openRequests } from './ended-session.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')

function accountOf(kind: DemoAccount['kind']): DemoAccount {
  const demoAccount = demoAccounts().find((account) => account.kind === kind)
  invariant(demoAccount !== undefined, `the demo has no ${kind} account`)
  return demoAccount
}

const first = accountOf('suspended')
const second = accountOf('unsubscribed')

interface StoredSession {
  readonly token: string
  readonly abonement: string
  readonly uid: string
}
const active: StoredSession[] = []
let count = 0

/** A request as another device of the viewer sends it. */
async function fetchData<Data>(
  path: string,
  body: object | null,
  by?: Pick<StoredSession, 'token' | 'uid'>,
): Promise<Data> {
  const response = await fetch(url + path, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(by === undefined ? {} : { authorization: `Bearer ${by.token}`, [deviceHeader]: by.uid }),
    },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  })
  return ((await response.json()) as { data: Data }).data
}

/** Logs in as another device; on a full account a device left by another test is removed. */
async function logIn(account: DemoAccount, model = 'Journey'): Promise<StoredSession> {
  const uid = `session rules ${(count += 1)}`
  const attempt = (release?: number) =>
    fetchData<{ authkey?: string; abonement: string; devices?: { item: { device_id: number }[] } }>(
      '/middleware/login',
      {
        phone_number: account.phone,
        password: account.password,
        device_uid: uid,
        device_model: model,
        device_kind: 'computer',
        release_device_id: release,
      },
      { token: '', uid },
    )
  const answer = await attempt()
  const full = answer.devices?.item.at(-1)?.device_id
  const { authkey, abonement } = full === undefined ? answer : await attempt(full)
  invariant(authkey !== undefined, 'the login was rejected')
  const viewer = { token: authkey, abonement, uid }
  active.push(viewer)
  return viewer
}

/** Logs this viewer in in the browser, as a login in it would. */
async function become(page: Page, viewer: StoredSession): Promise<void> {
  await page.goto('/policy')
  await page.evaluate(({ token, abonement, uid }) => {
    localStorage.setItem('device_uid', uid)
    localStorage.setItem('abonement', abonement)
    localStorage.setItem('access', '1')
    localStorage.setItem('token', token)
  }, viewer)
}

/** The session of `viewer` is ended from another device of the same account. */
async function endFromElsewhere(account: DemoAccount, viewer: StoredSession): Promise<void> {
  const other = await logIn(account)
  const { devices } = await fetchData<{ devices: { item: { device_id: number; is_current: number }[] } }>(
    '/middleware/account/device/list',
    null,
    viewer,
  )
  const own = devices.item.find((device) => device.is_current === 1)
  invariant(own !== undefined, 'the session has ended before')
  await fetchData('/middleware/account/device/remove', { device_id: own.device_id }, other)
  // The page would wait for the end in vain.
  const { status } = await fetch(`${url}/middleware/account/device/list`, {
    headers: { authorization: `Bearer ${viewer.token}`, [deviceHeader]: viewer.uid },
  })
  expect(status).toBe(403)
}

/** The page's storage; a page that is just reloading (home after a logout) is read again. */
async function stored(page: Page, key: string): Promise<string | null> {
  for (let tries = 1; ; tries += 1)
    try {
      return await page.evaluate((name) => localStorage.getItem(name), key)
    } catch (error) {
      if (tries === 5) throw error
      await page.waitForLoadState()
    }
}
/** A page rendered by the server is there before the client is: a link then leads to a full page load. */
async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  )
}
/** Navigates within the client, as a link does: no page is loaded. */
async function walkTo(page: Page, path: string): Promise<void> {
  await untilAlive(page)
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}
async function fillLogin(page: Page, account: DemoAccount): Promise<void> {
  await page.getByLabel('Телефон или абонентский номер').fill(account.phone)
  await page.locator('input[name=password]').fill(account.password)
  await page.locator('main').getByRole('button', { name: 'Войти', exact: true }).click()
}

let visitor: Visitor
let open: ReadonlySet<unknown>

/** A page with a pending request would notice the end of its session before it is left. */
function untilAnswered() {
  return expect.poll(() => open.size, { timeout: 60_000 }).toBe(0)
}

/** The page's own requests may report the end a moment before the press; then there is nothing to press. */
function pressUnlessReported(button: Locator) {
  return button.click({ timeout: 5000 }).catch(() => undefined)
}

beforeAll(async () => {
  for (const account of [first, second]) {
    const viewer = await logIn(account)
    await fetchData('/middleware/account/device/remove_others', {}, viewer)
    await fetchData('/middleware/logout', {}, viewer)
  }
  visitor = await visit(url, { name: 'desktop', width: 1440, height: 900 })
  open = openRequests(visitor)
})
afterEach(async () => {
  await visitor.page.context().setOffline(false)
  const token = await stored(visitor.page, 'token')
  const uid = await stored(visitor.page, 'device_uid')
  if (token !== null && uid !== null) active.push({ token, uid, abonement: '' })
  for (const viewer of active.splice(0)) await fetchData('/middleware/logout', {}, viewer)
  await visitor.page.waitForLoadState()
  await visitor.page.evaluate(() => localStorage.clear())
  for (const page of visitor.page.context().pages()) if (page !== visitor.page) await page.close()
})
afterAll(() => visitor.leave())

describe('redirects', () => {
  it('[SHELL-05] a guest on a private page logs in and returns to it, with query and hash', async () => {
    const { page } = visitor
    await page.goto('/cabinet/devices?from=mail#devices')
    await page.waitForURL('**/login')
    await page.reload()
    await fillLogin(page, first)
    await page.waitForURL('**/cabinet/devices?from=mail#devices')
    await page.getByRole('heading', { name: 'Устройства' }).waitFor()
    expect((await stored(page, 'device_uid'))?.length).toBeGreaterThan(20)
    await page.goto('/login')
    await page.waitForURL('**/cabinet')
    expect(await stored(page, 'abonement')).toBe(first.abonement)
  })

  it('[ACC-03] a guest is sent from the password to the recovery', async () => {
    const { page } = visitor
    await page.goto('/password')
    await page.waitForURL('**/login?step=recover')
  })
})

describe('two tabs', () => {
  it('[ACC-05] [ACC-07] log in, change the account and log out together', async () => {
    const { page } = visitor
    const other = await page.context().newPage()
    await other.goto('/cabinet')
    await other.waitForURL('**/login')
    await page.goto('/login')
    await fillLogin(page, first)
    await page.waitForURL('**/cabinet')
    await other.waitForURL('**/cabinet')
    await other.getByText(first.abonement).first().waitFor()

    const stranger = await logIn(second)
    await page.goto('/tv')
    await page.evaluate(({ token, abonement, uid }) => {
      localStorage.setItem('device_uid', uid)
      localStorage.setItem('abonement', abonement)
      localStorage.setItem('token', token)
    }, stranger)
    await other.getByText(second.abonement).first().waitFor()
    expect(await other.getByText(first.abonement).count()).toBe(0)

    await page.reload()
    const loads = await other.evaluate(() => performance.timeOrigin)
    await page.goto('/cabinet')
    // The message is shown for some seconds only: a late check may miss it.
    const report = page.getByText('Вы вышли из аккаунта').waitFor()
    await page.locator('main').getByRole('button', { name: 'Выйти', exact: true }).click()
    await page.waitForURL((address) => address.pathname === '/')
    await report
    await page.getByRole('link', { name: 'Войти', exact: true }).first().waitFor()
    await other.waitForURL('**/login')
    expect(await other.evaluate(() => performance.timeOrigin)).toBe(loads)
    expect(await stored(other, 'token')).toBeNull()
  })
})

describe('a session that is ended elsewhere', () => {
  it('[ACC-06] [ACC-09] is noticed on the next page with a message, and the login leads back', async () => {
    const { page } = visitor
    const viewer = await logIn(first)
    await become(page, viewer)
    await page.goto('/tv')
    await page.locator('main a[href*="/channel/"]').first().waitFor()
    await untilAnswered()
    await endFromElsewhere(first, viewer)
    await walkTo(page, '/movies?genre=1#list')
    await page.getByRole('heading', { name: 'Сессия завершена' }).waitFor()
    // The message comes first; what is stored goes two seconds later.
    await expect.poll(() => stored(page, 'token')).toBeNull()
    await expect.poll(() => stored(page, 'access')).toBeNull()
    await page.getByRole('button', { name: 'Войти снова' }).click()
    await page.waitForURL('**/login')
    await fillLogin(page, first)
    await page.waitForURL('**/movies?genre=1#list')
  })

  it('[ACC-08] shows a message at once after a rejected request, and all stored data is removed after two seconds', async () => {
    const { page } = visitor
    const viewer = await logIn(first)
    await become(page, viewer)
    await page.goto('/cabinet/devices')
    await page.locator('[data-device]').first().waitFor()
    await untilAnswered()
    await page.evaluate(keepWhatIsStoredAt, 'Сессия завершена')
    await endFromElsewhere(first, viewer)
    const name = 'Выйти на других устройствах'
    await pressUnlessReported(page.getByRole('button', { name }).first())
    await pressUnlessReported(page.getByRole('dialog').getByRole('button', { name }))
    await page.getByRole('heading', { name: 'Сессия завершена' }).waitFor()
    // The page records when the message appeared: the two seconds may be over here.
    expect(await page.evaluate(() => (globalThis as { anythingThen?: string }).anythingThen)).toBe('else')
    await expect.poll(() => stored(page, 'anything')).toBeNull()
    expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['check2', 'lang'])
    await page.getByRole('heading', { name: 'Сессия завершена' }).waitFor()
    await page.getByRole('button', { name: 'Войти снова' }).click()
    await fillLogin(page, first)
    await page.waitForURL('**/cabinet/devices')
  })

  it('[ACC-08] leads a channel to the login by itself, and back', async () => {
    const { page } = visitor
    const viewer = await logIn(first)
    await become(page, viewer)
    const listed = page.waitForResponse((response) => response.url().includes('/middleware/channel/list'))
    await page.goto('/tv')
    await untilAlive(page)
    await listed
    const link = page.locator('main a[href*="/channel/"]').first()
    const channel = await link.getAttribute('href')
    // Any other request of the page would report it first.
    const others = ({ pathname }: URL) =>
      /^\/(?:middleware|api)\//.test(pathname) && !/\/channel\/(?:detail|url)$/.test(pathname)
    await page.route(others, (route) => route.abort())
    onTestFinished(() => page.unroute(others))
    await endFromElsewhere(first, viewer)
    await link.click()
    await page.waitForURL('**/login')
    await page.unroute(others)
    await page.getByText('Сессия завершена').first().waitFor()
    await fillLogin(page, first)
    await page.waitForURL(`**${channel}`)
  })

  it('[ACC-08] is ended by a 403 without a body as well, and leads a channel to the login', async () => {
    const { page } = visitor
    await become(page, await logIn(first))
    const bare = '**/middleware/category/list*'
    await page.route(bare, (route) => route.fulfill({ status: 403, body: '' }))
    await page.goto('/tv')
    await page.getByRole('heading', { name: 'Сессия завершена' }).waitFor()
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['check2', 'lang'])
    await page.unroute(bare)

    await become(page, await logIn(first))
    await page.goto('/tv')
    await untilAlive(page)
    const link = page.locator('main a[href*="/channel/"]').first()
    const detail = '**/middleware/channel/detail*'
    const list = '**/middleware/channel/list*'
    const channel = await link.getAttribute('href')
    // A channel in the list is not requested separately: the list arrives later than the rejection.
    const refused = page.waitForResponse(detail)
    await page.route(list, async (route) => {
      await refused
      await route.continue().catch(() => undefined)
    })
    await page.route(detail, (route) => route.fulfill({ status: 403, contentType: 'text/html', body: 'no' }))
    await page.goto(channel ?? '')
    await page.waitForURL('**/login')
    await page.unroute(list)
    await page.unroute(detail)
    expect(await stored(page, 'token')).toBeNull()
  })
})

describe('a session that ends while the page is open', () => {
  it('[ACC-06] [ACC-09] stops playback on a removed device when it becomes visible, and leads to the login', async () => {
    const { page } = visitor
    const viewer = await logIn(second)
    await become(page, viewer)
    await page.goto('/tv')
    await untilAlive(page)
    const link = page.locator('main a[href*="/channel/"]').first()
    const channel = await link.getAttribute('href')
    await link.click()
    await page.waitForURL(`**${channel}`)
    await page.locator('main h1, main h2').first().waitFor({ state: 'attached' })
    await endFromElsewhere(second, viewer)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.waitForURL('**/login')
    await page.getByText('Сессия завершена').first().waitFor()
    expect(await stored(page, 'token')).toBeNull()
  })

  it('[ACC-07] leaves a private page for home on request', async () => {
    const { page } = visitor
    const viewer = await logIn(first)
    await become(page, viewer)
    await page.goto('/cabinet')
    await page.getByText(viewer.abonement).first().waitFor()
    await untilAnswered()
    await endFromElsewhere(first, viewer)
    await pressUnlessReported(page.locator('main a[href="/cabinet/devices"]'))
    await page.getByRole('heading', { name: 'Сессия завершена' }).waitFor()
    await expect.poll(() => page.title()).toBe('Сессия завершена · Ekran')
    await page.getByRole('button', { name: 'На главную' }).click()
    await page.waitForURL((address) => address.pathname === '/')
    await page.getByRole('link', { name: 'Войти', exact: true }).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })
})

describe('the steps of the login', () => {
  it('[SHELL-05] [SEO-01] have their own titles, and show no connection message once it is back', async () => {
    const { page } = visitor
    await page.goto('/login')
    await expect.poll(() => page.title()).toBe('Вход · Ekran')
    await page.getByRole('link', { name: 'Зарегистрироваться' }).click()
    await expect.poll(() => page.title()).toBe('Регистрация · Ekran')
    await page.goBack()
    await expect.poll(() => page.title()).toBe('Вход · Ekran')
    // The previous form has a phone field too.
    await page.locator('input[name=password]').waitFor()
    await page.getByLabel('Телефон или абонентский номер').fill(first.phone)
    await page.locator('input[name=password]').fill(first.password)
    await page.context().setOffline(true)
    await page.locator('main').getByRole('button', { name: 'Войти', exact: true }).click()
    await page.getByText('Нет связи с сервером').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Нет связи с сервером').waitFor({ state: 'detached' })
    expect(await page.locator('input[name=password]').inputValue()).toBe(first.password)
  })
})

describe('the connection', () => {
  it('[SHELL-08] when lost shows a bar that disappears by itself; failed requests are repeated', async () => {
    const { page } = visitor
    await page.goto('/policy')
    await page.goto('/')
    await untilAlive(page)
    await page.context().setOffline(true)
    // The page learns it from its next request. When all of its start have been answered, that is the list of channels
    // a minute later.
    const bar = page.getByText('Нет подключения к интернету').first()
    await bar.waitFor({ timeout: 90_000 })
    await page.context().setOffline(false)
    await bar.waitFor({ state: 'detached', timeout: 60_000 })
  }, 180_000)

  it('[SHELL-08] a page whose code failed to load shows a message and loads with the connection', async () => {
    const { page } = visitor
    await page.goto('/')
    await page.locator('main a[href*="/movie/"]').first().waitFor()
    await page.context().setOffline(true)
    const film = page.locator('main a[href*="/movie/"]').first()
    const address = await film.getAttribute('href')
    await film.click()
    await page.getByRole('heading', { name: 'Нет подключения к интернету' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Нет подключения к интернету' }).waitFor({ state: 'detached' })
    await page.locator('main h1').waitFor()
    expect(new URL(page.url()).pathname).toBe(address)
  })
})

describe('the devices', () => {
  it('[ACC-09] are renamed and removed in place, the focus moves to the neighbour, this one logs out', async () => {
    const { page } = visitor
    const viewer = await logIn(first, 'Mozilla/5.0 (Windows NT 10.0) Chrome/150.0')
    await fetchData('/middleware/account/device/remove_others', {}, viewer)
    const television = await logIn(first, 'LG webOS TV')
    await logIn(first, 'Galaxy Tab')
    await become(page, viewer)
    await page.goto('/cabinet/devices')
    await page.getByText('Занято 3 из 5').waitFor()
    await page.getByText('Это устройство').waitFor()

    const row = page.locator('[data-device]', { hasText: 'LG webOS TV' })
    await row.getByRole('button', { name: /^Переименовать/ }).click()
    await page.getByLabel('Название устройства').fill('Телевизор в зале')
    await page.keyboard.press('Enter')
    const named = page.locator('[data-device]', { hasText: 'Телевизор в зале' })
    await named.waitFor()
    await expect.poll(() => focusedLabel(page)).toBe('Переименовать: Телевизор в зале')

    await named.getByRole('button', { name: /^Отключить/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Отключить', exact: true }).click()
    await named.waitFor({ state: 'detached' })
    await page.getByText('Занято 2 из 5').waitFor()
    await expect.poll(() => focusedLabel(page)).toMatch(/^Отключить: /)
    const { status } = await fetchData<{ status: number }>('/middleware/account/status', null, television)
    expect(status).toBe(1)

    await page
      .locator('[data-device]', { hasText: 'Это устройство' })
      .getByRole('button', { name: 'Выйти', exact: true })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Выйти', exact: true }).click()
    await page.waitForURL((address) => address.pathname === '/')
    await expect.poll(() => stored(page, 'token')).toBeNull()
  })

  it('caused no script error and no server failure', () => {
    expect(visitor.problems).toEqual([])
  })
})

function focusedLabel(page: Page) {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
}
