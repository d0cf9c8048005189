/**
 * Banners and news in the console in a real Chromium, and what viewers see of them. The tests are steps of one story,
 * in this order.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
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
  dir = await mkdtemp(join(tmpdir(), 'ekran-content-'))
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

interface Shown {
  readonly title: string
  readonly image: string
}

/** What the site shows at a place of its pages. */
async function shownAt(place: 'home' | 'top' | 'promo', lang: 'ru' | 'uz' = 'ru'): Promise<readonly Shown[]> {
  const response = await fetch(`${product.url}/api/v1.1.0/banners?place=${place}&lang=${lang}`)
  const { data } = (await response.json()) as { readonly data: readonly Shown[] }
  return data
}

const titlesAt = async (place: 'home' | 'top' | 'promo') => (await shownAt(place)).map(({ title }) => title)

/** A field of a language: they have the same labels. */
function fieldOf(page: Page, language: 'Русский' | 'Узбекский', label: string) {
  return page.getByRole('group', { name: language }).getByLabel(label)
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
}

async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Отменить', exact: true }).last().click()
  await page.getByText('Изменение отменено').first().waitFor()
}

async function checkWidths(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

describe('banners', () => {
  it('are created in both languages, with a picture and a link that exists', async () => {
    const { page } = owner
    await page.goto('/console/banners')
    await seeHeading(page, 'Баннеры')
    await page.getByText('Баннеров нет: главная начинается с подборок').waitFor()
    await checkWidths(page)
    await page.getByRole('link', { name: 'Добавить баннер' }).click()
    await seeHeading(page, 'Новый баннер')
    await fieldOf(page, 'Русский', 'Заголовок').fill('Осень на Ekran')
    await fieldOf(page, 'Русский', 'Текст').fill('Сто новых фильмов')
    await fieldOf(page, 'Русский', 'Надпись на кнопке').fill('Смотреть')
    // The Uzbek half says what it lacks, and the preview shows what viewers will see.
    await page.getByText('не хватает: 3').waitFor()
    await fieldOf(page, 'Узбекский', 'Заголовок').fill('Ekranda kuz')
    await page.getByText('не хватает: 2').waitFor()
    const preview = page.getByRole('region', { name: 'Так увидит зритель' }).last()
    await preview.getByText('Сто новых фильмов').waitFor()
    const text = join(dir, 'picture.png')
    await writeFile(text, 'not a picture')
    await page.getByLabel('Выбрать картинку').setInputFiles(text)
    await page.getByText('Картинка не подошла').waitFor()
    const bomb = join(dir, 'bomb.png')
    await writeFile(
      bomb,
      await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#123' } })
        .png()
        .toBuffer(),
    )
    await page.getByLabel('Выбрать картинку').setInputFiles(bomb)
    await page.getByText('Картинка не подошла').waitFor()
    // Noise does not shrink: it arrives in several pieces.
    const picture = join(dir, 'autumn.jpg')
    const noise = {
      create: {
        width: 1280,
        height: 720,
        channels: 3,
        background: '#654',
        noise: { type: 'gaussian', mean: 120, sigma: 60 },
      },
    } as const
    await writeFile(picture, await sharp(noise).jpeg({ quality: 90 }).toBuffer())
    await page.getByLabel('Выбрать картинку').setInputFiles(picture)
    await page.getByRole('img', { name: 'Картинка' }).waitFor()
    await page.getByLabel('Куда ведёт').fill('/movie/999999')
    await save(page)
    await page.getByText('Такой страницы на сайте нет').waitFor()
    await page.getByLabel('Куда ведёт').fill('/movies')
    await save(page)
    await seeHeading(page, 'Осень на Ekran')
    await checkWidths(page)
    const [banner] = await shownAt('home')
    expect(banner?.title).toBe('Осень на Ekran')
    expect((await shownAt('home', 'uz'))[0]?.title).toBe('Ekranda kuz')
    const image = await fetch(new URL(banner?.image ?? '', product.url))
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  it('stand in an order, and what is deleted comes back', async () => {
    const { page } = owner
    await page.goto('/console/banners/new?place=home')
    await fieldOf(page, 'Русский', 'Заголовок').fill('Зима')
    await fieldOf(page, 'Узбекский', 'Заголовок').fill('Qish')
    await save(page)
    await seeHeading(page, 'Зима')
    await expect.poll(() => titlesAt('home')).toEqual(['Осень на Ekran', 'Зима'])
    await page.goto('/console/banners')
    await page.getByRole('button', { name: 'Выше: Зима' }).click()
    await page.getByText('Порядок изменён').waitFor()
    await expect.poll(() => titlesAt('home')).toEqual(['Зима', 'Осень на Ekran'])
    await page.getByRole('button', { name: 'Удалить: Зима' }).click()
    await page.getByText('Удалено: Зима').waitFor()
    await expect.poll(() => titlesAt('home')).toEqual(['Осень на Ekran'])
    await undo(page)
    await expect.poll(() => titlesAt('home')).toEqual(['Зима', 'Осень на Ekran'])
  })

  it('are planned, and a line and an offer stand at their places', async () => {
    const { page } = owner
    await page.goto('/console/banners/new?place=top')
    await seeHeading(page, 'Новая строка сверху')
    await fieldOf(page, 'Русский', 'Заголовок').fill('Работы ночью')
    await fieldOf(page, 'Узбекский', 'Заголовок').fill('Tunda ishlar')
    await page.getByLabel('Показывать с').fill('2030-01-02T10:00')
    await page.getByLabel('Показывать до').fill('2030-01-01T10:00')
    await save(page)
    await page.getByText('Конец показа должен быть позже начала').waitFor()
    await page.getByLabel('Показывать до').fill('2030-01-03T10:00')
    // Half of a date has no value, which must not become "at once".
    await page.getByLabel('Показывать с').fill('')
    await page.getByLabel('Показывать с').focus()
    await page.keyboard.type('02')
    await save(page)
    await page.getByText('Дата и время введены не до конца').waitFor()
    expect(await page.getByLabel('Показывать с').evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await titlesAt('top')).toEqual([])
    await page.getByLabel('Показывать с').fill('2030-01-02T10:00')
    await save(page)
    await seeHeading(page, 'Работы ночью')
    expect(await titlesAt('top')).toEqual([])
    await page.goto('/console/banners?show=planned')
    await page.getByText('Работы ночью').waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: 'Зима' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Работы ночью' }).click()
    await page.getByLabel('Показывать с').fill('')
    await save(page)
    await page.getByText('Сохранено').first().waitFor()
    await expect.poll(() => titlesAt('top')).toEqual(['Работы ночью'])
    const site = await visitConsole(product.url)
    await site.page.goto('/')
    await site.page.getByRole('complementary', { name: 'Работы ночью' }).waitFor()
    await site.leave()
  })

  it('show the change of somebody else before it is overwritten', async () => {
    const { page } = owner
    await page.goto('/console/banners')
    await page.getByRole('link', { name: 'Зима' }).click()
    await seeHeading(page, 'Зима')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await fieldOf(other, 'Русский', 'Заголовок').fill('Зима близко')
    await save(other)
    await expect.poll(() => titlesAt('home')).toEqual(['Зима близко', 'Осень на Ekran'])
    await other.close()
    await fieldOf(page, 'Русский', 'Заголовок').fill('Зима здесь')
    await save(page)
    const dialog = page.getByRole('dialog', { name: 'Это уже изменил другой сотрудник' })
    await dialog.getByText('Зима близко').waitFor()
    expect(await findingsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Сохранить мой' }).click()
    await expect.poll(() => titlesAt('home')).toEqual(['Зима здесь', 'Осень на Ekran'])
  })
})

describe('news', () => {
  it('are written, published and taken back', async () => {
    const { page } = owner
    await page.goto('/console/news')
    await page.getByText('Новостей ещё нет').waitFor()
    await page.getByRole('link', { name: 'Добавить новость' }).click()
    await seeHeading(page, 'Новая новость')
    await fieldOf(page, 'Русский', 'Заголовок').fill('Новый тариф')
    await fieldOf(page, 'Русский', 'Полный текст').fill('Первый абзац\n\nВторой абзац')
    await fieldOf(page, 'Узбекский', 'Заголовок').fill('Yangi tarif')
    await page.getByLabel('Опубликовать').fill('2026-01-02T10:00')
    await save(page)
    await seeHeading(page, 'Новый тариф')
    await checkWidths(page)
    // A planned banner may lead to news that is out by then.
    await page.getByLabel('Опубликовать').fill('2030-01-02T10:00')
    await save(page)
    await page.getByText('Сохранено').first().waitFor()
    const newsPath = new URL(page.url()).pathname.replace('/console', '')
    await page.goto('/console/banners/new?place=promo')
    await fieldOf(page, 'Русский', 'Заголовок').fill('О тарифе')
    await fieldOf(page, 'Узбекский', 'Заголовок').fill('Tarif haqida')
    await page.getByLabel('Куда ведёт').fill(newsPath)
    await page.getByLabel('Показывать с').fill('2030-01-01T10:00')
    await save(page)
    await page.getByText('Такой страницы на сайте нет').waitFor()
    await page.getByLabel('Показывать с').fill('2030-01-02T10:00')
    await save(page)
    await seeHeading(page, 'О тарифе')
    await page.goto(`/console${newsPath}`)
    await page.getByLabel('Опубликовать').fill('2026-01-02T10:00')
    await save(page)
    await page.getByText('Сохранено').first().waitFor()
    await page.goto('/console/news')
    await page.getByText('не всё по-узбекски').waitFor()
    await checkWidths(page)
    const site = await visitConsole(product.url)
    await site.page.goto('/news')
    await site.page.getByText('Новый тариф').first().waitFor()
    await site.leave()
    await page.getByRole('button', { name: 'Удалить: Новый тариф' }).click()
    await page.getByText('Новостей ещё нет').waitFor()
    await undo(page)
    await page.getByRole('link', { name: 'Новый тариф' }).waitFor()
    // By name, with what was changed.
    await page.goto('/console/changes')
    await page.getByText('Удаление новости').first().waitFor()
    await page.goto('/console/audit')
    await page.getByText('Новость удалена').first().waitFor()
    expect(owner.problems).toEqual([])
  })
})

describe('[HEALTH-03] works and outages', () => {
  it('are announced, read by viewers, ended in one press, and taken back', async () => {
    const { page } = owner
    await page.goto('/console/works')
    await page.getByRole('link', { name: 'Сообщить о неполадках' }).click()
    await seeHeading(page, 'Сообщить о неполадках')
    await fieldOf(page, 'Русский', 'Заголовок').fill('Обрыв кабеля')
    await fieldOf(page, 'Узбекский', 'Заголовок').fill('Kabel uzildi')
    await page.getByLabel('Конец').fill('2020-01-02T10:00')
    await save(page)
    await page.getByText('У плановых работ должен быть конец').waitFor()
    await page.getByLabel('Конец').fill('')
    await save(page)
    await seeHeading(page, 'Обрыв кабеля')
    const site = await visitConsole(product.url)
    await site.page.goto('/uz/status')
    await site.page.getByRole('heading', { name: 'Kabel uzildi' }).waitFor()
    await page.goto('/console/works')
    await page.getByRole('button', { name: 'Закончилось' }).click()
    await page.getByText('Окончено: Обрыв кабеля').waitFor()
    await undo(page)
    await page.getByRole('button', { name: 'Закончилось' }).click()
    await page.getByText('закончилось').waitFor()
    await site.page.reload()
    await site.page.getByRole('heading', { name: 'Soʻnggi ikki haftada' }).waitFor()
    await site.leave()
    expect(await findingsOf(page)).toEqual([])
    expect(owner.problems).toEqual([])
  })
})
