/** A family: a child's profile is chosen with the mouse and by a remote, and left only with the PIN. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { profiles } from '#contract/accounts/profiles.ts'
import { deviceHeader } from '#contract/form/constants.ts'
import type { Endpoint, InputOf } from '#contract/form/endpoint.ts'
import { screens, visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { addViewer, type AddedViewer } from '#tests/kit/product/add-viewer.ts'

const [desktop] = screens
const pin = '4826'
let viewer: AddedViewer
let visitor: Visitor
let tv: Visitor
beforeAll(async () => {
  if (desktop === undefined) throw new Error('there is no desktop screen')
  viewer = await addViewer(inject('product').url)
  await send(profiles.setPin, { pin })
  await send(profiles.prove, { pin })
  await send(profiles.create, {
    ...{ name: 'Тимур', picture: 'fox', colour: 'saffron', language: 'ru', is_child: 1 },
    ...{ age_limit: 6, above_limit: 'hide', channels: [], hours_from: 0, hours_to: 0, minutes_per_day: 0 },
  })
  visitor = await visit(inject('product').url, desktop)
  tv = await visit(inject('product').url, { name: 'television', width: 1920, height: 1080 })
  for (const { page } of [visitor, tv])
    await page.addInitScript(`${viewer.storeScript};localStorage.lang='ru'`)
})
afterAll(() => Promise.all([visitor.leave(), tv.leave()]))

async function send<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> {
  const response = await fetch(inject('product').url + endpoint.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${viewer.token}`,
      [deviceHeader]: `viewer-${viewer.abonement}`,
    },
    body: JSON.stringify(input),
  })
  expect(await response.json()).toHaveProperty('data')
}

describe('a family', () => {
  it('[PROF-01] chooses who watches after the login, and a child has neither cabinet nor purchases', async () => {
    const { page } = visitor
    await page.goto('/kids')
    await page.getByRole('heading', { name: 'Кто смотрит?' }).waitFor()
    await page.getByRole('button', { name: 'Тимур, детский' }).click()
    await page.waitForURL('**/kids')
    const header = page.locator('header')
    await header.getByRole('link', { name: 'Профили: Тимур' }).waitFor()
    expect(await header.getByRole('link', { name: 'Кабинет' }).count()).toBe(0)
    for (const path of ['/cabinet', '/tariff']) {
      await page.goto(path)
      await page.getByText('Это для взрослых').waitFor()
    }
  })

  it('[PROF-03] leaves the child’s profile only with the PIN', async () => {
    const { page } = visitor
    await page.goto('/profiles')
    const grownUp = page.getByRole('button', { name: 'Основной, закрыт PIN' })
    // The header of the page before has loaded the picture's own styles.
    await grownUp.waitFor()
    const face = await grownUp.locator('svg').first().boundingBox()
    expect(face?.width).toBe(104)
    await grownUp.click()
    const dialog = page.getByRole('dialog', { name: 'PIN' })
    const field = dialog.getByLabel('PIN, от 4 до 6 цифр')
    await field.fill('0000')
    await page.keyboard.press('Enter')
    await dialog.getByText('PIN неверный. Осталось попыток: 4').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await grownUp.click()
    await field.fill(pin)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/')
    await page.locator('header').getByRole('link', { name: 'Кабинет' }).waitFor()
    expect(visitor.problems.filter((problem) => !problem.includes('403'))).toEqual([])
  })

  it('[PROF-01] [PROF-03] chooses and types the PIN on a television with the remote alone', async () => {
    const { page } = tv
    await page.goto('/?tv=1')
    await page.getByRole('heading', { name: 'Кто смотрит?' }).waitFor()
    await focused('Основной, сейчас')
    await page.keyboard.press('ArrowRight')
    await focused('Тимур, детский')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/profiles')
    await focused('Тимур, детский, сейчас')
    await page.keyboard.press('ArrowLeft')
    await focused('Основной, закрыт PIN')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'PIN' })
    for (const digit of pin) await dialog.getByRole('button', { name: digit, exact: true }).press('Enter')
    await dialog.getByRole('button', { name: 'Продолжить' }).press('Enter')
    await page.waitForURL((url) => url.pathname === '/')
  })
})

describe('a child with a phone', () => {
  it('[PROF-01] [PROF-02] chooses the profile, and reaches nothing above the limit by a link', async () => {
    const phone = screens.find((screen) => screen.phone === true)
    if (phone === undefined) throw new Error('there is no screen of a phone')
    const { url } = inject('product')
    const response = await fetch(`${url}/middleware/noauth/video/list?kind=films&limit=100`)
    const { data } = (await response.json()) as {
      data: { videos: { item: readonly { vid: number; name: string; age_rating: string }[] } }
    }
    const adult = data.videos.item.find(({ age_rating: age }) => Number.parseInt(age, 10) >= 16)
    if (adult === undefined) throw new Error('the demo has no film for grown-ups')
    const child = await visit(url, phone)
    try {
      const { page } = child
      await page.addInitScript(`${viewer.storeScript};localStorage.lang='ru'`)
      await page.goto('/profiles')
      const face = page.getByRole('button', { name: /^Тимур, детский/ })
      await face.waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
      await face.tap()
      await page.waitForURL((address) => address.pathname !== '/profiles')
      // What the server draws is for everybody: it must not be seen either.
      const seen: string[] = []
      await page.exposeFunction('seenTitle', (title: string) => seen.push(title))
      await page.addInitScript(watchHeadings)
      await page.goto(`/movie/${adult.vid}`)
      // Hidden above the limit, it is not even named.
      await page.getByText('Такого фильма нет').waitFor()
      expect(seen).not.toContain(adult.name)
      expect(await page.locator('main').innerText()).not.toContain(adult.name)
      // Channels without a programme for this age stay in the list, and do not play.
      await page.goto('/channel/101')
      await page.getByRole('group', { name: 'Не для этого профиля' }).waitFor()
      expect(await page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBe(0)
    } finally {
      await child.leave()
    }
  })
})

/** Runs in the page: reports each heading that is visible at some moment. */
function watchHeadings() {
  const report = (globalThis as unknown as { seenTitle: (title: string) => void }).seenTitle
  const look = () => {
    for (const heading of document.querySelectorAll('h1, h2'))
      if (heading.checkVisibility({ visibilityProperty: true })) report(heading.textContent)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** The control with this label has the focus. */
function focused(label: string) {
  return expect
    .poll(() => tv.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe(label)
}
