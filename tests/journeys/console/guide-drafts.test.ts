/**
 * A guide from a file in the console in a real Chromium: uploaded, looked at, applied for one channel, seen in the
 * timeline, taken back; its words, one in JSON, and one that a source holds back. The tests are steps of one story, in this order.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let page: Page
let dir = ''

const list = `#EXTM3U
#EXTINF:-1 tvg-id="sport.uz" tvg-chno="1",Sport
http://127.0.0.1:9/sport.ts
#EXTINF:-1 tvg-id="news.uz" tvg-chno="2",Yangiliklar
http://127.0.0.1:9/news.ts
`
const hourMs = 3_600_000
const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')
/** The next full hour. */
const fromMs = Math.ceil(Date.now() / hourMs) * hourMs

/** Hourly programmes with titles of their own. */
function guide(channels: Readonly<Record<string, readonly number[]>>, word: string, category = ''): string {
  const programmes = Object.entries(channels).flatMap(([channel, hours]) =>
    hours.map(
      (hour) =>
        `<programme channel="${channel}" start="${stamp(fromMs + hour * hourMs)}" stop="${stamp(fromMs + (hour + 1) * hourMs)}">` +
        `<title lang="ru">${word} ${hour}</title>${category === '' ? '' : `<category>${category}</category>`}</programme>`,
    ),
  )
  return `<tv>${programmes.join('')}</tv>`
}

const hours = (count: number) => Array.from({ length: count }, (_, hour) => hour)

