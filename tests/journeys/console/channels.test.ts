/**
 * Channels in the console in a real Chromium, on a product with a playlist of 300: corrected in place and in bulk, deleted,
 * merged, and each change taken back. The tests are steps of one story and run in this order.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { findingsOf, findingsOfScreens, waysOfShowing } from './every-screen.ts'

const count = 300
const screensOfChannels = [
  ...[
    '/overview',
    '/health',
    '/channels',
    '/channels/1',
    '/channels/duplicates',
    '/channels/deleted',
    '/channels/new',
  ],
  ...['/channels/categories', '/imports', '/guide/matching', '/changes', '/audit'],
]
/** The base tariff of the guide's example: imports add new channels to it. */
const exampleTariff = 70
let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let page: Page
let dir = ''

beforeAll(async () => {
  product = await startConsoleProduct()
  const tariffs = ['tariffs', 'put', 'docs/guides/tariffs-example.json']
  expect(await runCommand(tariffs, '', product.dataDir)).toMatchObject({ code: 0 })
  dir = await mkdtemp(join(tmpdir(), 'ekran-list-'))
  owner = await visitConsole(product.consoleUrl)
  page = owner.page
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

const entry = (number: number, name = `Kanal ${number}`) =>
  `#EXTINF:-1 tvg-id="id${number}.uz" tvg-chno="${number}",${name}\nhttp://127.0.0.1:9/${number}.ts`

async function importList(entries: readonly string[]): Promise<string> {
  const file = join(dir, 'list.m3u')
  await writeFile(file, ['#EXTM3U', ...entries].join('\n'))
  const { code, output, errors } = await runCommand(
    // As an operator switches them on; nothing answers at the addresses.
    ['import', 'channels', file, '--record'],
    '',
    product.dataDir,
  )
  expect(code, errors).toBe(0)
  return output
}

/** What viewers get. */
async function listed(): Promise<readonly { readonly number: number; readonly name: string }[]> {
  const response = await fetch(
    `${product.url}/middleware/noauth/portal/client/channel/list?lang=ru&tariff_id=${exampleTariff}`,
  )
  const body = (await response.json()) as {
    data: { channels: { item: readonly { number: number; name: string }[] } }
  }
  return body.data.channels.item
}

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const saved = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).last()

async function undoFromMessage(): Promise<void> {
  await page.getByRole('button', { name: 'Отменить', exact: true }).last().click()
  await saved('Изменение отменено').waitFor()
}

describe('[CHAN-01] channels in the console', () => {
  it('come from a playlist, which the history lists with its number', async () => {
    const output = await importList(Array.from({ length: count }, (_, at) => entry(at + 1)))
    expect(output).toMatch(/changes undo \d+/)
    await createOwner(page)
    await page.goto('/console/channels')
    await seeHeading(page, 'Каналы')
    await page.getByText(`${count} каналов`).waitFor()
    await page.goto('/console/changes')
    await page.getByText('Импорт: list.m3u').waitFor()
  })

  it('are put into another order by dragging and by the keyboard, and back', async () => {
    await page.goto('/console/channels')
    await rowOf('Kanal 2').first().waitFor()
    const handleOf = (name: string) => page.getByRole('button', { name: `Переместить: ${name}.` })
    const orderOf = async () => (await listed()).slice(0, 6).map(({ name }) => name.replace('Kanal ', ''))
    const from = await handleOf('Kanal 5').boundingBox()
    const to = await handleOf('Kanal 2').boundingBox()
    if (from === null || to === null) throw new Error('the handles are not in sight')
    await page.mouse.move(from.x + 10, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x + 10, to.y + 30, { steps: 8 })
    await page.mouse.move(to.x + 10, to.y + 4, { steps: 2 })
    await page.mouse.up()
    await saved('Перемещён 1 канал').waitFor()
    await expect.poll(orderOf).toEqual(['1', '5', '2', '3', '4', '6'])
    await handleOf('Kanal 5').focus()
    await Promise.all([
      // The list is read again once the move is confirmed, with its undo.
      page.waitForResponse((response) => response.url().includes('/channels?deleted=0')),
      page.keyboard.press('ArrowDown'),
    ])
    await expect.poll(orderOf).toEqual(['1', '2', '5', '3', '4', '6'])
    await page.keyboard.press('Control+z')
    await expect.poll(orderOf).toEqual(['1', '5', '2', '3', '4', '6'])
    const { output } = await runCommand(['channels', 'move', '2', '6'], '', product.dataDir)
    expect(output).toMatch(/changes undo \d+/)
    await expect.poll(orderOf).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it('are opened from the palette, by number or name, from wherever somebody is', async () => {
    await page.goto('/console/profile')
    await seeHeading(page, 'Мой профиль')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('kanal 217')
    await page.getByRole('menuitem', { name: '217 Kanal 217' }).waitFor()
    expect(await findingsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await seeHeading(page, '217 Kanal 217')
  })

  it('are in the page only where they are in sight, and all can be reached', async () => {
    await page.goto('/console/channels')
    await rowOf('Kanal 1').first().waitFor()
    expect(await page.getByRole('row').count()).toBeLessThan(100)
    await page.mouse.move(700, 600)
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000)
        return rowOf(`Kanal ${count}`).count()
      })
      .toBe(1)
    await page.getByRole('searchbox', { name: 'Найти канал' }).fill('299')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    expect(new URL(page.url()).searchParams.get('q')).toBe('299')
  })

  it('with their filter are saved as a view, opened from the header and the palette, and removed', async () => {
    await page.getByRole('button', { name: 'Сохранённые виды' }).click()
    await page.getByRole('menuitem', { name: 'Сохранить этот вид' }).click()
    await page.getByRole('textbox', { name: 'Название' }).fill('Двести девяносто девять')
    expect(await findingsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await saved('Вид «Двести девяносто девять» сохранён').waitFor()
    await page.goto('/console/profile')
    await seeHeading(page, 'Мой профиль')
    await page.getByRole('button', { name: 'Сохранённые виды' }).click()
    await page.getByRole('menuitem', { name: 'Двести девяносто девять' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    expect(new URL(page.url()).searchParams.get('q')).toBe('299')
    await page.goto('/console/profile')
    await seeHeading(page, 'Мой профиль')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('девяносто')
    await page.getByRole('menuitem', { name: 'Двести девяносто девять' }).waitFor()
    await page.keyboard.press('Enter')
    await seeHeading(page, 'Каналы')
    await page.getByRole('button', { name: 'Сохранённые виды' }).click()
    await page.getByRole('menuitem', { name: 'Управлять видами' }).click()
    await page.getByRole('button', { name: 'Удалить вид «Двести девяносто девять»' }).click()
    await saved('Вид «Двести девяносто девять» удалён').waitFor()
    await page.keyboard.press('Escape')
  })

  it('are renamed and renumbered in their place, at once for viewers, and back with one press', async () => {
    await page.goto('/console/channels?q=Kanal 12')
    await page.getByRole('button', { name: 'Название: Kanal 12. Изменить' }).click()
    await page.getByRole('textbox', { name: 'Название' }).fill('Двенадцатый')
    await page.keyboard.press('Enter')
    await saved('Изменён 1 канал').waitFor()
    await expect
      .poll(async () => (await listed()).find(({ number }) => number === 12)?.name)
      .toBe('Двенадцатый')
    await undoFromMessage()
    await page.getByRole('button', { name: 'Название: Kanal 12. Изменить' }).waitFor()
    await page.getByRole('button', { name: 'Номер: 12. Изменить' }).click()
    await page.getByRole('textbox', { name: 'Номер' }).fill('120')
    await page.keyboard.press('Enter')
    // The one that had the number has changed places with it.
    await saved('Изменено 2 канала').waitFor()
    await expect
      .poll(async () => (await listed()).find(({ number }) => number === 120)?.name)
      .toBe('Kanal 12')
    expect((await listed()).find(({ number }) => number === 12)?.name).toBe('Kanal 120')
    const undone = page.waitForResponse((response) => response.url().endsWith('/changes/undo'))
    await page.keyboard.press('Control+z')
    expect(await (await undone).json()).toMatchObject({ data: { undone: 2, conflicts: [] } })
    await expect.poll(async () => (await listed()).find(({ number }) => number === 12)?.name).toBe('Kanal 12')
    await page.getByRole('button', { name: 'Номер: 12. Изменить' }).click()
    await page.getByRole('textbox', { name: 'Номер' }).fill('0')
    await page.keyboard.press('Enter')
    await saved('Номер: от 1 до 99').waitFor()
    await page.getByRole('button', { name: 'Название: Kanal 12. Изменить' }).click()
    await page.getByRole('textbox', { name: 'Название' }).fill('Left as it was')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Название: Kanal 12. Изменить' }).waitFor()
  })

  it('are edited in bulk as one change', async () => {
    await page.goto('/console/channels?q=Kanal 25')
    await expect.poll(() => page.getByRole('row').count()).toBe(14)
    await page.getByRole('checkbox', { name: 'Выбрать все показанные' }).check()
    const bar = page.getByRole('region', { name: 'Выбрано 13 каналов' })
    await bar.getByRole('button', { name: 'Категория' }).click()
    await page.getByRole('menuitem', { name: 'Спорт' }).click()
    await saved('Изменено 13 каналов').waitFor()
    await page.goto('/console/channels?category=4')
    await page.getByText('13 каналов').waitFor()
    await page.goto('/console/changes')
    await page.getByRole('article').first().getByRole('button', { name: 'Отменить' }).click()
    await saved('Изменение отменено').waitFor()
    await page.goto('/console/channels?category=4')
    await page.getByText('Таких каналов нет').waitFor()
  })

  it('[IMPORT-03] keep what was edited by hand over an import, until the field is released', async () => {
    await page.goto('/console/channels?q=Kanal 7')
    await rowOf('Kanal 7')
      .first()
      .getByRole('button', { name: /Ещё действия/ })
      .click()
    await page.getByRole('menuitem', { name: 'Открыть' }).click()
    await seeHeading(page, '7 Kanal 7')
    await page.getByLabel('Название по-русски').fill('Седьмой')
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await seeHeading(page, '7 Седьмой')
    await importList([entry(7, 'Kanal 7 TV'), ...Array.from({ length: count - 7 }, (_, at) => entry(at + 8))])
    await page.reload()
    await page.getByText('В списке: Kanal 7 TV').waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Kanal 7 TV' })
      .getByRole('button', { name: 'Брать из списка' })
      .click()
    await seeHeading(page, '7 Kanal 7 TV')
  })

  it('show the change of another person before it is overwritten', async () => {
    await page.goto('/console/channels?q=Kanal 30')
    await rowOf('Kanal 30')
      .first()
      .getByRole('button', { name: /Ещё действия/ })
      .click()
    await page.getByRole('menuitem', { name: 'Открыть' }).click()
    await seeHeading(page, '30 Kanal 30')
    await page.getByLabel('Название по-русски').fill('Моё имя')
    const { code } = await runCommand(['channels', 'rename', '30', 'Чужое имя'], '', product.dataDir)
    expect(code).toBe(0)
    await page.getByRole('button', { name: 'Сохранить' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Канал уже изменил другой сотрудник' })
    await dialog.getByText('У вас: Моё имя').waitFor()
    await dialog.getByRole('button', { name: 'Сохранить моё' }).click()
    await seeHeading(page, '30 Моё имя')
  })

  it('are deleted and restored, merged and taken apart again', async () => {
    await page.goto('/console/channels?q=Kanal 40')
    await rowOf('Kanal 40')
      .first()
      .getByRole('button', { name: /Ещё действия/ })
      .click()
    await page.getByRole('menuitem', { name: 'Удалить' }).click()
    await saved('Удалён 1 канал').waitFor()
    await expect.poll(async () => (await listed()).some(({ number }) => number === 40)).toBe(false)
    await page.goto('/console/channels/deleted')
    await page.getByRole('button', { name: 'Вернуть' }).click()
    await page.getByText('Удалённых каналов нет').waitFor()
    await expect.poll(async () => (await listed()).some(({ number }) => number === 40)).toBe(true)

    await page.goto('/console/channels?q=Kanal 41')
    await rowOf('Kanal 41')
      .first()
      .getByRole('button', { name: /Ещё действия/ })
      .click()
    await page.getByRole('menuitem', { name: 'Объединить с другим' }).click()
    const dialog = page.getByRole('dialog', { name: 'Объединить «Kanal 41» с другим каналом' })
    await dialog.getByRole('searchbox').fill('Kanal 42')
    await dialog.getByRole('radio', { name: '42 Kanal 42' }).check()
    await dialog.getByRole('button', { name: 'Объединить' }).click()
    await saved('Каналы объединены').waitFor()
    await expect.poll(async () => (await listed()).some(({ number }) => number === 41)).toBe(false)
    await undoFromMessage()
    await expect.poll(async () => (await listed()).some(({ number }) => number === 41)).toBe(true)
  })

  it('[CHAN-01] are added by hand from the palette, with a source, and go with the undo', async () => {
    await page.goto('/console/channels')
    await rowOf('Kanal 2').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('searchbox', { name: 'Страница, канал' }).fill('Добавить канал')
    await page.getByRole('menuitem', { name: 'Добавить канал' }).waitFor()
    await page.getByRole('menuitem', { name: 'Добавить канал' }).click()
    await seeHeading(page, 'Добавить канал')
    const field = (name: string) => page.getByRole('textbox', { name })
    const add = page.getByRole('button', { name: 'Добавить', exact: true })
    await field('Название по-русски').fill('Махалла')
    await field('Адрес потока').fill('javascript:alert(1)')
    await add.click()
    await page.getByText('Такой адрес не записать').waitFor()
    await field('Адрес потока').fill('udp://239.1.1.7:5000')
    await field('Номер').fill('7')
    await add.click()
    await page.getByText('Номер 7 занят каналом').waitFor()
    await field('Номер').fill('901')
    await add.click()
    await page.getByRole('heading', { level: 1, name: 'Махалла' }).waitFor()
    await page.getByText('udp://239.1.1.7:5000').waitFor()
    await page.getByRole('button', { name: 'Источник 1: проверить' }).waitFor()
    await expect.poll(async () => (await listed()).some(({ number }) => number === 901)).toBe(true)
    await undoFromMessage()
    await expect.poll(async () => (await listed()).some(({ number }) => number === 901)).toBe(false)
  })

  it('[CHAN-02] get an own category, which is created, ordered and deleted into another', async () => {
    await page.goto('/console/channels/categories')
    await page.getByRole('button', { name: 'Новая категория' }).click()
    await page.getByLabel('По-русски').fill('Регион')
    await page.getByLabel('По-узбекски').fill('Hudud')
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByRole('button', { name: 'Выше: Регион' }).click()
    await expect
      .poll(async () => (await page.getByRole('listitem').allInnerTexts()).at(-2)?.split('\n')[0])
      .toBe('Регион')
    await page.getByRole('button', { name: 'Удалить: Регион' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
    await expect.poll(() => page.getByText('Регион', { exact: true }).count()).toBe(0)
  })

  it('[APP-01] have no violation of WCAG 2.2 AA where there are hundreds, light and dark, narrow and wide', async () => {
    const { ru: findings } = await findingsOfScreens(page, waysOfShowing.slice(0, 1), screensOfChannels)
    expect(findings).toEqual([])
  })

  it('have had no script error and nothing that the content policy refused', () => {
    expect(owner.problems).toEqual([])
  })
})
