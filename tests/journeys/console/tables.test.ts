/**
 * Tables of channels in the console in a real Chromium: exported, changed by a program that is not ours, compared,
 * applied, taken back. The tests are steps of one story, in this order.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'
import { channelsInConsole } from './channels-in-console.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let dir = ''

beforeAll(async () => {
  product = await startConsoleProduct()
  const tariffs = ['tariffs', 'put', 'docs/guides/tariffs-example.json']
  expect(await runCommand(tariffs, '', product.dataDir)).toMatchObject({ code: 0 })
  dir = await mkdtemp(join(tmpdir(), 'ekran-tables-'))
  owner = await visitConsole(product.consoleUrl)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

const list = `#EXTM3U
#EXTINF:-1 tvg-id="sport.uz" tvg-chno="1",Sport
http://127.0.0.1:9/sport.ts
#EXTINF:-1 tvg-id="news.uz" tvg-chno="2",Yangiliklar
http://127.0.0.1:9/news.ts
`

type Rows = (string | number | null)[][]

/** Writes a cell. */
function put(rows: Rows, row: number, column: number, value: Rows[number][number]): void {
  const cells = rows[row]
  if (cells === undefined || column < 0) throw new Error(`there is no cell ${row}, ${column}`)
  cells[column] = value
}

/** Presses "Export" and takes the format; returns the rows of the file that the browser saved. */
async function exportRows(format: string): Promise<Rows> {
  const { page } = owner
  await page.getByRole('button', { name: 'Экспорт' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  const file = join(dir, (await saved).suggestedFilename())
  await (await saved).saveAs(file)
  const [sheet] = (await readXlsx(await readFile(file))) as unknown as { data: Rows }[]
  return sheet?.data ?? []
}

async function load(name: string, bytes: Buffer): Promise<void> {
  const { page } = owner
  const file = join(dir, name)
  await writeFile(file, bytes)
  await page.getByLabel('Выбрать таблицу').setInputFiles(file)
  await seeHeading(page, name)
}

async function namesOfChannels(): Promise<readonly string[]> {
  return (await channelsInConsole(owner.page)).map(({ name_ru: name }) => name)
}

describe('[EDIT-04] [IMPORT-01] channels as a table', () => {
  let rows: Rows = []

  it('go out as XLSX from their screen', async () => {
    const { page } = owner
    await createOwner(page)
    await seeHeading(page, 'Первый запуск')
    await page.goto('/console/imports')
    const file = join(dir, 'list.m3u')
    await writeFile(file, list)
    await page.getByLabel('Выбрать файл списка').setInputFiles(file)
    await page.getByRole('button', { name: 'Принять выбранное' }).click()
    await page.getByText('Изменено 2 канала').waitFor()
    await page.goto('/console/channels')
    await seeHeading(page, 'Каналы')
    rows = await exportRows('Все — таблица Excel (XLSX)')
    expect(rows[0]).toEqual(expect.arrayContaining(['ID канала', 'Номер', 'Название (рус.)', 'Источники']))
    expect(rows.slice(1).map((row) => row[2])).toEqual(['Sport', 'Yangiliklar'])
    await waitFor(async () => (await namesOfChannels()).includes('Sport'), 30_000)
  })

  it('come back with two cells changed, which are shown before anything changes', async () => {
    const { page } = owner
    put(rows, 1, 2, 'Спорт')
    put(rows, 2, rows[0]?.indexOf('Дней архива') ?? -1, 400)
    put(rows, 2, rows[0]?.indexOf('Сдвиг программы, мин') ?? -1, 60)
    await page.getByRole('link', { name: 'Загрузить таблицу' }).click()
    await seeHeading(page, 'Каналы таблицей')
    await load('channels.xlsx', await writeXlsx(rows as never).toBuffer())
    await page.getByRole('button', { name: '2 меняются' }).waitFor()
    for (const text of ['Спорт', '60', 'Архив, дней', 'можно: 0–30'])
      await page.getByText(text).first().waitFor()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findingsOf(page)).toEqual([])
    }
    expect(await namesOfChannels()).toContain('Sport')
  })

  it('are applied, seen on the site, and taken back', async () => {
    const { page } = owner
    await page.getByText('Выбраны 2 строки').waitFor()
    await page.getByRole('button', { name: 'Применить выбранное' }).click()
    await page.getByText('Изменены 2 записи').waitFor()
    await waitFor(async () => (await namesOfChannels()).includes('Спорт'), 30_000)
    await page.getByRole('button', { name: 'Отменить', exact: true }).click()
    await page.getByText('Изменение отменено').waitFor()
    await waitFor(async () => (await namesOfChannels()).includes('Sport'), 30_000)
    await page.reload()
    await page.getByRole('link', { name: /Изменение \d+/ }).waitFor()
  })

  it('an unchanged table changes nothing, and a picture is refused in words', async () => {
    const { page } = owner
    await page.goto('/console/channels/tables')
    const same = await exportRows('Все — таблица Excel (XLSX)')
    await load('same.xlsx', await writeXlsx(same as never).toBuffer())
    await page.getByText('Таблица ничего не меняет').waitFor()
    await page.goto('/console/channels/tables')
    await load('logo.xlsx', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]))
    await page.getByText('это не таблица').waitFor()
    expect(await findingsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Отклонить' }).click()
    await seeHeading(page, 'Каналы таблицей')
  })

  it('go out and come back at the command line too', async () => {
    const file = join(dir, 'by-command.csv')
    expect(
      await runCommand(['channels', 'export', file, '--language', 'uz'], '', product.dataDir),
    ).toMatchObject({
      code: 0,
    })
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('Yangiliklar', 'Yangiliklar 24'))
    const dryRun = await runCommand(['channels', 'import-table', file, '--dry-run'], '', product.dataDir)
    expect(dryRun.output).toContain('Name (Russian): Yangiliklar → Yangiliklar 24')
    expect(dryRun.output).toContain('0 new, 1 changed, 1 unchanged')
    expect(await namesOfChannels()).toContain('Yangiliklar')
    const imported = await runCommand(['channels', 'import-table', file], '', product.dataDir)
    expect(imported.output).toMatch(/changes undo \d+/)
    await waitFor(async () => (await namesOfChannels()).includes('Yangiliklar 24'), 30_000)
    const { output } = await runCommand(['tables', 'list'], '', product.dataDir)
    expect(output).toMatch(/channels {2}by-command\.csv {2}became change \d+/)
    const wrong = await runCommand(['films', 'import-table', file], '', product.dataDir)
    expect([wrong.code, wrong.errors]).toEqual([1, expect.stringContaining('it is a table of channels')])
  })
})
