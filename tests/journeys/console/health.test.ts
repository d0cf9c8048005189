/**
 * The health of channels in the console in a real Chromium, over a product that records a real source. The tests are
 * steps of one story, in this order.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { startTvSource, type TvSource } from '#tests/kit/media/tv-source.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let source: TvSource | undefined
let dir = ''

beforeAll(async () => {
  product = await startConsoleProduct()
  dir = await mkdtemp(join(tmpdir(), 'ekran-health-'))
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await source?.stop()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

const tile = (name: string) => owner.page.getByRole('listitem').filter({ hasText: name })

async function checkWidths(): Promise<void> {
  const { page } = owner
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page)).toEqual([])
  }
}

describe('[OPS-03] [HEALTH-01] the board of channels', () => {
  it('says what to do while there is nothing on it', async () => {
    const { page } = owner
    await page.goto('/console/health')
    await seeHeading(page, 'Состояние каналов')
    await page.getByRole('link', { name: 'Загрузить список' }).waitFor()
    await checkWidths()
  })

  it('shows what each channel shows, the worst first, and why it is there', async () => {
    const { page } = owner
    source = await startTvSource()
    const list = join(dir, 'list.m3u')
    await writeFile(
      list,
      `#EXTM3U
#EXTINF:-1 tvg-id="works.uz" tvg-chno="1",Ishlaydi
${source.url}
#EXTINF:-1 tvg-id="down.uz" tvg-chno="2",Ishlamaydi
http://127.0.0.1:9/live.ts
`,
    )
    const { code, errors } = await runCommand(['import', 'channels', list, '--record'], '', product.dataDir)
    expect(code, errors).toBe(0)
    await page.goto('/console/health')
    await tile('2 Ishlamaydi').getByText('Нет сигнала').waitFor()
    const still = page.getByRole('img', { name: 'Сейчас на канале Ishlaydi' })
    await still.waitFor()
    const sizeOf = () =>
      still.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
    await expect.poll(sizeOf).toEqual([320, 180])
    // A channel that has just begun may be reported without a signal once more.
    await expect
      .poll(() => page.locator('main ul > li > div > a').allInnerTexts())
      .toEqual(['2 Ishlamaydi', '1 Ishlaydi'])
    await checkWidths()
  })

  it('is filtered in its address, and leads to the channel and to its sources', async () => {
    const { page } = owner
    await page.getByRole('button', { name: /^Не работают/ }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?show=bad')
    await tile('1 Ishlaydi').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: '2 Ishlamaydi' }).click()
    await seeHeading(page, '2 Ishlamaydi')
    await page.getByText('Проверьте адреса источников или поставьте запасной первым.').waitFor()
    // The receiver's own words, never with an address of a source.
    expect(await page.getByText('127.0.0.1').count()).toBe(0)
    await checkWidths()
    await page.getByRole('link', { name: 'Источники и настройки канала' }).click()
    await seeHeading(page, '2 Ishlamaydi')
    await page.getByText('http://127.0.0.1:9/live.ts').first().waitFor()
  })

  it('[CHAN-04] leads to a channel that is watched live beside its sources', async () => {
    const { page } = owner
    // The channel that is down says so instead.
    await page.getByRole('button', { name: 'Смотреть эфир' }).click()
    await page.getByText('Канал сейчас не записывается').waitFor()
    await page.goto('/console/health')
    await page.getByRole('link', { name: '1 Ishlaydi' }).click()
    await page.getByRole('link', { name: 'Источники и настройки канала' }).click()
    await seeHeading(page, '1 Ishlaydi')
    await page.getByRole('button', { name: 'Смотреть эфир' }).click()
    const video = page.getByLabel('Эфир: Ishlaydi')
    const timeOf = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
    await expect.poll(timeOf).toBeGreaterThan(0)
    const before = await timeOf()
    await expect.poll(timeOf).toBeGreaterThan(before + 1)
    expect(await video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(0)
    await checkWidths()
    await page.getByRole('button', { name: 'Закрыть эфир' }).click()
    await video.waitFor({ state: 'detached' })
  })

  it('is where the first page leads', async () => {
    const { page } = owner
    await page.goto('/console/overview')
    await page.getByText('Не работает 1 канал').waitFor()
    await page.getByRole('link', { name: '2 Ishlamaydi' }).first().click()
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/console\/health\/\d+$/)
  })
})

describe('[OPS-03] [HEALTH-01] thirty days of a channel', () => {
  it('have an outage from the moment it begins', async () => {
    const { page } = owner
    await page.goto('/console/health')
    await page.getByRole('link', { name: '1 Ishlaydi' }).click()
    await seeHeading(page, '1 Ishlaydi')
    await source?.stop()
    const past = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Что было' }) })
    await past.getByText('продолжается').first().waitFor()
    await past.getByText('Нет сигнала').first().waitFor()
    const days = page.getByRole('list').filter({ has: page.locator('[data-recorded]') })
    expect(await days.getByRole('listitem').count()).toBe(30)
    // Nobody watched over the days before this product was there.
    // At midnight there are 28.
    expect(await days.getByText(/наблюдений нет$/).count()).toBeGreaterThanOrEqual(28)
    await checkWidths()
    expect(owner.problems).toEqual([])
  })
})
