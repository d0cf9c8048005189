/**
 * Pages of text in the console in a real Chromium, and what viewers see of them. The tests are steps of one story, in
 * this order.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor

beforeAll(async () => {
  product = await startConsoleProduct()
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
})

function fieldOf(page: Page, language: 'Русский' | 'Узбекский', label: string) {
  return page.getByRole('group', { name: language }).getByLabel(label)
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
}

async function titleOf(slug: string): Promise<string | number> {
  const response = await fetch(`${product.url}/api/v1.2.0/pages/${slug}?lang=ru`)
  if (!response.ok) return response.status
  const { data } = (await response.json()) as { readonly data: { readonly title: string } }
  return data.title
}

async function checkWidths(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

describe('[INFO-01] [FRONT-02] a page of text', () => {
  it('that came with the product is changed beside a preview, and viewers see it', async () => {
    const { page } = owner
    await page.goto('/console/pages')
    await seeHeading(page, 'Страницы')
    await checkWidths(page)
    await page.getByRole('link', { name: 'О сервисе' }).click()
    await seeHeading(page, 'О сервисе')
    const preview = page.getByRole('region', { name: 'Так увидит зритель' }).last()
    await preview.getByRole('heading', { name: 'Что здесь есть' }).waitFor()
    await checkWidths(page)
    await fieldOf(page, 'Русский', 'Заголовок').fill('О нашем сервисе')
    const body = fieldOf(page, 'Русский', 'Текст страницы')
    await body.fill(`${await body.inputValue()}\n\n## Новости\n\n[Читать](javascript:alert(1)) всё`)
    await page.getByText('ссылка ведёт на страницу сайта').waitFor()
    await save(page)
    await page.getByText('не подходит').waitFor()
    expect(await titleOf('about')).toBe('О сервисе')
    await body.fill((await body.inputValue()).replace('javascript:alert(1)', '/news'))
    await preview.getByRole('link', { name: 'Читать' }).waitFor()
    await save(page)
    await page.getByText('Сохранено').first().waitFor()
    await expect.poll(() => titleOf('about')).toBe('О нашем сервисе')
    const site = await visitConsole(product.url)
    await site.page.goto('/about')
    await site.page.getByRole('heading', { name: 'О нашем сервисе' }).waitFor()
    await site.page.getByRole('link', { name: 'Читать' }).waitFor()
    await site.leave()
  })

  it('has versions that are compared and restored, and its change is undone', async () => {
    const { page } = owner
    const versions = page.getByRole('list', { name: 'Версии' }).getByRole('listitem')
    await expect.poll(() => versions.count()).toBe(2)
    const first = versions.filter({ hasText: 'до первого изменения' })
    await first.getByRole('button', { name: 'Сравнить' }).click()
    await first.getByText('О нашем сервисе').waitFor()
    await first.getByText('## Новости').waitFor()
    await checkWidths(page)
    await first.getByRole('button', { name: 'Вернуть эту версию' }).click()
    await page.getByText('Версия возвращена').waitFor()
    await expect.poll(() => titleOf('about')).toBe('О сервисе')
    await page.getByRole('button', { name: 'Отменить', exact: true }).last().click()
    await expect.poll(() => titleOf('about')).toBe('О нашем сервисе')
    await page.goto('/console/pages')
    await page.getByRole('button', { name: 'Вернуть исходный текст: О нашем сервисе' }).click()
    await expect.poll(() => titleOf('about')).toBe('О сервисе')
  })

  it('is added in both languages at an address of its own, which a banner may lead to, and deleted', async () => {
    const { page } = owner
    await page.goto('/console/pages/new')
    await seeHeading(page, 'Новая страница')
    await page.getByLabel('Адрес после /info/').fill('summer')
    await fieldOf(page, 'Русский', 'Заголовок').fill('Летняя акция')
    await fieldOf(page, 'Русский', 'Вступление').fill('До конца августа')
    await fieldOf(page, 'Русский', 'Текст страницы').fill('## Условия\n\n- Первый месяц дешевле')
    await page.getByText('не хватает: 3').waitFor()
    await fieldOf(page, 'Узбекский', 'Заголовок').fill('Yozgi aksiya')
    await fieldOf(page, 'Узбекский', 'Вступление').fill('Avgust oxirigacha')
    await fieldOf(page, 'Узбекский', 'Текст страницы').fill('## Shartlar\n\n- Birinchi oy arzonroq')
    await save(page)
    await seeHeading(page, 'Летняя акция')
    const site = await visitConsole(product.url)
    const response = await site.page.goto('/info/summer')
    expect(response?.status()).toBe(200)
    await site.page.getByRole('heading', { name: 'Условия' }).waitFor()
    expect((await site.page.goto('/info/winter'))?.status()).toBe(404)
    await site.leave()
    await page.goto('/console/pages')
    await page.getByRole('button', { name: 'Удалить: Летняя акция' }).click()
    await page.getByText('Удалено: Летняя акция').waitFor()
    await expect.poll(() => titleOf('summer')).toBe(404)
    await page.getByRole('button', { name: 'Отменить', exact: true }).last().click()
    await expect.poll(() => titleOf('summer')).toBe('Летняя акция')
    await page.goto('/console/audit')
    await page.getByText('Страница сохранена').first().waitFor()
  })

  it('shows the change of somebody else before it is overwritten', async () => {
    const { page } = owner
    await page.goto('/console/pages')
    await page.getByRole('link', { name: 'Летняя акция' }).click()
    await seeHeading(page, 'Летняя акция')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await fieldOf(other, 'Русский', 'Заголовок').fill('Акция лета')
    await save(other)
    await expect.poll(() => titleOf('summer')).toBe('Акция лета')
    await other.close()
    await fieldOf(page, 'Русский', 'Заголовок').fill('Акция июля')
    await save(page)
    const dialog = page.getByRole('dialog', { name: 'Это уже изменил другой сотрудник' })
    await dialog.getByText('Акция лета').waitFor()
    await dialog.getByRole('button', { name: 'Сохранить мой' }).click()
    await expect.poll(() => titleOf('summer')).toBe('Акция июля')
    expect(owner.problems).toEqual([])
  })
})