beforeAll(async () => {
  product = await startConsoleProduct()
  dir = await mkdtemp(join(tmpdir(), 'ekran-guide-drafts-'))
  const files = { list: join(dir, 'list.m3u'), guide: join(dir, 'first.xml') }
  await writeFile(files.list, list)
  await writeFile(files.guide, guide({ 'sport.uz': hours(30), 'news.uz': hours(30) }, 'Было'))
  for (const words of [
    ['import', 'channels', files.list],
    ['import', 'guide', files.guide],
  ])
    expect(await runCommand(words, '', product.dataDir)).toMatchObject({ code: 0 })
  owner = await visitConsole(product.consoleUrl)
  page = owner.page
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

const rowOf = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
const message = (text: string) => page.getByRole('status').filter({ hasText: text }).last()

/** Chooses in a list of choices. */
async function choose(label: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${label}$`) }).click()
  await page.getByRole('option', { name: choice }).click()
}

async function titlesOf(number: number): Promise<string> {
  const day = new Date(fromMs + 5 * hourMs).toISOString().slice(0, 10)
  const words = ['guide', 'programmes', String(number), '--day', day, '--days', '3']
  return (await runCommand(words, '', product.dataDir)).output
}

describe('[IMPORT-01] [IMPORT-02] a guide from a file', () => {
  it('is uploaded, and shows what it would change before anything does', async () => {
    await createOwner(page)
    await page.goto('/console/guide')
    await seeHeading(page, 'Телепрограмма')
    const file = join(dir, 'week.xml.gz')
    const text = guide({ 'sport.uz': [...hours(30), 30, 31], 'news.uz': hours(4), other: hours(3) }, 'Стало')
    await writeFile(file, gzipSync(text.replaceAll('Стало 3<', 'Было 3<')))
    await page.getByLabel('Выбрать файл телегида').setInputFiles(file)
    await seeHeading(page, 'week.xml.gz')
    await page.getByText('2 из 3 каналов телегида').waitFor()
    await rowOf('1 Sport').getByText('новых 2, изменённых 29, исчезнет 0').waitFor()
    await rowOf('2 Yangiliklar').getByText('кончается в течение суток').waitFor()
    await rowOf('1 Sport').getByText('Передачи: 1 Sport').click()
    const programme = rowOf('Стало 5').last()
    await programme.getByText('Было 5').waitFor()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findingsOf(page)).toEqual([])
    }
    expect(await titlesOf(1)).not.toContain('Стало')
  })

  it('is applied for the chosen channel, which its timeline shows', async () => {
    const timeline = page.getByRole('link', { name: 'Программа: 1 Sport' })
    const path = (await timeline.getAttribute('href')) ?? ''
    await page.getByLabel('Применить: 2 Yangiliklar').uncheck()
    await page.getByText('Выбран 1 канал').waitFor()
    await page.getByRole('button', { name: 'Применить', exact: true }).click()
    await message('Программа обновлена у 1 канала').waitFor()
    await page.getByText('Применённые').waitFor()
    expect(await titlesOf(1)).toContain('Стало 6')
    expect(await titlesOf(2)).not.toContain('Стало')
    // The first programme may begin on the next day of Tashkent.
    await page.goto(`${path}?day=${new Date(fromMs + 5 * hourMs).toISOString().slice(0, 10)}`)
    await seeHeading(page, '1 Sport')
    await page
      .getByText(/Стало \d/)
      .first()
      .waitFor()
  })

  it('is taken back by its number', async () => {
    await page.goto('/console/changes')
    await page.getByText('Импорт: week.xml.gz').waitFor()
    const set = page.getByRole('listitem').filter({ hasText: 'week.xml.gz' }).first()
    await set.getByRole('button', { name: 'Отменить' }).click()
    await message('Изменение отменено').waitFor()
    const titles = await titlesOf(1)
    expect(titles).toContain('Было 6')
    expect(titles).not.toContain('Стало')
  })

  it('brings words of its own, whose genre is chosen, used at once and taken back', async () => {
    const file = join(dir, 'words.xml')
    await writeFile(file, guide({ 'news.uz': hours(30) }, 'Было', 'Kino soati'))
    const imported = await runCommand(['import', 'guide', file], '', product.dataDir)
    expect(imported, imported.errors).toMatchObject({ code: 0 })
    await page.goto('/console/guide')
    await page.getByRole('link', { name: 'Жанры телегидов' }).click()
    await seeHeading(page, 'Жанры телегидов')
    await rowOf('kino soati').getByText('30 передач').waitFor()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findingsOf(page)).toEqual([])
    }
    await rowOf('kino soati').getByRole('button').click()
    await page.getByRole('option').nth(2).click()
    await message('Жанр изменён у 30 передач').waitFor()
    await page.getByText('У всех слов есть жанр: решать нечего').waitFor()
    await page.getByRole('button', { name: 'Отменить' }).last().click()
    await rowOf('kino soati').waitFor()
  })

  it('in JSON is read by fields that are chosen', async () => {
    const file = join(dir, 'jadval.json')
    const rows = hours(3).map((hour) => ({
      kanal: 'sport.uz',
      vaqt: (fromMs + hour * hourMs) / 1000,
      nom: `JSON ${hour}`,
    }))
    await writeFile(file, JSON.stringify({ javob: { qatorlar: rows } }))
    await page.goto('/console/guide')
    await page.getByLabel('Выбрать файл телегида').setInputFiles(file)
    await seeHeading(page, 'jadval.json')
    await page.getByText('Файл не прочитан').waitFor()
    await choose('Начало', 'javob.qatorlar[].vaqt')
    await choose('Название по-русски', 'javob.qatorlar[].nom')
    await choose('Канал', 'javob.qatorlar[].kanal')
    await page.getByRole('button', { name: 'Прочитать по этим полям' }).click()
    await message('Сравнили с тем, что есть сейчас').waitFor()
    await page.getByText('Первые передачи').waitFor()
    await rowOf('1 Sport').waitFor()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findingsOf(page)).toEqual([])
    }
    await page.getByRole('button', { name: 'Применить', exact: true }).click()
    await message('Программа обновлена у 1 канала').waitFor()
    expect(await titlesOf(1)).toContain('JSON 2')
  })

  it('of a source is shown when it is held back, and accepted there', async () => {
    const file = join(dir, 'source.xml')
    await writeFile(file, guide({ 'sport.uz': [0, 29] }, 'Мало'))
    const added = await runCommand(['guide', 'add', 'main', file], '', product.dataDir)
    expect(added, added.errors).toMatchObject({ code: 0 })
    await runCommand(['guide', 'refresh', 'main'], '', product.dataDir)
    await page.goto('/console/guide')
    await page.getByRole('link', { name: 'main: Посмотреть, что изменится' }).click()
    await seeHeading(page, 'main')
    await page.getByText(/Пропало бы 2\d из 30 будущих передач/).waitFor()
    await page.getByRole('button', { name: 'Применить', exact: true }).click()
    await message('Программа обновлена у 1 канала').waitFor()
    expect(await titlesOf(1)).toContain('Мало 29')
    expect((await runCommand(['guide', 'list'], '', product.dataDir)).output).toContain('main')
    expect((await runCommand(['guide', 'list'], '', product.dataDir)).output).not.toContain('HELD BACK')
  })
})
