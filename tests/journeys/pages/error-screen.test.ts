/** The error screen that replaces a page that failed to render, or whose code failed to load. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { screens, visit, walkTo, type Visitor } from '#tests/kit/browser/visitor.ts'

const [desktop] = screens
const code = '**/assets/policy-screen-*.js'
const languages = [
  {
    start: '/tariff',
    path: '/policy',
    title: 'Упс, что-то пошло не так',
    broken: 'Мы уже чиним. Обычно помогает перезагрузка.',
    missing: 'Часть страницы не загрузилась. Возможно, вышло обновление.',
    reload: 'Перезагрузить страницу',
  },
  {
    start: '/uz/tariff',
    path: '/uz/policy',
    title: 'Voy, nimadir xato ketdi',
    broken: 'Biz allaqachon tuzatyapmiz. Odatda sahifani yangilash yordam beradi.',
    missing: 'Sahifaning bir qismi yuklanmadi. Balki yangilanish chiqqandir.',
    reload: 'Sahifani yangilash',
  },
]

let visitor: Visitor
beforeAll(async () => {
  if (desktop === undefined) throw new Error('there is no screen')
  visitor = await visit(inject('product').url, desktop)
})
afterAll(() => visitor.leave())

describe.each(languages)(
  '[SHELL-07] the error screen of $path',
  ({ start, path, title, broken, missing, reload }) => {
    it('shows that the page failed, and its button reloads the page', async () => {
      const { page } = visitor
      await page.goto(start)
      await page.route(code, (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: `export function PolicyScreen() { throw new Error('broken by the test') }`,
        }),
      )
      await walkTo(page, path)
      await expectScreen(page, title, broken)
      await page.unroute(code)
      await page.getByRole('button', { name: reload }).click()
      await expectPage(page, title)
    })

    it('shows that a chunk failed to load when it is still missing after the automatic reload', async () => {
      const { page } = visitor
      await page.goto(start)
      await page.evaluate(() => sessionStorage.clear())
      await page.route(code, (route) => route.fulfill({ status: 404, body: '' }))
      const reloaded = page.waitForEvent('load')
      await walkTo(page, path)
      await reloaded
      await expectScreen(page, title, missing)
      await page.unroute(code)
      await page.getByRole('button', { name: reload }).click()
      await expectPage(page, title)
    })
  },
)

async function expectScreen(page: Page, title: string, text: string): Promise<void> {
  const screen = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: title }) })
  await screen.getByText(text, { exact: true }).waitFor()
}

async function expectPage(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { name: title }).waitFor({ state: 'detached' })
  await page.locator('main h1').waitFor()
  expect(await page.locator('main h1').textContent()).not.toBe(title)
}
