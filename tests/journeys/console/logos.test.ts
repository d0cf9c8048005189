/**
 * Logos in bulk, and sources that nobody records, in a real Chromium. The tests are steps of one story, in this order.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { type Broadcast, startBroadcast } from '#tests/kit/media/broadcast.ts'
import { audioArgs, made, videoArgs } from '#tests/kit/media/transport-streams.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { channelsInConsole } from './channels-in-console.ts'
import { findingsOf } from './every-screen.ts'

/** Where screenshots go; '' for none. */
const shotsDir = process.env['SHOTS_DIR'] ?? ''
const seconds = 30
let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let dir = ''
let broadcast: Broadcast

beforeAll(async () => {
  product = await startConsoleProduct()
  const tariffs = ['tariffs', 'put', 'docs/guides/tariffs-example.json']
  const put = await runCommand(tariffs, '', product.dataDir)
  expect(put.code, put.errors).toBe(0)
  dir = await mkdtemp(join(tmpdir(), 'ekran-logos-'))
  await writeFile(
    join(dir, 'tv.ts'),
    await made(`${videoArgs} ${audioArgs}`, seconds, 'size=640x360:rate=25'),
  )
  broadcast = await startBroadcast(join(dir, 'tv.ts'), seconds)
  const list = [
    '#EXTM3U',
    '#EXTINF:-1 tvg-chno="1" tvg-logo="http://127.0.0.1:9/sevimli.png",Sevimli TV',
    'http://127.0.0.1:9/dead.ts',
    '#EXTINF:-1 tvg-chno="2",Yoshlar',
    'http://127.0.0.1:9/2.ts',
    '#EXTINF:-1 tvg-chno="3" tvg-logo="logos/k3.png",Россия 1',
    'http://127.0.0.1:9/3.ts',
    '#EXTINF:-1 tvg-chno="4",Bolajon',
    'http://127.0.0.1:9/4.ts',
  ]
  await writeFile(join(dir, 'list.m3u'), list.join('\n'))
  expect(await runCommand(['import', 'channels', join(dir, 'list.m3u')], '', product.dataDir)).toMatchObject({
    code: 0,
  })
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 400_000)
afterAll(async () => {
  await owner?.leave()
  broadcast?.close()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

/** A square with a disk, so that it is seen on either theme. */
async function logo(name: string, colour: string): Promise<string> {
  const path = join(dir, 'logos', name)
  await mkdir(join(dir, 'logos'), { recursive: true })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="90" fill="${colour}"/></svg>`
  await writeFile(path, name.endsWith('.svg') ? svg : await sharp(Buffer.from(svg)).png().toBuffer())
  return path
}

async function shoot(name: string): Promise<void> {
  if (shotsDir === '') return
  const { page } = owner
  for (const [width, language] of [
    [1440, 'ru'],
    [390, 'uz'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate((to) => localStorage.setItem('ekran.console.language', to), language)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(shotsDir, `${name}-${width}-${language}.png`), fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => localStorage.setItem('ekran.console.language', 'ru'))
  await page.reload()
}

/** Which channels have a logo. */
async function withLogo(): Promise<readonly string[]> {
  const channels = await channelsInConsole(owner.page)
  return channels.filter(({ logo: image }) => image !== '').map(({ name_ru: name }) => name)
}

describe('[CHAN-03] logos in bulk in the console', () => {
  it('are dropped together, matched, assigned, applied in part, and taken back as one', async () => {
    const { page, problems } = owner
    const files = [
      await logo('sevimli_tv HD.png', '#c02030'),
      await logo('Ёшлар.svg', '#209040'),
      await logo('k3.png', '#2040c0'),
      await logo('noma’lum.png', '#c0a020'),
    ]
    await writeFile(join(dir, 'logos', 'bad.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
    await page.goto('/console/channels')
    await page.getByRole('link', { name: 'Логотипы' }).click()
    await seeHeading(page, 'Логотипы каналов')
    await page.getByLabel('Выбрать логотипы').setInputFiles([...files, join(dir, 'logos', 'bad.svg')])
    await page.getByText('Выбрано: 3').waitFor()
    await page.getByText('так логотип назван в списке каналов').waitFor()
    await page.getByText('картинка повреждена, слишком велика или содержит скрипт').waitFor()
    await page.getByText('Останутся без логотипа: 1').waitFor()
    expect(await findingsOf(page)).toEqual([])
    await shoot('logos')

    await page.getByRole('button', { name: 'Назначить канал: noma’lum.png' }).click()
    await page.getByLabel('Найти канал').fill('bolajon')
    // The list follows what is typed a moment later.
    const assign = page.getByRole('dialog').getByRole('button', { name: 'Назначить' })
    await expect.poll(() => assign.count()).toBe(1)
    await assign.click()
    await page.getByText('Выбрано: 4').waitFor()
    await page.getByRole('checkbox', { name: 'Взять для 2 Yoshlar' }).uncheck()
    await page.getByRole('button', { name: 'Поставить выбранные' }).click()
    await page.getByText('Логотипы поставлены: 3').waitFor()
    await expect.poll(withLogo).toEqual(['Sevimli TV', 'Россия 1', 'Bolajon'])
    await page.getByRole('button', { name: 'Отменить', exact: true }).last().click()
    await page.getByText('Изменение отменено').waitFor()
    await expect.poll(withLogo).toEqual([])
    expect(problems).toEqual([])
  })

  it('says why the logo of a list is not there', async () => {
    const { page } = owner
    await page.goto('/console/channels/3')
    await seeHeading(page, '3 Россия 1')
    await page.getByRole('note').filter({ hasText: 'logos/k3.png — файл рядом со списком' }).waitFor()
    await shoot('channel-logo')
  })
})

describe('[CHAN-04] a source that is not recorded', () => {
  it('is played on the page of its channel, and says why another one does not play', async () => {
    const { page, problems } = owner
    const added = ['channels', 'add-source', '1', broadcast.url]
    expect(await runCommand(added, '', product.dataDir)).toMatchObject({ code: 0 })
    await page.goto('/console/channels/1')
    await seeHeading(page, '1 Sevimli TV')
    await page.getByRole('button', { name: 'Смотреть источник 2' }).click()
    await page.getByText('Показан сам источник').waitFor()
    const video = page.locator('video')
    const shown = () =>
      video.evaluate((element) => {
        const { currentTime, videoWidth } = element as HTMLVideoElement
        return { currentTime, videoWidth }
      })
    await expect.poll(async () => (await shown()).videoWidth, { timeout: 40_000 }).toBe(640)
    const { currentTime } = await shown()
    await expect
      .poll(async () => (await shown()).currentTime, { timeout: 40_000 })
      .toBeGreaterThan(currentTime + 3)
    expect(await findingsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Закрыть источник 2' }).click()
    await expect.poll(() => broadcast.connections(), { timeout: 40_000 }).toBe(0)
    await page.getByRole('button', { name: 'Смотреть источник 1' }).click()
    await page.getByRole('alert').filter({ hasText: 'Сервер отклоняет соединение' }).waitFor()
    expect(problems).toEqual([])
  })
})
