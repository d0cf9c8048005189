/** The file of a film in a real Chromium: uploaded, broken off, resumed, queued and packaged. One story, in this order. */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadRoot } from '#contract/console/uploads.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { findMediaBinaries } from '#media/media.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let dir = ''
let clip = ''

beforeAll(async () => {
  product = await startConsoleProduct()
  dir = await mkdtemp(join(tmpdir(), 'ekran-film-files-'))
  clip = join(dir, 'Гора (2021).mkv')
  const noise = 'testsrc2=s=640x360:r=25:d=1,noise=alls=40:allf=t'
  const encoder = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '18']
  const made = runFfmpeg({
    ffmpegPath: findMediaBinaries({}).ffmpegPath,
    args: ['-v', 'error', '-y', '-f', 'lavfi', '-i', noise, ...encoder, clip],
    timeoutMs: 60_000,
  })
  expect((await made.exit).lastLines).toEqual([])
  // More than the first piece of an upload.
  expect((await stat(clip)).size).toBeGreaterThan(1_500_000)
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

async function checkWidths(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

describe('[EDIT-02] [EDIT-03] the file of a film', () => {
  it('is uploaded until the line breaks and the page is closed', async () => {
    const { page } = owner
    await page.goto('/console/films')
    await page.getByRole('link', { name: 'Очередь подготовки' }).click()
    await seeHeading(page, 'Очередь подготовки')
    await page.getByRole('button', { name: 'Приостановить очередь' }).click()
    await page.getByText(/Очередь приостановлена: Камола Каримова/).waitFor()
    await page.getByRole('link', { name: 'Загрузить фильм' }).click()
    await seeHeading(page, 'Загрузка фильма')
    await checkWidths(page)
    // The first piece arrives; of the second nothing does.
    await page.route(`**${uploadRoot}*`, async (route) => {
      const { 'upload-offset': offset } = route.request().headers()
      if (route.request().method() !== 'POST' && offset !== '0') await route.abort('connectionfailed')
      else await route.continue()
    })
    await page.getByLabel('Выбрать файлы').setInputFiles(clip)
    await page.getByText('нет связи, пробуем снова').waitFor()
    await checkWidths(page)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    // Only now: a further try of the page before would send the rest.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('continues where it was when it is chosen again, and stands in the paused queue', async () => {
    const { page } = owner
    await page.getByText('прервана', { exact: true }).waitFor()
    await page.getByText(/^1\sМБ из 5,\d\sМБ/).waitFor()
    const offsets: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'])
    })
    await page.getByLabel('Выбрать файлы').setInputFiles(clip)
    await page.getByText('загружен, файл в очереди подготовки').waitFor()
    expect(Number(offsets[0])).toBeGreaterThanOrEqual(1024 * 1024)
    await checkWidths(page)
    await page.getByRole('link', { name: 'Открыть очередь подготовки' }).click()
    await seeHeading(page, 'Очередь подготовки')
    await page.getByRole('link', { name: 'Гора' }).waitFor()
    await page.getByText('Ждут: 1').waitFor()
    await checkWidths(page)
  })

  it('is steered at the command line too, and packaged when the queue continues', async () => {
    const { page } = owner
    const listed = await runCommand(['films', 'queue'], '', product.dataDir)
    expect(listed.errors).toBe('')
    const assetId = /^(\S+) +waiting +Гора/m.exec(listed.output)?.[1] ?? ''
    expect(listed.output).toContain('The queue is paused by Камола Каримова')
    const removed = await runCommand(['films', 'queue', 'remove', assetId], '', product.dataDir)
    expect(removed.output).toContain('is out of the queue')
    await page.getByRole('button', { name: 'Вернуть в очередь' }).click()
    await page.getByRole('button', { name: 'Продолжить очередь' }).click()
    await page.getByText(/Готовы за последние сутки: 1/).waitFor()
    await page.getByText(/работа заняла/).waitFor()
    await checkWidths(page)
  })

  it('has had no script error and nothing that the content policy refused', () => {
    expect(owner.problems).toEqual([])
  })
})
