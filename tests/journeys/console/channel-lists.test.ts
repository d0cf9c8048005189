/**
 * Lists of channels in the console in a real Chromium: loaded, looked at, applied, undone; and the channels they have
 * twice. The tests are steps of one story, in this order.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { startBroadcast } from '#tests/kit/media/broadcast.ts'
import { audioArgs, made, videoArgs } from '#tests/kit/media/transport-streams.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
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
#EXTINF:-1 tvg-id="music.uz" tvg-chno="4" group-title="Ertaklar olami",Musiqa
http://127.0.0.1:9/music.ts
#EXTINF:-1 radio="true",Radio
http://127.0.0.1:9/radio.mp3
#EXTINF:-1,Video
https://www.youtube.com/watch?v=1
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

describe('[IMPORT-02] [IMPORT-04] a list of channels', () => {
  it('is loaded by somebody whose service is still empty', async () => {
    const { page } = owner
    await createOwner(page)
    await seeHeading(page, 'Первый запуск')
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
    // The first page says that it waits, and leads there.
    await page.goto('/console/overview')
    await page.getByText('1 список каналов ждёт решения').waitFor()
    expect(await findingsOf(page)).toEqual([])
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
    for (const text of ['все адреса на другом сервере', 'нет в новом списке', 'это страница с плеером'])
      await page.getByText(text).first().waitFor()
    // A station is taken, and says that it is one.
    const station = page.getByRole('listitem').filter({ has: page.locator('strong', { hasText: 'Radio' }) })
    await station.getByText('Радио', { exact: true }).waitFor()
    // The group that nobody knows becomes a category of its own, also of the lists to come.
    await page.getByRole('button', { name: /Категория группы Ertaklar olami/ }).click()
    await page.getByRole('option', { name: 'Новая категория «Ertaklar olami»' }).click()
    await page.getByRole('button', { name: 'Запомнить и сверить список' }).click()
    await page.getByText('Список сверен заново').waitFor()
    await page.getByText(/группа списка без категории/).waitFor({ state: 'detached' })
    // A view is in the address, and what was chosen in one stays chosen in the others.
    await page.getByRole('button', { name: '1 под вопросом' }).click()
    await page.getByRole('checkbox', { name: 'Взять: 1 Sport', exact: true }).uncheck()
    const choices = page.getByRole('checkbox', { name: /^(Взять|Скрыть): / })
    await expect.poll(() => choices.count()).toBe(1)
    expect(new URL(page.url()).search).toBe('?show=marked')
    await page.getByRole('button', { name: '1 пропал' }).click()
    await page.getByRole('checkbox', { name: 'Скрыть: 3 Yangiliklar' }).check()
    await page.getByText('Выбрано 3 канала').waitFor()
    await page.getByRole('button', { name: 'Принять выбранное' }).click()
    await page.getByText('Изменено 3 канала').waitFor()
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
    // One that is fetched every day is retried, and says why it is not there.
    await page.getByRole('button', { name: /Как часто/ }).click()
    await page.getByRole('option', { name: 'Каждый день' }).click()
    expect(await page.getByLabel('Или адрес списка').inputValue()).toBe('http://127.0.0.1/list.m3u')
    await page.getByRole('button', { name: 'Загрузить с адреса' }).click()
    const fetched = page.getByRole('listitem').filter({ hasText: 'http://127.0.0.1/list.m3u' })
    await fetched.getByText('не загрузился: адрес не отвечает').waitFor()
    expect(await findingsOf(page)).toEqual([])
    await fetched.getByRole('button', { name: 'Больше не загружать: http://127.0.0.1/list.m3u' }).click()
    await fetched.waitFor({ state: 'detached' })
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

  it('[CHAN-04] are examined: what comes with a still, or why nothing does', async () => {
    const { page } = owner
    const source = join(dir, 'examined.ts')
    await writeFile(source, await made(`${videoArgs} ${audioArgs}`, 6, 'size=640x360:rate=25'))
    const broadcast = await startBroadcast(source, 6)
    try {
      await page.getByText('Заголовки запроса').click()
      await page.getByLabel('User-Agent').fill('Ekran test')
      await page.getByLabel('Адрес нового источника').fill(broadcast.url)
      await page.getByRole('button', { name: 'Добавить', exact: true }).click()
      await page.locator('main ol code', { hasText: broadcast.url }).waitFor()
      await page.getByRole('button', { name: 'Источник 3: проверить' }).click()
      await page.getByText('Видео: h264, 640 × 360, 25 кадр/с').waitFor({ timeout: 60_000 })
      await page.getByText(/^Громкость [-−]\d+(?:,\d)? LUFS/).waitFor()
      const still = page.getByRole('img', { name: 'Кадр источника' })
      expect(await still.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
      await page.getByRole('button', { name: 'Источник 2: проверить' }).click()
      await page.getByText('Сервер отклоняет соединение.').waitFor({ timeout: 60_000 })
      expect(await findingsOf(page)).toEqual([])
    } finally {
      broadcast.close()
    }
  })
})

describe('the logo of a channel', () => {
  const svg = (colour: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${colour}"/></svg>`,
    )

  it('is chosen from a file, seen on dark and light, undone, and refused in words when it is no picture', async () => {
    const { page } = owner
    const choose = (name: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/svg+xml', buffer })
    await page.goto('/console/channels')
    await page.getByRole('button', { name: 'Ещё действия: Musiqa' }).click()
    await page.getByRole('menuitem', { name: 'Открыть' }).click()
    await page.getByText('Логотипа нет').waitFor()
    await choose(
      'script.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    )
    await page
      .getByRole('alert')
      .filter({ hasText: /картинк/i })
      .waitFor()
    await choose('logo.svg', svg('#b3271b'))
    await page.getByText('Логотип изменён').waitFor()
    const logo = page.getByRole('img', { name: 'Логотип на тёмном фоне' })
    await logo.waitFor()
    const isDrawn = async () => logo.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
    await expect.poll(isDrawn).toBe(true)
    expect(await findingsOf(page)).toEqual([])
    await page.getByLabel('Или адрес картинки').fill('http://127.0.0.1/logo.png')
    await page.getByRole('button', { name: 'Взять с адреса' }).click()
    await page.getByText('По этому адресу картинка не получена').waitFor()
    await page.getByRole('button', { name: 'Отменить', exact: true }).last().click()
    await page.getByText('Логотипа нет').waitFor()
  })
})

describe('[CHAN-01] channels that are there twice', () => {
  it('are listed with what speaks for it', async () => {
    const { page } = owner
    await page.goto('/console/channels/duplicates')
    await seeHeading(page, 'Похожие каналы')
    const pair = page.getByRole('listitem').filter({ hasText: '2 Sport Uzbekiston' })
    await pair.getByText('один код телепрограммы').waitFor()
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
