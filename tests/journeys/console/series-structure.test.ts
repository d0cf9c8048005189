/** The episodes of a series put into order in a real Chromium. Steps of one story, in this order. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { findMediaBinaries } from '#media/media.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let dir = ''
let vid = ''

beforeAll(async () => {
  product = await startConsoleProduct()
  dir = await mkdtemp(join(tmpdir(), 'ekran-series-'))
  for (const name of ['Горы S01E01 Утро', 'Горы S01E02 День', 'Горы S01E03 Вечер', 'Реки S01E01 Исток']) {
    const folder = join(dir, name.slice(0, 4))
    await mkdir(folder, { recursive: true })
    await makeEpisode(join(folder, `${name}.mkv`))
  }
  await command('import', 'films', dir)
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 400_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

async function makeEpisode(path: string): Promise<void> {
  const made = runFfmpeg({
    ffmpegPath: findMediaBinaries({}).ffmpegPath,
    args: [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=2'],
      ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', path],
    ],
    timeoutMs: 60_000,
  })
  expect((await made.exit).lastLines).toEqual([])
}

async function command(...args: readonly string[]): Promise<string> {
  const { code, output, errors } = await runCommand(args, '', product.dataDir)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output} ${errors}`)
  return output
}

const season = (page: Page, name: string) => page.getByRole('grid', { name, exact: true })

/** `1 Утро`, … of a season, as they are on the page. */
async function shown(page: Page, name = 'Сезон 1'): Promise<readonly string[]> {
  const texts = await season(page, name).getByRole('row').allInnerTexts()
  return texts.map((text) => text.split('\n').slice(0, 2).join(' '))
}

async function act(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Действия: ${name}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** The undo of the message that says what was done just now. */
async function undoInMessage(page: Page): Promise<void> {
  await page.getByRole('status').getByRole('button', { name: 'Отменить' }).last().click()
}

/** Whether a row could be taken by its handle: not while the rows are drawn again. */
async function takeByKeyboard(page: Page, name: string): Promise<boolean> {
  await page.getByRole('button', { name: `Перетащить: ${name}` }).focus()
  await page.keyboard.press('Enter')
  const place = page.locator('[data-drop-target]').first()
  return place.waitFor({ state: 'attached', timeout: 2000 }).then(
    () => true,
    () => false,
  )
}

async function dragTo(page: Page, name: string, target: Locator, at: 'top' | 'middle'): Promise<void> {
  const handle = page.getByRole('button', { name: `Перетащить: ${name}` })
  // The place may be below the window.
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()]
  if (from === null || to === null) throw new Error('a row is not on the page')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  const y = to.y + (at === 'top' ? 3 : to.height / 2)
  await page.mouse.move(to.x + 40, y + 12, { steps: 8 })
  await page.mouse.move(to.x + 40, y, { steps: 3 })
  await page.mouse.up()
}

