/**
 * The guide in the console in a real Chromium, with a real file as its source: proposals are confirmed and rejected by mouse
 * and by keys, another channel is searched, and the programmes come and go. The tests are steps of one story.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
#EXTINF:-1 tvg-id="Sevimli.uz" tvg-chno="1",Sevimli
http://127.0.0.1:9/1.ts
#EXTINF:-1 tvg-chno="2" tvg-country="RU",ТНТ
http://127.0.0.1:9/2.ts
#EXTINF:-1 tvg-chno="3" tvg-country="IL",Channel 8
http://127.0.0.1:9/3.ts
#EXTINF:-1 tvg-chno="4",Bolalar
http://127.0.0.1:9/4.ts
`
const hourMs = 3_600_000
const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')

function guide(): string {
  const channels = [
    ['Sevimli.uz', 'Sevimli'],
    ['TNT.us', 'TNT'],
    ['Channel8.sg', 'Channel 8'],
    ['kids', 'Uchqun va Dilnoza'],
  ] as const
  const from = Math.ceil(Date.now() / hourMs) * hourMs
  return [
    '<tv>',
    ...channels.map(([id, name]) => `<channel id="${id}"><display-name>${name}</display-name></channel>`),
    ...channels.flatMap(([id, name]) =>
      [0, 1, 2].map(
        (hour) =>
          `<programme channel="${id}" start="${stamp(from + hour * hourMs)}" stop="${stamp(from + (hour + 1) * hourMs)}"><title>${name} koʻrsatuvi ${hour}</title></programme>`,
      ),
    ),
    '</tv>',
  ].join('')
}

beforeAll(async () => {
  product = await startConsoleProduct()
  dir = await mkdtemp(join(tmpdir(), 'ekran-guide-'))
  const files = { list: join(dir, 'list.m3u'), guide: join(dir, 'guide.xml') }
  await writeFile(files.list, list)
  await writeFile(files.guide, guide())
  for (const words of [
    ['import', 'channels', files.list],
    ['guide', 'add', 'main', files.guide],
    ['guide', 'refresh', 'main'],
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

const rowOf = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })
const message = (text: string) => page.getByRole('status').filter({ hasText: text }).last()

/** What the job of each minute does. */
async function readGuide(): Promise<void> {
  const { code, errors } = await runCommand(['guide', 'refresh', '--force'], '', product.dataDir)
  expect(code, errors).toBe(0)
}

describe('[GUIDE-07] [MATCH-02] the matching of channels', () => {
  it('shows proposals with what speaks against them and what they show', async () => {
    await createOwner(page)
    await page.goto('/console/guide')
    await seeHeading(page, 'Телепрограмма')
    await page.getByText('даёт программу 1 каналу').waitFor()
    await page.getByRole('link', { name: 'Сопоставление каналов' }).click()
    await seeHeading(page, 'Сопоставление каналов')
    await rowOf('2 ТНТ').getByText('другая страна или она не указана').waitFor()
    await rowOf('2 ТНТ').getByText('TNT koʻrsatuvi 0').waitFor()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findingsOf(page)).toEqual([])
    }
  })

  it('rejects by a key and confirms by another, and the focus goes on to the next', async () => {
    const confirm = (name: string) => rowOf(name).getByRole('button', { name: 'Подтвердить' })
    // The surest proposal is the first.
    await confirm('3 Channel 8').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await message('Отклонено').waitFor()
    await rowOf('2 ТНТ').waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent === 'Подтвердить')
    await page.keyboard.press('Enter')
    await message('Подтверждено').waitFor()
    await page.getByText('Предложений нет: решать нечего').waitFor()
    await readGuide()
    await page.goto('/console/guide/matching?view=matched')
    await rowOf('3 Channel 8').getByText('вручную').waitFor()
    await rowOf('3 Channel 8')
      .getByText(/программа до/)
      .waitFor()
    expect(await rowOf('2 ТНТ').count()).toBe(0)
  })

  it('takes another channel of the guide by its name, and gives it back from the message', async () => {
    await page.goto('/console/guide/matching?view=none')
    await rowOf('4 Bolalar').getByRole('button', { name: 'Найти другой' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').fill('учкун')
    await dialog.getByText('Uchqun va Dilnoza', { exact: true }).waitFor()
    expect(await findingsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Взять' }).click()
    await message('Подтверждено').waitFor()
    await rowOf('4 Bolalar').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Отменить', exact: true }).last().click()
    await message('Решение отменено').waitFor()
    await rowOf('4 Bolalar').waitFor()
  })

  it('lists what was rejected, and proposes it again when it is restored', async () => {
    await page.goto('/console/guide/matching?view=rejected')
    const rejected = page.getByRole('listitem').filter({ hasText: 'tnt.us' })
    await rejected.getByText('Камола Каримова').waitFor()
    expect(await findingsOf(page)).toEqual([])
    await rejected.getByRole('button', { name: 'Вернуть' }).click()
    await page.getByText('Отклонённых пар нет').waitFor()
    await readGuide()
    await page.goto('/console/guide/matching')
    await rowOf('2 ТНТ').waitFor()
    expect(owner.problems).toEqual([])
  })
})
