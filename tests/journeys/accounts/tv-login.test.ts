/** Two browsers: a television that shows a code, and a phone that confirms it. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { deviceLimit } from '#contract/form/constants.ts'
import { demoAccounts } from '#db/demo/accounts.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
const account = demoAccounts().find(({ kind }) => kind === 'unsubscribed')
invariant(account !== undefined, 'the demo has no account without a subscription')

let tv: Visitor
let phone: Visitor
let token = ''
beforeAll(async () => {
  token = await session('the phone of the journey')
  await fetchData('/middleware/account/device/remove_others', {}, token)
  ;[tv, phone] = await Promise.all([
    visit(url, { name: 'television', width: 1920, height: 1080 }),
    visit(url, { name: 'phone', width: 390, height: 844, phone: true }),
  ])
})
afterAll(async () => {
  await fetchData('/middleware/account/device/remove_others', {}, token)
  await fetchData('/middleware/logout', {}, token)
  await Promise.all([tv.leave(), phone.leave()])
})

describe('a television and a phone', () => {
  it('[ACC-09] [SHELL-05] shows a code instead of a keyboard, and keeps the requested page', async () => {
    await tv.page.goto('/cabinet?tv=1')
    await tv.page.waitForURL('**/login')
    await tv.page.getByRole('heading', { name: 'Войдите с телефона' }).waitFor()
    const code = await shownCode()
    const picture = tv.page.getByRole('img', { name: code })
    const box = await picture.boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(300)
    await tv.page.getByText(/Код действует ещё (10:00|9:\d\d)/).waitFor()
    expect(await smallestTextPx()).toBeGreaterThanOrEqual(28)
    expect(await outsideTheSafeArea()).toEqual([])
  })

  it('[SHELL-05] a phone that is not logged in returns to the code after its login', async () => {
    const { page } = phone
    await page.goto(`/link?code=${await shownCode()}`)
    await page.waitForURL('**/login')
    // The traces of a login, as another tab would leave them.
    await page.evaluate(
      ([key, abonement]) => {
        localStorage.setItem('abonement', abonement ?? '')
        localStorage.setItem('access', '1')
        localStorage.setItem('token', key ?? '')
        window.dispatchEvent(new PageTransitionEvent('pageshow'))
      },
      [token, account.abonement],
    )
    await page.waitForURL('**/link?code=*')
    await page.getByText('Разрешить вход этому устройству?').waitFor()
    await page.getByText(await shownCode(), { exact: true }).waitFor()
    await page.getByText('Устройство в одной сети с вами').waitFor()
  })

  it('[ACC-09] one press on the phone logs the television in, which opens the requested page', async () => {
    await phone.page.getByRole('button', { name: 'Разрешить' }).click()
    await phone.page.getByRole('heading', { name: 'Готово' }).waitFor()
    await tv.page.waitForURL(/\/cabinet/)
    await tv.page.getByRole('heading', { level: 1 }).first().waitFor()
    const stored = await tv.page.evaluate(() => [
      localStorage.getItem('token'),
      localStorage.getItem('device_uid'),
    ])
    expect(stored.map((value) => (value ?? '').length)).toEqual([43, 32])
    const devices = await listDevices()
    expect(devices.map(({ kind }) => kind)).toContain('tv')
    // Bound to the television: on another device its token is rejected.
    expect((await fetchData('/middleware/account/device/remove_others', {}, stored[0] ?? '')).status).toBe(
      403,
    )
  })

  it('is rejected by the phone, shows a message, and offers another code under OK', async () => {
    const { page } = tv
    await page.evaluate(() => localStorage.clear())
    await page.goto('/cabinet')
    const code = await shownCode()
    await phone.page.goto('/link')
    // Typed as it is read, into the focused field, and looked up at the eighth digit.
    await phone.page.locator('#link-code:focus').waitFor()
    await phone.page.keyboard.type(code.replace('-', ''), { delay: 20 })
    await phone.page.getByText('Разрешить вход этому устройству?').waitFor()
    await phone.page.getByRole('button', { name: 'Отклонить' }).click()
    await phone.page.getByRole('heading', { name: 'Вход отклонён' }).waitFor()
    await page.getByRole('heading', { name: 'Вход отклонён' }).waitFor()
    await expect.poll(() => focusedText()).toBe('Показать новый код')
    await page.keyboard.press('Enter')
    await expect.poll(() => shownCode()).not.toBe(code)
  })

  it('a wrong code is reported beside its field', async () => {
    const { page } = phone
    await page.goto('/link')
    await page.getByLabel('Код с экрана телевизора').fill('1111 2222')
    await page.getByText('Неверный код или срок его действия истёк').waitFor()
    expect(await page.getByLabel('Код с экрана телевизора').inputValue()).toBe('1111-2222')
    expect(await page.getByLabel('Код с экрана телевизора').getAttribute('aria-invalid')).toBe('true')
  })

  it('a television of another network is shown with a warning', async () => {
    const { page } = phone
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' })
    await page.goto(`/link?code=${await shownCode()}`)
    await page.getByText('Устройство в другой сети').waitFor()
    await page.getByText('это мошенники').waitFor()
    await page.setExtraHTTPHeaders({})
  })

  it('[ACC-09] a full account chooses on the phone which device is removed', async () => {
    const { page } = phone
    for (let i = (await listDevices()).length; i < deviceLimit; i += 1)
      await session(`device ${i} of the journey`)
    const code = await shownCode()
    // A displayed code is still polled, whatever else is tried on the television meanwhile.
    await tv.page.getByRole('button', { name: 'Войти с паролем' }).click()
    await tv.page.locator('input[name=password]').waitFor()
    await page.goto(`/link?code=${code}`)
    await page.getByRole('button', { name: 'Разрешить' }).click()
    await page.getByRole('heading', { name: 'Все места заняты' }).waitFor()
    const choices = page.locator('main li').getByRole('button')
    // Not the phone itself: it confirms the television.
    expect(await choices.count()).toBe(deviceLimit - 1)
    await choices.last().click()
    await page.getByRole('heading', { name: 'Готово' }).waitFor()
    await tv.page.waitForURL(/\/cabinet/)
    expect(await listDevices()).toHaveLength(deviceLimit)
  })

  it('the password is the second way, with only the arrows and OK', async () => {
    const { page } = tv
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await shownCode()
    await expect.poll(() => focusedText()).toBe('Войти с паролем')
    await page.keyboard.press('Enter')
    const password = page.locator('input[name=password]')
    await password.waitFor()
    await reach('ArrowDown', () => password.evaluate((input) => input === document.activeElement))
    // At the end of the text the arrow moves on, to the button that shows the password.
    await page.keyboard.type('1234')
    await page.keyboard.press('ArrowRight')
    const eye = page.getByRole('button', { name: 'Показать пароль' })
    await expect.poll(() => eye.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => password.getAttribute('type')).toBe('text')
    await reach('ArrowDown', async () => (await focusedText()) === 'Войти с телефона')
    await page.keyboard.press('Enter')
    await shownCode()
  })

  it('caused no script error and no server failure', () => {
    expect([...tv.problems, ...phone.problems]).toEqual([])
  })
})

