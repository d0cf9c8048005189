/**
 * A folder of films in a real Chromium, with real films: looked through, corrected once for the folder, taken in part,
 * packaged, taken back. One story, in this order.
 */
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { findMediaBinaries } from '#media/media.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let dir = ''
let clip = ''

beforeAll(async () => {
  product = await startConsoleProduct()
  dir = await mkdtemp(join(tmpdir(), 'ekran-films-folder-'))
  clip = join(dir, 'clip.mkv')
  const encoder = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '30']
  const made = runFfmpeg({
    ffmpegPath: findMediaBinaries({}).ffmpegPath,
    args: ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=1', ...encoder, clip],
    timeoutMs: 60_000,
  })
  expect((await made.exit).lastLines).toEqual([])
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

/** Puts the clip into the folder of films under these names. */
async function put(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const target = join(product.dataDir, 'uploads', path)
    await mkdir(dirname(target), { recursive: true })
    await copyFile(clip, target)
  }
}

async function checkWidths(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

/** What the packaging queue has, by name. */
async function queued(): Promise<string> {
  return (await runCommand(['films', 'queue'], '', product.dataDir)).output
}

describe('[IMPORT-01] [IMPORT-02] a folder of films', () => {
  it('is left by the watched folder once somebody wants to look through it', async () => {
    const { page } = owner
    await mkdir(join(product.dataDir, 'uploads', 'Новинки'), { recursive: true })
    await page.goto('/console/films')
    await page.getByRole('link', { name: 'Папка на сервере' }).click()
    await seeHeading(page, 'Папка с фильмами')
    await page.getByRole('link', { name: 'Открыть папку Новинки' }).click()
    await page.getByRole('checkbox', { name: /Не загружать отсюда автоматически/ }).click()
    await page.getByText('Файлы этой папки теперь ждут просмотра').waitFor()
    await checkWidths(page)
  })

  it('shows what is new, how it was understood, and what is doubtful; nothing is published', async () => {
    const { page } = owner
    await put('Новинки/Гора (2021).mkv', 'Новинки/sar_2x1.mkv')
    await put('Новинки/x/Show S01E01.mkv', 'Новинки/x/Show S01E01.mp4')
    await put(...['one 7', 'one 8', 'one 9'].map((name) => `Новинки/Qadimiy/kino ${name}.mkv`))
    await page.getByRole('button', { name: 'Просмотреть', exact: true }).click()
    await seeHeading(page, 'Папка Новинки')
    await page.getByRole('button', { name: '7 новых' }).waitFor()
    await page.getByText('из имени «(2021)»').waitFor()
    await page.getByText('число вида 2x1: серия или нет?').waitFor()
    await page
      .getByText('два файла одной серии: Show S01E01.mkv')
      .or(page.getByText('два файла одной серии: Show S01E01.mp4'))
      .waitFor()
    await page.getByText('1 файл не загрузить').waitFor()
    expect(await page.getByText('похоже на серии: имена отличаются числом').count()).toBe(3)
    await checkWidths(page)
    expect(await queued()).toContain('0 waiting')
  })

  it('is corrected once for the folder, and file by file', async () => {
    const { page } = owner
    await page.getByRole('button', { name: 'Правило для папки' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /Папка$/ }).click()
    await page.getByRole('option', { name: 'Новинки/Qadimiy', exact: true }).click()
    await dialog.getByLabel('Название сериала').fill('Qadimiy')
    await dialog.getByLabel('Сезон').fill('2')
    await checkWidths(page)
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('Правило сохранено, папка просмотрена заново').waitFor()
    await page.getByText('Qadimiy S2E7', { exact: true }).waitFor()
    await page.getByText('сериал «Qadimiy»; сезон 2').waitFor()
    await page.getByRole('button', { name: /^Исправить: sar 2x1/ }).click()
    await dialog.getByLabel('Название', { exact: true }).fill('Широкий экран')
    await dialog.getByLabel('Год', { exact: true }).fill('2010')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('Широкий экран (2010)').waitFor()
    expect(await page.getByText('число вида 2x1').count()).toBe(0)
    await checkWidths(page)
  })

  it('is taken in part, packaged, and seen in the catalogue', async () => {
    const { page } = owner
    await page.getByRole('button', { name: 'Ничего не принимать' }).click()
    for (const name of ['Гора (2021)', 'Qadimiy S2E7'])
      await page.getByRole('checkbox', { name: `Принять: ${name}`, exact: true }).click()
    await page.getByText('Выбрано: 2').waitFor()
    await page.getByRole('button', { name: 'Принять выбранное' }).click()
    await page.getByText('Принято: 2').waitFor()
    await seeHeading(page, 'Папка с фильмами')
    await page.getByRole('link', { name: /Изменение \d+/ }).waitFor()
    await waitFor(async () => (await queued()).includes('2 ready'), 120_000)
    await page.goto('/console/films')
    await page.getByRole('link', { name: 'Гора' }).waitFor()
    await page.getByRole('link', { name: 'Qadimiy' }).waitFor()
    expect(await page.getByRole('link', { name: 'Широкий экран' }).count()).toBe(0)
  })

  it('is taken back by its number, with what the service added to it meanwhile', async () => {
    const { page } = owner
    await page.goto('/console/changes')
    await page.getByText('Импорт: ').first().waitFor()
    await page.getByRole('button', { name: 'Отменить' }).first().click()
    const question = page.getByRole('alertdialog')
    await question.getByText(/Исчезнут с сайта \(2\): .*Гора/).waitFor()
    await question.getByRole('button', { name: 'Отменить всё' }).click()
    await page.getByText(/^Изменение отменено: Импорт: /).waitFor()
    await page.goto('/console/films')
    await page.getByText('Фильмов ещё нет').waitFor()
    // What was packaged stays: taken again, it plays at once.
    expect(await queued()).toContain('2 ready')
  })

  it('is the same at the command line, and nothing differs after all of it was taken', async () => {
    const folder = join(product.dataDir, 'uploads', 'Новинки')
    const looked = await runCommand(['films', 'folder', 'look', folder], '', product.dataDir)
    expect(looked.output).toContain('season 2: the rule of the folder')
    expect(looked.output).toContain('year 2010: a correction')
    expect(looked.output).toContain('look at it: removed')
    const number = /films folder apply (\d+)/.exec(looked.output)?.[1] ?? ''
    const taken = await runCommand(['films', 'folder', 'apply', number], '', product.dataDir)
    expect(taken.output).toMatch(/changes undo \d+/)
    await waitFor(async () => (await queued()).includes('6 ready'), 120_000)
    const again = await runCommand(['films', 'folder', 'look', folder], '', product.dataDir)
    expect(again.output).toContain('0 new, 0 changed, 8 unchanged, 0 gone, 1 refused')
    const rules = await runCommand(['films', 'naming', 'list'], '', product.dataDir)
    expect(rules.output.match(/Камола Каримова/g)).toHaveLength(3)
    const { page } = owner
    await page.goto('/console/films')
    await page.getByRole('link', { name: 'Широкий экран' }).waitFor()
  })

  it('has had no script error and nothing that the content policy refused', () => {
    expect(owner.problems).toEqual([])
  })
})