async function openSeries(page: Page): Promise<void> {
  await page.goto('/console/films?view=series&q=Горы')
  await page.getByRole('link', { name: 'Горы', exact: true }).click()
  await seeHeading(page, 'Горы')
  vid = new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

const atFirst = ['1 Утро', '2 День', '3 Вечер']

describe('[EDIT-01] [EDIT-02] [IMPORT-03] the episodes of a series', () => {
  it('are moved by the menu and by dragging, taken back, and stay over an import', async () => {
    const { page } = owner
    await openSeries(page)
    await expect.poll(() => shown(page)).toEqual(atFirst)
    await act(page, 'Вечер', 'Выше')
    await expect.poll(() => shown(page)).toEqual(['1 Утро', '2 Вечер', '3 День'])
    await undoInMessage(page)
    await expect.poll(() => shown(page)).toEqual(atFirst)
    await dragTo(page, 'Вечер', season(page, 'Сезон 1').getByRole('row').first(), 'top')
    await expect.poll(() => shown(page)).toEqual(['1 Вечер', '2 Утро', '3 День'])
    await command('import', 'films', dir, '--again')
    expect(await command('films', 'episodes', 'list', vid)).toMatch(/S1E1 .*Вечер.*\n.*S1E2 .*Утро/)
  })

  it('go out as a table, come back changed, are compared, applied and taken back', async () => {
    const { page } = owner
    await page.goto('/console/films/tables')
    await page.getByRole('group', { name: 'Что в таблице' }).getByRole('button', { name: 'Серии' }).click()
    await seeHeading(page, 'Серии таблицей')
    await page.getByRole('button', { name: 'Экспорт' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Все — таблица Excel (XLSX)' }).click()
    const file = join(dir, 'episodes.xlsx')
    await (await saved).saveAs(file)
    const [sheet] = (await readXlsx(await readFile(file))) as unknown as { data: (string | number)[][] }[]
    const rows = sheet?.data ?? []
    const at = (heading: string) => rows[0]?.indexOf(heading) ?? -1
    const row = rows.find((one) => one[at('Название (рус.)')] === 'Утро') ?? []
    row[at('Название (узб.)')] = 'Tong'
    row[at('Окна доступа сезона')] = '2026-01-01 00:00 / .. @inside'
    await writeFile(file, await writeXlsx(rows as never).toBuffer())
    await page.getByLabel('Выбрать таблицу').setInputFiles(file)
    await seeHeading(page, 'episodes.xlsx')
    await page.getByText('Tong').first().waitFor()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findingsOf(page), String(width)).toEqual([])
    }
    await page.getByRole('button', { name: 'Применить выбранное' }).click()
    await page.getByText(/Изменен. 2 запис/).waitFor()
    expect(await command('films', 'episodes', 'list', vid)).toMatch(/season 1: .* inside/)
    await undoInMessage(page)
    await expect.poll(() => command('films', 'episodes', 'list', vid)).not.toMatch(/season 1:/)
    await openSeries(page)
  })

  it('begin a new season by being dropped', async () => {
    const { page } = owner
    await dragTo(page, 'День', page.getByLabel('Новый сезон 2'), 'middle')
    await expect.poll(() => shown(page, 'Сезон 2')).toEqual(['1 День'])
  })

  it('are moved to another season by the keyboard: Enter on the handle, Tab, Enter', async () => {
    const { page } = owner
    // What is dropped while the last move is still being stored stays where it was.
    const menu = page.getByRole('button', { name: 'Действия: Утро' })
    await expect.poll(() => menu.isEnabled()).toBe(true)
    await expect.poll(() => takeByKeyboard(page, 'Утро'), { timeout: 30_000 }).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => shown(page, 'Сезон 2')).toContainEqual(expect.stringContaining('Утро'))
  })

  it('have windows with their season: outside them the site does not have it, until that is taken back', async () => {
    const { page } = owner
    const site = await page.context().newPage()
    await site.goto(`${product.url}/movie/${vid}`)
    const season2 = site.getByRole('group', { name: 'Сезоны' }).getByRole('button', { name: 'Сезон 2' })
    await season2.waitFor()
    const openWindows = () => page.getByRole('button', { name: 'Окна доступа: Сезон 2' }).click()
    const dialog = page.getByRole('dialog')
    await openWindows()
    await dialog.getByRole('button', { name: 'Добавить окно' }).click()
    await dialog.getByLabel('Открывается').fill('2026-01-02T10:00')
    await dialog.getByLabel('Закрывается').fill('2026-01-01T10:00')
    await dialog.getByText(/конец должен быть позже/).waitFor()
    await dialog.getByLabel('Закрывается').fill('2026-02-01T10:00')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('срок закончился').waitFor()
    const isOnSite = async () => {
      await site.reload()
      await site.getByText('Вечер').first().waitFor()
      return (await season2.count()) > 0
    }
    await expect.poll(isOnSite, { timeout: 20_000 }).toBe(false)
    // The message with its own undo may be gone by now: the history of the page has the set first.
    const set = page.getByRole('article').filter({ hasText: 'Окна сезона' }).first()
    await set.getByRole('button', { name: 'Отменить' }).click()
    await expect.poll(isOnSite, { timeout: 20_000 }).toBe(true)
    await site.close()
    await command('films', 'seasons', 'windows', vid, '2', '2026-12-01T00:00/..@inside')
    expect(await command('films', 'episodes', 'list', vid)).toMatch(/season 2: .* inside/)
    await command('films', 'seasons', 'windows', vid, '2', 'none')
  })

  it('are edited, hidden, and refused to a second editor whose page is older', async () => {
    const { page } = owner
    const second = await page.context().newPage()
    await second.goto(page.url())
    await season(second, 'Сезон 2').getByRole('row').first().waitFor()
    await second.route('**/api/console/v1/films/episodes?*', (route) => route.abort())
    await act(page, 'День', 'Изменить тексты')
    await page.getByLabel('Название по-русски').last().fill('Полдень')
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('тексты изменены').waitFor()
    await act(page, 'Полдень', 'Скрыть от зрителей')
    await page.getByText('скрыта', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Нумеровать как файлы' }).click()
    await expect.poll(() => shown(page)).toEqual(['1 Утро', '2 Полдень', '3 Вечер'])
    await act(second, 'Вечер', 'На место…')
    await second.getByRole('dialog').getByLabel('Номер серии').fill('7')
    await second.getByRole('dialog').getByRole('button', { name: 'Перенести' }).click()
    await second
      .getByText(/Камола Каримова/)
      .last()
      .waitFor()
    await second.close()
    await expect.poll(() => shown(page)).toEqual(['1 Утро', '2 Полдень', '3 Вечер'])
  })

  it('are moved to another series that is found by its title, at every width', async () => {
    const { page } = owner
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => scrollTo({ top: 0 }))
      expect(await findingsOf(page), String(width)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await act(page, 'Вечер', 'В другой сериал…')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox', { name: 'Сериал' }).fill('Реки')
    await dialog.getByRole('button', { name: /Выбрать: Реки/ }).click()
    await dialog.getByText(/В сериал: Реки/).waitFor()
    await dialog.getByRole('button', { name: 'Перенести' }).click()
    await expect.poll(() => shown(page)).toEqual(['1 Утро', '2 Полдень'])
    await page.goto('/console/films?view=series&q=Реки')
    await page.getByRole('link', { name: 'Реки', exact: true }).click()
    await expect.poll(() => shown(page)).toEqual(['1 Исток', '2 Вечер'])
    await page.getByText('из другого сериала').waitFor()
    expect(owner.problems).toEqual([])
  })
})