/** The code on the television's screen, `1234-5678`. */
async function shownCode(): Promise<string> {
  const code = tv.page.getByText(/^\d{4}-\d{4}$/)
  await code.waitFor()
  return (await code.innerText()).trim()
}

function focusedText() {
  return tv.page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.innerText : '',
  )
}

/** Presses a key until the condition holds; the code that moves the focus by arrows may still be loading. */
async function reach(key: string, isSo: () => Promise<boolean>): Promise<void> {
  const isThere = async () => {
    if (await isSo()) return true
    await tv.page.keyboard.press(key)
    return false
  }
  await expect.poll(isThere, { interval: 100, message: `not reached by ${key}` }).toBe(true)
}

/** The smallest font size on the television's screen, in pixels. */
function smallestTextPx() {
  return tv.page.evaluate(() => {
    const texts = [...document.querySelectorAll<HTMLElement>('main *')].filter(
      (element) =>
        element.getClientRects().length > 0 &&
        [...element.childNodes].some((node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== ''),
    )
    return Math.min(...texts.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)))
  })
}

/** Readable or clickable elements that reach into the outer 5 % of the screen, which televisions may cut off. */
function outsideTheSafeArea() {
  return tv.page.evaluate(() => {
    const isOut = (box: DOMRect) => box.left < 95 || box.top < 53 || box.right > 1825 || box.bottom > 1027
    return [
      ...document.querySelectorAll<HTMLElement>('main button, main a, main p, main h1, main [role=img]'),
    ]
      .filter((element) => element.getClientRects().length > 0 && isOut(element.getBoundingClientRect()))
      .map((element) => element.innerText)
  })
}

async function fetchData(path: string, fields: object, as: string | null = null) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
    },
    body: JSON.stringify(fields),
  })
  return { status: response.status, data: ((await response.json()) as { data?: unknown }).data }
}

/** A session on its own device, started with the account's password; returns its token. */
async function session(device: string): Promise<string> {
  const fields = { abonement: account?.abonement, password: account?.password, device_uid: device }
  const { status, data } = await fetchData('/middleware/login', fields)
  if (status !== 200) throw new Error(`login responded with ${status}`)
  return (data as { authkey: string }).authkey
}

async function listDevices(): Promise<readonly { readonly kind: string }[]> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/middleware/account/device/list`, { headers })
  const { data } = (await response.json()) as { data: { devices: { item: { kind: string }[] } } }
  return data.devices.item
}
