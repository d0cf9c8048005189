/** Films in the console in a real Chromium. The tests are steps of one story, in this order. */
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
  dir = await mkdtemp(join(tmpdir(), 'ekran-films-'))
  await load('Гора', 2019)
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

/** Imports a list of two films, the first with this name and year. */
async function load(name: string, year: number): Promise<void> {
  const list = join(dir, 'films.csv')
  await writeFile(
    list,
    `id,name_ru,name_uz,year,genres\n1,${name},Togʻ,${year},Драма\n2,Река,,2001,Комедия\n`,
  )
  const { code, output, errors } = await runCommand(['titles', 'import', list], '', product.dataDir)
  if (code !== 0) throw new Error(`the list was not imported: ${output} ${errors}`)
}

async function checkWidths(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

describe('films', () => {
  it('[CAT-12] stand in a table with views and a search that are in the address', async () => {
    const { page } = owner
    await page.goto('/console/films')
    await seeHeading(page, 'Фильмы и сериалы')
    await page.getByRole('link', { name: 'Гора' }).waitFor()
    await checkWidths(page)
    await page.getByLabel('Поиск', { exact: true }).fill('рек')
    await expect.poll(() => page.getByRole('link', { name: 'Гора' }).count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('q')).toBe('рек')
    await page.goto('/console/films?view=series')
    await page.getByText('Таких нет').waitFor()
  })

  it('[CAT-12] are corrected, left by imports, released and returned by an undo', async () => {
    const { page } = owner
    await page.goto('/console/films')
    await page.getByRole('link', { name: 'Гора' }).click()
    await seeHeading(page, 'Гора')
    await checkWidths(page)
    await page.getByRole('group', { name: 'Русский' }).getByLabel('Название').fill('Высокая гора')
    await page.getByRole('region', { name: 'Так увидит зритель' }).last().getByText('Высокая гора').waitFor()
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await seeHeading(page, 'Высокая гора')
    await page.getByRole('button', { name: 'Вернуть импорту: Название по-русски' }).waitFor()
    await load('Гора новая', 2020)
    await page.reload()
    await seeHeading(page, 'Высокая гора')
    expect(await page.getByLabel('Год', { exact: true }).inputValue()).toBe('2020')
    await page.getByRole('button', { name: 'Вернуть импорту: Название по-русски' }).click()
    await seeHeading(page, 'Гора новая')
    await page.getByRole('button', { name: 'Отменить', exact: true }).last().click()
    await page.getByText('Изменение отменено').first().waitFor()
    await seeHeading(page, 'Высокая гора')
  })

  it('[CAT-12] are hidden and deleted together, and come back', async () => {
    const { page } = owner
    await page.goto('/console/films')
    await page.getByLabel('Выбрать: Река').check()
    await page.getByRole('button', { name: 'Показ и доступ' }).click()
    await page.getByRole('menuitem', { name: 'Скрыть' }).click()
    await page.getByRole('row', { name: /Река/ }).getByText('скрыт').waitFor()
    await page.getByRole('button', { name: 'Удалить', exact: true }).click()
    await expect.poll(() => page.getByRole('link', { name: 'Река' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Отменить', exact: true }).last().click()
    await page.getByRole('link', { name: 'Река' }).waitFor()
  })

  it('have had no script error and nothing that the content policy refused', () => {
    expect(owner.problems).toEqual([])
  })
})
