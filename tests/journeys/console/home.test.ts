/**
 * The order of the home page and a collection in the console in a real Chromium, and what viewers see of them. The tests
 * are steps of one story, in this order.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let dir = ''

beforeAll(async () => {
  product = await startConsoleProduct()
  dir = await mkdtemp(join(tmpdir(), 'ekran-order-'))
  const list = join(dir, 'films.csv')
  await writeFile(
    list,
    'id,name_ru,name_uz,year,genres\n1,Гора,Togʻ,2019,Драма\n2,Река,Daryo,2001,Комедия\n3,Поле,Dala,2020,Драма\n',
  )
  await operate('titles', 'import', list)
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

async function operate(...args: string[]): Promise<void> {
  const { code, output, errors } = await runCommand(args, '', product.dataDir)
  if (code !== 0) throw new Error(`${args.join(' ')}: ${output} ${errors}`)
}

/** The headings of the home page as the server sends it. */
async function headings(): Promise<readonly string[]> {
  const html = await (await fetch(product.url, { headers: { 'accept-language': 'ru' } })).text()
  return [...html.matchAll(/<h2[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map((match) => match[1] ?? '')
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
}

async function checkWidths(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

const rowNames = (page: Page, list: string) =>
  page.getByRole('grid', { name: list }).getByRole('row').locator('a').allInnerTexts()

describe('[FRONT-01] the home page', () => {
  it('gets a collection of films that are searched, put into an order and saved', async () => {
    const { page } = owner
    await page.goto('/console/collections')
    await page.getByText('Подборок ещё нет').waitFor()
    await page.getByRole('link', { name: 'Добавить подборку' }).click()
    await seeHeading(page, 'Новая подборка')
    for (const [language, name] of [
      ['Русский', 'Зимние вечера'],
      ['Узбекский', 'Qish oqshomlari'],
    ] as const)
      await page.getByRole('group', { name: language }).getByLabel('Название').fill(name)
    const search = page.getByRole('searchbox', { name: 'Найти фильм' })
    for (const film of ['Гора', 'Река']) {
      await search.fill(film)
      await page.getByRole('button', { name: `Добавить: ${film}` }).waitFor()
      await search.press('Enter')
      await page.getByRole('button', { name: `Удалить: ${film}` }).waitFor()
    }
    await page.getByRole('button', { name: 'Выше: Река' }).click()
    await checkWidths(page)
    await save(page)
    await seeHeading(page, 'Зимние вечера')
    const { data } = (await (await fetch(`${product.url}/api/v1.2.0/constructors`)).json()) as {
      readonly data: readonly {
        readonly name: string
        readonly items: readonly { readonly name: string }[]
      }[]
    }
    expect(data.map(({ name, items }) => [name, items.map((film) => film.name)])).toEqual([
      ['Зимние вечера', ['Река', 'Гора']],
    ])
    await page.goto('/console/collections')
    await page.getByRole('link', { name: 'Зимние вечера' }).waitFor()
    await checkWidths(page)
  })

  it('gets a rail of it, which is moved to the top by the keyboard, and the site has that order', async () => {
    const { page } = owner
    expect((await headings())[0]).toBe('Продолжить просмотр')
    await page.goto('/console/home/new')
    await page.getByRole('button', { name: /^не выбрано Подборка/ }).click()
    await page.getByRole('option', { name: 'Зимние вечера' }).click()
    await checkWidths(page)
    await save(page)
    await seeHeading(page, 'Зимние вечера')
    await page.goto('/console/home')
    await seeHeading(page, 'Главная')
    await expect.poll(() => rowNames(page, 'Ряды главной')).toHaveLength(15)
    // By the keyboard: into the list, to its last row and the handle; Enter begins and ends the drag.
    await page.getByRole('grid', { name: 'Ряды главной' }).getByRole('row').first().focus()
    for (const key of ['End', 'Tab', 'Enter']) await page.keyboard.press(key)
    await page.locator('[data-drop-target]').first().waitFor({ state: 'attached' })
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByText('Порядок изменён').waitFor()
    await expect.poll(async () => (await rowNames(page, 'Ряды главной'))[0]).toBe('Зимние вечера')
    await page.getByRole('button', { name: 'Ниже: Зимние вечера' }).click()
    await expect.poll(async () => (await rowNames(page, 'Ряды главной'))[1]).toBe('Зимние вечера')
    await expect.poll(async () => (await headings())[0]).toBe('Зимние вечера')
    const preview = page.getByRole('list', { name: 'Так увидит зритель' })
    await preview.getByText('Река').first().waitFor()
    await checkWidths(page)
  })

  it('is shown to the later of two editors before anything of the other is lost', async () => {
    const { page } = owner
    await operate('home', 'move', '11', '1')
    await page.getByRole('button', { name: 'Выше: Зимние вечера' }).click()
    await page.getByText('Порядок тем временем изменил другой сотрудник').waitFor()
    await expect.poll(async () => (await rowNames(page, 'Ряды главной'))[0]).toBe('Новости')
  })

  it('previews what others see, and hides a rail at once, which is taken back', async () => {
    const { page } = owner
    const preview = page.getByRole('list', { name: 'Так увидит зритель' })
    await page.getByRole('group', { name: 'Кто' }).getByRole('button', { name: 'Абонент' }).click()
    await preview.getByText('Продолжить просмотр').waitFor()
    await page.getByRole('group', { name: 'Язык' }).getByRole('button', { name: 'По-узбекски' }).click()
    const first = () => preview.locator('> li').first().innerText()
    await expect.poll(first).toMatch(/^Qish oqshomlari/)
    await page.getByRole('button', { name: 'Скрыть: Зимние вечера' }).click()
    await expect.poll(first).toMatch(/^Koʻrishni davom ettirish/)
    await page.getByRole('button', { name: 'Отменить', exact: true }).last().click()
    await expect.poll(first).toMatch(/^Qish oqshomlari/)
  })

  it('returns to the order it came with, after a question', async () => {
    const { page } = owner
    await page.getByRole('button', { name: 'Вернуть исходный порядок' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Вернуть исходный порядок' }).click()
    await expect.poll(() => rowNames(page, 'Ряды главной')).toHaveLength(14)
    await expect.poll(async () => (await headings())[0]).toBe('Продолжить просмотр')
  })
})
