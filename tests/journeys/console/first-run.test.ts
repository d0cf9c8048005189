/** The first run of the console in a real Chromium, and what viewers see of it. Steps of one story, in this order. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTvSource, type TvSource } from '#tests/kit/media/tv-source.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { goesOn } from '#tests/kit/product/on-air.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let source: TvSource | undefined
let dir = ''

beforeAll(async () => {
  product = await startConsoleProduct()
  dir = await mkdtemp(join(tmpdir(), 'ekran-first-run-'))
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await source?.stop()
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

async function createTariff(): Promise<void> {
  const { page } = owner
  await page.getByLabel('Название тарифа по-русски').fill('Всё')
  await page.getByLabel('Название тарифа по-узбекски').fill('Hammasi')
  await page.getByLabel('Цена за 30 дней, сум').fill('39 000')
  await page.getByRole('button', { name: 'Создать тариф' }).click()
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
    await page.getByLabel('Цвет сервиса', { exact: true }).fill('#123456')
    await save()
    await page.getByText(/Этот цвет не читается|этот цвет не читается/i).waitFor()
    await page.getByText(/^Контраст 1(?:,\d)?, нужно не меньше 4,5/).waitFor()
    await page.getByLabel('Выбрать: Цвет сервиса').fill('#7cc4ff')
    expect(await page.getByLabel('Цвет сервиса', { exact: true }).inputValue()).toBe('#7cc4ff')
    await page
      .getByText(/^Контраст 8,2: хорошо видно/)
      .first()
      .waitFor()
    expect(await textAt('/')).not.toContain('/service.css')
  })

  it('changes the name, logo, colours, phone and language of the site', async () => {
    const { page } = owner
    await page.goto('/console/setup/service')
    await page.getByLabel('Название по-русски').fill('Бахор ТВ')
    await page.getByLabel('Название по-узбекски').fill('Bahor TV')
    await page.getByLabel('Цвет сервиса', { exact: true }).fill('#7CC4FF')
    await page.getByLabel('Цвет главной кнопки', { exact: true }).fill('#f5d90a')
    await page.getByLabel('Телефон поддержки').fill('+998 71 123-45-67')
    await page.getByRole('button', { name: /Язык для тех/ }).click()
    await page.getByRole('option', { name: 'Узбекский' }).click()
    await save()
    await expect.poll(() => textAt('/ru'), { timeout: 20_000 }).toContain('<title>Бахор ТВ:')
    const home = await textAt('/')
    expect(home).toContain('<html lang="uz">')
    expect(home).toContain('Bahor TV')
    expect(home).not.toContain('<title>Ekran')
    const manifest = JSON.parse(await textAt('/site-ru.webmanifest')) as { readonly short_name: string }
    expect(manifest.short_name).toBe('Бахор ТВ')
    expect(await textAt('/service.css')).toContain('--firuza:#7cc4ff')
    expect(await textAt('/ru/contacts')).not.toContain('· Ekran')
    for (const path of ['/', '/ru', '/ru/about', '/ru/android', '/uz/about'])
      expect(await textAt(path), path).not.toMatch(/\bEkran\b/)
    await page.getByRole('banner').getByText('Бахор ТВ').waitFor()
    await expect.poll(() => page.title()).toContain('· Бахор ТВ ')
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
    await page.getByText('Бренд: название, цвета, контакты').first().waitFor()
  })

  it('[BRAND-01] has a brand of its own on another site, which is deleted and taken back', async () => {
    const { page } = owner
    const there = product.consoleUrl.replace('localhost', 'zamin.localhost')
    await page.goto('/console/brands')
    await page.getByRole('link', { name: 'Добавить бренд' }).click()
    await seeHeading(page, 'Новый бренд')
    await page.getByLabel('Название по-русски').fill('Замин ТВ')
    await save()
    await page.getByText('Укажите хотя бы одно имя сайта').waitFor()
    await page.getByLabel('Сайты этого бренда').fill('https://zamin.localhost/')
    await page.getByLabel('Название по-узбекски').fill('Zamin TV')
    await page.getByLabel('Цвет сервиса', { exact: true }).fill('#ff8fb1')
    await page.getByLabel('Telegram').fill('@zamin_tv')
    await save()
    await seeHeading(page, 'Замин ТВ · Zamin TV')
    const visitor = await visitConsole(there)
    const title = async () => {
      await visitor.page.goto(`${there}/ru`)
      return visitor.page.title()
    }
    await expect.poll(title, { timeout: 20_000 }).toContain('Замин ТВ:')
    await visitor.page
      .getByRole('link', { name: /^Замин ТВ/ })
      .first()
      .waitFor()
    await visitor.page.goto(`${there}/ru/about`)
    await visitor.page.getByText('@zamin_tv').waitFor()
    expect(await textAt('/ru/about')).not.toContain('zamin_tv')
    await page.getByRole('button', { name: 'Удалить бренд' }).click()
    await page.getByRole('button', { name: 'Удалить', exact: true }).click()
    await seeHeading(page, 'Бренды')
    await expect.poll(title, { timeout: 20_000 }).toContain('Бахор ТВ:')
    await page.getByRole('button', { name: 'Отменить', exact: true }).last().click()
    await page.getByRole('link', { name: /Замин ТВ · Zamin TV/ }).waitFor()
    await expect.poll(title, { timeout: 20_000 }).toContain('Замин ТВ:')
    expect(visitor.problems).toEqual([])
    await visitor.leave()
  })

  it('looks through films in one way only, and says why a tariff opens nothing yet', async () => {
    const { page } = owner
    await page.goto('/console/setup/films')
    await page.getByRole('link', { name: 'Загрузить фильм с этого компьютера' }).waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    await page.getByRole('link', { name: 'Просмотреть папку с фильмами' }).click()
    await page.waitForURL('**/console/films/folder')
    await page.getByText(/Сами фильмы отсюда пока не берутся/).waitFor()
    await page.goto('/console/setup/tariffs')
    await createTariff()
    await page
      .getByText(/сначала загрузите каналы/)
      .first()
      .waitFor()
    await page.goto('/console/overview')
    await page.getByText('Чего не хватает, чтобы пустить зрителей').waitFor()
    await page.goto('/console/setup/watch')
    await page.getByText('Сначала заведите тариф: без него смотреть нечего.').waitFor()
    expect(owner.problems).toEqual([])
  })

  it('[IMPORT-02] says what a list needs on the disk before it is applied', async () => {
    const { page } = owner
    source = await startTvSource()
    const file = join(dir, 'list.m3u')
    await writeFile(
      file,
      `#EXTM3U
#EXTINF:-1 tvg-id="works.uz" tvg-chno="1",Ishlaydi
${source.url}
#EXTINF:-1 tvg-id="down.uz" tvg-chno="2",Ishlamaydi
http://127.0.0.1:9/live.ts
`,
    )
    await page.goto('/console/imports')
    await page.getByLabel('Выбрать файл списка').setInputFiles(file)
    await seeHeading(page, 'list.m3u')
    expect(await page.getByText(/На диск: 2/).count()).toBe(0)
    await page.getByLabel(/Включить запись/).click()
    await page.getByText(/На диск: 2 канала\. Полные архивы этих каналов займут около/).waitFor()
    expect(await findingsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Принять выбранное', exact: true }).click()
    await page.waitForURL('**/console/imports')
  })

  it('[MON-02] says of each channel whether it is really recorded', async () => {
    const { page } = owner
    await page.goto('/console/channels')
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await row('Ishlaydi').getByText('Записывается').waitFor()
    await row('Ishlamaydi')
      .getByText(/Нет сигнала/)
      .waitFor()
    expect(await row('Ishlamaydi').getByText('Записывается').count()).toBe(0)
  })

  it('[STAFF-06] makes a subscriber for trying, who watches a channel on the site; the step ticks itself off', async () => {
    const { page } = owner
    await page.goto('/console/setup/tariffs')
    await createTariff()
    await page.getByText('Тариф создан, каналов в нём: 2').first().waitFor()
    await page.goto('/console/setup/watch')
    const watched = page.getByText('Кто-то уже посмотрел')
    await page.getByLabel('Номер абонента').fill('+998 90 555-66-77')
    await page.getByRole('button', { name: 'Создать пробного абонента' }).click()
    await page.getByText(/Это не номер абонента/).waitFor()
    await page.getByLabel('Номер абонента').fill('55566677')
    await page.getByRole('button', { name: 'Создать пробного абонента' }).click()
    await page.getByText(/Тариф «Всё» оплачен до/).waitFor()
    const value = (name: string) => page.getByRole('textbox', { name, exact: true }).inputValue()
    const [site, number, password] = [
      await value('Адрес сайта'),
      await value('Номер для входа'),
      await value('Пароль'),
    ]
    expect(number).toBe('55566677')
    expect(await watched.count()).toBe(0)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findingsOf(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    const viewer = await visitConsole(new URL(site).origin)
    await viewer.page.goto('/ru/login')
    await viewer.page.getByLabel('Телефон или абонентский номер').fill(number)
    await viewer.page.locator('input[name=password]').fill(password)
    await viewer.page.locator('main').getByRole('button', { name: 'Войти', exact: true }).click()
    await viewer.page.waitForURL('**/cabinet')
    await viewer.page.goto('/ru/tv')
    await viewer.page
      .getByRole('link', { name: /Ishlaydi/ })
      .first()
      .click()
    await goesOn(viewer.page, 3, 90_000)
    await watched.waitFor({ timeout: 180_000 })
    expect(viewer.problems).toEqual([])
    await viewer.leave()
  })

  it('[CHAN-02] shows viewers a channel that was added a moment ago, at once', async () => {
    const list = '/middleware/noauth/portal/client/channel/list'
    const first = await fetch(product.url + list)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const [etag, before] = [first.headers.get('etag') ?? '', await first.text()]
    const same = await fetch(product.url + list, { headers: { 'if-none-match': etag } })
    expect(same.status).toBe(304)
    const file = join(dir, 'more.m3u')
    await writeFile(
      file,
      '#EXTM3U\n#EXTINF:-1 tvg-id="more.uz" tvg-chno="3",Yangi\nhttp://127.0.0.1:9/3.ts\n',
    )
    const { code, errors } = await runCommand(['import', 'channels', file, '--record'], '', product.dataDir)
    expect(code, errors).toBe(0)
    await expect
      .poll(async () => (await fetch(product.url + list, { headers: { 'if-none-match': etag } })).status)
      .toBe(200)
    expect(before).not.toContain('Yangi')
  })

  it('removes the subscriber for trying, and ends: its page leaves the top of the menu', async () => {
    const { page } = owner
    await page.goto('/console/setup/watch')
    const menu = page.getByRole('navigation', { name: 'Разделы консоли' }).getByRole('link')
    await expect.poll(async () => (await menu.allInnerTexts())[0]).toBe('Первый запуск')
    await page.getByRole('button', { name: /Удалить пробного абонента/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click()
    await page.getByText(/Пробный абонент \d+ удалён/).waitFor()
    await page.getByRole('button', { name: 'Пропустить остальное' }).click()
    await page.getByText('Первый запуск закончен').waitFor()
    await expect.poll(async () => (await menu.allInnerTexts())[0]).toBe('Что требует внимания')
    expect(await menu.allInnerTexts()).toContain('Первый запуск')
    await page.goto('/console/audit')
    for (const event of ['Пробный абонент создан', 'Пробный абонент удалён', 'Первый запуск закончен'])
      await page.getByText(event).first().waitFor()
    expect(owner.problems).toEqual([])
  })
})
