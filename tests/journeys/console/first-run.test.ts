/** The first run of the console in a real Chromium, and what viewers see of it. Steps of one story, in this order. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let dir = ''

beforeAll(async () => {
  product = await startConsoleProduct()
  dir = await mkdtemp(join(tmpdir(), 'ekran-first-run-'))
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

async function textAt(path: string): Promise<string> {
  return (await fetch(product.url + path)).text()
}

/** Saves the form and waits for the server's answer. */
async function save(): Promise<void> {
  const { page } = owner
  const answered = page.waitForResponse((response) => response.url().endsWith('/service/save'))
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await answered
}

describe('the first run', () => {
  it('opens at the first step that is not done, and each step has an address', async () => {
    const { page } = owner
    await page.goto('/console/setup')
    await seeHeading(page, 'Первый запуск')
    await page.getByRole('heading', { level: 2, name: 'Сервис' }).waitFor()
    await page.getByRole('link', { name: 'Пропустить' }).click()
    await page.waitForURL('**/console/setup/channels')
    await page.getByRole('link', { name: 'Загрузить список' }).waitFor()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const step of ['service', 'channels', 'guide', 'films', 'tariffs', 'watch']) {
        await page.goto(`/console/setup/${step}`)
        await page.locator('[aria-current="step"]').waitFor()
        expect(await findingsOf(page), step).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
    }
  })

  it('refuses a colour that cannot be read, at its field', async () => {
    const { page } = owner
    await page.goto('/console/setup/service')
    await page.getByLabel('Цвет сервиса').fill('#123456')
    await save()
    await page.getByText(/Этот цвет не читается|этот цвет не читается/i).waitFor()
    expect(await textAt('/')).not.toContain('/service.css')
  })

  it('changes the name, logo, colours, phone and language of the site', async () => {
    const { page } = owner
    await page.goto('/console/setup/service')
    await page.getByLabel('Название по-русски').fill('Бахор ТВ')
    await page.getByLabel('Название по-узбекски').fill('Bahor TV')
    await page.getByLabel('Цвет сервиса').fill('#7CC4FF')
    await page.getByLabel('Цвет главной кнопки').fill('#f5d90a')
    await page.getByLabel('Телефон поддержки').fill('+998 71 123-45-67')
    await page.getByRole('button', { name: /Язык для тех/ }).click()
    await page.getByRole('option', { name: 'Узбекский' }).click()
    await save()
    await expect.poll(() => textAt('/ru'), { timeout: 20_000 }).toContain('<title>Бахор ТВ:')
    const home = await textAt('/')
    expect(home).toContain('<html lang="uz">')
    expect(home).toContain('Bahor TV')
    expect(home).not.toContain('<title>Ekran')
    const manifest = JSON.parse(await textAt('/ekran-ru.webmanifest')) as { readonly short_name: string }
    expect(manifest.short_name).toBe('Бахор ТВ')
    expect(await textAt('/service.css')).toContain('--firuza:#7cc4ff')
    expect(await textAt('/ru/contacts')).not.toContain('· Ekran')
    const about = JSON.parse(await textAt('/api/v1.2.0/about')) as {
      readonly data: { readonly support_phone: string }
    }
    expect(about.data.support_phone).toBe('+998 71 123-45-67')
    const visitor = await visitConsole(product.url)
    await visitor.page.goto('/uz')
    await visitor.page
      .getByRole('link', { name: /^Bahor TV/ })
      .first()
      .waitFor()
    const colour = await visitor.page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--firuza').trim(),
    )
    expect(colour).toBe('#7cc4ff')
    expect(visitor.problems).toEqual([])
    await visitor.leave()
  })

  it('shows a logo in the place of the star', async () => {
    const { page } = owner
    const logo = join(dir, 'logo.png')
    const create = { width: 600, height: 120, channels: 4, background: '#7cc4ff' } as const
    await writeFile(logo, await sharp({ create }).png().toBuffer())
    await page.goto('/console/setup/service')
    await page.getByLabel('Выбрать картинку').setInputFiles(logo)
    await page.getByRole('img', { name: 'Бахор ТВ' }).waitFor()
    await save()
    await expect.poll(() => textAt('/ru'), { timeout: 20_000 }).toMatch(/<img[^>]*images\/logo\/1\//)
    const visitor = await visitConsole(product.url)
    await visitor.page.goto('/ru')
    const picture = visitor.page.getByRole('img', { name: 'Бахор ТВ' }).first()
    await picture.waitFor()
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    expect(visitor.problems).toEqual([])
    await visitor.leave()
  })

  it('is taken back, and stands in the audit by name', async () => {
    const { page } = owner
    await page.goto('/console/setup/service')
    await page.getByLabel('Название по-русски').fill('Другое имя')
    await save()
    await page.getByRole('button', { name: 'Отменить', exact: true }).last().click()
    await page.getByText('Изменение отменено').first().waitFor()
    await expect.poll(() => textAt('/ru'), { timeout: 20_000 }).toContain('<title>Бахор ТВ:')
    await page.goto('/console/audit')
    await page.getByText('Сервис: название, цвета, телефон').first().waitFor()
  })

  it('says what a folder of films lacks, and why a tariff opens nothing yet', async () => {
    const { page } = owner
    await page.goto('/console/setup/films')
    await page.getByLabel('Папка на сервере').fill(join(dir, 'nothing-here'))
    await page.getByRole('button', { name: 'Взять фильмы' }).click()
    await page.getByText(/Из этой папки ничего не взять/).waitFor()
    await page.goto('/console/setup/tariffs')
    await page.getByLabel('Название тарифа по-русски').fill('Всё')
    await page.getByLabel('Название тарифа по-узбекски').fill('Hammasi')
    await page.getByLabel('Цена за 30 дней, сум').fill('39 000')
    await page.getByRole('button', { name: 'Создать тариф' }).click()
    await page
      .getByText(/сначала загрузите каналы/)
      .first()
      .waitFor()
    await page.goto('/console/overview')
    await page.getByText('Чего не хватает, чтобы пустить зрителей').waitFor()
    expect(owner.problems).toEqual([])
  })
})
