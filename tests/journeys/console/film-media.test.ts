/** The files of a film in the console's player, in a real Chromium. Steps of one story, in this order. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { findMediaBinaries } from '#media/media.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let dir = ''
let address = ''

beforeAll(async () => {
  product = await startConsoleProduct()
  dir = await mkdtemp(join(tmpdir(), 'ekran-film-media-'))
  await makeFilm(join(dir, 'Гора (2021).mkv'))
  const subtitles = '1\n00:00:00,000 --> 00:00:20,000\nНад горой\n'
  await writeFile(join(dir, 'Гора (2021).ru.srt'), subtitles)
  await command('import', 'films', dir)
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 400_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await rm(dir, { recursive: true, force: true })
})

/** Twenty seconds with a moving picture, a loud Russian and a quiet Uzbek track. */
async function makeFilm(path: string): Promise<void> {
  const sound = (frequency: number, volume: number) => [
    ...['-f', 'lavfi', '-i', `sine=frequency=${frequency}:duration=20,volume=${volume}`],
  ]
  const made = runFfmpeg({
    ffmpegPath: findMediaBinaries({}).ffmpegPath,
    args: [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=10:d=20'],
      ...sound(440, 1),
      ...sound(880, 0.2),
      ...['-map', '0', '-map', '1', '-map', '2'],
      ...['-metadata:s:a:0', 'language=rus', '-metadata:s:a:1', 'language=uzb'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '20', '-c:a', 'aac', path],
    ],
    timeoutMs: 120_000,
  })
  expect((await made.exit).lastLines).toEqual([])
}

async function command(...args: readonly string[]): Promise<string> {
  const { code, output, errors } = await runCommand(args, '', product.dataDir)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output} ${errors}`)
  return output
}

const player = (page: Page) => page.getByRole('group', { name: 'Плеер: Фильм' })

/** The time of the video, the height of its picture, and how bright its brightest sample is. */
async function shownNow(page: Page) {
  return player(page)
    .locator('video')
    .evaluate((element) => {
      const video = element as HTMLVideoElement
      const canvas = document.createElement('canvas')
      const context = canvas.getContext('2d')
      context?.drawImage(video, 0, 0, 16, 9)
      const pixels = context?.getImageData(0, 0, 16, 9).data ?? []
      return {
        time: video.currentTime,
        height: video.videoHeight,
        brightest: Math.max(...pixels.filter((_, at) => at % 4 !== 3)),
      }
    })
}

/** A viewer of this product, without a subscription; returns the token of the session. */
async function addViewer(): Promise<string> {
  const password = 'chinor soyasida suhbat'
  const words = ['accounts', 'add', '--abonement', '40000001', '--ask-password']
  const { code, errors } = await runCommand(words, `${password}\n`, product.dataDir)
  if (code !== 0) throw new Error(`an account could not be added: ${errors}`)
  const response = await fetch(`${product.url}/middleware/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ abonement: '40000001', password, device_uid: 'viewer', device_model: 'test' }),
  })
  const { data } = (await response.json()) as { data?: { authkey: string } }
  return data?.authkey ?? ''
}

/** Where the site's answer to a viewer who plays the film says that one may skip. */
async function markersOnSite(vid: string, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${product.url}/middleware/video/url?vid=${vid}`, { headers })
  const text = await response.text()
  const { data } = JSON.parse(text) as { data?: { markers?: unknown } }
  return data?.markers ?? text
}

async function choose(page: Page, label: RegExp, option: string): Promise<void> {
  await player(page).getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function checkWidths(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => scrollTo({ top: 0 }))
      expect(await findingsOf(page), `${scheme} ${width}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  }
}

