/** Channels that are there twice, in the console in a real Chromium. The tests are steps of one story, in this order. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorPassword, startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import {
  enrolWithApp,
  seeHeading,
  staffPassword,
  type StaffVisitor,
  visitConsole,
} from '#tests/kit/browser/staff-visitor.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let dir = ''

beforeAll(async () => {
  product = await startConsoleProduct()
  dir = await mkdtemp(join(tmpdir(), 'ekran-list-'))
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
#EXTINF:-1 tvg-id="sport.uz" tvg-chno="2",Sport Uzbekiston
http://127.0.0.1:9/other.ts
#EXTINF:-1 tvg-id="news.uz" tvg-chno="3",Yangiliklar
http://127.0.0.1:9/news.ts
`

describe('[CHAN-01] channels that are there twice', () => {
  it('are listed with what speaks for it', async () => {
    const { page } = owner
    const file = join(dir, 'list.m3u')
    await writeFile(file, list)
    const { code, errors } = await runCommand(['import', 'channels', file], '', product.dataDir)
    expect(code, errors).toBe(0)
    await page.goto('/console')
    await page.getByLabel('Пароль оператора').fill(operatorPassword)
    await page.getByLabel('Имя и фамилия').fill('Камола Каримова')
    await page.getByLabel('Логин').fill('kamola@example.uz')
    await page.getByLabel('Новый пароль').fill(staffPassword)
    await page.getByRole('button', { name: 'Создать владельца' }).click()
    await enrolWithApp(page)
    await page.goto('/console/channels/duplicates')
    await seeHeading(page, 'Похожие каналы')
    const pair = page.getByRole('listitem').filter({ hasText: '2 Sport Uzbekiston' })
    await pair.getByText('один id программы').waitFor()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findingsOf(page)).toEqual([])
    }
  })

  it('become one, and two again when that is undone', async () => {
    const { page } = owner
    const pair = page.getByRole('listitem').filter({ hasText: '2 Sport Uzbekiston' })
    await pair.getByRole('button', { name: 'Объединить' }).click()
    const dialog = page.getByRole('dialog', { name: 'Объединить «Sport Uzbekiston» с другим каналом' })
    expect(await dialog.getByRole('radio', { name: '1 Sport', exact: true }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Объединить' }).click()
    await page.getByText('Похожих каналов нет').waitFor()
    await page.getByRole('button', { name: 'Отменить', exact: true }).click()
    await pair.waitFor()
    expect(owner.problems).toEqual([])
  })
})
