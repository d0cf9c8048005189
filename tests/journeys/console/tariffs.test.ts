/**
 * Tariffs in the console in a real Chromium, and what the site opens and sells by them. The tests are steps of one
 * story, in this order.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { findingsOf } from './every-screen.ts'

/** Where screenshots go; '' for none. */
const shotsDir = process.env['SHOTS_DIR'] ?? ''
let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let dir = ''

beforeAll(async () => {
  product = await startConsoleProduct()
  dir = await mkdtemp(join(tmpdir(), 'ekran-tariffs-'))
  await run('tariffs', 'put', 'docs/guides/tariffs-example.json')
  const list = ['Sevimli TV', 'Yoshlar', 'Россия 1', 'Bolajon'].flatMap((name, at) => [
    `#EXTINF:-1 tvg-chno="${at + 1}",${name}`,
    `http://127.0.0.1:9/${at + 1}.ts`,
  ])
  await writeFile(join(dir, 'list.m3u'), ['#EXTM3U', ...list].join('\n'))
  await run('import', 'channels', join(dir, 'list.m3u'))
  await run('trials', 'make')
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 400_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

async function run(...words: readonly string[]): Promise<string> {
  const { code, errors, output } = await runCommand(words, '', product.dataDir)
  expect(code, errors).toBe(0)
  return output
}

async function checkWidths(name: string): Promise<void> {
  const { page } = owner
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (shotsDir !== '')
      await page.screenshot({ path: join(shotsDir, `${name}-${width}.png`), fullPage: true })
  }
}

/** The tariff's look on the page of tariffs, for guests. */
async function seeOnSite(): Promise<void> {
  const guest = await owner.page.context().newPage()
  for (const width of [1440, 390]) {
    await guest.setViewportSize({ width, height: 900 })
    await guest.goto(`${product.consoleUrl}/tariff`)
    const card = guest.locator('main li', { has: guest.getByRole('heading', { level: 3, name: 'Домашний' }) })
    await card.getByText('Для всей семьи. Три экрана сразу.').waitFor()
    expect(await card.locator('svg path').first().getAttribute('d')).toContain('M9 11')
    expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (shotsDir !== '') await guest.screenshot({ path: join(shotsDir, `site-${width}.png`), fullPage: true })
  }
  await guest.close()
}

/** The names of the channels that a tariff opens on the site. */
async function opened(tariffId: number): Promise<readonly string[]> {
  const path = `/middleware/noauth/portal/client/channel/list?tariff_id=${tariffId}`
  const { data } = (await (await fetch(product.url + path)).json()) as {
    readonly data: { readonly channels: { readonly item: readonly { readonly name: string }[] } }
  }
  return data.channels.item.map((one) => one.name)
}

describe('[FIN-01] a tariff in the console', () => {
  it('gets a channel, which the site opens from then on', async () => {
    const { page } = owner
    await page.goto('/console/tariffs')
    await seeHeading(page, 'Тарифы')
    await checkWidths('list')
    expect(await opened(71)).toEqual([])
    await page.getByRole('link', { name: 'Кино плюс' }).click()
    await seeHeading(page, 'Кино плюс')
    await page.getByRole('searchbox', { name: 'Найти канал' }).fill('bola')
    await page.getByLabel(/Bolajon/).check()
    await page.getByRole('button', { name: 'Кого это затронет' }).click()
    const dialog = page.getByRole('dialog', { name: 'Кого это затронет' })
    await dialog.getByText('Bolajon').waitFor()
    await checkWidths('effect')
    await dialog.getByRole('button', { name: 'Сохранить тариф' }).click()
    await page.getByText('Тариф сохранён').waitFor()
    await expect.poll(() => opened(71)).toEqual(['Bolajon'])
    const versions = page.getByRole('list', { name: 'Версии' })
    await versions.getByText(/Добавлены каналы: Bolajon/).waitFor()
    await checkWidths('tariff')
  })

  it('[TARIFF-01] gets an icon, a description and a colour that is seen, which the site shows', async () => {
    const { page } = owner
    await page.goto('/console/tariffs/70')
    await seeHeading(page, 'Домашний')
    await page.getByTitle('Семья').click()
    await page.getByLabel('Описание по-русски').fill('Для всей семьи. Три экрана сразу.')
    await page.getByRole('textbox', { name: 'Свой цвет' }).fill('#ffe066')
    await page.getByText('На светлых страницах не виден', { exact: false }).waitFor()
    await checkWidths('look-lost')
    await page.getByRole('button', { name: /^Взять #/ }).click()
    await page.getByText('Виден на тёмных и светлых страницах').waitFor()
    await checkWidths('look')
    await page.getByRole('button', { name: 'Кого это затронет' }).click()
    const dialog = page.getByRole('dialog', { name: 'Кого это затронет' })
    await dialog.getByRole('button', { name: 'Сохранить тариф' }).click()
    await page.getByText('Тариф сохранён').waitFor()
    await page.getByRole('list', { name: 'Версии' }).getByText('Значок').first().waitFor()
    await seeOnSite()
  })

  it('[TARIFF-01] is moved by the menu and by the keyboard, and the order is taken back', async () => {
    const { page } = owner
    await page.goto('/console/tariffs')
    const rows = page.getByRole('grid', { name: 'Тарифы' }).getByRole('row')
    const names = async () =>
      Promise.all((await rows.all()).map((row) => row.getByRole('link').textContent()))
    await expect.poll(names).toEqual(['Домашний', 'Кино плюс'])
    await page.getByRole('button', { name: 'Действия: Кино плюс' }).click()
    await page.getByRole('menuitem', { name: 'В начало' }).click()
    await expect.poll(names).toEqual(['Кино плюс', 'Домашний'])
    await page.getByText('Порядок тарифов изменён').waitFor()
    await checkWidths('order')
    await page.getByRole('button', { name: 'Отменить', exact: true }).first().click()
    await expect.poll(names).toEqual(['Домашний', 'Кино плюс'])
    await page.getByRole('button', { name: 'Перетащить: Кино плюс' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-drop-target]').first().waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['Кино плюс', 'Домашний'])
    expect((await run('tariffs', 'list')).indexOf('71 Кино плюс')).toBe(0)
  })

  it('gets channels by a rule, with a preview of who gains, and one excluded by hand', async () => {
    const { page } = owner
    await run('channels', 'signs', '1', '--languages', 'uz', '--quality', 'hd')
    await run('channels', 'signs', '2', '--languages', 'uz')
    await page.goto('/console/tariffs/71')
    await seeHeading(page, 'Кино плюс')
    await page.getByRole('button', { name: 'Добавить правило' }).click()
    const rule = page.getByRole('group', { name: 'Правило 1' })
    await rule.getByLabel('Узбекский').check()
    await page.getByText('Sevimli TV по правилу').waitFor()
    await page.getByLabel(/Yoshlar/).uncheck()
    await page.getByText('Yoshlar исключён вручную').waitFor()
    // No mark is half below the bar at the top.
    await page.evaluate(() => scrollTo(0, 0))
    await checkWidths('rules')
    await page.getByRole('button', { name: 'Кого это затронет' }).click()
    const dialog = page.getByRole('dialog', { name: 'Кого это затронет' })
    await dialog.getByText('1 Sevimli TV').waitFor()
    await dialog.getByRole('button', { name: 'Сохранить тариф' }).click()
    await expect.poll(() => opened(71)).toEqual(['Sevimli TV', 'Bolajon'])
    // A channel that fits later comes by itself.
    await run('channels', 'signs', '3', '--languages', 'uz,ru')
    await expect.poll(() => opened(71)).toEqual(['Sevimli TV', 'Россия 1', 'Bolajon'])
  })

  it('[PROMO-01] is connected by codes of a batch that is generated, seen and stopped', async () => {
    const { page } = owner
    await page.goto('/console/promotions')
    await seeHeading(page, 'Промокоды')
    await page.getByRole('button', { name: 'Новая серия' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новая серия' })
    await dialog.getByLabel('Название по-русски').fill('К Наврузу')
    await dialog.getByLabel('Название по-узбекски').fill('Navroʻzga')
    await dialog.getByLabel('На баланс, сум').fill('10 000')
    await dialog.getByLabel('Бюджет', { exact: false }).fill('500 000')
    await checkWidths('batch-new')
    await dialog.getByRole('button', { name: 'Создать серию' }).click()
    await seeHeading(page, 'К Наврузу')
    await page.getByText('использовано 0, кодов 100', { exact: false }).waitFor()
    await checkWidths('batch')
    await page.getByRole('button', { name: 'Остановить' }).click()
    await page.getByText('остановлена').waitFor()
    expect(await run('promo', 'batches')).toContain('К Наврузу: 100 codes')
    await page.goto('/console/promotions')
    await page.getByRole('link', { name: 'К Наврузу' }).waitFor()
    await checkWidths('batches')
  })

  it('gets a price from a day on, which is taken back', async () => {
    const { page } = owner
    await page.goto('/console/tariffs/70')
    await seeHeading(page, 'Домашний')
    expect(await run('tariffs', 'list')).toContain('70 Домашний: base, 29000 soʻm')
    await page.getByRole('button', { name: 'Назначить цену' }).click()
    await page.getByLabel('Новая цена, сум').fill('35 000')
    await checkWidths('price')
    await page.getByRole('dialog').getByRole('button', { name: 'Кого это затронет' }).click()
    const dialog = page.getByRole('dialog', { name: 'Кого это затронет' })
    await dialog.getByText('Абонентов с этим тарифом: активных 1, приостановленных 0.').waitFor()
    await checkWidths('price-effect')
    await dialog.getByRole('button', { name: 'Назначить эту цену' }).click()
    await page.getByText('Цена назначена').waitFor()
    expect(await run('tariffs', 'list')).toContain('70 Домашний: base, 35000 soʻm')
    const version = page.getByRole('article', { name: /Версия \d/ }).first()
    await version.getByText(/Назначена цена: 35\s000\sсум за 30/).waitFor()
    await version.getByRole('button', { name: /Отменить версию/ }).click()
    await page.getByText('Назначенных цен нет.').waitFor()
    expect(await run('tariffs', 'list')).toContain('70 Домашний: base, 29000 soʻm')
    if (shotsDir === '') return
    for (const [path, name] of [
      ['/console/tariffs', 'list-uz'],
      ['/console/tariffs/70', 'tariff-uz'],
      ['/console/tariffs/new?from=70', 'copy-uz'],
    ] as const) {
      await page.evaluate(() => localStorage.setItem('ekran.console.language', 'uz'))
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await checkWidths(name)
    }
  })
})
