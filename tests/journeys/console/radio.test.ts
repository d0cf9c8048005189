/**
 * Radio from its list to its listener, in a real Chromium: a station with the protocol of SHOUTcast, the staff who take it
 * from a list, and a viewer who hears it live and from its archive. The tests are steps of one story.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { visit, walkTo, type Visitor } from '#tests/kit/browser/visitor.ts'
import { untilVideoAdvances, visitWithOld } from '#tests/kit/browser/old-visitor.ts'
import { startEmulator } from '#tests/kit/emulators/emulator-program.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { addFreeViewer, loadFreeTariff } from '#tests/kit/product/free-viewer.ts'
import { fetchData, goesOn } from '#tests/kit/product/on-air.ts'
import { findingsOf } from './every-screen.ts'

const abonement = '55500078'
const limitMs = 90_000
/** Where pictures of the screens are stored; nowhere when it is not set. */
const picturesDir = process.env['TEST_PICTURES'] ?? ''
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="46" fill="#e4572e"/><path d="M30 62V38l40 12z" fill="#fff"/></svg>`

let dir = ''
let station: Awaited<ReturnType<typeof startEmulator>>
let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let visitor: Visitor
let viewer: Page
let token = ''
let storeScript = ''
/** When the station's programme began. */
let beganMs = 0
const cids = new Map<string, number>()

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-radio-'))
  if (picturesDir !== '') await mkdir(picturesDir, { recursive: true })
  station = await startEmulator('radio-station', [])
  product = await startConsoleProduct()
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await visitor?.leave()
  await owner?.leave()
  await product?.stop()
  await station?.stop()
  await rm(dir, { recursive: true, force: true })
})

async function operate(args: readonly string[]): Promise<string> {
  const { code, errors, output } = await runCommand(args, '', product.dataDir)
  expect(code, errors).toBe(0)
  return output
}

async function file(name: string, text: string): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, text)
  return path
}

async function picture(page: Page, name: string): Promise<void> {
  if (picturesDir !== '') await page.screenshot({ path: join(picturesDir, `${name}.png`) })
}

async function dataOf<Data>(path: string, body?: object): Promise<Data> {
  const answer = await fetchData<Data>(product.url, path, token === '' ? null : token, body)
  expect(answer, path).toMatchObject({ isGood: true })
  return answer.data
}

interface Listed {
  readonly id: number
  readonly name: string
  readonly is_radio: number
}

async function channelsOfViewer(): Promise<readonly Listed[]> {
  const { channels } = await dataOf<{ channels: { item: readonly Listed[] } }>(
    '/middleware/channel/list?lang=ru',
  )
  return channels.item
}

const inGuide = (ms: number) => `${new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)} +0000`

/** A programme that has just begun, and an hour of it to come. */
async function loadGuide(): Promise<void> {
  beganMs = Date.now()
  const [begin, end] = [inGuide(beganMs), inGuide(beganMs + 3_600_000)]
  await operate([
    ...['import', 'guide'],
    await file(
      'guide.xml',
      `<?xml version="1.0"?><tv><channel id="sinov.uz"><display-name>Radio Sinov</display-name></channel><programme channel="sinov.uz" start="${begin}" stop="${end}"><title>Tonggi navolar</title></programme></tv>`,
    ),
  ])
}

/** Bytes of sound that Chromium has decoded, whether there is a picture, and how loud the last moment is, 0 to 1. */
async function hear(page: Page): Promise<{ soundBytes: number; width: number; peak: number }> {
  return page.evaluate(async () => {
    const video = document.querySelector('video') as HTMLVideoElement & {
      webkitAudioDecodedByteCount?: number
      captureStream(): MediaStream
    }
    const context = new AudioContext()
    await context.resume()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(video.captureStream()).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let peak = 0
    for (let turn = 0; turn < 40 && peak < 0.01; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      analyser.getFloatTimeDomainData(samples)
      peak = Math.max(...samples.map(Math.abs))
    }
    await context.close()
    return { soundBytes: video.webkitAudioDecodedByteCount ?? 0, width: video.videoWidth, peak }
  })
}

async function expectSound(page: Page): Promise<void> {
  await goesOn(page, 2, limitMs)
  const before = await hear(page)
  expect(before.width).toBe(0)
  expect(before.peak).toBeGreaterThan(0.01)
  await goesOn(page, 2, limitMs)
  expect((await hear(page)).soundBytes).toBeGreaterThan(before.soundBytes)
}

/** Runs in the page. */
function decodesSound() {
  return MediaSource.isTypeSupported('audio/mp4; codecs="mp4a.40.2"')
}

/** Runs in the page. */
function stillWords() {
  const card = document.querySelector('[data-radio-still]')
  return card === null ? '' : card.textContent
}

const still = () => viewer.locator('[data-radio-still]')

describe('[CHAN-04] [IMPORT-02] radio in the console', () => {
  it('comes from a list by its mark, and the comparison says that it is radio', async () => {
    const { page } = owner
    const address = station.addresses['station'] ?? ''
    const list = [
      '#EXTM3U',
      '#EXTINF:-1 tvg-id="sinov.uz" tvg-chno="1" radio="true" group-title="Radio",Radio Sinov',
      `${address}/live.mp3`,
      // Nothing says that it is radio: its group alone is no evidence.
      '#EXTINF:-1 tvg-chno="2" group-title="Radio",Shoʻx toʻlqin',
      `${address}/stream`,
    ].join('\n')
    await page.goto('/console/imports')
    await page.getByLabel('Выбрать файл списка').setInputFiles(await file('list.m3u', list))
    await seeHeading(page, 'list.m3u')
    const item = page
      .getByRole('listitem')
      .filter({ has: page.locator('strong', { hasText: 'Radio Sinov' }) })
    await item.getByText('Радио', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Принять выбранное' }).click()
    await page.getByText('Изменено 2 канала').waitFor()
    await loadFreeTariff(product)
    await operate(['channels', 'logo', '1', await file('logo.svg', logo)])
    ;({ token, storeScript } = await addFreeViewer(product, abonement))
    for (const { id, name, is_radio: isRadio } of await channelsOfViewer()) {
      cids.set(name, id)
      expect(isRadio).toBe(name === 'Radio Sinov' ? 1 : 0)
    }
    for (const cid of cids.values()) {
      await page.goto(`/console/channels/${cid}`)
      await page.getByLabel('Записывать и показывать эфир').check()
      await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
      await page.getByText('Сохранено').first().waitFor()
    }
    await loadGuide()
    visitor = await visit(product.url, { name: 'desktop 1440', width: 1440, height: 900 })
    viewer = visitor.page
    await viewer.addInitScript(storeScript)
  }, 180_000)

  it('is proposed where a source has sound only, instead of a fault', async () => {
    const { page } = owner
    await page.goto(`/console/channels/${cids.get('Shoʻx toʻlqin')}`)
    await page.getByRole('button', { name: 'Источник 1: проверить' }).click()
    await page.getByText('похоже, это радио').waitFor({ timeout: limitMs })
    await page.getByText(/^Звук: (?:mp3|aac)/).waitFor()
    await picture(page, 'console-proposal')
    await page.getByRole('button', { name: 'Сделать радиоканалом' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('картинка пропала на время').waitFor()
    await question.getByRole('button', { name: 'Сделать радиоканалом' }).click()
    await page.getByText('похоже, это радио').waitFor({ state: 'detached' })
    await page.goto('/console/channels?view=radio')
    await page.getByText('2 канала', { exact: true }).waitFor()
    await picture(page, 'console-channels')
    // And back, and again, at the command line.
    expect(await operate(['channels', 'kind', '2', 'television'])).toContain('is television now')
    expect(await operate(['channels', 'examine', '2'])).toContain('channels kind 2 radio')
    expect(await operate(['channels', 'kind', '2', 'radio'])).toContain('is radio now')
    await expect.poll(async () => (await channelsOfViewer()).map((one) => one.is_radio)).toEqual([1, 1])
  }, 180_000)

  it('has its kind in the form, and its sound in the console’s player', async () => {
    const { page } = owner
    const cid = cids.get('Radio Sinov')
    await page.goto(`/console/channels/${cid}`)
    await page.getByRole('button', { name: /Вид$/ }).getByText('Радио', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Смотреть эфир' }).click()
    await page.getByRole('img', { name: 'Радио Radio Sinov: картинки нет' }).waitFor()
    await expectSound(page)
    await page.locator('video').scrollIntoViewIfNeeded()
    await picture(page, 'console-player')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findingsOf(page)).toEqual([])
      await picture(page, `console-channel-${width}`)
    }
  }, 180_000)
})

describe('[TV-03] [PLAYER-04] radio for a viewer', () => {
  it('sounds, with its still, and without anything of a picture', async () => {
    await viewer.goto(`/channel/${cids.get('Radio Sinov')}`)
    await expectSound(viewer)
    await still().getByText('Radio Sinov', { exact: true }).waitFor()
    await still().getByText('Tonggi navolar').waitFor()
    const isDrawn = () =>
      still()
        .locator('img')
        .last()
        .evaluate((image) => (image as HTMLImageElement).naturalWidth > 0)
    await expect.poll(isDrawn, { timeout: limitMs }).toBe(true)
    const { title, artwork } = await viewer.evaluate(() => ({
      title: navigator.mediaSession.metadata?.title,
      artwork: navigator.mediaSession.metadata?.artwork[0]?.src ?? '',
    }))
    expect(title).toBe('Radio Sinov')
    expect(artwork).toContain('/images/logo/')
    await viewer.mouse.move(600, 400)
    await viewer.getByRole('button', { name: /На весь экран/ }).waitFor()
    for (const name of ['Картинка в картинке', 'Настройки'])
      expect(await viewer.getByRole('button', { name }).count(), name).toBe(0)
  }, 180_000)

  it('is shown at every width, in both languages', async () => {
    for (const [lang, sign] of [
      ['ru', 'только звук'],
      ['uz', 'faqat ovoz'],
    ] as const) {
      await viewer.evaluate((value) => localStorage.setItem('lang', value), lang)
      await viewer.goto(`/channel/${cids.get('Radio Sinov')}?lang=${lang}`)
      await expect.poll(() => still().getAttribute('aria-label'), { timeout: limitMs }).toContain(sign)
      for (const [width, height] of [
        [390, 844],
        [1440, 900],
        [1920, 1080],
      ] as const) {
        await viewer.setViewportSize({ width, height })
        const card = await still().boundingBox()
        expect(card?.width ?? 0).toBeGreaterThan(300)
        await picture(viewer, `channel-${width}-${lang}`)
      }
    }
    await viewer.evaluate(() => localStorage.setItem('lang', 'ru'))
    await viewer.setViewportSize({ width: 1440, height: 900 })
  }, 180_000)

  it('is a category of the list, is found by its name, and says where it has no guide', async () => {
    await viewer.goto('/tv?lang=ru')
    await viewer.getByRole('button', { name: 'Радио', exact: true }).click()
    await expect.poll(() => new URL(viewer.url()).searchParams.get('category')).toBe('radio')
    const card = viewer.getByRole('link', { name: /Shoʻx toʻlqin/ })
    await card.getByText('Программа передач не указана').waitFor()
    await card.getByText('Радио', { exact: true }).waitFor()
    await picture(viewer, 'tv-radio')
    await viewer.goto('/search?q=sinov')
    await viewer
      .locator(`#found-channel-${cids.get('Radio Sinov')}`)
      .getByText('Radio Sinov')
      .waitFor()
  }, 120_000)

  it('is started over from its archive, and sounds from the programme’s beginning', async () => {
    await viewer.goto(`/channel/${cids.get('Radio Sinov')}?lang=ru`)
    await expectSound(viewer)
    // Live is by now further from the beginning than what is looked for.
    await expect.poll(() => Date.now() - beganMs, { timeout: limitMs }).toBeGreaterThan(60_000)
    await viewer.mouse.move(600, 400)
    await viewer.getByRole('button', { name: /^С начала/ }).click()
    const slider = viewer.getByRole('slider', { name: 'Перемотка' })
    const intoProgrammeSec = async () => Number(await slider.getAttribute('aria-valuenow')) - beganMs / 1000
    await expect.poll(intoProgrammeSec, { timeout: limitMs }).toBeLessThan(25)
    await expectSound(viewer)
    await still().getByText('Radio Sinov', { exact: true }).waitFor()
  }, 180_000)

  it('is left for the next channel by the remote, and that one sounds too', async () => {
    await viewer.goto(`/channel/${cids.get('Radio Sinov')}?lang=ru`)
    await goesOn(viewer, 1, limitMs)
    await viewer.keyboard.press('PageUp')
    await still().getByText('Shoʻx toʻlqin', { exact: true }).waitFor({ timeout: limitMs })
    await expectSound(viewer)
    await walkTo(viewer, '/')
    expect(visitor.problems).toEqual([])
  }, 180_000)

  it.each([68, 88] as const)(
    '[TVSET-01] sounds with its still in Chromium %i, if it can decode the sound',
    async (version) => {
      const old = await visitWithOld(product.url, { version, width: 1440, height: 900 })
      try {
        await old.open('/')
        await old.logIn(storeScript)
        await old.open(`/channel/${cids.get('Radio Sinov')}`)
        if (await old.devtools.run(decodesSound)) await untilVideoAdvances(old)
        else expect(version).toBeLessThan(88)
        await expect.poll(() => old.devtools.run(stillWords), { timeout: limitMs }).toContain('Radio Sinov')
        expect(old.problems).toEqual([])
      } finally {
        await old.leave()
      }
    },
    240_000,
  )
})

describe('[HEALTH-01] radio on the board', () => {
  it('has its still, and no alarm about a picture or a missing guide', async () => {
    const { page } = owner
    await page.goto('/console/health')
    const tile = page.getByRole('listitem').filter({ hasText: 'Shoʻx toʻlqin' })
    await tile.getByRole('img', { name: 'Радио Shoʻx toʻlqin: картинки нет' }).waitFor({ timeout: limitMs })
    await expect.poll(() => tile.innerText(), { timeout: limitMs }).toContain('в порядке')
    await picture(page, 'console-health')
    expect(await page.getByText(/Чёрный экран|Картинка застыла|Нет телепрограммы/).count()).toBe(0)
    expect(await findingsOf(page)).toEqual([])
  }, 180_000)
})