describe('[EDIT-01] [EDIT-02] the files of a film', () => {
  it('are listed with renditions, tracks and the measured loudness', async () => {
    const { page } = owner
    await page.goto('/console/films')
    await page.getByRole('link', { name: 'Гора', exact: true }).click()
    await seeHeading(page, 'Гора')
    address = page.url()
    await expect
      .poll(
        async () => {
          await page.reload()
          return page.getByText(/^Качество: /).innerText()
        },
        { timeout: 200_000, interval: 3000 },
      )
      .toContain('720p')
    await expect.poll(() => page.getByText(/громкость исходника −\d+,\d LUFS, пик/).count()).toBe(2)
  })

  it('play for the staff while the film is hidden from viewers', async () => {
    const { page } = owner
    await command('titles', 'hide', new URL(address).pathname.split('/').at(-1) ?? '')
    await page.goto(address)
    await page.getByRole('button', { name: 'Смотреть: Фильм' }).click()
    await player(page)
      .getByText(/^Момент /)
      .waitFor()
    await expect.poll(async () => (await shownNow(page)).time, { timeout: 60_000 }).toBeGreaterThan(1)
    const first = await shownNow(page)
    expect(first.brightest).toBeGreaterThan(60)
    await expect.poll(async () => (await shownNow(page)).time).toBeGreaterThan(first.time + 1)
  })

  it('change to another rendition, sound track and subtitles', async () => {
    const { page } = owner
    const lowest = await page.getByText(/^Качество: /).innerText()
    const height = Number(/(\d+)p$/.exec(lowest)?.[1])
    expect(height).toBeLessThan(720)
    await choose(page, /Качество/, `${height}p`)
    await expect.poll(async () => (await shownNow(page)).height).toBe(height)
    await choose(page, /Качество/, '720p')
    await expect.poll(async () => (await shownNow(page)).height).toBe(720)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const tracks = player(page).getByRole('button', { name: /Звуковая дорожка/ })
    const before = await tracks.innerText()
    await tracks.click()
    await page.getByRole('option', { selected: false }).first().click()
    await expect.poll(() => tracks.innerText()).not.toBe(before)
    await expect.poll(() => requested.some((url) => /\/a1-[a-z]+\./.test(url))).toBe(true)
    await player(page)
      .getByRole('button', { name: /Субтитры/ })
      .click()
    await page.getByRole('option', { selected: false }).first().click()
    await player(page)
      .locator('video')
      .evaluate((one) => {
        // A slow machine may have reached the end of this short film by now.
        const video = one as HTMLVideoElement
        video.currentTime = 0
        return video.play()
      })
    await player(page).getByText('Над горой').waitFor()
    await checkWidths(page)
  })

  it('give a frame as backdrop, which the site then serves', async () => {
    const { page } = owner
    await page.setViewportSize({ width: 1440, height: 900 })
    await player(page)
      .locator('video')
      .evaluate((one) => (one as HTMLVideoElement).pause())
    await player(page).getByRole('button', { name: 'Взять кадр для фона' }).click()
    await page.getByText('Кадр стоит в форме').first().waitFor()
    const image = page.getByRole('group', { name: 'Фон' }).getByRole('img')
    await image.waitFor()
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await page.getByRole('button', { name: 'Вернуть импорту: Фон' }).waitFor()
    const vid = new URL(address).pathname.split('/').at(-1) ?? ''
    await command('titles', 'show', vid)
    const version = /\/([0-9a-f]{20})/.exec((await image.getAttribute('src')) ?? '')?.[1]
    expect(version).toBeDefined()
    const detail = async () =>
      (await fetch(`${product.url}/middleware/noauth/video/detail?vid=${vid}`)).text()
    await expect.poll(detail).toContain(version)
    const path = new RegExp(String.raw`/images/[^"\\]*${version}[^"\\]*`).exec(await detail())?.[0] ?? ''
    const served = await fetch(product.url + path)
    expect([served.status, served.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ])
    await command('films', 'edit', vid, '--poster-at', '0:05')
    expect(await command('films', 'show', vid)).toMatch(/poster: .*\(edited by hand\)/)
  })

  it('have skip marks, set on a timeline by buttons, keys and the mouse, that the site then has', async () => {
    const { page } = owner
    await page.goto(address)
    await page.getByRole('button', { name: 'Смотреть: Фильм' }).click()
    const video = player(page).locator('video')
    await expect.poll(async () => (await shownNow(page)).time, { timeout: 60_000 }).toBeGreaterThan(0.2)
    const seek = async (to: number) => {
      await video.evaluate((one, at) => {
        const element = one as HTMLVideoElement
        element.pause()
        element.currentTime = at
      }, to)
      await player(page)
        .getByText(`Момент 0:${to.toFixed(1).padStart(4, '0')}`)
        .waitFor()
    }
    const intro = player(page).getByRole('group', { name: 'Заставка' })
    await seek(2)
    await intro.getByRole('button', { name: 'Отсюда' }).click()
    await seek(6)
    await intro.getByRole('button', { name: 'Досюда' }).click()
    await intro.getByText('0:02.0 – 0:06.0').waitFor()
    await player(page).getByRole('slider', { name: 'Заставка: конец' }).press('ArrowRight')
    await intro.getByText('0:02.0 – 0:06.1').waitFor()
    const handle = player(page).getByRole('slider', { name: 'Заставка: начало' })
    await handle.scrollIntoViewIfNeeded()
    const box = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + box.width / 2, box.y + 30)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 - 20, box.y + 30, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => Number(await handle.getAttribute('aria-valuenow'))).toBeLessThan(2)
    // The thumbnails of the packager are behind the marks.
    const tile = player(page).locator('i[style*="background-image"]').first()
    await tile.waitFor()
    expect(await tile.getAttribute('style')).toMatch(/\/p\/.*\.jpe?g/)
    const stored = page.waitForResponse((response) => response.url().endsWith('/films/media/marks'))
    await player(page).getByRole('button', { name: 'Сохранить отметки' }).click()
    const { data: saved } = (await (await stored).json()) as { data: { change_id: number } }
    await page.getByText('Отметки сохранены').first().waitFor()
    await checkWidths(page)
    const vid = new URL(address).pathname.split('/').at(-1) ?? ''
    await command('films', 'edit', vid, '--free', 'yes')
    await command('titles', 'show', vid)
    const token = await addViewer()
    await expect
      .poll(() => markersOnSite(vid, token))
      .toEqual([expect.objectContaining({ kind: 'intro', end_sec: 6.1 })])
    await command('changes', 'undo', String(saved.change_id))
    await expect.poll(() => markersOnSite(vid, token)).toEqual([])
  })

  it('has had no script error and nothing that the content policy refused', () => {
    expect(owner.problems).toEqual([])
  })
})
