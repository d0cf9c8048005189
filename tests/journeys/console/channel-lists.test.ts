/**
 * Lists of channels in the console in a real Chromium: loaded, looked at, applied, undone; and the channels they have
 * twice. The tests are steps of one story, in this order.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorPassword, startConsoleProduct } from '#tests/kit/product/console-product.ts'
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

const nextEdition = `#EXTM3U
#EXTINF:-1 tvg-id="sport.uz" tvg-chno="1",Sport
http://elsewhere.example/sport.ts
#EXTINF:-1 tvg-id="sport.uz" tvg-chno="2",Sport Uzbekiston
http://127.0.0.1:9/other.ts
#EXTINF:-1 tvg-id="music.uz" tvg-chno="4",Musiqa
http://127.0.0.1:9/music.ts
#EXTINF:-1 radio="true",Radio
http://127.0.0.1:9/radio.mp3
`

/** Chooses a file as a person does; every edition has the same name. */
async function load(text: string): Promise<void> {
  const { page } = owner
  const file = join(dir, 'list.m3u')
  await writeFile(file, text)
  await page.goto('/console/imports')
  await page.getByLabel('Выбрать файл списка').setInputFiles(file)
  await seeHeading(page, 'list.m3u')
}

async function countChannels(): Promise<number> {
  const { page } = owner
  await page.goto('/console/channels')
  await seeHeading(page, 'Каналы')
  await page.waitForFunction(() => document.querySelector('main [role="status"][aria-label]') === null)
  return page.locator('tbody tr').count()
}

describe('[IMPORT-02] a list of channels', () => {
  it('is loaded by somebody whose service is still empty', async () => {
    const { page } = owner
    await page.goto('/console')
    await page.getByLabel('Пароль оператора').fill(operatorPassword)
    await page.getByLabel('Имя и фамилия').fill('Камола Каримова')
    await page.getByLabel('Логин').fill('kamola@example.uz')
    await page.getByLabel('Новый пароль').fill(staffPassword)
    await page.getByRole('button', { name: 'Создать владельца' }).click()
    await enrolWithApp(page)
    await page.goto('/console/channels')
    await page.getByRole('link', { name: 'Загрузить список' }).click()
    await seeHeading(page, 'Импорт каналов')
    await load(list)
    await page.getByRole('button', { name: '3 новых' }).waitFor()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findingsOf(page)).toEqual([])
    }
  })

  it('changes nothing before it is applied, and is undone from the message', async () => {
    const { page } = owner
    expect(await countChannels()).toBe(0)
    await page.goto('/console/imports')
    await page.getByRole('link', { name: 'list.m3u' }).click()
    await page.getByText('Выбрано 3 канала').waitFor()
    await page.getByRole('button', { name: 'Принять выбранное' }).click()
    await page.getByText('Изменено 3 канала').waitFor()
    await page.getByRole('button', { name: 'Отменить', exact: true }).click()
    await page.getByText('Изменение отменено').waitFor()
    expect(await countChannels()).toBe(0)
    await load(list)
    await page.getByRole('button', { name: 'Принять выбранное' }).click()
    await page.getByText('Изменено 3 канала').waitFor()
    expect(await countChannels()).toBe(3)
  })

  it('is taken in part: what moved its address stays, and what is gone is hidden', async () => {
    const { page } = owner
    await load(nextEdition)
    for (const text of ['все адреса на другом сервере', 'нет в новом списке', 'радио: показывать нечего'])
      await page.getByText(text).first().waitFor()
    await page.getByRole('checkbox', { name: 'Взять: 1 Sport', exact: true }).uncheck()
    await page.getByRole('checkbox', { name: 'Скрыть: 3 Yangiliklar' }).check()
    await page.getByText('Выбрано 2 канала').waitFor()
    await page.getByRole('button', { name: 'Принять выбранное' }).click()
    await page.getByText('Изменено 2 канала').waitFor()
    await page.goto('/console/changes')
    await page.getByText('Что изменилось').first().click()
    await page.getByText('Musiqa').first().waitFor()
    await page.getByText('Скрыт', { exact: true }).first().waitFor()
    expect(await page.getByText('elsewhere.example').count()).toBe(0)
  })

  it('that is none is refused in words, and an address inside the network too', async () => {
    const { page } = owner
    await load('<html>404</html>')
    await page.getByText('это не список M3U').waitFor()
    await page.goto('/console/imports')
    await page.getByLabel('Или адрес списка').fill('http://127.0.0.1/list.m3u')
    await page.getByRole('button', { name: 'Загрузить с адреса' }).click()
    await page.getByText('По этому адресу список не получен').waitFor()
  })
})

describe('the sources of a channel', () => {
  it('are added, put into another order and removed, and each is undone', async () => {
    const { page } = owner
    const order = () => page.locator('main ol code').allInnerTexts()
    await page.goto('/console/channels')
    await page.getByRole('button', { name: 'Ещё действия: Musiqa' }).click()
    await page.getByRole('menuitem', { name: 'Открыть' }).click()
    await seeHeading(page, '4 Musiqa')
    await page.getByLabel('Адрес нового источника').fill('/etc/passwd')
    await page.getByRole('button', { name: 'Добавить', exact: true }).click()
    await page.getByText('Такой адрес не записать').waitFor()
    await page.getByLabel('Адрес нового источника').fill('udp://239.1.1.1:5000')
    await page.getByRole('button', { name: 'Добавить', exact: true }).click()
    await page.getByText('Источник добавлен').waitFor()
    await expect.poll(order).toEqual(['http://127.0.0.1:9/music.ts', 'udp://239.1.1.1:5000'])
    await page.getByRole('button', { name: 'Источник 2: выше' }).click()
    await expect.poll(order).toEqual(['udp://239.1.1.1:5000', 'http://127.0.0.1:9/music.ts'])
    await page.getByRole('button', { name: 'Источник 2: удалить' }).click()
    await expect.poll(order).toEqual(['udp://239.1.1.1:5000'])
    expect(await page.getByRole('button', { name: 'Источник 1: удалить' }).isDisabled()).toBe(true)
    await page
      .getByText('Источник удалён')
      .locator('xpath=ancestor::*[.//button][1]')
      .getByRole('button', { name: 'Отменить', exact: true })
      .click()
    await expect.poll(order).toEqual(['udp://239.1.1.1:5000', 'http://127.0.0.1:9/music.ts'])
    expect(await findingsOf(page)).toEqual([])
  })
})

describe('[CHAN-01] channels that are there twice', () => {
  it('are listed with what speaks for it', async () => {
    const { page } = owner
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
