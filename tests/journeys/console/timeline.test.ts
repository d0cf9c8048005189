/**
 * The programmes of a channel in the console in a real Chromium, with a real file as the guide: one is edited, the guide is
 * read again and it stays, a gap is filled, and the site shows all of it. The tests are steps of one story.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { type guide as guideEndpoints, guideTileSec } from '#contract/channels/guide.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { findingsOf } from './every-screen.ts'

type Tile = ResponseOf<typeof guideEndpoints.tile>

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let page: Page
let dir = ''
let cid = 0

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Midnight of tomorrow in Tashkent. */
const midnightMs = (Math.floor((Date.now() + tashkentOffsetMs) / dayMs) + 1) * dayMs - tashkentOffsetMs
const tomorrow = new Date(midnightMs + tashkentOffsetMs).toISOString().slice(0, 10)
const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')

const list = `#EXTM3U
#EXTINF:-1 tvg-id="Sevimli.uz" tvg-chno="1",Sevimli
http://127.0.0.1:9/1.ts
`

/** Every hour of tomorrow but from 12 to 13; the film at 10 begins some minutes later. */
async function writeGuide(laterMin: number): Promise<void> {
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => hour !== 12)
  const programmes = hours.map((hour) => {
    const begin = midnightMs + hour * hourMs + (hour === 10 ? laterMin * 60_000 : 0)
    return `<programme channel="Sevimli.uz" start="${stamp(begin)}" stop="${stamp(midnightMs + (hour + 1) * hourMs)}"><title>Koʻrsatuv ${hour}</title></programme>`
  })
  const channel = '<channel id="Sevimli.uz"><display-name>Sevimli</display-name></channel>'
  await writeFile(join(dir, 'guide.xml'), `<tv>${channel}${programmes.join('')}</tv>`)
}

async function command(...words: readonly string[]): Promise<void> {
  const { code, errors } = await runCommand([...words], '', product.dataDir)
  expect(code, errors).toBe(0)
}

beforeAll(async () => {
  product = await startConsoleProduct()
  dir = await mkdtemp(join(tmpdir(), 'ekran-timeline-'))
  await writeFile(join(dir, 'list.m3u'), list)
  await writeGuide(0)
  await command('import', 'channels', join(dir, 'list.m3u'), '--record')
  await command('guide', 'add', 'main', join(dir, 'guide.xml'))
  await command('guide', 'refresh', 'main')
  owner = await visitConsole(product.consoleUrl)
  page = owner.page
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

const row = (text: string) =>
  page.getByRole('list', { name: 'Передачи дня' }).getByRole('listitem').filter({ hasText: text })
const message = (text: string) => page.getByRole('status').filter({ hasText: text }).last()

/** Tomorrow as viewers see it: when each programme of the channel begins and ends, in minutes of the day, and its title. */
async function site(): Promise<readonly (readonly [number, number, string])[]> {
  const fromSec = midnightMs / 1000
  const first = Math.floor(fromSec / guideTileSec) * guideTileSec
  const programmes = new Map<number, readonly [number, number, string]>()
  for (let from = first; from < fromSec + 86_400; from += guideTileSec) {
    const response = await fetch(`${product.url}/middleware/noauth/guide/tile?from=${from}&cids=${cid}`)
    const { data } = (await response.json()) as { readonly data: Tile }
    for (const one of data.channels.item.flatMap(({ programs }) => programs.item))
      programmes.set(one.pid, [(one.begin_time - fromSec) / 60, (one.end_time - fromSec) / 60, one.title])
  }
  return [...programmes.values()]
}

async function look(name: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const folder = process.env['LOOK_AT']
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
    expect(await findingsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

describe('[MATCH-04] the programmes of a channel', () => {
  it('are reached from the matching of channels, day by day, with gaps', async () => {
    await createOwner(page)
    await page.goto('/console/guide/matching?view=all')
    await page.getByRole('link', { name: /Программа канала Sevimli/ }).click()
    await seeHeading(page, '1 Sevimli')
    cid = Number(/\/(\d+)$/.exec(new URL(page.url()).pathname)?.[1])
    await page.goto(`/console/guide/timeline/${cid}?day=${tomorrow}`)
    await row('Пропуск: 1 ч 0 мин').waitFor()
    await row('Koʻrsatuv 10').getByText('телегид main').waitFor()
    await look('day')
  })

  it('are edited by keys, stay so when the guide is read again, and the site shows it', async () => {
    await row('Koʻrsatuv 10')
      .getByRole('button', { name: /^Изменить/ })
      .focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Название по-русски').fill('Финал кубка')
    await look('dialog')
    await page.keyboard.press('Enter')
    await message('Передача изменена').waitFor()
    await expect.poll(site).toContainEqual([600, 660, 'Финал кубка'])
    await writeGuide(10)
    await command('guide', 'refresh', 'main', '--force')
    await expect.poll(site).toContainEqual([610, 660, 'Финал кубка'])
    await page.reload()
    await row('Финал кубка').getByText('В телегиде: 10:10–11:00 Koʻrsatuv 10').waitFor()
  })

  it('fill a gap, and are shifted', async () => {
    await page.getByRole('button', { name: 'Заполнить пропуск 12:00–13:00' }).click()
    await page.getByRole('dialog').getByLabel('Название по-узбекски').fill('Musiqa')
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await message('Передача добавлена').waitFor()
    await row('Пропуск: 1 ч 0 мин').waitFor({ state: 'detached' })
    await expect.poll(site).toContainEqual([720, 780, 'Musiqa'])
    await page.getByRole('button', { name: 'Сдвинуть' }).click()
    await page.getByRole('dialog').getByLabel('На сколько минут').fill('-5')
    await page.getByRole('dialog').getByRole('button', { name: 'Сдвинуть' }).click()
    await message('Передачи сдвинуты').waitFor()
    await expect.poll(site, { timeout: 8000 }).toContainEqual([715, 775, 'Musiqa'])
    await page.getByRole('button', { name: 'Отменить', exact: true }).last().click()
    await expect.poll(site).toContainEqual([720, 780, 'Musiqa'])
    await look('edited')
  })

  it('are given back to the guide, one and all', async () => {
    await row('Финал кубка')
      .getByRole('button', { name: /^Ещё действия/ })
      .click()
    await page.getByRole('menuitem', { name: 'Вернуть телегиду' }).click()
    await message('Передача снова из телегида').waitFor()
    await expect.poll(site).toContainEqual([610, 660, 'Koʻrsatuv 10'])
    await page.getByRole('button', { name: 'Ещё действия: Sevimli' }).click()
    await page.getByRole('menuitem', { name: 'Вернуть телегиду всё' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Вернуть всё' }).click()
    await message('Программа канала снова из телегида').waitFor()
    await row('Пропуск: 1 ч 0 мин').waitFor()
    expect((await site()).map(([, , title]) => title)).not.toContain('Musiqa')
    expect(owner.problems).toEqual([])
  })
})
